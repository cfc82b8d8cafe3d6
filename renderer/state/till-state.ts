import type { Snapshot } from '../../shared/bridge/contract.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import type { SaleAction } from '../../shared/terminal/sale/state.ts';
import { EMPTY_ENTRY, type Entry } from './entry.ts';
import type { PhoneProblem } from './phone.ts';

export type Screen = 'sale' | 'sales' | 'unclaimed' | 'tables' | 'staff' | 'day' | 'diagnosis';

/** A refusal of the host, or null where the host could not be asked at all. */
export type Problem = { readonly refusal: Refusal | null };

export type TillState = {
  readonly snapshot: Snapshot | null;
  readonly link: boolean;
  readonly screen: Screen;
  readonly entry: Entry;
  readonly problem: Problem | null;
  /** What is wrong with the typed number, since the cashier last asked with it. */
  readonly phoneProblem: PhoneProblem | null;
  /** Why the last code that was scanned asks nobody. */
  readonly scanProblem: 'no_amount' | 'unknown' | null;
  /** A command that has not been answered yet; its keys wait for it. */
  readonly pending: {
    readonly saleId: string | null;
    readonly action: SaleAction | 'start';
  } | null;
  /** After this sale is cancelled, the customer's number is asked for instead of the code. */
  readonly phoneAfter: string | null;
  /** Who stood here last; a locked till offers this name first. */
  readonly lastPerson: string | null;
  /** A tool was asked and has not answered; a sale does not wait for that. */
  readonly running: boolean;
  /** Where the last file for support was written. */
  readonly written: string | null;
};

/** The state before the first snapshot of the host. */
export const BLANK_TILL: TillState = {
  snapshot: null,
  link: true,
  screen: 'sale',
  entry: EMPTY_ENTRY,
  problem: null,
  phoneProblem: null,
  scanProblem: null,
  pending: null,
  phoneAfter: null,
  lastPerson: null,
  running: false,
  written: null,
};
