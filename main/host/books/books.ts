import {
  type Books,
  booksAfter,
  NO_BOOKS,
  reduceBooks,
  reportOf,
} from '../../../shared/books/books.ts';
import {
  bankOfClose,
  type CloseOrder,
  closeFact,
  decideBeforeClose,
  decideCount,
  restOfClose,
  unendedClose,
} from '../../../shared/books/drawer.ts';
import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import { entryOfRefund, receiptIds, type SaleOfReceipt } from '../../../shared/books/follow.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import { decideRefund } from '../../../shared/books/refunds.ts';
import { roundingOf } from '../../../shared/cash/setting.ts';
import type {
  BooksCommand,
  BooksView,
  ReportPage,
  SeenBill,
} from '../../../shared/device/bridge/books.ts';
import type { BridgeAnswer, TillSettings } from '../../../shared/device/bridge/contract.ts';
import { businessDate } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { type DeviceClock, type Instant, instantOf } from '../../../shared/time/clock.ts';
import type { BackOffice } from '../back-office/back-office.ts';
import type { MissedClose } from './missed-close.ts';
import type { OpenReceipt } from './open-receipt.ts';
import { receiptInMemory } from './receipt-of-payment.ts';
import { pageOf, pageOfTender } from './receipt-page.ts';
import type { TillBooks } from './till-books.ts';

/** The drawer and the books of a till, as its screens see and change them. */
export interface HostBooks {
  view(): BooksView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  run(command: BooksCommand): Promise<BridgeAnswer>;
}

export type HostBooksOptions = {
  readonly books: TillBooks;
  readonly settings: () => TillSettings;
  readonly terms: () => DayTerms;
  readonly clock: DeviceClock;
  readonly staff: Pick<BackOffice, 'giver' | 'approve' | 'approver'>;
  /** The id of the person at the till; empty if there is none. */
  readonly person: () => string;
  readonly missed: MissedClose;
  /** The public key that signs the closes. */
  readonly publicKey: string;
  readonly openReceipt: OpenReceipt;
  /** The sales that the terminal shows. */
  readonly sales: () => readonly SaleOfReceipt[];
  readonly openBills: () => readonly SeenBill[];
  readonly paper: BooksPaper;
  /** The reason of the money for the bank, in the language of the till. */
  readonly bank: string;
};

/** The printer of the books. */
export type BooksPaper = {
  readonly openDrawer: () => void;
  /** `entry`: the X report that was booked as this entry. */
  readonly printReport: (report: { period: number } | { entry: number }) => BridgeAnswer;
  readonly printBooked: (receipt: number) => BridgeAnswer;
};

type Of<T extends BooksCommand['type']> = Extract<BooksCommand, { type: T }>;
const DONE: BridgeAnswer = { ok: true, value: null };
/** No entry has this id: the close that is ended has its own. */
const END_CLOSE = 'end_close';
/** Nor this one: each X report that is printed is an entry of its own, with the id `x.` and its number. */
const X_REPORT = 'x_report';

