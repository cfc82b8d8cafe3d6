import type { ResultId, TenderId } from '../ids/host-ids.ts';
import type { MoneyInteger } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { BillAct } from './acts.ts';
import type { Person } from './bill.ts';

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
