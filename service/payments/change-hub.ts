import type { Payment } from '../../shared/payment/payment.ts';

type Listener = (payment: Payment) => void;

/** Tells those who wait that a payment has changed; after the commit, within this process. */
export class ChangeHub {
  readonly #byTid = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();

  announce(payment: Payment): void {
    for (const listener of this.#byTid.get(payment.tid) ?? []) listener(payment);
    for (const listener of this.#all) listener(payment);
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
