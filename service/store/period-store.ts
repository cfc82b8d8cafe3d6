import type { Instant } from '../../shared/time/clock.ts';
import type { StoredAmount } from './catalogue-store.ts';

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

/**
 * What did not fit: the till handed over something else than its books say elsewhere. A period with `other_key` or
 * `left_out` is kept, the others are refused.
 */
export const PERIOD_PROBLEMS = [
  'other_report',
  'gap',
  'not_continued',
  'altered',
  'other_key',
  'left_out',
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
  /** The highest number below this one that the till has a period of; 0 for none. */
  lastBefore(merchantId: string, posId: string, number: number): Promise<number>;
  /** Periods with a business day in the range after one of them, by last day, till and number. */
  between(
    merchantId: string,
    range: { readonly from: string; readonly to: string },
    after: Pick<StoredPeriod, 'lastDay' | 'posId' | 'number'> | null,
    limit: number,
  ): Promise<readonly StoredPeriod[]>;
  /**
   * Puts the period of this hash and all later ones of the till aside, so that the till can hand over its own; they stay
   * stored. Returns how many: none if another period has the number by now.
   */
  putAside(
    merchantId: string,
    from: Pick<StoredPeriod, 'posId' | 'number' | 'hash'>,
    act: { readonly at: Instant; readonly by: string; readonly reason: string },
  ): Promise<number>;
  /** The newest period of the till that was put aside; null without one. */
  newestAside(merchantId: string, posId: string): Promise<StoredPeriod | null>;
  /** What came in after `from`, up to `to`. */
  received(merchantId: string, from: Instant, to: Instant): Promise<StoredAmount>;
  /**
   * The first time counts, until the period is put aside; a repeat changes nothing. Of the problems of one kind that a till
   * may have with any number, some are enough (D-607).
   */
  noteProblem(merchantId: string, problem: PeriodProblem): Promise<void>;
  /** Newest first, without those of periods that were put aside later, and without gaps that were filled. */
  problems(merchantId: string, limit: number): Promise<readonly PeriodProblem[]>;
  /** How many of all shops are of each kind, without the same ones. */
  problemsInAll(): Promise<ReadonlyMap<PeriodProblemKind, number>>;
  /** Number of the newest close of the till that leaves out receipts, until it is put aside; null without one. */
  leftOutBy(merchantId: string, posId: string): Promise<number | null>;
}
