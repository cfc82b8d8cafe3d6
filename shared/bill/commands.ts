import type { LineId, ResultId, TenderId } from '../ids/host-ids.ts';
import type { MoneyInteger } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { BillLine, ChosenOption, LineNote, Person, TenderMethod } from './bill.ts';
import type { Quantity } from './quantity.ts';

/** A line as a person orders it. */
export type NewLine = Omit<BillLine, 'id' | 'order' | 'from' | 'discounts' | 'returned'>;

/** What a person takes off. */
export type Discount = { readonly reason: string } & (
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'amount'; readonly amount: MoneyInteger }
);

/** Units of a line. */
export type LineUnits = { readonly line: LineId; readonly quantity: Quantity };

/** Where lines go: to a bill that is made for them, or to one that is open in the version that the person saw. */
export type MoveTarget =
  | { readonly kind: 'new'; readonly bill: string; readonly name: string | null }
  | { readonly kind: 'open'; readonly bill: string; readonly version: number };

export type BillAct =
  /** A bill with the lines that are on it from the beginning; they have the ids `lineId`, as a line that is added has. */
  | {
      readonly act: 'open';
      readonly name: string | null;
      readonly lines: readonly NewLine[];
    }
  | { readonly act: 'add'; readonly line: NewLine }
  | { readonly act: 'set_quantity'; readonly line: LineId; readonly quantity: Quantity }
  | { readonly act: 'remove'; readonly line: LineId }
  | { readonly act: 'note'; readonly line: LineId; readonly note: LineNote | null }
  /** Replaces the options of a line. It is an order of its own from then on (D-281). */
  | { readonly act: 'options'; readonly line: LineId; readonly options: readonly ChosenOption[] }
  /** Replaces the line's own discount; null takes it off. A rule of the whole bill stays. */
  | { readonly act: 'discount_line'; readonly line: LineId; readonly discount: Discount | null }
  /** Replaces the discounts of the bill; null takes them off. */
  | { readonly act: 'discount_bill'; readonly discount: Discount | null }
  | { readonly act: 'rename'; readonly name: string | null }
  /** The customer's membership number; null takes it off. */
  | { readonly act: 'member'; readonly number: string | null }
  /** Ends a bill that nobody pays, for the reason that the day reports. */
  | { readonly act: 'clear'; readonly reason: string }
  | {
      readonly act: 'move';
      readonly lines: readonly LineUnits[];
      readonly to: MoveTarget;
      /** How much of the money off the bill goes along; null if the bill has none. */
      readonly discount: MoneyInteger | null;
    }
  | {
      readonly act: 'pay';
      readonly tender: TenderId;
      readonly method: TenderMethod;
      readonly amount: MoneyInteger;
      readonly tip: MoneyInteger;
      /** As of a tender; zero when left out. */
      readonly rounding?: MoneyInteger;
      /** Cash that is handed over; exactly the sum to pay when left out. */
      readonly received?: MoneyInteger;
    };

/** What a person orders a screen to do. A repeat after a lost answer has the same id. */
export type BillCommand = BillAct & {
  readonly id: string;
  readonly bill: string;
  /** The version that the person saw; 0 for a bill that does not exist yet. */
  readonly version: number;
  readonly by: Person;
  /** The supervisor who allowed it, as the host has checked. */
  readonly approvedBy: Person | null;
};

/** What became of a tender. It comes from the engine, so it names no version. */
export type BillResult = {
  readonly id: ResultId;
  readonly bill: string;
} & (
  | {
      readonly act: 'tender_paid';
      readonly tender: TenderId;
      /** What was captured of the bill; it can be less than was asked for. */
      readonly amount: MoneyInteger;
      readonly tip: MoneyInteger;
    }
  | { readonly act: 'tender_failed'; readonly tender: TenderId }
);

/** One line of the journal: a command or a result that took effect, and when. */
export type BillRecord = (BillCommand | BillResult) & { readonly at: Instant };

/** Why a bill is not changed. */
export const CHANGE_REFUSALS = [
  'changed',
  'closed',
  'being_paid',
  'paid',
  'no_line',
  'no_lines',
  'full',
  'too_much',
  'paid_more',
  'deposit_too_large',
  'deposits_too_many',
  'deposits_too_much',
  'choose_discount',
  'discount_too_large',
  'money_off',
  'needs_approval',
  'same_bill',
  'name_in_use',
] as const;

/** Why a payment is not taken. */
export const PAY_REFUSALS = [
  'changed',
  'closed',
  'no_lines',
  'unclear',
  'more_than_due',
  'received_less',
  'payout_in_cash',
  'payout_no_cash',
  'no_tender',
] as const;

export type ChangeRefusal = (typeof CHANGE_REFUSALS)[number];
export type PayRefusal = (typeof PAY_REFUSALS)[number];

/** Why a command changes nothing. A screen has a sentence for each. */
export type BillRefusal = ChangeRefusal | PayRefusal;
export const BILL_REFUSALS: readonly BillRefusal[] = [...CHANGE_REFUSALS, ...PAY_REFUSALS];
