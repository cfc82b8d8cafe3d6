import type { TenderId } from '../../ids/host-ids.ts';
import type { Answer } from '../../protocol/errors.ts';

/** A payment that is about to get its first record. */
export type NewPayment =
  /** A sale, and its tender if it pays a part of a bill. */
  | { readonly kind: 'sale'; readonly sale: string; readonly tender: TenderId | null }
  /** A payment by another tender without a bill. */
  | { readonly kind: 'tendered'; readonly id: string };

/**
 * Asked before the first record of each payment. A refusal is the answer of the command. The function is called when
 * the record is written, or when there will be none.
 */
export type PaymentPermit = (payment: NewPayment) => Promise<Answer<() => void>>;
