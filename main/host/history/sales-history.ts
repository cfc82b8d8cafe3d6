import { join } from 'node:path';
import type { z } from 'zod';
import { type HistorySale, historyOf } from '../../../shared/device/history/history.ts';
import { refundView } from '../../../shared/device/history/schema.ts';
import { businessDate, shopDay } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { dropOldest } from '../../../shared/limits/drop-oldest.ts';
import { LruMap } from '../../../shared/limits/lru-map.ts';
import { money } from '../../../shared/money/money.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import {
  isFinal,
  type RefundView,
  type SaleView,
  type TerminalView,
} from '../../../shared/terminal/sale/state.ts';
import { DAY, type DeviceClock, instantOf } from '../../../shared/time/clock.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import { pathProblem, StartError } from '../start-error.ts';
import { type DayLine, dayLine, writtenLineOf, writtenSaleOf } from './history-lines.ts';

/** Files with one JSON value per line, by name. They serve staff only and decide nothing. */
interface LineFiles<T> {
  /** Adds a line; false when the disk refuses. */
  add(name: string, value: T): boolean;
  /** The readable lines, oldest first; truncated ones are skipped. */
  read(name: string): Promise<readonly T[]>;
  /** The existing names in order. */
  names(): readonly string[];
  remove(name: string): void;
}

/** Line files below `folder`, which the first line creates. `written` makes what a line has of a value. */
function createLineFiles<T>(
  files: SmallFiles,
  folder: string,
  schema: z.ZodType<T>,
  written: (value: T) => unknown = (value) => value,
): LineFiles<T> {
  const pathOf = (name: string) => join(folder, `${name}.jsonl`);
  return {
    add(name, value) {
      try {
        // The leading line break protects this line from a truncated one before it.
        files.append(pathOf(name), `\n${JSON.stringify(written(value))}\n`);
        return true;
      } catch {
        return false;
      }
    },
    async read(name) {
      const bytes = await files.load(pathOf(name)).catch(() => null);
      const text = String(bytes ?? '');
      return text.split('\n').flatMap((line) => readLine(line, schema));
    },
    names() {
      try {
        return files
          .names(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => name.slice(0, -'.jsonl'.length))
          .toSorted();
      } catch {
        return [];
      }
    },
    remove(name) {
      try {
        files.remove(pathOf(name));
      } catch {
        // The disk cannot be written; the next start tries again.
      }
    },
  };
}

const textOf = (sale: HistorySale) => JSON.stringify(writtenSaleOf(sale));

