import type { JournalRecord } from '../sale/records.ts';

/** Why a record could not be made durable. */
export type JournalFailure = {
  /** `full`: no space; `failed`: the disk or the files have an error. */
  readonly kind: 'full' | 'failed';
  readonly description: string;
};

export type Written =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: JournalFailure };

/** The journal of a till. It has one writer. Records are read in the order of writing. */
export interface Journal {
  /** The records at the time of opening, oldest first. */
  readonly records: readonly JournalRecord[];
  /**
   * Resolves when the record would survive a power cut, or with the failure. Never rejects. A failed
   * record is not in the journal; a later one can succeed.
   */
  append(record: JournalRecord): Promise<Written>;
  /** Waits for the writes in progress, then closes the file. */
  close(): Promise<void>;
}
