import type { Bill } from '../../bill/bill.ts';
import type { MoneyInteger } from '../../money/money.ts';
import type { Instant } from '../../time/clock.ts';
import type { ShownPayment } from '../commands/bills.ts';

/*
 * What a screen and its host say to each other about bills. The host holds every bill; a snapshot has a summary of each
 * open one, and a screen reads a whole bill when the summary has another version than its copy.
 */

/** One open bill: nobody has paid it completely, and nobody has cleared it. */
export type BillSummary = {
  readonly id: string;
  readonly version: number;
  /** The name of a table; null for a bill without one. */
  readonly name: string | null;
  readonly total: MoneyInteger;
  /** What is left to pay and nobody is paying now. */
  readonly due: MoneyInteger;
  /** Number of lines. */
  readonly things: number;
  /** Time of its last change. */
  readonly at: Instant;
  /** The sale by phone that pays a part of it now; null if none does. */
  readonly sale: string | null;
};

/** What every snapshot says about bills. */
export type BillsView = {
  /** Oldest first. */
  readonly open: readonly BillSummary[];
  /** The bill on the customer's display; null if none is shown. */
  readonly shown: Bill | null;
  /** How it is paid at the till now, or was just paid; null if it is not. */
  readonly pays: ShownPayment | null;
};
