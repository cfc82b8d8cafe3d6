import type { Payment } from '../../../shared/payment/payment.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/**
 * The payments written last, as they were committed. A payment is read several times within seconds
 * of its writing, and the file belongs to this process alone, so what was committed here is what the
 * table says. Only a commit puts something in; a decision on it is still checked by its version.
 */
export class RecentPayments {
  readonly #byTid = new Map<string, Payment>();

  get(tid: string): Payment | null {
    return this.#byTid.get(tid) ?? null;
  }

  /** After the commit. Two writes of one payment may report in either order: the later one stays. */
  wrote(payment: Payment): void {
    const known = this.#byTid.get(payment.tid);
    if (known !== undefined && known.version > payment.version) return;
    this.#byTid.delete(payment.tid);
    this.#byTid.set(payment.tid, payment);
    if (this.#byTid.size <= LIMITS.recentPayments) return;
    // Maps iterate in the order of insertion: the first is the one written longest ago.
    const oldest = this.#byTid.keys().next();
    if (!oldest.done) this.#byTid.delete(oldest.value);
  }
}
