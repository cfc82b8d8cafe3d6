import {
  moneyOfUnits,
  type SharedBill,
  unitsOfBillLeft,
} from '../../../shared/books/bill-refund.ts';
import {
  type Books,
  booksAfter,
  NO_BOOKS,
  reduceBooks,
  reportOf,
} from '../../../shared/books/books.ts';
import {
  type CloseOrder,
  closeFact,
  decideBeforeClose,
  decideCount,
  restOfClose,
  unendedClose,
} from '../../../shared/books/drawer.ts';
import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import { receiptIds, type SaleOfReceipt } from '../../../shared/books/follow.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import { decideRefund } from '../../../shared/books/refunds.ts';
import { roundingOf } from '../../../shared/cash/setting.ts';
import type { BooksView } from '../../../shared/device/bridge/books.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { ShownReceipt } from '../../../shared/device/commands/book-answers.ts';
import type { SeenBill } from '../../../shared/device/commands/books.ts';
import type { AnswerOf, InputOf } from '../../../shared/device/commands/table.ts';
import { findReceipts, listedOf } from '../../../shared/device/receipts/receipt-list.ts';
import type { ReportPage } from '../../../shared/documents/report.ts';
import {
  bankOfClose,
  type EntryId,
  entryOfCommand,
  entryOfRefund,
  xReport,
} from '../../../shared/ids/host-ids.ts';
import { businessDatesOf } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { thousandths } from '../../../shared/money/units.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { typedNumber } from '../../../shared/protocol/receipt-number.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { type DeviceClock, type Instant, instantOf } from '../../../shared/time/clock.ts';
import type { BackOffice } from '../back-office/back-office.ts';
import { type Caller, type Handlers, nameOf, type RegisterCaller } from '../commands/handlers.ts';
import type { Approved, Subject } from '../staff/approvals.ts';
import { type BillRefundsDeps, createBillRefunds } from './bill-refunds.ts';
import type { MissedClose } from './missed-close.ts';
import type { OpenReceipt } from './open-receipt.ts';
import { receiptInMemory } from './receipt-of-payment.ts';
import { pageOf, pageOfTender } from './receipt-page.ts';
import type { TillBooks } from './till-books.ts';

/** The drawer and the books of a till, as its screens see and change them. */
export interface HostBooks {
  /** What the screen of a person shows, by the person's id; empty for nobody. */
  view(person: string): BooksView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  readonly commands: Handlers<'books'>;
}

/** Reads a receipt or a refund of the books as a document by its number; null if there is none. */
export type ReadShownReceipt = (receipt: number) => Promise<ShownReceipt | null>;

export type HostBooksOptions = {
  readonly books: TillBooks;
  readonly terminal: BillRefundsDeps['terminal'];
  readonly settings: () => Pick<
    TillSettings,
    'currency' | 'locale' | 'country' | 'cashRounding' | 'otherTenders'
  >;
  readonly terms: () => DayTerms;
  readonly clock: DeviceClock;
  readonly staff: Pick<BackOffice, 'hasStaff' | 'approve' | 'approver'>;
  readonly missed: MissedClose;
  /** The public key that signs the closes. */
  readonly publicKey: string;
  readonly openReceipt: OpenReceipt;
  /** The sales that the terminal shows. */
  readonly sales: () => readonly (SaleOfReceipt & Pick<SaleView, 'tid' | 'method'>)[];
  readonly readShown: ReadShownReceipt;
  readonly openBills: () => readonly SeenBill[];
  readonly paper: BooksPaper;
  /** Who gave a command, when the cash register names nobody. */
  readonly registerName: string;
  /** The reason of the money for the bank, in the language of the till. */
  readonly bank: string;
};

/** The printer of the books. */
export type BooksPaper = {
  readonly openDrawer: () => void;
  /** `entry`: the X report that was booked as this entry. */
  readonly printReport: (
    report: { period: number } | { entry: number },
  ) => Answer<{ readonly id: string }>;
  readonly printBooked: (receipt: number) => Answer<{ readonly id: string }>;
};

const DONE = answer(null);

