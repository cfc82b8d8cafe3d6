import { CHECKS, type CheckId, type CheckReason, type CheckState } from '../pairing/checks.ts';
import type { PrintFault } from '../printing/faults.ts';

/** What a till looks at when something is wrong: first its way to the service, then itself. */
export const DIAGNOSIS_CHECKS = [
  ...CHECKS,
  'journal',
  'disk',
  'secrets',
  'printer',
  'fiscal',
  'closes',
  'receipts',
  'screens',
  'version',
] as const;
export type DiagnosisId = (typeof DIAGNOSIS_CHECKS)[number];

/** Why a check did not simply pass: a reason of the pairing, of the printer, or of these. */
export type DiagnosisReason =
  | CheckReason
  | PrintFault
  | 'not_writable'
  | 'journal_missing'
  | 'journal_damaged'
  | 'disk_low'
  | 'disk_full'
  | 'disk_unknown'
  | 'secrets_in_file'
  | 'secrets_unreadable'
  | 'no_printer'
  | 'printer_silent'
  | 'paper_low'
  | 'receipts_waiting'
  | 'no_fiscal'
  | 'fiscal_absent'
  | 'close_waiting'
  | 'receipts_refused'
  | 'refused_seen'
  | 'no_screen'
  | 'display_missing'
  | 'not_asked';

/** One numbered line; `fact` is a name, a place or a number, never a sentence and never a secret. */
export type DiagnosisResult = {
  readonly number: number;
  readonly id: DiagnosisId;
  readonly state: CheckState;
  readonly reason: DiagnosisReason | null;
  readonly fact: string | null;
};

/** What a check of the machine found, before it has its number. */
export type Found = Pick<DiagnosisResult, 'state' | 'reason' | 'fact'>;

/** True for a check of the way to the service, which pairing makes as well. */
export function isServiceCheck(id: DiagnosisId): id is CheckId {
  return CHECKS.some((one) => one === id);
}
