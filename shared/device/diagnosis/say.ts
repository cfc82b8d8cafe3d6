import { sayCheck } from '../pairing/checks.ts';
import { type PrintFault, sayPrintFault } from '../printing/faults.ts';
import {
  type DiagnosisId,
  type DiagnosisReason,
  type DiagnosisResult,
  isServiceCheck,
} from './checks.ts';

type MachineId = Exclude<DiagnosisId, Parameters<typeof sayCheck>[0]['id']>;
type OwnReason = Exclude<
  DiagnosisReason,
  PrintFault | NonNullable<Parameters<typeof sayCheck>[0]['reason']>
>;

const PASSED: Readonly<Record<MachineId, (fact: string) => string>> = {
  journal: (fact) => `The journal is whole and can be written: ${fact} kB.`,
  disk: (fact) => `The disk has room: ${fact} MB are free.`,
  secrets: (fact) => `The till's key is kept safely (${fact}).`,
  printer: (fact) => `The printer is ready (${fact}).`,
  fiscal: (fact) => `The fiscal device answers (${fact}).`,
  closes: () => 'The service has every Z report of this till.',
  receipts: () => 'The service has refused no receipt of this till.',
  screens: (fact) => `The screens are there: ${fact}.`,
  version: (fact) => `This is ${fact}.`,
};

const REASONS: Readonly<Record<OwnReason, (fact: string) => string>> = {
  not_writable: (fact) =>
    `The journal cannot be written (${fact}). Make room, or give the right to.`,
  journal_missing: () => 'There is no journal yet; the till has not run here.',
  journal_damaged: (fact) =>
    `The journal is damaged at ${fact}. Stop the till and run: tillkit journal --recover`,
  disk_low: (fact) => `The disk is nearly full: ${fact} MB are free. Make room.`,
  disk_full: (fact) => `The disk is full: ${fact} MB are free. Make room now, or sales stop.`,
  disk_unknown: () => 'The machine does not say how much room its disk has.',
  secrets_in_file: () => 'The till’s key is in a file; someone has allowed that.',
  secrets_unreadable: () => 'The till’s key cannot be read. Pair this till again.',
  no_printer: () => 'No receipt printer is set up.',
  printer_silent: (fact) => `The printer (${fact}) takes paper jobs, but does not say how it is.`,
  paper_low: () => 'The printer’s roll is nearly at its end. Have a new one at hand.',
  receipts_waiting: (fact) => `${fact} receipts wait for the printer. See to it.`,
  no_fiscal: () => 'No fiscal device is set up.',
  fiscal_absent: (fact) =>
    `The fiscal device (${fact}) does not answer. Look at its power and its network.`,
  close_waiting: (fact) =>
    `The service does not have Z report ${fact} and later ones. Look at the connection. Update the service if it is older than the till.`,
  receipts_refused: (fact) =>
    `The service refused the receipts ${fact}, so they have no link. Print one if its customer asks for it.`,
  refused_seen: (fact) =>
    `The service refused the receipts ${fact}, so they have no link. A supervisor has seen that.`,
  no_screen: () => 'No window is open on this machine.',
  display_missing: () => 'The customer’s display is not there. Look at its cable and its power.',
  not_asked: () => 'Not looked at.',
};

/** A result as an English sentence, for the command line and the file for support. */
export function sayDiagnosis(result: DiagnosisResult): string {
  const { id, reason, fact, number, state } = result;
  if (reason !== null && isOwn(reason)) return REASONS[reason](fact ?? '');
  if (isServiceCheck(id)) {
    // Both lists have this reason; here it is the service's.
    const own = reason === 'no_answer' || !isPrinting(reason) ? reason : null;
    return sayCheck({ id, number, state, fact, reason: own });
  }
  if (isPrinting(reason)) return sayPrintFault(reason);
  return PASSED[id](fact ?? '');
}

function isOwn(reason: DiagnosisReason): reason is OwnReason {
  return Object.hasOwn(REASONS, reason);
}

const PRINT_FAULTS: Readonly<Record<PrintFault, true>> = {
  no_answer: true,
  not_found: true,
  not_allowed: true,
  busy: true,
  no_paper: true,
  cover_open: true,
  off_line: true,
  error: true,
  unsure: true,
  no_receipt: true,
};

/** Both lists have `no_answer`; the check decides which of them is meant. */
function isPrinting(reason: DiagnosisReason | null): reason is PrintFault {
  return reason !== null && Object.hasOwn(PRINT_FAULTS, reason);
}