export function openHostBooks(options: HostBooksOptions): HostBooks {
  const { books, settings, terms, clock, staff, paper, missed } = options;
  const now = () => instantOf(clock.now());
  // Each snapshot asks for both days.
  const [todayAt, dayOf] = [businessDatesOf(terms), businessDatesOf(terms)];
  const today = () => todayAt(now());
  const listeners = createListeners();

  function receiptsOf(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      options.sales().flatMap((sale) => {
        const receipt = receiptInMemory(books, receiptIds(sale));
        return receipt === null ? [] : [[sale.id, receipt.receipt]];
      }),
    );
  }

  const by = (caller: Caller) => nameOf(caller, options.registerName);

  async function drawer(
    { id: command, act }: InputOf<'drawer'>,
    caller: Caller,
  ): Promise<Answer<null>> {
    const id = entryOfCommand(command);
    const reason = 'reason' in act ? act.reason : null;
    const amount = 'amount' in act ? act.amount : money(0);
    const fact = {
      kind: 'drawer' as const,
      id,
      at: now(),
      by: by(caller),
      act: act.act,
      amount,
      reason,
    };
    const booked = await books.book(id, async (_, isBooked) => {
      const before = isBooked(id) ? await repeatOf(id, (one) => isSameDrawer(one, fact)) : null;
      return { facts: before === null ? [fact] : [], value: before };
    });
    if (!booked.ok) return refuseTill('books_not_saved', booked.failure.description);
    if (booked.value === null) paper.openDrawer();
    return booked.value ?? DONE;
  }

  /**
   * The answer to a command whose id is booked: done if the same command booked it. Nobody hears that another command was
   * done, because nothing of it is booked. An entry whose file was removed is taken for the same one.
   */
  async function repeatOf(id: EntryId, isIt: (fact: BookFact) => boolean): Promise<Answer<null>> {
    const found = await books.entryById(id);
    return found === null || isIt(found.fact) ? DONE : refuseTill('bill_command_used');
  }

  async function count(
    ordered: InputOf<'count_drawer'>,
    caller: Caller,
  ): Promise<AnswerOf<'count_drawer'>> {
    const { id: command, counted, reason, explains } = ordered;
    const id = entryOfCommand(command);
    const order = { id, at: now(), by: by(caller), counted, reason, explains };
    const booked = await books.book<AnswerOf<'count_drawer'>>(id, async (state, isBooked) => {
      if (isBooked(id)) {
        const isIt = (fact: BookFact) => fact.kind === 'count' && isSame(fact.counted, counted);
        return { facts: [], value: await repeatOf(id, isIt) };
      }
      const decided = decideCount(state, order);
      if (decided.kind === 'facts') return { facts: decided.facts, value: DONE };
      return { facts: [], value: differing(decided) };
    });
    return booked.ok ? booked.value : refuseTill('books_not_saved', booked.failure.description);
  }

  async function close(
    command: InputOf<'close_period'>,
    caller: Caller,
  ): Promise<AnswerOf<'close_period'>> {
    const { counted, keep, reason, explains, openBills, lastClose } = command;
    const id = entryOfCommand(command.id);
    const said = {
      id,
      at: now(),
      by: by(caller),
      counted,
      keep,
      reason,
      explains,
      bank: options.bank,
    };
    const booked = await books.book<AnswerOf<'close_period'> | number>(
      id,
      async (state, isBooked) => {
        const nothing = (value: AnswerOf<'close_period'>) => ({ facts: [], value });
        // A repeat after a lost answer has no approval to show: a restart forgets it.
        if (isBooked(id)) return nothing(await repeatOf(id, ({ kind }) => kind === 'close'));
        if (lastClose !== null && lastClose !== state.close)
          return nothing(refuseTill('close_done'));
        const closer = closerOf(command, caller);
        if (closer === null) return nothing(refuseTill('role'));
        if (!areSame(openBills, options.openBills()))
          return nothing(refuseTill('close_open_bills'));
        if (counted === null && (state.hasCash || state.drawer !== 0)) {
          return nothing(refuseTill('close_needs_count'));
        }
        const order: CloseOrder = { ...said, approvedBy: closer.approvedBy };
        const before = decideBeforeClose(state, order, isBooked);
        if (before.kind === 'keep_too_much') return nothing(refuseTill('keep_too_much'));
        if (before.kind === 'difference') return nothing(differing(before));
        return { facts: [...before.facts, sealOf(order)], value: state.close + 1 };
      },
    );
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
    await books.book(null, async (state, isBooked) => {
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
  async function again(id: EntryId): Promise<AnswerOf<'close_period'>> {
    for (const period of [...(await books.periods())].reverse()) {
      const last = (await books.read(period)).at(-1);
      if (last?.fact.kind === 'close' && last.fact.id === id) return report(last.fact.number);
    }
    return DONE;
  }

  /** A supervisor closes alone, another person with an approval. A till without staff has nobody who could approve. */
  function closerOf(
    command: InputOf<'close_period'>,
    caller: Caller,
  ): { approvedBy: string | null } | null {
    const { id, approval, counted, keep, lastClose, openBills } = command;
    // Nobody at a register has shown who he is, so at a till with staff a supervisor closes at the screen (D-506).
    if (caller.at === 'register') return staff.hasStaff() ? null : { approvedBy: null };
    const { giver } = caller;
    if (giver === null || giver.role === 'supervisor') return { approvedBy: null };
    const close = { id, counted, keep, lastClose, openBills };
    const allowed = approved(approval, { kind: 'close', close }, id);
    return allowed.ok ? { approvedBy: allowed.by } : null;
  }

  /** Uses the approval of a screen for one command. */
  const approved = (approval: string | undefined, act: Subject, command: string): Approved =>
    approval === undefined
      ? { ok: false, reason: 'approval_expired' }
      : staff.approver(approval, act, command);

  async function report(period: number | null): Promise<AnswerOf<'read_report'>> {
    const page = await reportPage(books, now(), period);
    return page === null ? refuseTill('period_gone') : { ok: true, value: { report: page } };
  }

  /**
   * Nobody has an X report on paper that the books do not have, nor one with other sums: a browser prints the page of
   * the answer (D-411). A closed report never changes.
   */
  async function print(
    { period, on }: InputOf<'print_report'>,
    caller: Caller,
  ): Promise<AnswerOf<'print_report'>> {
    if (period !== null) return on === 'browser' ? DONE : paper.printReport({ period });
    const at = now();
    const booked = await books.book(null, (state) => {
      const entry = state.entry + 1;
      const fact: BookFact = { kind: 'x_report', id: xReport(entry), at, by: by(caller) };
      return { facts: [fact], value: { entry, page: openPage(state, at) } };
    });
    if (!booked.ok) return refuseTill('books_not_saved', booked.failure.description);
    const { entry, page } = booked.value;
    if (on === 'browser') return { ok: true, value: { report: page } };
    return paper.printReport({ entry });
  }

  async function refund(
    command: InputOf<'refund_receipt'>,
    caller: Caller,
  ): Promise<AnswerOf<'refund_receipt'>> {
    const { receipt: number, approval, lines, amount, tip, reason } = command;
    const id = entryOfCommand(command.id);
    const booked = await books.book<Answer<null> | null>(id, async (_, isBooked) => {
      const nothing = (value: Answer<null> | null) => ({ facts: [], value });
      if (isBooked(id)) {
        const before = await repeatOf(id, (fact) => isSameRefund(fact, command));
        return nothing(before === DONE ? null : refuseTill('id_used'));
      }
      const found = await books.receipt(number);
      if (found === null) return nothing(refuseTill('receipt_gone'));
      const order = { id, at: now(), by: by(caller), approvedBy: '', reason, lines, amount, tip };
      const decided = decideRefund(found.receipt, found.refunds, order, roundingOf(settings()));
      if (!decided.ok) return nothing(REFUSED[decided.reason]);
      const back = movedBy(decided.fact);
      const seen = { receipt: number, lines, amount, tip, reason };
      const act = { kind: 'receipt_refund', refund: seen, amount: back } as const;
      const permitted =
        caller.at === 'register' ? approvedAt(caller, back) : approved(approval, act, command.id);
      if (!permitted.ok) return nothing(refuseTill(permitted.reason));
      const fact = { ...decided.fact, approvedBy: permitted.by };
      return { facts: [fact], value: fact.method.kind === 'cash' ? DONE : null };
    });
    if (!booked.ok) return refuseTill('books_not_saved', booked.failure.description);
    if (booked.value?.ok === false) return booked.value;
    if (booked.value === DONE) paper.openDrawer();
    const after = await books.receipt(number);
    const own = await books.receiptNumber(id);
    if (after === null) return refuseTill('receipt_gone');
    // The id named a refund of another receipt, or another command: nothing of this one is booked.
    if (own === null || !after.refunds.some((one) => one.id === id)) return refuseTill('id_used');
    return { ok: true, value: { receipt: await pageOf(books, after), number: own } };
  }

  async function refundBill(
    command: InputOf<'refund_bill'>,
    caller: Caller,
  ): Promise<AnswerOf<'refund_bill'>> {
    const { approval, id, bill, lines, reason } = command;
    const seen = { bill, lines, reason };
    const made = await billRefunds.refund({ ...seen, id, by: by(caller) }, (back) => {
      if (caller.at === 'register') return approvedAt(caller, back);
      return approved(approval, { kind: 'bill_refund', refund: seen, amount: back }, id);
    });
    if (!made.ok) return made;
    const { refunded, isNew } = made.value;
    if (isNew && refunded.parts.some(({ method }) => method.kind === 'cash')) paper.openDrawer();
    return answer({ billRefund: refunded });
  }

  /** A search in all receipts. One that is older than the list is found by its number. */
  async function find({ filter }: InputOf<'receipts'>): Promise<AnswerOf<'receipts'>> {
    await books.indexed;
    const { text, tender, tenderName, refunds, from, to, before } = filter;
    const wanted = {
      text: text ?? '',
      tender: tender ?? null,
      tenderName: tenderName ?? null,
      refunds: refunds ?? false,
      from: from ?? null,
      to: to ?? null,
    };
    const phones = new Map(
      options.sales().flatMap(({ tid, method }) => {
        return tid === null || method.kind !== 'phone' ? [] : [[tid, method.msisdn] as const];
      }),
    );
    const reader = {
      currency: settings().currency,
      timeZone: terms().timeZone,
      phoneOf: (tid: string) => phones.get(tid) ?? null,
    };
    const known = books.receipts();
    const number = typedNumber(wanted.text.trim());
    const isOlder = number !== null && number < (known.rows[0]?.receipt ?? 1);
    const entry = isOlder ? await books.numbered(number) : null;
    const older = entry === null ? null : listedOf(entry);
    const rows = older === null ? known.rows : [older, ...known.rows];
    const { refundedOf, numberOf } = known;
    const page = findReceipts({ rows, refundedOf, numberOf }, wanted, before ?? null, reader);
    return answer({ receipts: page });
  }

  async function open(code: string): Promise<AnswerOf<'open_receipt'>> {
    const opened = await options.openReceipt(code);
    if (!opened.ok) return opened;
    const { value } = opened;
    return {
      ok: true,
      value: value.kind === 'own' ? { receipt: value.page } : { otherTill: value.receipt },
    };
  }

  const billRefunds = createBillRefunds({
    books,
    terminal: options.terminal,
    rounding: () => roundingOf(settings()),
  });
  /** Refunds one after the other: each is decided on what the ones before it have left. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  // Files that cannot be read are named where a person reads a report.
  void endClose().catch(() => undefined);
  return {
    view(person) {
      const state = books.books();
      const day = today();
      return {
        state: books.state(),
        day,
        behind: state.latest !== null && dayOf(state.latest) > day,
        hasCash: state.hasCash,
        receipts: receiptsOf(),
        lastClose: state.close,
        days: state.period.days,
        missed: missed.of(state.period.days, day, person),
        cashStep: roundingOf(settings())?.step ?? 1,
        otherTenders: settings().otherTenders ?? [],
      };
    },
    subscribe(listener) {
      const stops = [books.subscribe(listener), listeners.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    commands: {
      drawer,
      count_drawer: count,
      read_report: ({ period }) => report(period),
      print_report: print,
      receipts: find,
      async read_receipt({ receipt }) {
        const shown = await options.readShown(receipt);
        return shown === null ? refuseTill('receipt_gone') : answer({ shown });
      },
      async find_receipt({ receipt }) {
        const found = await books.receipt(receipt);
        if (found === null) return refuseTill('receipt_gone');
        return answer({ receipt: await pageOf(books, found) });
      },
      open_receipt: ({ code }) => open(code),
      async find_tender({ tender }) {
        const receipt = await pageOfTender(books, tender);
        return receipt === null ? refuseTill('receipt_gone') : answer({ receipt });
      },
      print_booked: ({ receipt }) => paper.printBooked(receipt),
      async print_refund({ refund: id }) {
        const number = await books.receiptNumber(entryOfRefund(id));
        return number === null ? refuseTill('receipt_gone') : paper.printBooked(number);
      },
      saw_missed_close(_, caller) {
        missed.saw(today(), caller.at === 'register' ? '' : (caller.giver?.id ?? ''));
        listeners.tell();
        return DONE;
      },
      approve_close: ({ close: seen, ...who }) =>
        staff.approve(who, { kind: 'close', close: seen }),
      approve_receipt_refund: ({ refund: seen, amount, ...who }) =>
        staff.approve(who, { kind: 'receipt_refund', refund: seen, amount }),
      close_period: close,
      refund_receipt: (command, caller) => inTurn(() => refund(command, caller)),
      async find_bill({ bill }) {
        const read = await billRefunds.read(bill);
        return read.ok ? answer({ sharedBill: read.value, left: goodsLeft(read.value) }) : read;
      },
      approve_bill_refund: ({ refund: seen, amount, ...who }) =>
        staff.approve(who, { kind: 'bill_refund', refund: seen, amount }),
      refund_bill: (command, caller) => inTurn(() => refundBill(command, caller)),
    },
  };
}

/** What one refund can give back of each line of a bill, alone. */
const goodsLeft = (bill: SharedBill) =>
  unitsOfBillLeft(bill).flatMap((quantity, line) =>
    quantity === 0 ? [] : [{ line, quantity, total: moneyOfUnits(bill, { line, quantity }) }],
  );

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function isSameDrawer(fact: BookFact, wanted: Extract<BookFact, { kind: 'drawer' }>): boolean {
  const said = ({ act, amount, reason }: typeof wanted) => [act, amount, reason];
  return fact.kind === 'drawer' && isSame(said(fact), said(wanted));
}

/** True if this entry is what the command gives back: the same units, or the same amount. */
function isSameRefund(
  fact: BookFact,
  { lines, amount, tip }: Pick<InputOf<'refund_receipt'>, 'lines' | 'amount' | 'tip'>,
): boolean {
  if (fact.kind !== 'refund' || fact.tip !== tip) return false;
  const units = fact.lines.map(({ of = -1, quantity }) => ({
    line: of,
    quantity: thousandths(quantity),
  }));
  return lines === null ? units.length === 0 && fact.total === amount : isSame(units, lines);
}

/** A register names the person who approved a refund, up to the ceiling. */
function approvedAt({ approver, ceiling }: RegisterCaller, back: MoneyInteger): Approved {
  if (approver === undefined || back > (ceiling ?? ZERO))
    return { ok: false, reason: 'above_ceiling' };
  return { ok: true, by: approver };
}

/** A till without a printer has no drawer that it could open. */
export const NO_PAPER: BooksPaper = {
  openDrawer: () => undefined,
  printReport: () => refuseTill('no_printer'),
  printBooked: () => refuseTill('no_printer'),
};

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

/** The X report of the open period of these books. Nobody reads in it what the drawer should hold (D-521). */
function openPage(books: Books, at: Instant): ReportPage {
  const { drawer, ...report } = reportOf(books, at);
  return {
    report: { ...report, drawer: { ...drawer, expected: null } },
    number: null,
    at,
    closed: null,
  };
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
    const { number, report, at, by, approvedBy } = last.fact;
    if (number === period) return { report, number, closed: { at, by, approvedBy } };
  }
  return null;
}
