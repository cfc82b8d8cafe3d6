import type { Ids } from '../../shared/ids/ids.ts';
import { overdue } from '../../shared/payment/decide.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';
import type { MoreNames } from '../customers/find-customer.ts';
import { type ScopeTerms, termsOf } from '../permissions/scope-log.ts';
import { outsideAct } from '../store/acts.ts';
import type { Merchant, Store } from '../store/store.ts';
import { applyCommand } from './apply-command.ts';
import type { ChangeContext, ChangedPayment } from './messages.ts';
import type { MoreOf } from './outcome-more.ts';

type Listener = (payment: Payment) => void;

/** Notifies listeners in this process that a payment has changed, after the commit. */
export class ChangeHub {
  readonly #byTid = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();

  announce(payment: Payment): void {
    this.notify(payment);
    for (const listener of this.#all) listener(payment);
  }

  /**
   * Notifies only the listeners for this payment, because another process has announced the change.
   */
  notify(payment: Payment): void {
    for (const listener of this.#byTid.get(payment.tid) ?? []) listener(payment);
  }

  isAwaited(tid: string): boolean {
    return this.#byTid.has(tid);
  }

  onPayment(tid: string, listener: Listener): () => void {
    const listeners = this.#byTid.get(tid) ?? new Set();
    this.#byTid.set(tid, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#byTid.delete(tid);
    };
  }

  onAny(listener: Listener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }
}

export type ChangerDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hub: ChangeHub;
  /** Whether payments may end by time now; they may if left out (D-216). */
  readonly mayExpire?: () => boolean;
  /** Full URL of the API with its base path; known once the service listens. */
  readonly base: () => string;
  /** Members of an outcome that contain secrets of the service. */
  readonly moreOf: MoreOf;
  /** An outcome as it is written in a callback; unchanged by default. */
  readonly written?: (outcome: unknown) => unknown;
  /** Resolves other names of a customer. */
  readonly names?: MoreNames;
};

/** What the caller has just read: the first decision uses it, and the version check shows a later change. */
export type LastRead = {
  readonly payment?: Payment | null;
  readonly merchant?: Merchant | null;
};

/** The result of a change: the next payment with its effects, or null for no change. */
export type Change = (payment: Payment, context: ChangeContext) => Answer<ChangedPayment | null>;

/** How often a change is decided again after a concurrent change; far above any real contention. */
const ATTEMPTS_MAX = 50;

/**
 * Changes payments by compare-and-set: read, decide, write unless there was a concurrent change,
 * otherwise repeat. The store's version check decides every race; the rules themselves are pure.
 */
export class Changer {
  readonly #deps: ChangerDeps;

  constructor(deps: ChangerDeps) {
    this.#deps = deps;
  }

  /** The payment with a due expiry applied, so that no impossible state is shown. */
  current(payment: Payment): Payment | Promise<Payment> {
    return this.#isOverdue(payment, this.#deps.clock.now()) ? this.#expired(payment) : payment;
  }

  #isOverdue(payment: Payment, now: Instant): boolean {
    const { mayExpire } = this.#deps;
    return overdue(payment, now) && (mayExpire === undefined || mayExpire());
  }

  async #expired(payment: Payment): Promise<Payment> {
    const changed = await this.change(payment.merchantId, payment.tid, () => answer(null));
    return changed.ok ? changed.value : payment;
  }

  /**
   * Applies a due expiry, then `change`, to the stored payment. It reads what is not in `lastRead`.
   */
  async change(
    merchantId: string,
    tid: string,
    change: Change,
    lastRead: LastRead = {},
  ): Promise<Answer<Payment>> {
    const { store, hub } = this.#deps;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const known = attempt === 0 ? lastRead : {};
      // Read together, which takes one round trip to the store.
      const [payment, merchant] = await Promise.all([
        known.payment ?? store.payments.byTid(merchantId, tid),
        known.merchant ?? store.merchants.read(merchantId),
      ]);
      if (payment === null) return refuse('Not Found', 'There is no payment request of this id.');
      const asksPermission = payment.permission !== null;
      const scopeTerms = asksPermission ? await termsOf(store, merchantId) : null;
      const context = this.context(merchant, scopeTerms);
      const expiring = this.#isOverdue(payment, context.now);
      const changed = expiring
        ? applyCommand(payment, { kind: 'expire' }, context)
        : change(payment, context);
      if (!changed.ok) return changed;
      if (changed.value === null) return answer(payment);
      const { payment: next, effects } = changed.value;
      const save = () => store.payments.save(next, effects);
      // An expiry that was due is nobody's act.
      if (!(await (expiring ? outsideAct(save) : save()))) continue;
      hub.announce(changed.value.payment);
      // After an expiry the change itself must still be decided, on the expired payment.
      if (!expiring) return answer(changed.value.payment);
    }
    return refuse('Service Unavailable', 'This payment is changing too fast; try again.');
  }

  /** The context of a change; `scopeTerms` if the payment includes a permission request. */
  context(merchant: Merchant | null, scopeTerms: ScopeTerms | null): ChangeContext {
    const { ids, clock, base, moreOf, written = asItIs } = this.#deps;
    if (merchant === null) throw new Error('a payment belongs to a merchant that does not exist');
    const { paymentLimit } = merchant;
    const terms = paymentLimit === null ? merchant.terms : { ...merchant.terms, paymentLimit };
    return { ids, base: base(), now: clock.now(), moreOf, written, terms, scopeTerms };
  }
}

function asItIs(outcome: unknown): unknown {
  return outcome;
}
