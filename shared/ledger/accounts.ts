import type { MoneyInteger } from '../money/money.ts';

/**
 * The accounts of one merchant in one currency. A positive entry is money that the account has got,
 * a negative one money that it gave, so that every transaction adds up to zero.
 */
export const ACCOUNTS = [
  /** What customers have paid; negative, because the money came from them. */
  'customers',
  /** What was refunded to customers. */
  'refunds',
  /** What is owed to the merchant until the next settlement. */
  'payable',
  'fee_transaction',
  'fee_transaction_vat',
  'fee_scope',
  'fee_scope_vat',
  'fee_settlement',
  'fee_settlement_vat',
  'interchange',
  /** What was paid out to the merchant's bank account. */
  'payout',
  /** Fees that a settlement could not take; negative, because the merchant owes them (D-169). */
  'carried',
] as const;

export type Account = (typeof ACCOUNTS)[number];

export type LedgerEntry = { readonly account: Account; readonly amount: MoneyInteger };

export type PostingKind =
  | 'capture'
  | 'refund'
  | 'scope_fee'
  | 'carry_in'
  | 'settlement_fee'
  | 'payout'
  | 'carry_out';

/** One transaction of the ledger: entries in one currency that add up to zero. */
export type Posting = {
  readonly kind: PostingKind;
  readonly currency: string;
  readonly entries: readonly LedgerEntry[];
};

/** Reads an account's name from stored text; null for anything else. */
export function accountOf(text: string): Account | null {
  return ACCOUNTS.find((account) => account === text) ?? null;
}
