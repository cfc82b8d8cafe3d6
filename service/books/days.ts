import { Temporal } from 'temporal-polyfill';
import { type CloseEntry, readClose } from '../../shared/books/close.ts';
import { type Difference, differencesOf, type Movement } from '../../shared/books/compare.ts';
import { businessDate, periodsOf } from '../../shared/ledger/calendar.ts';
import type { TransactionLine } from '../../shared/ledger/lines.ts';
import type { DayTerms } from '../../shared/ledger/settle.ts';
import { add, type MoneyInteger, money } from '../../shared/money/money.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { PeriodPayment } from '../../shared/protocol/period.ts';
import { type Instant, MINUTE } from '../../shared/time/clock.ts';
import { settlementTerms } from '../settlements/terms.ts';
import type { LedgerKey, LedgerRange, Numbered, Settlement } from '../store/ledger-store.ts';
import type { PeriodProblem, StoredPeriod } from '../store/period-store.ts';
import type { Store } from '../store/store.ts';

/** Business days, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** A closed period with its report. */
export type ShopPeriod = { readonly posId: string; readonly close: CloseEntry };

export type ShopDays = {
  /** The closes of the range, by till and number. */
  readonly periods: readonly ShopPeriod[];
  readonly problems: readonly PeriodProblem[];
  readonly differences: readonly (Difference & { readonly currency: string })[];
  /** Tills with a close whose business days are not those of the settlement: their day ends at another time (D-315). */
  readonly otherDays: readonly string[];
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
  const limit = LIMITS.portalListMax;
  const [stored, problems] = await Promise.all([
    store.periods.between(merchantId, wide.from, wide.to, limit),
    store.periods.problems(merchantId, limit),
  ]);
  const read = stored
    .toSorted(byTill)
    .map(readPeriod)
    .filter((period) => period !== null);
  const periods = read
    .filter(({ period }) => period.lastDay >= range.from && period.firstDay <= range.to)
    .map(({ posId, close }) => ({ posId, close }));
  const record = await store.merchants.record(merchantId);
  const { currencies } = record?.agreement ?? DEFAULT_AGREEMENT;
  const compared = await Promise.all(
    currencies.map((currency) => comparisonOf(store, { merchantId, currency }, wide, read)),
  );
  const differences = compared.flatMap((one) => one.differences);
  return {
    periods,
    problems,
    differences: differences.filter(({ day }) => day >= range.from && day <= range.to),
    otherDays: [...new Set(compared.flatMap((one) => one.otherDays))],
    complete: stored.length < limit && compared.every((one) => one.complete),
  };
}

const byTill = (one: StoredPeriod, other: StoredPeriod) =>
  one.posId === other.posId ? one.number - other.number : one.posId < other.posId ? -1 : 1;

type ReadPeriod = ShopPeriod & {
  readonly period: StoredPeriod;
  readonly payments: readonly PeriodPayment[];
};

function readPeriod(period: StoredPeriod): ReadPeriod | null {
  const close = readClose(period.close);
  if (close === null) return null;
  // The service checked the payments before it wrote them.
  const payments: readonly PeriodPayment[] = JSON.parse(period.payments);
  return { posId: period.posId, close, period, payments };
}

const shifted = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString();

type Compared = {
  readonly differences: ShopDays['differences'];
  readonly otherDays: ShopDays['otherDays'];
  readonly complete: boolean;
};

async function comparisonOf(
  store: Store,
  key: LedgerKey,
  range: DayRange,
  read: readonly ReadPeriod[],
): Promise<Compared> {
  const terms = await settlementTerms(store, key);
  const span = periodsOf(range, 'day', terms, LIMITS.portalListMax);
  const [start] = span?.starts ?? [];
  const own = read.filter(({ close }) => close.fact.report.currency === key.currency);
  const otherDays = own.filter(({ close }) => !sharesDays(close, terms)).map(({ posId }) => posId);
  const notCompared = { differences: [], otherDays, complete: false };
  if (span === null || start === undefined) return notCompared;
  const from = await store.ledger.cutAt(key, 0, start);
  const to = await store.ledger.cutAt(key, from, span.end);
  const lines = await ledgerLines(store, { ...key, from, to });
  if (lines === null) return notCompared;
  const moved = lines.flatMap(({ seq, line }) =>
    movementOf(line, (at) => businessDate(at, terms)).map((one) => ({ ...one, seq, at: line.at })),
  );
  const ofTills = await movementsOfTills(store, key.merchantId, moved, own);
  const settled = await settledLines(store, { ...key, from, to });
  const settledTo = settled.to;
  const paidOut = settled.lines.flatMap(({ line }) =>
    movementOf(line, (at) => businessDate(at, terms)),
  );
  const differences = [
    ...differencesOf('till', ofTills, own.flatMap(bookedOf)),
    ...differencesOf(
      'settlement',
      moved.filter(({ seq }) => seq <= settledTo),
      paidOut,
    ),
  ];
  return {
    differences: differences.map((one) => ({ ...one, currency: key.currency })),
    otherDays,
    complete: true,
  };
}

