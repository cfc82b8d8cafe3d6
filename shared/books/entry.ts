import type { BillTexts, DiscountGiven, Person, ReturnedDeposits, Taker } from '../bill/bill.ts';
import type { EntryId } from '../ids/host-ids.ts';
import type { RatedAmount } from '../lines/divide.ts';
import type { MoneyInteger } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { FiscalAct, FiscalSums } from './fiscal.ts';

/*
 * The books of a till: one entry for each event that an accountant books or asks about. An entry is never changed or
 * removed. Each one carries the hash of the one before. Amounts in minor units of the till's currency, times in UTC.
 */

/** How the money of a receipt or of a refund moved. */
export type BookedMethod =
  /** `tid` is the payment request of the service. */
  | { readonly kind: 'phone'; readonly tid: string }
  /**
   * `rounding` is what was added to the amount so that coins can pay it; it is negative where that made it smaller.
   * `received` is what the customer handed over; the change is `received` less amount, tip and rounding. Of a refund
   * `received` is zero.
   */
  | { readonly kind: 'cash'; readonly rounding: MoneyInteger; readonly received: MoneyInteger }
  /** Named by the shop: a bank card terminal, a gift card, an invoice. */
  | { readonly kind: 'other'; readonly name: string };

/** A sold or refunded line. Each amount includes VAT. */
export type BookLine = {
  readonly product: string | null;
  readonly name: string;
  /** Decimal text, `2` or `0.335`. */
  readonly quantity: string;
  /** Fraction as text; null where none is known. */
  readonly vatRate: string | null;
  readonly gross: MoneyInteger;
  readonly discount: MoneyInteger;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
  /** Of a refund: the place of the sold line on its receipt, from 0. */
  readonly of?: number;
  /**
   * Of a refund of products of a bill that was paid in shares: the place of the line on the bill, from 0. The line has the
   * part that its payment gives back (D-572).
   */
  readonly ofBill?: number;
};

/** The texts of the bill; each is left out if the bill has none. */
type TextsOfReceipt = { readonly [Name in keyof BillTexts]?: NonNullable<BillTexts[Name]> };

/** Something that happened. `id` is the same whenever the event is found again, so it is booked once. */
export type BookFact = {
  readonly id: EntryId;
  readonly at: Instant;
  readonly by: Person;
} /** The first entry. */ & (
  | { readonly kind: 'begin'; readonly till: string; readonly currency: string }
  /**
   * A payment, or the part of a bill that one tender paid. The total is negative where returned deposits were more than the
   * goods: then the receipt is that of a payout in cash (D-531).
   */
  | (TextsOfReceipt & {
      readonly kind: 'receipt';
      /** The bill and its name; null for a payment without one. */
      readonly bill: { readonly id: string; readonly name: string | null } | null;
      /**
       * The lines of the whole bill, on the receipt that completes a bill which was paid in shares; its products are refunded
       * by them (D-574). Left out on every other receipt.
       */
      readonly billLines?: readonly BookLine[];
      readonly lines: readonly BookLine[];
      readonly discounts: readonly DiscountGiven[];
      /** The deposits that were taken back and that no earlier receipt of the bill states; left out if there are none. */
      readonly returned?: readonly ReturnedDeposits[];
      readonly gross: MoneyInteger;
      /** `gross` less discounts; without tip and rounding. */
      readonly total: MoneyInteger;
      readonly vat: readonly RatedAmount[];
      /**
       * The rates of all that the payment asked for, where less was captured: refunds are parts of them (D-213). Left out
       * where everything was captured.
       */
      readonly asked?: readonly RatedAmount[];
      readonly tip: MoneyInteger;
      readonly method: BookedMethod;
    })
  /** Money that went back to a customer. Amounts are not negative. */
  | {
      readonly kind: 'refund';
      /**
       * The receipt's id; null for one that these books do not have. The receipt of a payment that was not captured
       * completely comes after a refund of what was.
       */
      readonly of: EntryId | null;
      /** The number of another till's receipt, whose sale is in the books of that till (D-424). */
      readonly otherReceipt?: string;
      readonly approvedBy: Person | null;
      readonly reason: string | null;
      readonly lines: readonly BookLine[];
      readonly total: MoneyInteger;
      readonly vat: readonly RatedAmount[];
      readonly tip: MoneyInteger;
      readonly method: BookedMethod;
    }
  /** An ordered line was removed or made smaller, or a bill was cleared, before it was paid. */
  | {
      readonly kind: 'correction';
      readonly act: 'removed' | 'reduced' | 'cleared';
      readonly bill: string;
      readonly name: string;
      readonly amount: MoneyInteger;
      readonly reason: string | null;
    }
  /** Cash that came into the drawer or left it beside sales; `no_sale` moves nothing. */
  | {
      readonly kind: 'drawer';
      readonly act: 'float' | 'pay_in' | 'pay_out' | 'no_sale';
      readonly amount: MoneyInteger;
      readonly reason: string | null;
    }
  /** A person counted the drawer. From now on it holds what was counted. */
  | {
      readonly kind: 'count';
      readonly counted: readonly Counted[];
      readonly sum: MoneyInteger;
      /** What the books expected; `sum` less this is the difference. */
      readonly expected: MoneyInteger;
      readonly reason: string | null;
      /** The close that this count begins; none of a count in between. */
      readonly begins?: BegunClose;
    }
  /** A person has printed the report of the open period. Its sums are those of the entries before it (D-411). */
  | { readonly kind: 'x_report' }
  /** What a fiscal device was asked and has answered. */
  | ({ readonly kind: 'fiscal' } & FiscalAct)
  /** The period ended with a Z report of this gapless number. Everything before it is signed. */
  | {
      readonly kind: 'close';
      readonly number: number;
      readonly approvedBy: Person | null;
      /** The public key of the signature, SPKI in base64. */
      readonly key: string;
      readonly report: PeriodReport;
    }
);

