import { BoundedMap } from '../../../shared/limits/lru-map.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/**
 * The payments written last, as they were committed. A payment is read several times within seconds
 * of its writing, and the file belongs to this process alone, so what was committed here is what the
 * table says. Only a commit puts something in; a decision on it is still checked by its version.
 */
export class RecentPayments {
  readonly #byTid = new BoundedMap<string, Payment>(LIMITS.recentPayments);

  get(tid: string): Payment | null {
    return this.#byTid.get(tid) ?? null;
  }

  /** After the commit. Two writes of one payment may report in either order: the later one stays. */
  wrote(payment: Payment): void {
    const known = this.#byTid.get(payment.tid);
    if (known !== undefined && known.version > payment.version) return;
    this.#byTid.set(payment.tid, payment);
  }
}
