import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import type { SaleOfReceipt } from '../../../shared/books/follow.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import type { DayPage, HistoryFilter, HistoryPage } from '../../../shared/device/commands/staff.ts';
import { type DayEntry, sumDay } from '../../../shared/device/history/day.ts';
import { type HistorySale, historyOf } from '../../../shared/device/history/history.ts';
import { groupOf, isWanted, methodOf, type Wanted } from '../../../shared/device/history/search.ts';
import { businessDate } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import { ownMember } from '../../../shared/objects/own-member.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { RefundView, TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { DayLine } from './history-lines.ts';
import type { SalesHistory } from './sales-history.ts';

/** What a day needs of the till's books. */
export type DayBooks = {
  /** The entries of a business day. */
  ofDay(day: string): Promise<readonly BookEntry[]>;
  /** Business days with entries. */
  days(): Iterable<string>;
};

export type HistoryDeps = {
  readonly history: SalesHistory;
  readonly view: () => TerminalView;
  readonly terms: () => DayTerms;
  /** The number of a sale's receipt in the books. */
  readonly receiptOf: (sale: SaleOfReceipt) => Promise<number | null>;
  /** What was paid and refunded by other tenders is in the till's books. */
  readonly books: DayBooks;
  /** Of the books. */
  readonly currency: string;
  readonly now: () => Instant;
};

type Place = { readonly day: string; readonly number: number };

/** One page of the matching sales, newest first; it reads at most a month of days. */
export async function historyPage(
  from: Omit<HistoryDeps, 'books' | 'currency' | 'now'>,
  filter: HistoryFilter,
): Promise<HistoryPage> {
  const wanted: Wanted = {
    text: filter.text ?? '',
    states: filter.states ?? null,
    method: filter.method ?? null,
  };
  const start = placeOf(filter.cursor ?? '');
  const refunds = allRefunds(from);
  const back = refundedByPayment(refunds);
  const days = daysOf(from).filter((day) => day <= (start?.day ?? day));
  const searched = filter.day ? days.filter((day) => day === filter.day) : days;
  const matches: HistorySale[] = [];
  let next: string | null = null;
  for (const [index, day] of searched.entries()) {
    if (index >= LIMITS.historyDaysAtOnce) {
      next = cursorOf({ day, number: Number.MAX_SAFE_INTEGER });
      break;
    }
    const before = start?.day === day ? start.number : Number.POSITIVE_INFINITY;
    const ofDay = (await salesOf(from, day, back)).filter(
      (sale) => sale.number < before && isWanted(sale, wanted),
    );
    const sales = filter.withoutReceipt === true ? await withoutReceipt(from, ofDay) : ofDay;
    const room = LIMITS.historyPage - matches.length;
    matches.push(...sales.slice(0, room));
    const last = matches.at(-1);
    if (sales.length > room && last !== undefined) {
      next = cursorOf({ day, number: room > 0 ? last.number : Number.MAX_SAFE_INTEGER });
      break;
    }
  }
  const tids = new Set(matches.map(({ tid }) => tid));
  const receipts = await receiptsOf(from, matches);
  return { sales: matches, refunds: refunds.filter(({ tid }) => tids.has(tid)), receipts, next };
}

async function receiptsOf(
  { receiptOf }: Pick<HistoryDeps, 'receiptOf'>,
  sales: readonly HistorySale[],
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const { id, tender, captured } of sales) {
    if (captured === 0) continue;
    const number = await receiptOf(tender === undefined ? { id } : { id, bill: { tender } });
    if (number !== null) found[id] = number;
  }
  return found;
}

/** The sales whose money, if there is any, is in no receipt. */
async function withoutReceipt(
  from: Pick<HistoryDeps, 'receiptOf'>,
  sales: readonly HistorySale[],
): Promise<readonly HistorySale[]> {
  const receipts = await receiptsOf(from, sales);
  return sales.filter(({ id }) => ownMember(receipts, id) === undefined);
}

/** The sales that started on a day, newest first; the live view overrides the history. */
export async function salesOf(
  { history, view }: Pick<HistoryDeps, 'history' | 'view'>,
  day: string,
  back: ReadonlyMap<string, MoneyInteger>,
): Promise<readonly HistorySale[]> {
  const sales = new Map<string, HistorySale>();
  for (const line of await history.lines(day)) {
    if (line.kind === 'sale') sales.set(line.sale.id, line.sale);
  }
  for (const sale of view().sales) {
    if (history.dayOf(sale) === day) sales.set(sale.id, historyOf(sale));
  }
  return [...sales.values()]
    .map((sale) => withRefunds(sale, back))
    .toSorted((one, other) => other.number - one.number);
}

