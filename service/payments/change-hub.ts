import type { Payment } from '../../shared/payment/payment.ts';

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