/** A close that was decided. A till that was killed before it ended the close ends it when it starts again. */
export type BegunClose = {
  /** The id of the close. */
  readonly close: EntryId;
  /** Stays in the drawer for the next period. */
  readonly keep: MoneyInteger;
  readonly approvedBy: Person | null;
};

/** Notes or coins of one value. */
export type Counted = { readonly value: MoneyInteger; readonly count: number };

/** A line of the books. */
export type BookEntry = {
  readonly v: 1;
  /** Gapless, from 1. */
  readonly entry: number;
  /** Gapless number of receipts and refunds, from 1; null for other entries. */
  readonly receipt: number | null;
  /** The business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly fact: BookFact;
  /** SHA-256 of the entry before, in hexadecimal digits; 64 zeros before the first one. */
  readonly previous: string;
  /** SHA-256 of this entry without `hash` and `signature`. */
  readonly hash: string;
  /** By the till's key over `hash`, in base64; only of a close. */
  readonly signature: string | null;
};

/** The entry of a receipt or a refund, which has a number. */
export type NumberedEntry = BookEntry & { readonly receipt: number };

export type Sum = { readonly count: number; readonly amount: MoneyInteger };

/** The sums of a period: an X report while it is open, the Z report once it is closed. */
export type PeriodReport = {
  readonly till: string;
  readonly currency: string;
  /** Of the first and the last entry, without those of the fiscal device; the same time in a period without entries. */
  readonly from: Instant;
  readonly to: Instant;
  /** Business days of the period, in order. */
  readonly days: readonly string[];
  /** First and last number of receipts and refunds; null if there are none. */
  readonly receipts: { readonly first: number; readonly last: number } | null;
  /** Receipts, without tips and rounding: their sum is `net`. */
  readonly sales: Sum;
  readonly gross: MoneyInteger;
  /** By reason and person. */
  readonly discounts: readonly (Sum & {
    readonly reason: string;
    readonly by: Person;
    readonly approvedBy: Person | null;
  })[];
  /** Deposits that were taken back, by person: the pieces, and their value, by which sales are less (D-530). */
  readonly returned: readonly (Sum & Taker)[];
  /** Those of the sales that paid cash out (D-531); the amount is what was paid out. */
  readonly payouts: Sum;
  /** `gross` less discounts, before refunds. */
  readonly net: MoneyInteger;
  /** Of what was sold, and of what was refunded. */
  readonly vat: readonly RatedAmount[];
  readonly refundedVat: readonly RatedAmount[];
  /** Tips and rounding of receipts, less those of refunds. */
  readonly tips: MoneyInteger;
  readonly rounding: MoneyInteger;
  /** Without tips and rounding. */
  readonly refunds: Sum;
  /** Those of them whose sale is in the books of another till; only if there are any. */
  readonly otherTills?: Sum;
  /** By method: what came in and what went back, with tips and rounding. `name` is null but for `other`. */
  readonly tenders: readonly {
    readonly kind: BookedMethod['kind'];
    readonly name: string | null;
    readonly sales: Sum;
    readonly refunds: Sum;
  }[];
  readonly corrections: readonly (Sum & {
    readonly act: 'removed' | 'reduced' | 'cleared';
    readonly by: Person;
  })[];
  readonly people: readonly (Sum & { readonly by: Person })[];
  readonly drawer: {
    /** What it held when the period began, and the floats of the period. */
    readonly opening: MoneyInteger;
    readonly payIn: Sum;
    readonly payOut: Sum;
    readonly noSale: number;
    /** What the drawer should hold at the end of the period. */
    readonly expected: MoneyInteger;
    /** All counts: what was counted less what was expected. */
    readonly counts: number;
    readonly difference: MoneyInteger;
  };
  /** Only of a till with a fiscal device. */
  readonly fiscal?: FiscalSums;
  /** Since the first entry, this period included. */
  readonly grand: {
    readonly sales: MoneyInteger;
    readonly refunds: MoneyInteger;
    /** Sales less refunds. */
    readonly net: MoneyInteger;
  };
};

/**
 * A report for a person. What the drawer should hold is null for one who may still count it: who knows the sum does not
 * count (D-521).
 */
export type ShownReport = Omit<PeriodReport, 'drawer'> & {
  readonly drawer: Omit<PeriodReport['drawer'], 'expected'> & {
    readonly expected: MoneyInteger | null;
  };
};
