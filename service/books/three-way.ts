import type { CloseEntry } from '../../shared/books/close.ts';
import { type Difference, differencesOf, type Movement } from '../../shared/books/compare.ts';
import { businessDates, periodsOf } from '../../shared/ledger/calendar.ts';
import { add } from '../../shared/money/money.ts';
import { ownTurn } from '../../shared/node/own-turn.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { PeriodPayment } from '../../shared/protocol/period.ts';
import { type Instant, MINUTE } from '../../shared/time/clock.ts';
import { settlementTerms } from '../settlements/terms.ts';
import type { LedgerKey, LedgerMovement, LedgerRange, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';

/*
 * The three-way close of one currency (D-314): books of the tills, ledger and settlements. Everything is read in pages,
 * each by an index, and other requests run between two pages. Time and memory grow with the lines of the range alone.
 */

/** A closed period of a till, with what it says of its payments. */
export type TillPeriod = {
  readonly posId: string;
  readonly close: CloseEntry;
  readonly payments: readonly PeriodPayment[];
};

export type Compared = {
  readonly differences: readonly (Difference & { readonly currency: string })[];
  /** Tills with a close whose business days are not those of the settlement: their day ends at another time (D-315). */
  readonly otherDays: readonly string[];
  /** False if the range has more than is compared at once; then nothing was compared. */
  readonly complete: boolean;
};

type Stores = Pick<Store, 'ledger' | 'merchants' | 'settlementAccounts' | 'settlements'>;

/** Compares what the tills, the ledger and the settlements have of the business days of a range. */
export async function comparisonOf(
  store: Stores,
  key: LedgerKey,
  days: { readonly from: string; readonly to: string },
  periods: readonly TillPeriod[],
): Promise<Compared> {
  const terms = await settlementTerms(store, key);
  const span = periodsOf(days, 'day', terms, LIMITS.portalListMax);
  const [start] = span?.starts ?? [];
  if (span === null || start === undefined) return NOT_COMPARED;
  const own = periods.filter(({ close }) => close.fact.report.currency === key.currency);
  const from = await store.ledger.cutAt(key, 0, start);
  const to = await store.ledger.cutAt(key, from, span.end);
  const range = { ...key, from, to };
  const before = await store.settlements.lastBefore(key, start);
  const settlements = await settlementsOf(store, range, before?.number ?? 0);
  const dayOf = businessDates(terms);
  const otherDays = own.filter(({ close }) => !sharesDays(close, dayOf)).map(({ posId }) => posId);
  const lines = own.every(hasAllPayments) ? await movementsIn(store, range) : null;
  if (lines === null) return { ...NOT_COMPARED, otherDays };
  const ledger = lines.map((line) => ({ line, moved: movementOf(line, dayOf(line.at)) }));
  const settledTo = Math.max(from, ...settlements.map(({ toSeq }) => toSeq));
  const differences = [
    ...differencesOf(
      'till',
      ledger.filter(ofTills(own)).map(({ moved }) => moved),
      own.flatMap(bookedOf),
    ),
    ...differencesOf(
      'settlement',
      ledger.filter(({ line }) => line.seq <= settledTo).map(({ moved }) => moved),
      await settledOf(store, range, settlements, lines, dayOf),
    ),
  ];
  return {
    differences: differences.map((one) => ({ ...one, currency: key.currency })),
    otherDays,
    complete: true,
  };
}

/** False for a period with more payments than a till hands over. */
const hasAllPayments = ({ close }: TillPeriod) => (close.fact.folded?.payments ?? 0) === 0;

const NOT_COMPARED: Compared = { differences: [], otherDays: [], complete: false };

/** The settlements after this number that have lines of a range, and those between them. */
async function settlementsOf(
  store: Stores,
  range: LedgerRange,
  number: number,
): Promise<readonly Settlement[]> {
  const found: Settlement[] = [];
  for (let after = number; ; ) {
    const page = await store.settlements.following(range, after, SETTLEMENTS_AT_ONCE);
    found.push(...page.filter(({ fromSeq }) => fromSeq < range.to));
    const last = page.at(-1);
    if (last === undefined || page.length < SETTLEMENTS_AT_ONCE || last.toSeq >= range.to) {
      return found;
    }
    after = last.number;
  }
}

const SETTLEMENTS_AT_ONCE = 100;

/**
 * False if the till gave a time of the close another business day than the settlement does. Each time is the till's own,
 * so its clock, right or wrong, makes no difference.
 */
function sharesDays({ day, fact }: CloseEntry, dayOf: (at: Instant) => string): boolean {
  const { days, from, to } = fact.report;
  if (days.length === 0) return true;
  return dayOf(fact.at) === day && [from, to].every((at) => days.includes(dayOf(at)));
}

/**
 * All lines of a range of the ledger that move money; null if there are more than are compared at once. A line happened
 * before those that follow it: a later time was written while the service's clock was ahead (D-533).
 */
async function movementsIn(
  store: Stores,
  range: LedgerRange,
): Promise<readonly LedgerMovement[] | null> {
  const found: LedgerMovement[] = [];
  let { from } = range;
  for (;;) {
    const page = await store.ledger.movements({ ...range, from }, LIMITS.ledgerPage);
    found.push(...page);
    if (found.length > LIMITS.portalComparedMax) return null;
    const last = page.at(-1);
    if (last === undefined || page.length < LIMITS.ledgerPage) {
      return inOrder(found).filter(({ amount }) => amount !== 0);
    }
    from = last.seq;
    // SQLite reads a page in one turn.
    await ownTurn();
  }
}

/** The lines with times that do not fall. */
function inOrder(lines: readonly LedgerMovement[]): readonly LedgerMovement[] {
  let next = Number.POSITIVE_INFINITY;
  return lines
    .toReversed()
    .map((line) => {
      next = Math.min(next, line.at);
      return next === line.at ? line : { ...line, at: next };
    })
    .toReversed();
}

const movementOf = ({ tid, kind, amount }: LedgerMovement, day: string): Movement => ({
  tid,
  kind,
  amount,
  day,
});

/** What the till says of its payments. */
function bookedOf({ payments }: TillPeriod): readonly Movement[] {
  return payments.flatMap(({ tid, day, captured, tip, refunded }): readonly Movement[] => {
    const withTip = add(captured, tip);
    return [
      ...(withTip === 0 ? [] : [{ tid, day, kind: 'capture' as const, amount: withTip }]),
      ...(refunded === 0 ? [] : [{ tid, day, kind: 'refund' as const, amount: refunded }]),
    ];
  });
}

/** Until then the till may book a capture that the service has already made. */
const LATE = 10 * MINUTE;

/** Whether the tills of these periods must have booked a line: they have the payment, or the time of it. */
function ofTills(periods: readonly TillPeriod[]) {
  const booked = new Set(periods.flatMap(({ payments }) => payments.map(({ tid }) => tid)));
  const covered = new Map<string, { readonly from: Instant; readonly to: Instant }>();
  for (const { posId, close } of periods) {
    const { from, to } = covered.get(posId) ?? { from: Infinity, to: 0 };
    covered.set(posId, {
      from: Math.min(from, close.fact.report.from),
      to: Math.max(to, close.fact.at - LATE),
    });
  }
  return ({ line: { tid, at, posId } }: { readonly line: LedgerMovement }): boolean => {
    const till = posId === null ? undefined : covered.get(posId);
    return booked.has(tid) || (till !== undefined && at >= till.from && at <= till.to);
  };
}

/**
 * What the settlements have of a range of the ledger. The day of a line is one of the settlement's period: a line that
 * was settled with another period is on another day there.
 */
async function settledOf(
  store: Stores,
  range: LedgerRange,
  settlements: readonly Settlement[],
  lines: readonly LedgerMovement[],
  dayOf: (at: Instant) => string,
): Promise<readonly Movement[]> {
  const bySeq = new Map(lines.map((line) => [line.seq, line]));
  const found: Movement[] = [];
  for (const settlement of settlements) {
    const to = Math.min(range.to, settlement.toSeq);
    let from = Math.max(range.from, settlement.fromSeq);
    while (from < to) {
      const part = { ...range, from, to };
      const page = await store.settlements.settledIn(part, settlement.number, LIMITS.ledgerPage);
      for (const seq of page) {
        const line = bySeq.get(seq);
        if (line !== undefined) found.push(movementOf(line, dayOf(within(settlement, line.at))));
      }
      from = page.length < LIMITS.ledgerPage ? to : (page.at(-1) ?? to);
      await ownTurn();
    }
  }
  return found;
}

/** The time in the settlement's period that is nearest to `at`. The first settlement has all from before, too. */
function within({ start, end, fromSeq }: Settlement, at: Instant): Instant {
  return Math.min(end - 1, fromSeq === 0 ? at : Math.max(start, at));
}