export function openHostBooks(options: HostBooksOptions): HostBooks {
  const { books, settings, terms, clock, staff, paper, person, missed } = options;
  const now = () => instantOf(clock.now());
  const today = () => businessDate(now(), terms());
  const listeners = new Set<() => void>();

  function receiptsOf(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      options.sales().flatMap((sale) => {
        const receipt = receiptInMemory(books, receiptIds(sale));
        return receipt === null ? [] : [[sale.id, receipt.receipt]];
      }),
    );
  }

  const by = () => staff.giver()?.name ?? '';

  async function drawer({ id, act }: Of<'drawer'>): Promise<BridgeAnswer> {
    const reason = 'reason' in act ? act.reason : null;
    const amount = 'amount' in act ? act.amount : money(0);
    const fact: BookFact = {
      kind: 'drawer',
      id,
      at: now(),
      by: by(),
      act: act.act,
      amount,
      reason,
    };
    return commanded(id, [fact]);
  }

  /** Books the facts of a command, unless it was booked before, and opens the drawer. */
  async function commanded(id: string, facts: readonly BookFact[]): Promise<BridgeAnswer> {
    const booked = await books.book(id, (_, isBooked) => {
      const isRepeat = isBooked(id);
      return { facts: isRepeat ? [] : facts, value: isRepeat };
    });
    if (!booked.ok) return refuseTill('books_not_saved', booked.failure.description);
    if (!booked.value) paper.openDrawer();
    return DONE;
  }

  async function count({
    id,
    counted,
    reason,
    explains,
  }: Of<'count_drawer'>): Promise<BridgeAnswer> {
    const order = { id, at: now(), by: by(), counted, reason, explains };
    const booked = await books.book<BridgeAnswer>(id, (state, isBooked) => {
      if (isBooked(id)) return { facts: [], value: DONE };
      const decided = decideCount(state, order);
      if (decided.kind === 'facts') return { facts: decided.facts, value: DONE };
      return { facts: [], value: differing(decided) };
    });
    return booked.ok ? booked.value : refuseTill('books_not_saved', booked.failure.description);
  }

  async function close(command: Of<'close_period'>): Promise<BridgeAnswer> {
    const { id, counted, keep, reason, explains, openBills, lastClose } = command;
    const said = { id, at: now(), by: by(), counted, keep, reason, explains, bank: options.bank };
    const booked = await books.book<BridgeAnswer | number>(id, (state, isBooked) => {
      const nothing = (value: BridgeAnswer) => ({ facts: [], value });
      // A repeat after a lost answer has no approval to show: a restart forgets it.
      if (isBooked(id)) return nothing(DONE);
      if (lastClose !== null && lastClose !== state.close) return nothing(refuseTill('close_done'));
      const closer = closerOf(command);
      if (closer === null) return nothing(refuseTill('role'));
      if (!areSame(openBills, options.openBills())) return nothing(refuseTill('close_open_bills'));
      if (counted === null && (state.hasCash || state.drawer !== 0)) {
        return nothing(refuseTill('close_needs_count'));
      }
      const order: CloseOrder = { ...said, approvedBy: closer.approvedBy };
      const before = decideBeforeClose(state, order, isBooked);
      if (before.kind === 'keep_too_much') return nothing(refuseTill('keep_too_much'));
      if (before.kind === 'difference') return nothing(differing(before));
      return { facts: [...before.facts, sealOf(order)], value: state.close + 1 };
    });
    if (!booked.ok) return refuseTill('books_not_saved', booked.failure.description);
    if (typeof booked.value !== 'number') return booked.value === DONE ? again(id) : booked.value;
    if (books.isBooked(bankOfClose(id))) paper.openDrawer();
    return report(booked.value);
  }

  const sealOf = (close: Pick<CloseOrder, 'id' | 'at' | 'by' | 'approvedBy'>) => (state: Books) =>
    closeFact(state, { ...close, key: options.publicKey });

  /**
   * Ends a close that a power cut has stopped: it was decided before its first entry, so nobody counts again. The
   * drawer stays shut, because nobody may be at the till.
   */
  async function endClose(): Promise<void> {
    await books.book(END_CLOSE, async (state, isBooked) => {
      const last = (await books.periods()).at(-1);
      const begun = last === undefined ? null : unendedClose(await books.read(last));
      if (begun === null) return { facts: [], value: null };
      const { close: id, by: closedBy, approvedBy } = begun;
      const at = now();
      const rest = restOfClose(state, begun, { at, bank: options.bank }, isBooked);
      return { facts: [...rest, sealOf({ id, at, by: closedBy, approvedBy })], value: null };
    });
  }

  /** The report of a close that was booked before. */
  async function again(id: string): Promise<BridgeAnswer> {
    for (const period of [...(await books.periods())].reverse()) {
      const last = (await books.read(period)).at(-1);
      if (last?.fact.kind === 'close' && last.fact.id === id) return report(last.fact.number);
    }
    return DONE;
  }

  /** A supervisor closes alone, another person with an approval. A till without staff has nobody who could approve. */
  function closerOf(command: Of<'close_period'>): { approvedBy: string | null } | null {
    const { id, approval, counted, keep, lastClose, openBills } = command;
    const giver = staff.giver();
    if (giver === null || giver.role === 'supervisor') return { approvedBy: null };
    if (approval === undefined) return null;
    const approved = staff.approver(
      approval,
      { kind: 'close', close: { id, counted, keep, lastClose, openBills } },
      id,
    );
    return approved.ok ? { approvedBy: approved.by } : null;
  }

  async function report(period: number | null): Promise<BridgeAnswer> {
    const page = await reportPage(books, now(), period);
    return page === null ? refuseTill('period_gone') : { ok: true, value: { report: page } };
  }

  /**
   * Nobody has an X report on paper that the books do not have, nor one with other sums: a browser prints the page of
   * the answer (D-411). A closed report never changes.
   */
  async function print({ period, on }: Of<'print_report'>): Promise<BridgeAnswer> {
    if (period !== null) return on === 'browser' ? DONE : paper.printReport({ period });
    const at = now();
    const booked = await books.book(X_REPORT, (state) => {
      const entry = state.entry + 1;
      const fact: BookFact = { kind: 'x_report', id: `x.${entry}`, at, by: by() };
      return { facts: [fact], value: { entry, page: openPage(state, at) } };
    });
    if (!booked.ok) return refuseTill('books_not_saved', booked.failure.description);
    const { entry, page } = booked.value;
    if (on === 'browser') return { ok: true, value: { report: page } };
    return paper.printReport({ entry });
  }

  async function refund(command: Of<'refund_receipt'>): Promise<BridgeAnswer> {
    const { id, receipt: number, approval, lines, amount, tip, reason } = command;
    const booked = await books.book<BridgeAnswer | null>(id, async (_, isBooked) => {
      const nothing = (value: BridgeAnswer | null) => ({ facts: [], value });
      if (isBooked(id)) return nothing(null);
      const found = await books.receipt(number);
      if (found === null) return nothing(refuseTill('receipt_gone'));
      const order = { id, at: now(), by: by(), approvedBy: '', reason, lines, amount, tip };
      const decided = decideRefund(found.receipt, found.refunds, order, roundingOf(settings()));
      if (!decided.ok) return nothing(REFUSED[decided.reason]);
      const back = movedBy(decided.fact);
      const seen = { receipt: number, lines, amount, tip, reason };
      const act = { kind: 'receipt_refund', refund: seen, amount: back } as const;
      const approved = staff.approver(approval, act, id);
      if (!approved.ok) return nothing(refuseTill(approved.reason));
      const fact = { ...decided.fact, approvedBy: approved.by };
      return { facts: [fact], value: fact.means.kind === 'cash' ? DONE : null };
    });
    if (!booked.ok) return refuseTill('books_not_saved', booked.failure.description);
    if (booked.value?.ok === false) return booked.value;
    if (booked.value === DONE) paper.openDrawer();
    const after = await books.receipt(number);
    const own = await books.receiptNumber(id);
    if (after === null || own === null) return refuseTill('receipt_gone');
    return { ok: true, value: { receipt: pageOf(after), number: own } };
  }

  async function open(code: string): Promise<BridgeAnswer> {
    const opened = await options.openReceipt(code);
    if (!opened.ok) return opened;
    const { value } = opened;
    return {
      ok: true,
      value: value.kind === 'own' ? { receipt: value.page } : { otherTill: value.receipt },
    };
  }

  // Files that cannot be read are named where a person reads a report.
  void endClose().catch(() => undefined);
  return {
    view() {
      const state = books.books();
      const day = today();
      return {
        state: books.state(),
        day,
        behind: state.latest !== null && businessDate(state.latest, terms()) > day,
        hasCash: state.hasCash,
        receipts: receiptsOf(),
        lastClose: state.close,
        days: state.period.days,
        missed: missed.of(state.period.days, day, person()),
        cashStep: roundingOf(settings())?.step ?? 1,
        otherTenders: settings().otherTenders ?? [],
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      const stop = books.subscribe(listener);
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
    async run(command) {
      switch (command.type) {
        case 'drawer':
          return drawer(command);
        case 'count_drawer':
          return count(command);
        case 'read_report':
          return report(command.period);
        case 'print_report':
          return print(command);
        case 'find_receipt': {
          const found = await books.receipt(command.receipt);
          if (found === null) return refuseTill('receipt_gone');
          return { ok: true, value: { receipt: pageOf(found) } };
        }
        case 'open_receipt':
          return open(command.code);
        case 'find_tender': {
          const receipt = await pageOfTender(books, command.tender);
          return receipt === null ? refuseTill('receipt_gone') : { ok: true, value: { receipt } };
        }
        case 'print_booked':
          return paper.printBooked(command.receipt);
        case 'print_refund': {
          const number = await books.receiptNumber(entryOfRefund(command.refund));
          return number === null ? refuseTill('receipt_gone') : paper.printBooked(number);
        }
        case 'saw_missed_close':
          missed.saw(today(), person());
          for (const listener of listeners) listener();
          return DONE;
        case 'approve_close':
          return staff.approve(command, { kind: 'close', close: command.close });
        case 'approve_receipt_refund':
          return staff.approve(command, {
            kind: 'receipt_refund',
            refund: command.refund,
            amount: command.amount,
          });
        case 'close_period':
          return close(command);
        case 'refund_receipt':
          return refund(command);
      }
    },
  };
}

/** True if the person saw the bills that are open now, each in its version. */
function areSame(seen: readonly SeenBill[], open: readonly SeenBill[]): boolean {
  const versions = new Map(open.map(({ id, version }) => [id, version]));
  return (
    seen.length === open.length && seen.every(({ id, version }) => versions.get(id) === version)
  );
}

const REFUSED = {
  by_phone: refuseTill('receipt_by_phone'),
  nothing: refuseTill('nothing_left'),
  too_much: refuseTill('too_much'),
} as const;

function differing({ expected, counted }: { readonly expected: number; readonly counted: number }) {
  return { ok: true, value: { difference: { expected, counted } } } as const;
}

/**
 * The X report that was booked as this entry: the sums of its period before it, whatever was booked since (D-411). Null if
 * the books have no such entry.
 */
export async function xReportPage(
  books: Pick<TillBooks, 'periods' | 'read'>,
  number: number,
): Promise<ReportPage | null> {
  const periods = await books.periods();
  for (const period of [...periods].reverse()) {
    const entries = await books.read(period);
    const [first] = entries;
    if (first === undefined || first.entry > number) continue;
    const found = entries.find(({ entry }) => entry === number);
    if (found?.fact.kind !== 'x_report') return null;
    const before = periods.filter((one) => one < period).at(-1);
    const close = before === undefined ? undefined : (await books.read(before)).at(-1);
    // The number of the last receipt is in no report.
    const start = close?.fact.kind === 'close' ? booksAfter(close, 0) : NO_BOOKS;
    const earlier = entries.filter(({ entry }) => entry < number);
    return openPage(earlier.reduce(reduceBooks, start), found.fact.at);
  }
  return null;
}

/** The X report of the open period of these books. */
function openPage(books: Books, at: Instant): ReportPage {
  return { report: reportOf(books, at), number: null, closed: null };
}

/** The report of the open period at `now`, or of a closed one; null if there is none of this number. */
export async function reportPage(
  books: Pick<TillBooks, 'books' | 'periods' | 'read'>,
  now: Instant,
  period: number | null,
): Promise<ReportPage | null> {
  if (period === null) return openPage(books.books(), now);
  // A period has the number of its file, unless somebody has taken files away.
  const periods = (await books.periods()).filter((one) => one >= period);
  for (const one of periods) {
    const last: BookEntry | undefined = (await books.read(one)).at(-1);
    if (last?.fact.kind !== 'close' || last.fact.number > period) return null;
    const { number, report, at, by } = last.fact;
    if (number === period) return { report, number, closed: { at, by } };
  }
  return null;
}
