import type { MoneyInteger } from '../../money/money.ts';

/** An order for a machine. */
export type VendOrder = {
  /** Id of the order, unique for a sale. The machine delivers at most once for it. */
  readonly vend: string;
  readonly item: string;
  /** The most it may cost, minor units of `currency`. */
  readonly most: MoneyInteger;
  readonly currency: string;
};

/** Result of an order. Only `ok` and `partial` mean that the machine delivered something. */
export type VendResult =
  /** Delivered. `amount` is the price; null means the full agreed amount. */
  | { readonly kind: 'ok'; readonly amount: MoneyInteger | null }
  /** The machine delivered a part, worth `amount`. */
  | { readonly kind: 'partial'; readonly amount: MoneyInteger; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string }
  /** The result is unknown. It never counts as a delivery. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Answer to a question about an order. */
export type VendAnswer = VendResult | { readonly kind: 'busy' };

/**
 * A vending machine. Its answers can be late or missing; the engine sets the deadlines. A failure
 * rejects, and says nothing about the delivery.
 */
export interface VendingMachine {
  /** Whether the machine accepts orders now. The till does not start a sale while it is away. */
  state(): 'ready' | 'away';
  /** Delivers once for each `vend`. A repeated order only returns the result. */
  dispense(order: VendOrder, signal: AbortSignal): Promise<VendResult>;
  /**
   * Returns the result of an order and never delivers. If the machine does not know the order, it
   * closes the id and answers `failed`, so that an order still in flight is refused.
   */
  ask(vend: string, signal: AbortSignal): Promise<VendAnswer>;
}
