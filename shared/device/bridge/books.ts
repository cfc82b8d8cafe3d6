/** What every snapshot says about the books. */
export type BooksView = {
  /** `unwritable`: the last event could not be written yet; it is kept and written again. */
  readonly state: 'ok' | 'unwritable' | 'damaged';
  /** The business day now, `YYYY-MM-DD`. */
  readonly day: string;
  /** True if the clock was set back: it has an earlier business day than the last entries of the books. */
  readonly behind: boolean;
  /** True once this drawer had a float, a pay-in or a payment in cash, in this period or the one before. */
  readonly hasCash: boolean;
  /** Numbers of the receipts of sales that the terminal still shows, by the id of the sale. */
  readonly receipts: Readonly<Record<string, number>>;
  /** Number of the last Z report; 0 before the first. */
  readonly lastClose: number;
  /** Days of the open period, in order; more than one means that a close was missed. */
  readonly days: readonly string[];
  /** The first day that was not closed, until the person at the till has seen it on this business day; otherwise null. */
  readonly missed: string | null;
  /** Cash that can be paid is rounded to this many minor units; 1 where it is not rounded. */
  readonly cashStep: number;
  /** Names of the shop's other tenders, such as `Bank card`. */
  readonly otherTenders: readonly string[];
};
