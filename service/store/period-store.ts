import type { Instant } from '../../shared/time/clock.ts';

/** A closed period of a till's books, as the till handed it over. It never changes. */
export type StoredPeriod = {
  readonly posId: string;
  readonly number: number;
  /** First and last business day, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly hash: string;
  /** The line of the close. */
  readonly close: string;
  /** The payments, as JSON. */
  readonly payments: string;
  readonly received: Instant;
};

/** What did not fit: the till handed over something else than its books say elsewhere. */
export const PERIOD_PROBLEMS = [
  'other_report',
  'gap',
  'not_continued',
  'altered',
  'other_key',
] as const;
export type PeriodProblemKind = (typeof PERIOD_PROBLEMS)[number];

export type PeriodProblem = {
  readonly posId: string;
  readonly number: number;
  readonly kind: PeriodProblemKind;
  /** When it was seen first. */
  readonly at: Instant;
};

/** The closed periods of all tills of a shop. */
export interface PeriodStore {
  /** False if the till has a period of this number already. */
  put(merchantId: string, period: StoredPeriod): Promise<boolean>;
  read(merchantId: string, posId: string, number: number): Promise<StoredPeriod | null>;
  /** Periods with a business day in the range after one of them, by last day, till and number. */
  between(
    merchantId: string,
    range: { readonly from: string; readonly to: string },
    after: Pick<StoredPeriod, 'lastDay' | 'posId' | 'number'> | null,
    limit: number,
  ): Promise<readonly StoredPeriod[]>;
  /** The first time counts; a repeat changes nothing. */
  noteProblem(merchantId: string, problem: PeriodProblem): Promise<void>;
  /** Newest first. */
  problems(merchantId: string, limit: number): Promise<readonly PeriodProblem[]>;
}
