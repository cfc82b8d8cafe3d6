import type { EveryLanguage } from '../../shared/catalogue/language.ts';
import type { Snapshot } from '../../shared/device/bridge/contract.ts';
import type { OtherTillReceipt, ReceiptPage } from '../../shared/device/commands/book-answers.ts';
import type { PaymentOfReceipt } from '../../shared/device/commands/receipts.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import type { Learned } from '../../shared/device/scanner/learn.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import type { SaleAction } from '../../shared/terminal/sale/state.ts';
import { BLANK_COUNTER, type Counter } from './mode/counter.ts';
import type { PhoneProblem } from './phone.ts';
import type { Repeat } from './repeat.ts';

export type Screen =
  | 'sale'
  | 'sales'
  | 'unclaimed'
  | 'tables'
  | 'staff'
  | 'day'
  | 'drawer'
  | 'diagnosis'
  | 'scanner'
  | 'screens'
  | 'receipt';

/** A refusal of the host; null inside if the host could not be reached. */
export type Problem = { readonly refusal: Refusal | null };

/** Why a scanned code changed nothing. */
export type ScanProblem =
  | { readonly kind: 'no_amount' | 'unreadable' }
  /** Neither a product nor a payment code. */
  | { readonly kind: 'unknown'; readonly code: string }
  /** A label without price or weight, or one that counts once and comes after a typed quantity. */
  | { readonly kind: 'label'; readonly why: 'empty' | 'typed'; readonly name: EveryLanguage }
  | {
      readonly kind: 'label';
      readonly why: 'too_old';
      readonly name: EveryLanguage;
      readonly until: string;
    }
  /** Something on the screen does not take scans. */
  | { readonly kind: 'not_now'; readonly why: 'locked' | 'sale' | 'open' | 'no_payments' };

/** The window in which an address is typed. It belongs to one payment, and nothing of it is kept. */
export type EmailWindow = {
  /** Another one for each opening: what was asked or ordered in one changes nothing in the next. */
  readonly id: string;
  readonly of: PaymentOfReceipt;
  /** What was paid, minor units. */
  readonly amount: MoneyInteger;
  readonly text: string;
  /** The customer types the address on the display, or the order is on its way. */
  readonly stage: 'typing' | 'asked' | 'ordering';
  /** The last order, which a repeat after a lost answer does not make a second time. */
  readonly ordered: Repeat | null;
  /** How the last attempt ended; the answer is null if the till did not answer. */
  readonly ended:
    | { readonly kind: 'not_yet' | 'not_possible' | 'no_address' | 'wrong_address' }
    | { readonly kind: 'refused'; readonly answer: AnyAnswer | null };
};

export type TillState = Counter & {
  readonly snapshot: Snapshot | null;
  readonly link: boolean;
  readonly screen: Screen;
  readonly problem: Problem | null;
  /** What is wrong with the typed number; set when the cashier tried to use it. */
  readonly phoneProblem: PhoneProblem | null;
  /** What the set-up of the scanner has learned; `off` while another screen is open. */
  readonly learning: Learned | { readonly kind: 'off' | 'waiting' | 'saved' };
  /** Why the last scanned code changed nothing. */
  readonly scanProblem: ScanProblem | null;
  /** The last code that was scanned at the list of sales; another object for each scan. */
  readonly scannedReceipt: { readonly text: string } | null;
  /** The command beside a payment that the host has not answered yet. The keys are disabled during it. */
  readonly pending: {
    readonly saleId: string | null;
    readonly action: SaleAction | 'start' | 'refund';
  } | null;
  /** The sale after whose cancellation the keypad asks for the customer's number. */
  readonly phoneAfter: string | null;
  /** The person who was logged in last. A locked till selects this person first. */
  readonly lastPerson: string | null;
  /** True while a printer or diagnosis command runs. Sales do not wait for it. */
  readonly running: boolean;
  /** The receipt whose code was scanned, for its refund; null for none. `scan` counts the scans. */
  readonly foundReceipt: { readonly what: FoundReceipt; readonly scan: number } | null;
  /** The window for the address of a receipt; null: it is not open. */
  readonly email: EmailWindow | null;
  /** The last payment for whose receipt an e-mail was ordered. */
  readonly emailed: PaymentOfReceipt | null;
  /** Path of the last support bundle. */
  readonly written: string | null;
};

/** A receipt of the till's own books, or one that another till of the shop sold. */
export type FoundReceipt =
  | { readonly kind: 'own'; readonly page: ReceiptPage }
  | { readonly kind: 'other_till'; readonly receipt: OtherTillReceipt };

/** The state before the first snapshot of the host. */
export const BLANK_TILL: TillState = {
  ...BLANK_COUNTER,
  snapshot: null,
  link: true,
  screen: 'sale',
  problem: null,
  phoneProblem: null,
  learning: { kind: 'off' },
  scanProblem: null,
  scannedReceipt: null,
  foundReceipt: null,
  pending: null,
  phoneAfter: null,
  lastPerson: null,
  running: false,
  email: null,
  emailed: null,
  written: null,
};

/** True if this till keeps books: only then can a bill be paid otherwise than by phone. */
export function keepsBooks(snapshot: Snapshot | null): snapshot is Snapshot {
  return snapshot?.books !== undefined && snapshot.bills !== undefined;
}

/** True while the host has not answered a payment or another command. The keys are disabled meanwhile. */
export const isBusy = ({ mode, pending }: Pick<TillState, 'mode' | 'pending'>): boolean =>
  pending !== null || mode.kind === 'paying';