/** A sale that the terminal no longer holds, with its refunds. */
export type EndedSale = { readonly sale: HistorySale; readonly refunds: readonly RefundView[] };

/** A sale of the history by its id and its start; null if the history does not hold it. */
export async function endedSale(
  from: Pick<HistoryDeps, 'history' | 'view'>,
  id: string,
  started: Instant,
): Promise<EndedSale | null> {
  const refunds = allRefunds(from);
  const sales = await salesOf(
    from,
    from.history.dayOf({ id, started }),
    refundedByPayment(refunds),
  );
  const sale = sales.find((one) => one.id === id);
  return sale === undefined
    ? null
    : { sale, refunds: refunds.filter(({ tid }) => tid === sale.tid) };
}

/** Refunds of the history and of the view, which is newer. */
export function allRefunds({
  history,
  view,
}: Pick<HistoryDeps, 'history' | 'view'>): readonly RefundView[] {
  const all = new Map(history.refunds());
  for (const refund of view().refunds) all.set(refund.id, refund);
  return [...all.values()];
}

/** The refunded amount of each payment. */
export function refundedByPayment(
  refunds: readonly RefundView[],
): ReadonlyMap<string, MoneyInteger> {
  const sums = new Map<string, MoneyInteger>();
  for (const { tid, amount, state } of refunds) {
    if (state === 'done') sums.set(tid, money((sums.get(tid) ?? 0) + amount));
  }
  return sums;
}

/** Days with sales, newest first. */
export function daysOf({
  history,
  view,
}: Pick<HistoryDeps, 'history' | 'view'>): readonly string[] {
  const live = view().sales.map((sale) => history.dayOf(sale));
  return [...new Set([...history.days(), ...live])].toSorted().reverse();
}

/** The engine no longer updates an old sale, so its refunds are added here. */
function withRefunds(sale: HistorySale, back: ReadonlyMap<string, MoneyInteger>): HistorySale {
  const known = back.get(sale.tid ?? '') ?? 0;
  return known > sale.refunded ? { ...sale, refunded: money(known) } : sale;
}

function cursorOf({ day, number }: Place): string {
  return `${day}:${number}`;
}

function placeOf(cursor: string): Place | null {
  const match = /^(\d{4}-\d{2}-\d{2}):(\d{1,16})$/.exec(cursor);
  return match === null ? null : { day: match[1] ?? '', number: Number(match[2]) };
}

/**
 * The sums of a day in the shop's time zone: money counts on the day it moved, a sale on the day it
 * started, a refund to a phone on the day it was requested.
 */
export async function dayPage(from: HistoryDeps, day: string): Promise<DayPage> {
  const refunds = allRefunds(from);
  const lines = await from.history.lines(day);
  const sales = await salesOf(from, day, refundedByPayment(refunds));
  const isOfDay = (refund: RefundView) => businessDate(refund.at, from.terms()) === day;
  const booked = await from.books.ofDay(day);
  const entries: DayEntry[] = [
    ...lines.flatMap(entryOf),
    ...booked.flatMap(({ fact }) => tenderEntry(fact, from.currency)),
    ...refunds.filter((one) => one.state === 'done' && isOfDay(one)).map(refundEntry),
    ...sales.map((sale): DayEntry => ({ kind: 'sale', state: groupOf(sale) })),
  ];
  const all = new Set([...daysOf(from), ...from.books.days()]);
  const days = [...all].toSorted().reverse().slice(0, LIMITS.historyDaysKept);
  return { day, at: from.now(), sums: sumDay(entries), days };
}

function entryOf(line: DayLine): readonly DayEntry[] {
  if (line.kind === 'sale') return [];
  const { at, method, currency, amount, additional } = line;
  return [{ kind: 'captured', at, method: methodOf(method), currency, amount, additional }];
}

/** Money of a receipt or a refund of the books that was not paid by phone. */
function tenderEntry(fact: BookFact, currency: string): readonly DayEntry[] {
  if ((fact.kind !== 'receipt' && fact.kind !== 'refund') || fact.method.kind === 'phone')
    return [];
  const { at, method } = fact;
  const amount = movedBy(fact);
  if (amount === 0) return [];
  const kind = fact.kind === 'refund' ? 'tender_back' : 'tender';
  const name = method.kind === 'other' ? method.name : null;
  return [{ kind, tender: method.kind, at, name, currency, amount }];
}

function refundEntry({ at, currency, amount }: RefundView): DayEntry {
  return { kind: 'refund', at, currency, amount };
}
