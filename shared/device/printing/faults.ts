/** Why nothing, or perhaps nothing, came out of the printer. */
export const PRINT_FAULTS = [
  'no_answer',
  'not_found',
  'not_allowed',
  /** The last job still holds the printer. */
  'busy',
  'no_paper',
  'cover_open',
  'off_line',
  'error',
  /** It broke off on the way: the paper may be out, or a part of it. */
  'unsure',
  /** The till does not know this sale's receipt any more. */
  'no_receipt',
] as const;
export type PrintFault = (typeof PRINT_FAULTS)[number];

/** What a printer says of itself; many say nothing. */
export type PrinterState =
  | { readonly kind: 'ready'; readonly paper: 'enough' | 'low' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'fault'; readonly why: PrintFault };

const SENTENCES: Readonly<Record<PrintFault, string>> = {
  no_answer: 'The printer does not respond. Check its power and its cable or network.',
  not_found: 'The printer was not found. Check its cable and its name in the settings.',
  not_allowed: 'This user has no access to the printer. Give the user the right to print.',
  busy: 'The printer is busy with the last receipt. If this continues, turn it off and on again.',
  no_paper: 'The printer is out of paper. Insert a new roll.',
  cover_open: 'The printer cover is open. Close it.',
  off_line: 'The printer is offline. Press its online button.',
  error: 'The printer reports an error. Turn it off and on again.',
  unsure: 'The connection to the printer was interrupted. Check that the receipt is complete.',
  no_receipt: 'This sale has no receipt, or the receipt is no longer on this till.',
};

/** A fault as a sentence with what to do, for logs and for terminals without a screen. */
export function sayPrintFault(fault: PrintFault): string {
  return SENTENCES[fault];
}

/** The same of a drawer that a printer should have opened. */
export function sayShutDrawer(fault: PrintFault): string {
  return fault === 'unsure'
    ? 'The cash drawer may be shut: the printer did not confirm its pulse.'
    : `The cash drawer was not opened. ${SENTENCES[fault]}`;
}
