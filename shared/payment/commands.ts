import type { MoneyInteger } from '../money/money.ts';

/** The numbers of a partial capture or refund; all or none are given (D-94). */
export type Part = {
  readonly id: string;
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  readonly currency: string;
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
  | { readonly kind: 'refund'; readonly part: Part | null; readonly text: string | null };

export type CommandKind = Command['kind'];
