/** Why nothing, or perhaps nothing, came out of the printer. */
export type PrintFault =
  | 'no_answer'
  | 'not_found'
  | 'not_allowed'
  /** The last job still holds the printer. */
  | 'busy'
  | 'no_paper'
  | 'cover_open'
  | 'off_line'
  | 'error'
  /** It broke off on the way: the paper may be out, or a part of it. */
  | 'unsure'
  /** The till does not know this sale's receipt any more. */
  | 'no_receipt';

/** What a printer says of itself; many say nothing. */
export type PrinterState =
  | { readonly kind: 'ready'; readonly paper: 'enough' | 'low' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'fault'; readonly why: PrintFault };

const SENTENCES: Readonly<Record<PrintFault, string>> = {
  no_answer: 'The printer does not answer. Look at its power and its cable or network.',
  not_found: 'The printer is not there. Look at its cable and at its name in the settings.',
  not_allowed: 'This user may not use the printer. Give the user the right to print.',
  busy: 'The printer is still busy with the last receipt. Switch it off and on if it stays so.',
  no_paper: 'The printer has no paper. Put a new roll in.',
  cover_open: 'The printer’s cover is open. Close it.',
  off_line: 'The printer is switched off line. Press its on-line key.',
  error: 'The printer reports an error. Switch it off and on.',
  unsure: 'The way to the printer broke off. Look whether the receipt came out whole.',
  no_receipt: 'This sale has no receipt, or it is no longer on this till.',
};

/** A fault as a sentence with what to do, for logs and for terminals without a screen. */
export function sayPrintFault(fault: PrintFault): string {
  return SENTENCES[fault];
}
