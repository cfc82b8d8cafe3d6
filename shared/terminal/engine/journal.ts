import type { JournalRecord } from '../sale/records.ts';

/** Why a record could not be made durable. */
export type JournalFailure = {
  /** `full`: no room; `failed`: the medium or its files are in trouble. */
  readonly kind: 'full' | 'failed';
  readonly description: string;
};

export type Written =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: JournalFailure };

/** A till's durable memory. One writer; records come back in the order they were appended. */
export interface Journal {
  /** What was there when the journal was opened, oldest first. */
  readonly records: readonly JournalRecord[];
  /**
   * Resolves once the record would survive a power cut, or with why it would not; never rejects. A
   * record that failed is not in the journal, and a later one may succeed again.
   */
  append(record: JournalRecord): Promise<Written>;
  /** Waits for what is under way, then lets go of the file. */
  close(): Promise<void>;
}
