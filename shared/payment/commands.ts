import type { NamedRate } from '../lines/steps.ts';
import type { MoneyInteger } from '../money/money.ts';

/** The numbers of a partial capture or refund; all or none are given (D-94). */
export type Part = {
  readonly id: string;
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  readonly currency: string;
};

/** A line of a refund as a caller names it: by its product, and by its place if two lines have that product. */
export type WantedLine = {
  readonly product: string;
  /** From 0; null if the product alone names the line. */
  readonly index: number | null;
  /** Decimal number as text. */
  readonly quantity: string;
  readonly total: MoneyInteger;
};

/** Everything that can happen to a payment. */
export type Command =
  | {
      readonly kind: 'confirm';
      /** The customer's additional amount, when the request lets the customer edit it. */
      readonly additionalAmount: MoneyInteger | null;
      readonly credit: boolean;
    }
  | { readonly kind: 'reject' }
  /** Time has passed. The service applies it before every read and command. */
  | { readonly kind: 'expire' }
  | { readonly kind: 'capture'; readonly part: Part | null }
  | { readonly kind: 'abort' }
  | { readonly kind: 'release' }
  | { readonly kind: 'reauth' }
  | {
      readonly kind: 'refund';
      readonly part: Part | null;
      readonly text: string | null;
      /** The sold lines that it returns; left out for a refund of an amount (D-250). */
      readonly lines?: readonly WantedLine[];
      /** What it gives back of each tax rate; left out where it is divided over all of them (D-572). */
      readonly rates?: readonly NamedRate[];
    };

export type CommandKind = Command['kind'];
