import type { LedgerRecord } from '../../shared/ledger/lines.ts';
import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { NewDelivery } from './delivery-store.ts';

/** A token in its stored form: only its hash, so that a copy of the database gives no access. */
export type StoredToken = {
  readonly hash: string;
  readonly kind: 'access' | 'refresh';
  /** Tokens of one grant are revoked together. */
  readonly grantId: string;
  readonly clientId: string;
  readonly merchantId: string;
  readonly customerId: string;
  readonly scope: string;
  readonly issued: Instant;
  readonly expires: Instant;
};

/** A message for a `ws:` channel, written in the commit of the change that it reports. */
export type ChannelMessage = {
  readonly channel: string;
  readonly message: CallbackMessage;
  /** `traceparent` of the request that caused it, if that request is recorded. */
  readonly trace?: string | null;
};

/**
 * What a write does with a scan (D-106).
 * - `hold`: a request takes the scan. `previousHolder` is the request that had it when the caller read it.
 *   When another request has taken or spent it meanwhile, the whole write fails with `ScanTaken`.
 * - `name`: a request names the customer by the scan; it always succeeds.
 * - `spend`: the payment was approved, so no later request of the shortlink gets the scan.
 */
export type ScanUse =
  | { readonly kind: 'hold'; readonly token: string; readonly previousHolder: string | null }
  | { readonly kind: 'name' | 'spend'; readonly token: string };

/**
 * Everything that is written in the same commit as a change. Each member is a required list, so
 * that the effects of two steps can always be merged without loss.
 */
export type Effects = {
  readonly messages: readonly ChannelMessage[];
  /** The same for http and https addresses. */
  readonly deliveries: readonly NewDelivery[];
  /** Log lines, and their money transactions. */
  readonly records: readonly LedgerRecord[];
  readonly scans: readonly ScanUse[];
  /** The tokens of a customer's consent. */
  readonly tokens: readonly StoredToken[];
};

export const NO_EFFECTS: Effects = {
  messages: [],
  deliveries: [],
  records: [],
  scans: [],
  tokens: [],
};

/** The effects of two steps that are written as one, in order. */
export function both(first: Effects, second: Effects): Effects {
  return {
    messages: [...first.messages, ...second.messages],
    deliveries: [...first.deliveries, ...second.deliveries],
    records: [...first.records, ...second.records],
    scans: [...first.scans, ...second.scans],
    tokens: [...first.tokens, ...second.tokens],
  };
}
