import type { MoneyInteger } from '../../money/money.ts';

/** What a machine is told to deliver. */
export type VendOrder = {
  /** Made once for a sale; the machine delivers at most once for it, ever. */
  readonly vend: string;
  readonly item: string;
  /** The most it may cost, minor units of `currency`. */
  readonly most: MoneyInteger;
  readonly currency: string;
};

/** What a machine says became of an order. Only `ok` and `partial` say that something came out. */
export type VendResult =
  /** Delivered; `amount` is its price, or null when it is the whole of what was agreed. */
  | { readonly kind: 'ok'; readonly amount: MoneyInteger | null }
  /** Something came out, and it is worth this much. */
  | { readonly kind: 'partial'; readonly amount: MoneyInteger; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string }
  /** Nobody can say. It is never taken for a delivery. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Answer to a question about an order. */
export type VendAnswer = VendResult | { readonly kind: 'busy' };

/**
 * A machine that delivers. Its answers may come late or never; the engine keeps the time. Whatever
 * goes wrong rejects, and says nothing about the delivery.
 */
export interface VendingMachine {
  /** Whether an order would be taken now; a sale for a machine that is away is not started. */
  state(): 'ready' | 'away';
  /** Delivers, once for each `vend`: the same order again only answers what became of it. */
  dispense(order: VendOrder, signal: AbortSignal): Promise<VendResult>;
  /**
   * What became of an order. Never delivers: an order that the machine has not heard of is closed
   * by the question and answered `failed`, so that one still on its way finds it closed.
   */
  ask(vend: string, signal: AbortSignal): Promise<VendAnswer>;
}
