import type { Effects } from '../store.ts';
import type { ChannelWriter } from './channel-store.ts';
import type { DeliveryWriter } from './delivery-store.ts';
import type { LedgerWriter } from './ledger-writer.ts';

/** Adds the effects of a write to its commit, and announces them after it. */
export type EffectWriter = {
  /** Inside a transaction: the ledger numbers that the effects' records would get now. */
  readonly numbers: (merchantId: string, effects: Effects) => readonly number[];
  /** Inside a transaction; `by` identifies the resource that is written. */
  readonly append: (merchantId: string, at: number, by: string, effects: Effects) => void;
  readonly announce: (merchantId: string, effects: Effects) => void;
};

/** Adds scan uses and tokens to the commit of other writes; see `Effects`. */
export type GrantWriter = {
  readonly append: (merchantId: string, by: string, effects: Effects) => void;
};

/** Writes the effects of shortlinks and permissions. */
export function createEffectWriter(deps: {
  readonly channels: ChannelWriter;
  readonly outbox: DeliveryWriter;
  readonly grants: GrantWriter;
  readonly ledger: LedgerWriter;
}): EffectWriter {
  const { channels, outbox, grants, ledger } = deps;
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