/**
 * False if the till gave a time of the close another business day than these terms do. Each time is the till's own, so
 * its clock, right or wrong, makes no difference.
 */
function sharesDays({ day, fact }: CloseEntry, terms: DayTerms): boolean {
  const { days, from, to } = fact.report;
  if (days.length === 0) return true;
  const dayOf = (at: Instant) => businessDate(at, terms);
  return dayOf(fact.at) === day && [from, to].every((at) => days.includes(dayOf(at)));
}

/** What the till says of its payments. */
function bookedOf({ payments }: ReadPeriod): readonly Movement[] {
  return payments.flatMap(({ tid, day, captured, tip, refunded }): readonly Movement[] => {
    const taken = add(captured, tip);
    return [
      ...(taken === 0 ? [] : [{ tid, day, kind: 'capture' as const, amount: taken }]),
      ...(refunded === 0 ? [] : [{ tid, day, kind: 'refund' as const, amount: refunded }]),
    ];
  });
}

function movementOf(
  { tid, action, at, money: moved }: TransactionLine,
  dayOf: (at: Instant) => string,
): readonly Movement[] {
  if (moved === null || moved.gross === 0) return [];
  if (action !== 'capture' && action !== 'refund') return [];
  const amount: MoneyInteger = money(Math.abs(moved.gross));
  return [{ tid, kind: action, day: dayOf(at), amount }];
}

/** All lines of a range of the ledger; null if there are more than are read at once. */
async function ledgerLines(
  store: Store,
  range: LedgerRange,
): Promise<readonly Numbered<TransactionLine>[] | null> {
  const found: Numbered<TransactionLine>[] = [];
  let { from } = range;
  for (;;) {
    const page = await store.ledger.transactionLines({ ...range, from }, LIMITS.ledgerPage);
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < LIMITS.ledgerPage) return found;
    if (found.length >= LIMITS.portalComparedMax) return null;
    from = last.seq;
  }
}

/** Until then the till may book a capture that the service has already made. */
const LATE = 10 * MINUTE;

/** What the ledger has of the tills with periods, in the time that the periods cover. */
async function movementsOfTills<M extends Movement & { readonly at: Instant }>(
  store: Store,
  merchantId: string,
  moved: readonly M[],
  periods: readonly ReadPeriod[],
): Promise<readonly M[]> {
  const booked = new Set(periods.flatMap(({ payments }) => payments.map(({ tid }) => tid)));
  const tills = new Map(
    [...new Set(periods.map(({ posId }) => posId))].map((posId) => {
      const own = periods.filter((period) => period.posId === posId);
      const from = Math.min(...own.map(({ close }) => close.fact.report.from));
      const to = Math.max(...own.map(({ close }) => close.fact.at));
      return [posId, { from, to: to - LATE }];
    }),
  );
  const asked = new Map<string, Promise<string | null>>();
  const posOf = (tid: string) => {
    const known = asked.get(tid);
    if (known !== undefined) return known;
    const read = store.payments
      .byTid(merchantId, tid)
      .then((payment) => payment?.request.pos_id ?? null);
    asked.set(tid, read);
    return read;
  };
  const judged = await Promise.all(
    moved.map(async (movement) => {
      if (booked.has(movement.tid)) return [movement];
      const posId = await posOf(movement.tid);
      const till = posId === null ? undefined : tills.get(posId);
      const isCovered = till !== undefined && movement.at >= till.from && movement.at <= till.to;
      return isCovered ? [movement] : [];
    }),
  );
  return judged.flat();
}

/** The lines of a range of the ledger that are in a settlement, and up to which number the ledger is settled. */
async function settledLines(store: Store, range: LedgerRange) {
  const newest = await store.settlements.lastOf(range);
  const lines: Numbered<TransactionLine>[] = [];
  let before: number | null = null;
  for (;;) {
    const numbers: readonly number[] = await store.settlements.listBack(
      range.merchantId,
      before,
      SETTLEMENTS_AT_ONCE,
    );
    for (const number of numbers) {
      const settlement = await store.settlements.read(range.merchantId, number);
      if (settlement === null || settlement.currency !== range.currency) continue;
      if (settlement.toSeq <= range.from) return { lines, to: newest?.toSeq ?? 0 };
      if (settlement.fromSeq < range.to) lines.push(...(await linesIn(store, settlement, range)));
    }
    before = numbers.at(-1) ?? null;
    if (numbers.length < SETTLEMENTS_AT_ONCE) return { lines, to: newest?.toSeq ?? 0 };
  }
}

const SETTLEMENTS_AT_ONCE = 100;

async function linesIn(store: Store, settlement: Settlement, { from, to }: LedgerRange) {
  const found: Numbered<TransactionLine>[] = [];
  let after = { key: '', seq: -1 };
  for (;;) {
    const page = { settlement, after, until: null, limit: LIMITS.ledgerPage };
    const lines = await store.settlements.transactionLog(page);
    found.push(...lines.filter(({ seq }) => seq > from && seq <= to));
    const last = lines.at(-1);
    if (last === undefined || lines.length < LIMITS.ledgerPage) return found;
    after = { key: last.line.tid, seq: last.seq };
  }
}
