import type { ClientResult } from '../../shared/client/index.ts';
import { createIds } from '../../shared/ids/ids.ts';
import type { Command } from '../../shared/payment/commands.ts';
import { createPayment } from '../../shared/payment/create.ts';
import { decide, overdue } from '../../shared/payment/decide.ts';
import { outcomeOf } from '../../shared/payment/outcome.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { commandOf } from '../../shared/payment/update.ts';
import {
  type PaymentRequestOutput,
  paymentRequestInput,
  paymentUpdateInput,
} from '../../shared/protocol/payment-request.ts';
import type { RefundClient, TerminalClient } from '../../shared/terminal/index.ts';
import { type Clock, DAY } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';

/** What the network does to a call. `dead` never answers, as after a power cut of the till. */
export type Fate = 'deliver' | 'drop_before' | 'drop_after' | 'dead_before' | 'dead_after' | 'busy';

export type ModelCall = { readonly name: string; readonly posTid: string | null };

/**
 * A small model of the service for one till: the product's own payment rules over a map, which is kept
 * when the till restarts. It records every call, so that a test can check what a till did.
 */
export function createModelService(clock: Clock) {
  const ids = createIds((length) => Uint8Array.from({ length }, (_, i) => (i * 37 + seed++) % 251));
  let seed = 1;
  const payments = new Map<string, Payment>();
  const calls: ModelCall[] = [];
  let fate: (call: ModelCall, index: number) => Fate = () => 'deliver';
  let refusalOf: (call: ModelCall) => number | null = () => null;
  let overlapping = 0;
  let mostAtOnce = 0;

  const terms = {
    authorisationLife: 3 * DAY,
    transactionFeeBasisPoints: 0,
    interchangeBasisPoints: 0,
  };

  function run(tid: string, command: Command) {
    const payment = current(tid);
    if (payment === null) return refused(404, 'No such payment.');
    const decided = decide(payment, command, clock.now(), terms);
    if (!decided.ok) {
      const status = decided.refusal.type === 'Conflict' ? 409 : 400;
      return refused(status, decided.refusal.description, decided.refusal.details);
    }
    payments.set(tid, decided.value.next);
    return ok(204, null);
  }

  function current(tid: string): Payment | null {
    const payment = payments.get(tid) ?? null;
    if (payment === null || !overdue(payment, clock.now())) return payment;
    const expired = decide(payment, { kind: 'expire' }, clock.now(), terms);
    if (expired.ok) payments.set(tid, expired.value.next);
    return payments.get(tid) ?? null;
  }

  async function call<T>(
    name: string,
    posTid: string | null,
    signal: AbortSignal | undefined,
    work: () => ClientResult<T>,
  ): Promise<ClientResult<T>> {
    const index = calls.length;
    calls.push({ name, posTid });
    const what = fate({ name, posTid }, index);
    overlapping += 1;
    mostAtOnce = Math.max(mostAtOnce, overlapping);
    await Promise.resolve();
    try {
      if (what === 'dead_before') await new Promise(() => undefined);
      if (what === 'drop_before' || signal?.aborted) return silence(signal);
      if (what === 'busy') return busy();
      const refusal = refusalOf({ name, posTid });
      if (refusal !== null) return refused(refusal, 'No.');
      const result = work();
      if (what === 'dead_after') await new Promise(() => undefined);
      await Promise.resolve();
      return what === 'drop_after' || signal?.aborted ? silence(signal) : result;
    } finally {
      overlapping -= 1;
    }
  }

  const client: TerminalClient & RefundClient = {
    paymentCreate: (draft, options) =>
      call('create', draft.pos_tid, options?.signal, () => {
        const request = paymentRequestInput.parse(draft);
        const same = [...payments.values()].find((one) => one.request.pos_tid === draft.pos_tid);
        if (same !== undefined) {
          const equal = JSON.stringify(same.request) === JSON.stringify(request);
          if (!equal) return refused(409, 'This pos_tid was used for another request.');
          return ok(200, { id: same.tid, uri: uriOf(same) });
        }
        const customer = customerOf(draft.customer ?? null);
        const payment = createPayment({
          tid: ids.tid(),
          merchantId: 'm1',
          request,
          customer,
          now: clock.now(),
        });
        payments.set(payment.tid, payment);
        return ok(201, { id: payment.tid, uri: uriOf(payment) });
      }),
    paymentOutcome: (tid, _wait, options) =>
      call('read', posTidOf(tid), options?.signal, () => {
        const payment = current(tid);
        return payment === null ? refused(404, 'No such payment.') : ok(200, outcomeOf(payment));
      }),
    paymentUpdate: (tid, change, options) =>
      call(String(change.action), posTidOf(tid), options?.signal, () => {
        const command = commandOf(paymentUpdateInput.parse(change));
        if (!command.ok) return refused(400, command.refusal.description);
        if (command.value === null) return refused(400, 'The model knows no such action.');
        return run(tid, command.value);
      }),
    paymentRead: (tid, options) =>
      call('detail', posTidOf(tid), options?.signal, () => {
        const payment = current(tid);
        return payment === null ? refused(404, 'No such payment.') : ok(200, detailOf(payment));
      }),
    statusCodeRead: (code, options) =>
      call('probe', null, options?.signal, () => ok(200, { code: String(code), name: 'OK' })),
  };

  const posTidOf = (tid: string) => payments.get(tid)?.request.pos_tid ?? null;
  const only = (): Payment => {
    const [payment] = payments.values();
    if (payment === undefined) throw new Error('the model has no payment yet');
    return payment;
  };

  return {
    client,
    calls,
    payments: () => [...payments.values()],
    only,
    /** Applies a command to the payment that its till named; false if there is none. */
    happenTo: (posTid: string, command: Command) => {
      const found = [...payments.values()].find((one) => one.request.pos_tid === posTid);
      return found === undefined ? false : run(found.tid, command).ok;
    },
    /** The customer or the back office changes the only payment. */
    happen: (command: Command) => run(only().tid, command),
    confirm: () => run(only().tid, { kind: 'confirm', additionalAmount: null, credit: false }),
    setFate: (next: (call: ModelCall, index: number) => Fate) => {
      fate = next;
    },
    /** Refuses calls with a status before anything is done; null accepts a call. */
    setRefusal: (next: (call: ModelCall) => number | null) => {
      refusalOf = next;
    },
    mostAtOnce: () => mostAtOnce,
  };
}

