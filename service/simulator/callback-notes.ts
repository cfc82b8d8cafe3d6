import type { Instant } from '../../shared/time/clock.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Store } from '../store/store.ts';

/** One attempt of a callback over http or https, as in the journal. */
export type CallbackEntry = {
  readonly kind: 'callback';
  readonly at: string;
  readonly uri: string;
  readonly event: string;
  readonly message_id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Why it failed, as a sentence; null when it was delivered. */
  readonly problem: string | null;
  readonly state: 'open' | 'delivered' | 'gone' | 'given_up';
  readonly pos_tid: string | null;
};

const PAYMENT = /^payment_request\/(.+)$/;

/** Passes every attempt to `add`, as an entry that is computed when it is read. */
export function noteCallbacks(
  deps: { readonly callbacks: Callbacks; readonly store: Store },
  iso: (at: Instant) => string,
  add: (note: () => Promise<CallbackEntry>) => void,
): () => void {
  return deps.callbacks.onAttempt((delivery, { note, verdict }) => {
    const { uri, event, id, resource, tries } = delivery;
    const { at, status, problem } = note;
    add(async () => {
      const tid = PAYMENT.exec(resource)?.[1];
      const payment = tid === undefined ? null : await deps.store.payments.byTidForCustomer(tid);
      return {
        kind: 'callback',
        at: iso(at),
        uri,
        event,
        message_id: id,
        attempt: tries + 1,
        status,
        problem,
        state: verdict.state,
        pos_tid: payment?.request.pos_tid ?? null,
      };
    });
  });
}