function readLine<T>(line: string, schema: z.ZodType<T>): readonly T[] {
  if (line === '') return [];
  try {
    const parsed = schema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

const REFUNDS = 'refunds';
/**
 * Sales whose lines are known without a read of the files. Each change of the view uses the sales that
 * it shows, so none of these is dropped.
 */
const SALES_KNOWN = 10_000;

export type SalesHistoryOptions = {
  /** The till's data directory. */
  readonly directory: string;
  readonly files: SmallFiles;
  readonly clock: DeviceClock;
  /** Where and when the shop's business days end. */
  readonly terms: () => DayTerms;
};

type Placed = Pick<SaleView, 'id' | 'started'>;

/**
 * The till's history for its staff, written beside the journal, which keeps a sale for two days.
 * The service and the journal decide about money; a failed write here costs one line in a list.
 */
export interface SalesHistory {
  /** Records what has changed in the terminal's view. */
  note(view: TerminalView): void;
  lines(day: string): Promise<readonly DayLine[]>;
  /** Every recorded refund by its id. */
  refunds(): ReadonlyMap<string, RefundView>;
  /** Days with records, oldest first. */
  days(): readonly string[];
  /** The day of a sale: the one of its record, or of its start while it has none. */
  dayOf(sale: Placed): string;
}

/** A path at which no folder can be stops the start, because nothing would ever be written there. */
function checkFolder(files: SmallFiles, folder: string): void {
  try {
    files.names(folder);
  } catch (error) {
    const problem = pathProblem(error);
    if (problem !== null) throw new StartError(problem);
  }
}

/**
 * Opens the history, and records what happened before a crash and is missing. Throws `StartError` where its folder cannot
 * be.
 */
export async function openSalesHistory(
  options: SalesHistoryOptions,
  view: TerminalView,
): Promise<SalesHistory> {
  const { directory, files, clock, terms } = options;
  const [ofDays, ofRefunds] = [join(directory, 'history'), join(directory, 'history-of-refunds')];
  for (const folder of [ofDays, ofRefunds]) checkFolder(files, folder);
  const days = createLineFiles(files, ofDays, dayLine, writtenLineOf);
  const refundLines = createLineFiles(files, ofRefunds, refundView);
  const dayOf = (at: number) => businessDate(at, terms());
  /** The last written line of each sale with its day, and how much of it is recorded as captured. */
  const written = new LruMap<string, { readonly day: string; readonly text: string }>(SALES_KNOWN);
  const booked = new LruMap<string, Booked>(SALES_KNOWN);
  const refunds = new Map<string, RefundView>();
  // A sale keeps its day when the shop's time zone changes.
  const dayOfSale = (sale: Placed) => written.get(sale.id)?.day ?? dayOf(sale.started);

  const oldest = oldestDay(view, dayOf, instantOf(clock.now()));
  for (const day of days.names().filter((name) => name >= oldest)) {
    for (const line of await days.read(day)) {
      if (line.kind === 'sale') written.set(line.sale.id, { day, text: textOf(line.sale) });
      if (line.kind === 'captured') booked.set(line.sale, withLine(booked.get(line.sale), line));
    }
  }
  for (const line of await refundLines.read(REFUNDS)) keepNewest(refunds, line);
  for (const name of days.names().slice(0, -LIMITS.historyDaysKept)) days.remove(name);

  function noteCaptured({ money: amounts, state }: SaleView, sale: HistorySale): void {
    const { id, method, currency } = sale;
    const before = booked.get(id) ?? NOTHING_BOOKED;
    if (amounts.captured <= before.total) return;
    const more = amounts.captured - before.total;
    const additional = Math.min(more, Math.max(0, amounts.additional.captured - before.additional));
    const at = state.kind === 'paid' ? state.at : instantOf(clock.now());
    const parts = { amount: money(more - additional), additional: money(additional) };
    const total = amounts.captured;
    const line = { kind: 'captured', at, sale: id, method, currency, ...parts, total } as const;
    if (days.add(dayOf(at), line)) booked.set(id, withLine(before, line));
  }

  function noteSale(view: SaleView): void {
    const sale = historyOf(view);
    noteCaptured(view, sale);
    if (!isFinal(view.state)) return;
    const text = textOf(sale);
    if (written.get(sale.id)?.text === text) return;
    const day = dayOfSale(sale);
    if (days.add(day, { kind: 'sale', sale })) written.set(sale.id, { day, text });
  }

  function noteRefund(refund: RefundView): void {
    const before = refunds.get(refund.id);
    if (refund.state === 'under_way' || before?.state === refund.state) return;
    if (refundLines.add(REFUNDS, refund)) keepNewest(refunds, refund);
  }

  function note(next: TerminalView): void {
    for (const sale of next.sales) noteSale(sale);
    for (const refund of next.refunds) noteRefund(refund);
  }

  note(view);
  return {
    note,
    lines: (day) => days.read(day),
    refunds: () => refunds,
    days: () => days.names(),
    dayOf: dayOfSale,
  };
}

/** How much of a sale is recorded as captured, and how much of it is additional. */
type Booked = { readonly total: number; readonly additional: number };
const NOTHING_BOOKED: Booked = { total: 0, additional: 0 };

function withLine(
  before: Booked | undefined,
  line: Extract<DayLine, { kind: 'captured' }>,
): Booked {
  return { total: line.total, additional: (before?.additional ?? 0) + line.additional };
}

/** Adds a refund and drops the oldest one beyond the limit. */
function keepNewest(refunds: Map<string, RefundView>, refund: RefundView): void {
  refunds.set(refund.id, refund);
  dropOldest(refunds, LIMITS.historyRefundsMax);
}

/**
 * The first day that can have lines of a sale in the view. They may have been written in another time
 * zone, whose day differs by up to two.
 */
function oldestDay(view: TerminalView, dayOf: (at: number) => string, now: number): string {
  const times = view.sales.flatMap(({ started, state }) =>
    state.kind === 'paid' ? [started, state.at] : [started],
  );
  const oldest = dayOf(Math.min(now, ...times));
  return shopDay(Date.parse(oldest) - 2 * DAY, 'UTC');
}
