import type { LineId, TenderId } from '../ids/host-ids.ts';
import type { RatedAmount } from '../lines/divide.ts';
import type { MoneyInteger } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { Quantity } from './quantity.ts';

/*
 * A bill: what a guest has ordered, what was taken off, and how it was paid. Pure data; `decideBill` makes every
 * change, and `amounts.ts` has every amount. A table is a bill with a name. What was given back afterwards is not here:
 * the payment in the service knows it alone (D-280).
 */

/** A person at the till, as the journal and the day name them. */
export type Person = string;

/** Who took something off, why, and who allowed it if it exceeded the giver's limit. */
export type Grant = {
  readonly id: string;
  readonly reason: string;
  readonly by: Person;
  readonly approvedBy: Person | null;
};

/** Per cent of a line. The rule stays with the line wherever the line goes. 1000 is 10 %. */
export type PercentOff = Grant & { readonly kind: 'percent'; readonly basisPoints: number };

/**
 * Money off a line. `over` is the price of the line when it was given, so that a part of the line keeps its part of the
 * discount and two parts never have more than the whole.
 */
export type MoneyOff = Grant & {
  readonly kind: 'amount';
  readonly amount: MoneyInteger;
  readonly over: MoneyInteger;
};

export type LineDiscount = PercentOff | MoneyOff;

/** What a person took off a bill for one reason. */
export type DiscountGiven = Omit<Grant, 'id'> & { readonly amount: MoneyInteger };

/** Money off the whole bill, spread over its goods. When lines move, a person says how much moves. */
export type BillDiscount = Grant & { readonly amount: MoneyInteger };

/** One option that a person chose for a line, with its surcharge for one unit. */
export type ChosenOption = {
  readonly group: string;
  readonly option: string;
  readonly name: string;
  readonly surcharge: MoneyInteger;
};

/** Who reads the note of a line. */
export type NoteReader = 'kitchen' | 'customer';

/** Words about a line. No screen or paper of the customer shows those for the kitchen. */
export type LineNote = { readonly to: NoteReader; readonly text: string };

/** Goods, a deposit, or a deposit that the customer gets back. Only goods are discounted. */
export type LineKind = 'goods' | 'deposit' | 'deposit_return';

/**
 * One line. It is the part of an order that begins at `from` and is `quantity` long: amounts are differences of rounded
 * totals of the order, so that the parts of a line add up to the line in every minor unit.
 */
export type BillLine = {
  readonly id: LineId;
  /** The line as which it was ordered. The parts of a split line have the same one. */
  readonly order: LineId;
  readonly kind: LineKind;
  /** Id of the product; null for an amount that was typed. */
  readonly product: string | null;
  readonly name: string;
  readonly unit: string;
  readonly from: Quantity;
  readonly quantity: Quantity;
  /** Of one unit, with VAT and without options, in minor units; never negative. */
  readonly price: MoneyInteger;
  /** Fraction as text, `0.25`; null where none is known. */
  readonly vatRate: string | null;
  readonly options: readonly ChosenOption[];
  readonly note: LineNote | null;
  /** In the order in which they apply. */
  readonly discounts: readonly LineDiscount[];
  /** Who took the deposits back; only of a returned deposit. */
  readonly returned?: Taker;
};

/** Who takes deposits back, and who allowed it if the shop wants a supervisor for so much (D-530). */
export type Taker = { readonly by: Person; readonly approvedBy: Person | null };

/** Deposits that a person took back: the pieces, and their value, which is not negative. */
export type ReturnedDeposits = Taker & { readonly pieces: number; readonly amount: MoneyInteger };

export type TenderMethod =
  | { readonly kind: 'phone' }
  | { readonly kind: 'cash' }
  /** Named by the shop: a card terminal, a gift card, an invoice. */
  | { readonly kind: 'other'; readonly name: string };

/**
 * `open`: a phone payment that waits or whose result is not known. Nobody else may pay its amount meanwhile.
 * `failed`: declined, cancelled or expired; its amount is due again.
 */
export type TenderState = 'open' | 'paid' | 'failed';

/** One way in which a part of the bill is paid. Amounts in minor units. */
export type Tender = {
  readonly id: TenderId;
  readonly method: TenderMethod;
  /** The part of the bill that it pays; of a paid one what was captured. */
  readonly amount: MoneyInteger;
  /** Beside the bill. */
  readonly tip: MoneyInteger;
  readonly state: TenderState;
  /** When it was ordered. */
  readonly at: Instant;
  /** Who ordered it. */
  readonly by: Person;
  /**
   * Of cash that pays all that was due: what was added to amount and tip so that coins can pay it, negative where that
   * made them smaller. It is no part of the bill. Zero for every other tender.
   */
  readonly rounding: MoneyInteger;
  /** Cash that the customer handed over; the change is what exceeds amount, tip and rounding. Zero for other tenders. */
  readonly received: MoneyInteger;
};

/** What the receipts of payments state. The totals of the rates add up to what was paid. */
export type Stated = {
  readonly rates: readonly RatedAmount[];
  readonly discounts: readonly DiscountGiven[];
  readonly returned: readonly ReturnedDeposits[];
};

/**
 * The texts of a bill for its customer. One that is added here does not compile until the books, the receipt and the table
 * for accountants have it.
 */
export type BillTexts = {
  /**
   * The customer's membership number; null if none was given. It belongs to this bill and never moves with lines, so
   * that it does not come to another customer's bill (D-370).
   */
  readonly member: string | null;
};

export type Bill = BillTexts & {
  readonly id: string;
  /** Grows with every change. A command names the version that the person saw. */
  readonly version: number;
  /** The name of a table; null for a bill without one. */
  readonly name: string | null;
  readonly openedAt: Instant;
  /** Time of the record that made this version. */
  readonly changedAt: Instant;
  readonly lines: readonly BillLine[];
  /** A rule for the lines that are added later; the present lines have it already. */
  readonly percent: PercentOff | null;
  readonly discounts: readonly BillDiscount[];
  readonly tenders: readonly Tender[];
  /** By the paid tenders. The lines can have changed since, so it cannot be derived from them (D-418). */
  readonly stated: Stated;
  /** True once a person has cleared it or its lines have left. A paid bill is not closed: see `isPaid`. */
  readonly closed: boolean;
};

/** All bills of a till, and the commands that were done, so that a repeat does nothing twice. */
export type Bills = {
  readonly bills: ReadonlyMap<string, Bill>;
  /** The last commands, the oldest first. */
  readonly done: readonly string[];
};

export const NO_BILLS: Bills = { bills: new Map(), done: [] };

export const NOTHING_STATED: Stated = { rates: [], discounts: [], returned: [] };

/** A bill on which nothing was ordered yet. */
export function newBill(id: string, name: string | null, openedAt: Instant): Bill {
  return {
    id,
    version: 1,
    name,
    member: null,
    openedAt,
    changedAt: openedAt,
    lines: [],
    percent: null,
    discounts: [],
    tenders: [],
    stated: NOTHING_STATED,
    closed: false,
  };
}
