import type { MoneyInteger } from '../money/money.ts';
import type { LogAction } from '../payment/moves.ts';
import type { Instant } from '../time/clock.ts';
import type { Posting } from './accounts.ts';

/** Fees, tax and net amount of a line (D-89). */
export type LineMoney = {
  /** amount + additional amount; negative for a refund. */
  readonly gross: MoneyInteger;
  readonly fee: MoneyInteger;
  readonly interchange: MoneyInteger;
  readonly vat: MoneyInteger;
  readonly taxCode: string;
  readonly net: MoneyInteger;
};

/** One line of the transaction log, written in the commit of the event that it records. */
export type TransactionLine = {
  readonly tid: string;
  /** capture_id or refund_id; empty for one that took everything. */
  readonly subId: string;
  readonly at: Instant;
  readonly action: LogAction;
  readonly type: 'credit' | '';
  /** As the merchant named the customer. */
  readonly customer: string;
  readonly currency: string;
  /** Informational: amounts of different lines do not add up to anything. */
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  /** Only captures and refunds move money. */
  readonly money: LineMoney | null;
};

export const SCOPE_STATUSES = ['pending', 'ok', 'fail'] as const;

/** One line of the scope log: what a permission request cost. */
export type ScopeLine = {
  readonly rid: string;
  readonly at: Instant;
  readonly status: (typeof SCOPE_STATUSES)[number];
  readonly customer: string;
  readonly currency: string;
  readonly fee: MoneyInteger;
  readonly vat: MoneyInteger;
  readonly taxCode: string;
};

export const SALES_KINDS = ['reserved', 'capture', 'refund'] as const;
export type SalesKind = (typeof SALES_KINDS)[number];

/** A product's part of an authorisation, capture or refund; all parts together are its gross. */
export type SalesLine = {
  readonly kind: SalesKind;
  readonly productId: string;
  readonly description: string;
  /** Hundredths of a per cent (D-44). */
  readonly vatRate: number;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
  readonly quantity: number;
};

/** Everything the books keep of one happening; the store gives it its number. */
export type LedgerRecord =
  | {
      readonly kind: 'transaction';
      readonly line: TransactionLine;
      readonly posting: Posting | null;
      readonly sales: readonly SalesLine[];
    }
  | { readonly kind: 'scope'; readonly line: ScopeLine; readonly posting: Posting | null };
