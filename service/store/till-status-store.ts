import type { Instant } from '../../shared/time/clock.ts';
import type { Effects } from './effects.ts';

/** What a till said, to be written. */
export type NewTillStatus = {
  readonly posId: string;
  /** Name of the point of sale at this time. */
  readonly name: string;
  /** By the service's clock. */
  readonly received: Instant;
  /** From when on its silence is an alert; null for a till that was ended in order. */
  readonly due: Instant | null;
  readonly rank: number;
  /** What it said, as JSON. */
  readonly status: string;
};

/** What a till said last. */
export type StoredTillStatus = Omit<NewTillStatus, 'due'> & {
  /** When the service noticed its silence; null if it is not silent. */
  readonly silent: Instant | null;
  /** How often an alert began or ended. */
  readonly alerts: number;
  /** Number of its newest close that leaves out receipts; null without one. */
  readonly leftOutBy: number | null;
  /** What it said last of the catalogue; null if it has not said anything. */
  readonly catalogue: { readonly version: number; readonly problem: string | null } | null;
};

export type TillStatusQuery = {
  /** Part of the name or the id in lower case; empty for all. */
  readonly search: string;
  /** The last rank that is listed. */
  readonly rankMax: number;
  readonly after: { readonly rank: number; readonly posId: string } | null;
  readonly limit: number;
};

/** After what silence a till of the shop is an alert, milliseconds, and where the callback goes. */
export type TillAlert = { readonly silentAfter: number; readonly callbackUri: string | null };

/** A till that was not heard since `received`. */
export type UnheardTill = {
  readonly merchantId: string;
  readonly posId: string;
  readonly name: string;
  readonly received: Instant;
};

/** What the tills of each shop said last, and the alerts about their silence. */
export interface TillStatusStore {
  /**
   * Writes what a till said. `effectsOf` gives what ends an alert, with the number of alerts before, if there is
   * one. False, and nothing is written, if the last report is younger than `gap` milliseconds.
   */
  note(
    merchantId: string,
    report: NewTillStatus,
    gap: number,
    effectsOf: (alerts: number) => Effects,
  ): Promise<boolean>;
  read(merchantId: string, posId: string): Promise<StoredTillStatus | null>;
  /** By rank, then by id. */
  page(merchantId: string, query: TillStatusQuery): Promise<readonly StoredTillStatus[]>;
  /** How many tills have each rank. */
  counts(merchantId: string): Promise<readonly { readonly rank: number; readonly count: number }[]>;
  /** Removes what a till said; false if it has said nothing. */
  forget(merchantId: string, posId: string): Promise<boolean>;
  /** Null for a shop that has not changed it. */
  alert(merchantId: string): Promise<TillAlert | null>;
  /** Changes the setting of a shop; tills that are not silent yet follow it. */
  putAlert(merchantId: string, alert: TillAlert): Promise<void>;
  /**
   * Tills of all shops whose silence is due at `now`, the longest first. A shop's limit (`silentAfter` for one without
   * a setting) counts from `listening` on: before, no process listened.
   */
  overdue(
    now: Instant,
    listening: Instant,
    silentAfter: number,
    limit: number,
  ): Promise<readonly UnheardTill[]>;
  /** The silence of a till is due later; nothing happens if it was heard meanwhile. */
  postpone(till: Omit<UnheardTill, 'name'>, due: Instant): Promise<void>;
  /** Begins the alert of a till; false if it was heard meanwhile, or another process was faster. */
  silence(
    till: Omit<UnheardTill, 'name'>,
    at: Instant,
    rank: number,
    effectsOf: (alerts: number) => Effects,
  ): Promise<boolean>;
  /** Silent tills of all shops. */
  silentInAll(): Promise<number>;
  /** The same one by one, the longest silent first. */
  silentTills(limit: number): Promise<readonly UnheardTill[]>;
}
