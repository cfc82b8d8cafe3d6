import { Temporal } from 'temporal-polyfill';
import { readClose } from '../../shared/books/close.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { PeriodPayment } from '../../shared/protocol/period.ts';
import type { PeriodProblem, StoredPeriod } from '../store/period-store.ts';
import type { Store } from '../store/store.ts';
import { closeBefore, receiptsLeftOut } from './left-out.ts';
import { type Compared, comparisonOf, type TillPeriod } from './three-way.ts';

/** Business days, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** Cash receipts that a till handed over and that its close does not count (D-458). */
export type LeftOut = {
  readonly posId: string;
  readonly number: number;
  readonly receipts: readonly number[];
};

/** A closed period with its report. */
export type ShopPeriod = Pick<TillPeriod, 'posId' | 'close'>;

export type ShopDays = Pick<Compared, 'differences' | 'otherDays'> & {
  /** The closes of the range, by till and number. */
  readonly periods: readonly ShopPeriod[];
  readonly problems: readonly PeriodProblem[];
  readonly leftOut: readonly LeftOut[];
  /** False if the range has more than is read at once; then payments were not compared. */
  readonly complete: boolean;
};

/**
 * The closed periods of all tills with a business day in the range, and what differs between their books, the ledger
 * and the settlements (D-314). A payment that the service captured in the last minutes before a close is compared when
 * the next period has come, because the till may book it after the close.
 */
export async function shopDays(
  store: Store,
  merchantId: string,
  range: DayRange,
): Promise<ShopDays> {
  const wide = { from: shifted(range.from, -1), to: shifted(range.to, 1) };
  const [{ periods: read, isWhole }, problems, record] = await Promise.all([
    periodsIn(store, merchantId, wide),
    store.periods.problems(merchantId, LIMITS.portalListMax),
    store.merchants.record(merchantId),
  ]);
  const { currencies } = record?.agreement ?? DEFAULT_AGREEMENT;
  const compared: Compared[] = [];
  for (const currency of currencies) {
    compared.push(await comparisonOf(store, { merchantId, currency }, wide, read));
  }
  const differences = compared.flatMap((one) => one.differences);
  const shown = read.filter(
    ({ lastDay, firstDay }) => lastDay >= range.from && firstDay <= range.to,
  );
  return {
    periods: shown.map(({ posId, close }) => ({ posId, close })),
    problems,
    leftOut: await leftOutOf(store, merchantId, shown),
    differences: differences.filter(({ day }) => day >= range.from && day <= range.to),
    otherDays: [...new Set(compared.flatMap((one) => one.otherDays))],
    complete: isWhole && compared.every((one) => one.complete),
  };
}

type ReadPeriod = TillPeriod & Pick<StoredPeriod, 'number' | 'firstDay' | 'lastDay' | 'received'>;

/** `periods` are by till and number, so that the close before most of them is at hand. */
async function leftOutOf(
  store: Pick<Store, 'periods' | 'receipts'>,
  merchantId: string,
  periods: readonly ReadPeriod[],
): Promise<readonly LeftOut[]> {
  const found: LeftOut[] = [];
  for (const [index, period] of periods.entries()) {
    const { posId, number } = period;
    const last = periods[index - 1];
    const isBefore = last?.posId === posId && last.number === number - 1;
    const before = isBefore ? last.close : await closeBefore(store, merchantId, period);
    const receipts = await receiptsLeftOut(store, merchantId, period, before);
    if (receipts.length > 0) found.push({ posId, number, receipts });
  }
  return found;
}

/** The periods of a range by till and number, as far as they are read at once. */
async function periodsIn(
  store: Pick<Store, 'periods'>,
  merchantId: string,
  range: DayRange,
): Promise<{ readonly periods: readonly ReadPeriod[]; readonly isWhole: boolean }> {
  const periods: ReadPeriod[] = [];
  let after: StoredPeriod | null = null;
  let payments = 0;
  for (;;) {
    const page = await store.periods.between(merchantId, range, after, PERIODS_AT_ONCE);
    for (const period of page) {
      const read = readPeriod(period);
      if (read === null) continue;
      payments += read.payments.length;
      periods.push(read);
    }
    const isLast = page.length < PERIODS_AT_ONCE;
    const isFull = periods.length >= LIMITS.portalListMax || payments > LIMITS.portalComparedMax;
    if (isLast || isFull) return { periods: periods.sort(byTill), isWhole: isLast };
    after = page.at(-1) ?? null;
  }
}

/** A period of a shop with a long day has megabytes of payments. */
const PERIODS_AT_ONCE = 20;

const byTill = (one: ReadPeriod, other: ReadPeriod) =>
  one.posId === other.posId ? one.number - other.number : one.posId < other.posId ? -1 : 1;

function readPeriod({
  posId,
  number,
  firstDay,
  lastDay,
  received,
  close: line,
  payments: text,
}: StoredPeriod): ReadPeriod | null {
  const close = readClose(line);
  if (close === null) return null;
  // The service checked the payments before it wrote them.
  const payments: readonly PeriodPayment[] = JSON.parse(text);
  return { posId, number, firstDay, lastDay, received, close, payments };
}

const shifted = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString();
