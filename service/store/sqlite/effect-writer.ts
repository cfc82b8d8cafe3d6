import type { Effects } from '../store.ts';
import type { ChannelWriter } from './channel-store.ts';
import type { DeliveryWriter } from './delivery-store.ts';
import type { LedgerWriter } from './ledger-writer.ts';

/** Puts the effects of a write into its commit, and announces them after it. */
export type EffectWriter = {
  /** Inside a transaction: the numbers in the books that the effects' records would be given now. */
  readonly numbers: (merchantId: string, effects: Effects) => readonly number[];
  /** Inside a transaction; `by` names what is written. */
  readonly append: (merchantId: string, at: number, by: string, effects: Effects) => void;
  readonly announce: (merchantId: string, effects: Effects) => void;
};

/** What scans and tokens add to the commit of others; see `Effects`. */
export type GrantWriter = {
  readonly append: (merchantId: string, by: string, effects: Effects) => void;
};

/** The one way in which shortlinks and permissions write what their changes give rise to. */
export function createEffectWriter(parts: {
  readonly channels: ChannelWriter;
  readonly outbox: DeliveryWriter;
  readonly grants: GrantWriter;
  readonly ledger: LedgerWriter;
}): EffectWriter {
  const { channels, outbox, grants, ledger } = parts;
  return {
    numbers: (merchantId, effects) => ledger.numbers(merchantId, effects.records),
    append(merchantId, at, by, effects) {
      channels.append(merchantId, at, effects.messages);
      outbox.append(merchantId, at, effects.deliveries);
      grants.append(merchantId, by, effects);
      ledger.append(merchantId, effects.records);
    },
    announce(merchantId, effects) {
      channels.announce(merchantId, effects.messages);
      outbox.announce(effects.deliveries);
    },
  };
}
