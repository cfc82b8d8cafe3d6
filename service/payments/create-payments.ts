import { outcomeOf } from '../../shared/payment/outcome.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { type Answer, answer } from '../../shared/protocol/errors.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { GrantMaker } from '../permissions/grants.ts';
import { joinedPermissionOf } from '../permissions/rules/joined.ts';
import type { Merchant, PaymentQuery } from '../store/store.ts';
import { ChangeHub, Changer, type ChangerDeps, type LastRead } from './changer.ts';
import { createPaymentCreation } from './create.ts';
import { createCustomerSide } from './customer-side.ts';
import { listItemOf, pageOfPos, queryOf, writeCursor } from './list.ts';
import { createMatchScans, type MatchScans } from './match-scans.ts';
import type { Payments, ReadAhead } from './payments.ts';
import { updateChange } from './update.ts';

/** Dependencies of the payment rules. */
export type PaymentsDeps = Omit<ChangerDeps, 'hub'> & {
  /** Base path of the API, for links inside bodies. */
  readonly basePath: () => string;
  /** Real time for long polls, even if the service's own clock is manual. */
  readonly wall: Clock;
  readonly grants: GrantMaker;
};

/**
 * Creates the payment rules on a store, with the hub that announces every change after its commit.
 */
export function createPayments(deps: PaymentsDeps): {
  readonly payments: Payments;
  readonly hub: ChangeHub;
  readonly changer: Changer;
  readonly match: MatchScans;
} {
  const changerDeps: ChangerDeps = { ...deps, hub: new ChangeHub() };
  const { store, hub } = changerDeps;
  const changer = new Changer(changerDeps);
  const match = createMatchScans(changerDeps, changer);
  hearOthers(store, hub);

  async function read(merchantId: string, tid: string, ahead: ReadAhead | null = null) {
    const known = ahead?.merchantId === merchantId ? (await ahead.rows).payment : null;
    const payment = known ?? (await store.payments.byTid(merchantId, tid));
    return payment === null ? null : changer.current(payment);
  }

  const payments: Payments = {
    create: createPaymentCreation(changerDeps, changer, match),
    read,
    readAhead(merchantId, tid, changes) {
      const payment = store.payments.byTid(merchantId, tid);
      const merchant = changes ? store.merchants.read(merchantId) : null;
      return { merchantId, rows: lastReadOf(payment, merchant) };
    },
    outcome: (payment) => outcomeOf(payment, changerDeps.moreOf(payment)),
    async update(merchantId, tid, input, ahead = null) {
      const change = updateChange(input);
      const known = ahead?.merchantId === merchantId ? await ahead.rows : {};
      if (change.ok) return changer.change(merchantId, tid, change.value, known);
      // An unknown id is a 404 even if the amounts are invalid too.
      return missingOr(change, merchantId, tid);
    },
    async list(merchantId, query, posId) {
      const storeQuery = queryOf(query);
      if (!storeQuery.ok) return storeQuery;
      const read = (part: PaymentQuery) => store.payments.list(merchantId, part);
      const { value } = storeQuery;
      const page = posId === undefined ? await read(value) : await pageOfPos(read, value, posId);
      const current = await Promise.all(page.items.map((payment) => changer.current(payment)));
      const items = current.map((payment) => listItemOf(payment, deps.basePath()));
      return answer({ items, cursor: page.next === null ? null : writeCursor(page.next) });
    },
    async readAfter(merchantId, tid, since, wait, signal) {
      const waiting = waitForChange({ hub, wall: deps.wall }, tid, since, wait, signal);
      try {
        const payment = await read(merchantId, tid);
        if (payment === null || payment.code !== since) return payment;
        await waiting.changed;
        return await read(merchantId, tid);
      } finally {
        waiting.stop();
      }
    },
    async joinedPermission(merchantId, rid) {
      const payment = await store.payments.byRid(merchantId, rid);
      return payment === null ? null : joinedPermissionOf(await changer.current(payment));
    },
    customerSide: createCustomerSide(changerDeps, changer, deps.grants),
  };

  async function missingOr<T>(refused: Answer<T>, merchantId: string, tid: string) {
    const result = await changer.change(merchantId, tid, () => answer(null));
    return result.ok ? refused : result;
  }

  return { payments, hub, changer, match };
}

/** Never rejects: a row that could not be read is missing, and the caller reads the row again. */
async function lastReadOf(
  payment: Promise<Payment | null>,
  merchant: Promise<Merchant | null> | null,
): Promise<LastRead> {
  const [read, of] = await Promise.allSettled([payment, merchant]);
  return {
    payment: read.status === 'fulfilled' ? read.value : null,
    merchant: of.status === 'fulfilled' ? of.value : null,
  };
}

/** Notifies the listeners of a payment in this process when another process has changed it. */
function hearOthers({ payments, onElsewhere }: PaymentsDeps['store'], hub: ChangeHub): void {
  onElsewhere(({ kind, merchantId, id }) => {
    if (kind !== 'payment' || !hub.isAwaited(id)) return;
    payments.byTid(merchantId, id).then(
      (payment) => payment !== null && hub.notify(payment),
      // A listener that misses it reads the payment again at its timeout.
      () => undefined,
    );
  });
}

/**
 * Waits until `tid` has a status code other than `since`, for at most `wait` milliseconds or until
 * `signal` aborts. The caller subscribes before it reads, so that no change is missed in between.
 */
export function waitForChange(
  deps: { readonly hub: ChangeHub; readonly wall: Clock },
  tid: string,
  since: number,
  wait: number,
  signal: AbortSignal,
): { readonly changed: Promise<void>; readonly stop: () => void } {
  let stop = () => {};
  const changed = new Promise<void>((resolve) => {
    const forget = deps.hub.onPayment(tid, (payment: Payment) => {
      if (payment.code !== since) stop();
    });
    const cancel = deps.wall.after(wait, () => stop());
    stop = () => {
      forget();
      cancel();
      signal.removeEventListener('abort', stop);
      resolve();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  return { changed, stop: () => stop() };
}