export type ModelService = ReturnType<typeof createModelService>;

function customerOf(customer: string | null) {
  if (customer === null) return { kind: 'open' } as const;
  if (customer.startsWith('shortlink_'))
    return { kind: 'listening', shortlinkId: 'abcde' } as const;
  if (customer === 'msisdn:4700000000') return { kind: 'unknown' } as const;
  return { kind: 'known', customerId: customer } as const;
}

function uriOf(payment: Payment): string | null {
  return payment.request.customer === null ? `http://pay.test/p/${payment.tid}/` : null;
}

export function ok<T>(status: number, value: T): ClientResult<T> {
  return { ok: true, status, value };
}

/** What the till reads of a payment request. */
function detailOf({ tid, request, lineItems, requestExpires }: Payment): PaymentRequestOutput {
  return {
    ...request,
    id: tid,
    uri: null,
    line_items: [...(lineItems ?? [])],
    links: [],
    date_expires: formatDateTime(requestExpires),
  };
}

export function refused(
  status: number,
  description: string,
  details: Readonly<Record<string, unknown>> | null = null,
): ClientResult<never> {
  const error = { kind: 'refused', status, type: 'x', description, details } as const;
  return { ok: false, error: { ...error, retryAfter: null } };
}

export function silence(signal?: AbortSignal): ClientResult<never> {
  const cause = signal?.aborted ? 'cancelled' : 'network';
  const error = { kind: 'no_answer', cause, status: null, retryAfter: null } as const;
  return { ok: false, error: { ...error, description: 'No answer.' } };
}

function busy(): ClientResult<never> {
  const error = { kind: 'refused', status: 429, type: 'Too Many Requests' } as const;
  const description = 'Not now.';
  return { ok: false, error: { ...error, description, details: null, retryAfter: 2_000 } };
}

/** A call that the service always refuses. */
export function refusing(status: number) {
  return async () => refused(status, 'No.');
}
