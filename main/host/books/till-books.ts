import {
  type Books,
  booksAfter,
  isOfPeriod,
  NO_BOOKS,
  reduceBooks,
} from '../../../shared/books/books.ts';
import { closeFact } from '../../../shared/books/drawer.ts';
import type { BookEntry, BookFact, NumberedEntry } from '../../../shared/books/entry.ts';
import {
  type BookEvent,
  type BookWords,
  createFollower,
  eventId,
  eventsOf,
} from '../../../shared/books/follow.ts';
import { entryOf } from '../../../shared/books/next-entry.ts';
import {
  phoneRefundFact,
  type ReceiptFact,
  type RefundFact,
  saleOfReceipt,
  shareRefundFact,
} from '../../../shared/books/refunds.ts';
import {
  createReceiptList,
  type ReceiptsKnown,
} from '../../../shared/device/receipts/receipt-list.ts';
import { BEGIN, type EntryId, ownClose } from '../../../shared/ids/host-ids.ts';
import { businessDate } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { LruMap } from '../../../shared/limits/lru-map.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import type { JournalFailure } from '../../../shared/terminal/engine/journal.ts';
import type { JournalRecord } from '../../../shared/terminal/sale/records.ts';
import {
  type CancelTimer,
  type DeviceClock,
  instantOf,
  SECOND,
} from '../../../shared/time/clock.ts';
import { failureOf } from '../journal/writer.ts';
import {
  type BookFileRead,
  type BookFiles,
  hashOf,
  lineOf,
  readBookFile,
  readBookLine,
} from './book-files.ts';
import { createBookIndex } from './book-index.ts';
import type { BooksKey } from './books-key.ts';
import type { CodedEntry } from './receipt-codes.ts';

/** The books of a till, beside its journal. One event or command is booked after the other. */
export interface TillBooks {
  books(): Books;
  /** Writes the first entry unless there is one, and answers why the disk refuses it; null if the books have begun. */
  begin(): Promise<JournalFailure | null>;
  /** `unwritable`: events wait until the disk writes again. `damaged`: an earlier entry is not what was written. */
  state(): 'ok' | 'unwritable' | 'damaged';
  /**
   * Books every event of these records that is not booked yet. False if the disk refuses: then the journal must keep
   * the records.
   */
  catchUp(records: readonly JournalRecord[]): Promise<boolean>;
  /** Books the events of each record that follows these. */
  follow(records: readonly JournalRecord[]): (record: JournalRecord) => Promise<void>;
  /**
   * Decides what the command of this id books, on the books as they are then, and books it. The id is null for a command
   * whose entries have ids of their own. Fails while earlier events wait for the disk, because the drawer is not known
   * then; a repeat of a booked command is answered.
   */
  book<T>(id: EntryId | null, decide: Decide<T>): Promise<Booked<T>>;
  /** True for the id of an entry: of the newest ones, and of all once `indexed` has resolved. */
  isBooked(id: EntryId): boolean;
  /** True if a receipt names this bill. */
  hasBill(bill: string): boolean;
  /** An entry by the id of its event; null if these books do not have it. */
  entryById(id: EntryId): Promise<BookEntry | null>;
  /** Resolves when the files of earlier periods have been read once, or cannot be. */
  readonly indexed: Promise<void>;
  /** The number of a receipt by its id; null if these books do not have it. */
  receiptNumber(id: EntryId): Promise<number | null>;
  /** What the code of a receipt needs, by its id, without a read of the files: null also if it is long ago. */
  receiptKnown(id: EntryId): CodedEntry | null;
  /** A receipt by its number, with its refunds; null if there is none. */
  receipt(number: number): Promise<FoundReceipt | null>;
  /** The newest receipts and refunds: those of the newest periods, and of all once `indexed` has resolved. */
  receipts(): ReceiptsKnown;
  /** The receipts of a bill in the order of its payments, each with its refunds. */
  ofBill(bill: string): Promise<readonly FoundReceipt[]>;
  /** The entry of a receipt or a refund by its number; null if there is none. */
  numbered(number: number): Promise<NumberedEntry | null>;
  /** The entries of a business day, `YYYY-MM-DD`, oldest first. */
  ofDay(day: string): Promise<readonly BookEntry[]>;
  /** Business days with entries: those of the newest periods, and of all once `indexed` has resolved. */
  days(): Iterable<string>;
  /** Closed and open periods, oldest first. */
  periods(): Promise<readonly number[]>;
  /** The entries of a period. */
  read(period: number): Promise<readonly BookEntry[]>;
  /** Calls `listener` after every entry and every change of the state. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  stop(): Promise<void>;
}

export type FoundReceipt = {
  readonly entry: NumberedEntry;
  readonly receipt: ReceiptFact;
  readonly refunds: readonly RefundFact[];
};

/** What to book, and what to answer. It is asked on the books after all earlier entries. */
export type Decide<T> = (
  books: Books,
  isBooked: (id: EntryId) => boolean,
) => Decided<T> | Promise<Decided<T>>;

type Decided<T> = { readonly facts: readonly FactOn[]; readonly value: T };

/** A fact, or one that the books make of themselves when its turn has come. */
export type FactOn = BookFact | ((books: Books) => BookFact);

export type Booked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: JournalFailure };

export type TillBooksOptions = {
  readonly files: BookFiles;
  readonly key: BooksKey;
  readonly clock: DeviceClock;
  readonly till: string;
  readonly currency: string;
  /** Where and when the shop's business days end, for what is booked now. */
  readonly terms: (books: Books) => DayTerms;
  readonly words: BookWords;
  /** `daily`: nobody closes this till, so a period ends with the first event of the next day. */
  readonly closes: 'by_person' | 'daily';
  readonly report: (sentence: string) => void;
};

/** Pause between two attempts while the disk refuses. */
const RETRY = 5 * SECOND;
/** An entry that is known without a read of the files: one object, so that its code is made once. */
type Known = CodedEntry | (Omit<CodedEntry, 'receipt'> & { readonly receipt: null });
const knownOf = ({ receipt, fact: { id, at } }: BookEntry): Known => ({
  receipt,
  fact: { id, at },
});
/** As many of them are known. */
const IDS_KNOWN = 20_000;

/** Opens the books. Throws the disk's errors of reading. */
export async function openTillBooks(options: TillBooksOptions): Promise<TillBooks> {
  const { files, clock, report } = options;
  const opened = await load(files);
  const known = new LruMap<string, Known>(IDS_KNOWN);
  for (const entry of opened.reads.flatMap(({ entries }) => entries)) note(entry);
  const index = createBookIndex();
  const receipts = createReceiptList();
  for (const read of opened.reads) noteIn(read.period, read.entries);
  const listeners = createListeners();
  const changed = listeners.tell;
  const { isDamaged } = opened;
  let { books, period, end, unsure } = opened;
  let pending: readonly BookEvent[] = [];
  let isStuck = false;
  let timer: CancelTimer | null = null;
  let isStopped = false;
  let last: Promise<unknown> = Promise.resolve();
  if (isDamaged) report('An entry of the books is not what was written: tillkit journal verify.');

  function note(entry: BookEntry): void {
    known.set(entry.fact.id, knownOf(entry));
  }

  function noteIn(period: number, entries: readonly BookEntry[]): void {
    index.note(period, entries);
    receipts.note(entries);
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  const dayOf = (fact: BookFact) => businessDate(fact.at, options.terms(books));
  const isBooked = (id: EntryId) => known.get(id) !== undefined || index.hasId(id);

  /** Reads the files once, the newest first. A file that cannot be read stays one that is searched. */
  async function fillIndex(): Promise<void> {
    for (const one of [...(await files.periods())].reverse()) {
      if (isStopped || !index.hasRoom()) return;
      if (!index.knows(one)) noteIn(one, entriesIn(await files.read(one)));
    }
  }

  /** Makes the entries that were read durable, before anything is booked or answered because of them. */
  async function makeSure(): Promise<void> {
    if (unsure !== null) await files.write(unsure.period, '', unsure.end);
    unsure = null;
  }

  /** Writes one entry. Never two at once: a power cut could keep the second one without the first. */
  async function write(factOn: FactOn): Promise<void> {
    const fact = typeof factOn === 'function' ? factOn(books) : factOn;
    if (endsDay(fact)) await write(dailyClose);
    const plain = entryOf(books, fact, dayOf(fact), hashOf);
    const isClose = fact.kind === 'close';
    const entry = { ...plain, signature: isClose ? options.key.sign(plain.hash) : null };
    // Before the write: an entry that these books cannot take would stop every later start.
    const next = reduceBooks(books, entry);
    end = await files.write(period, lineOf(entry), end);
    books = next;
    note(entry);
    noteIn(period, [entry]);
    if (!isClose) return;
    // A close ends its file.
    period += 1;
    end = 0;
  }

  function endsDay(fact: BookFact): boolean {
    const { days } = books.period;
    if (options.closes !== 'daily' || fact.kind === 'close' || !isOfPeriod(fact)) return false;
    return days.length > 0 && !days.includes(dayOf(fact));
  }

  function dailyClose(state: Books): BookFact {
    const id = ownClose(state.close + 1);
    // It belongs to the day that it ends.
    const at = state.period.to ?? instantOf(clock.now());
    return closeFact(state, { id, at, by: '', approvedBy: null, key: options.key.publicKey });
  }

  async function tryWrite(
    facts: () => readonly FactOn[] | Promise<readonly FactOn[]>,
  ): Promise<JournalFailure | null> {
    try {
      await makeSure();
      for (const fact of await facts()) await write(fact);
      settle(null);
      return null;
    } catch (error) {
      const failure = failureOf(error);
      settle(failure);
      return failure;
    }
  }

  /** Notes whether the disk writes, and tries again later if it does not. */
  function settle(failure: JournalFailure | null): void {
    if (isStuck === (failure !== null)) {
      if (failure === null) changed();
    } else {
      isStuck = failure !== null;
      report(
        failure === null
          ? 'The books are written again.'
          : `The books cannot be written; what is paid is booked later. ${failure.description}`,
      );
      changed();
    }
    if (isStuck && timer === null && !isStopped) timer = clock.after(RETRY, retry);
  }

  function retry(): void {
    timer = null;
    void inTurn(() => bookPending());
  }

  /** The first entry, before anything else is booked. */
  async function begin(): Promise<JournalFailure | null> {
    if (books.entry > 0) return null;
    const { till, currency } = options;
    const at = instantOf(clock.now());
    return tryWrite(() => [{ kind: 'begin', id: BEGIN, at, by: '', till, currency }]);
  }

  async function factOf(event: BookEvent): Promise<BookFact> {
    if (event.kind === 'fact') return event.fact;
    if (event.kind === 'share_refund') {
      const paid = (await entryById(event.receipt))?.fact;
      const receipt = paid?.kind === 'receipt' ? paid : null;
      return shareRefundFact(event, receipt, await refundsOf(event.receipt));
    }
    // An earlier refund of the payment names it too.
    const isIt = ({ fact }: BookEntry) =>
      fact.kind === 'receipt' && fact.method.kind === 'phone' && fact.method.tid === event.tid;
    const found = (await entriesNaming(event.tid, isIt)).find(isIt)?.fact;
    const sale = found?.kind === 'receipt' ? saleOfReceipt(found) : (event.sale ?? null);
    return phoneRefundFact(event, sale, sale === null ? [] : await refundsOf(sale.id));
  }

  /** Books what waits, one event after the other, because a refund needs the receipts before it. */
  async function bookPending(): Promise<JournalFailure | null> {
    const notSure = unsure === null ? null : await tryWrite(() => []);
    if (notSure !== null) return notSure;
    const notBegun = await begin();
    if (notBegun !== null) return notBegun;
    for (let [event] = pending; event !== undefined; [event] = pending) {
      const now = event;
      const failure = isBooked(eventId(now))
        ? null
        : await tryWrite(async () => [await factOf(now)]);
      if (failure !== null) return failure;
      pending = pending.slice(1);
    }
    return isStuck ? tryWrite(() => []) : null;
  }

  /**
   * Periods that may have what is looked for, the newest first: those of the index, and those that it does not know. Both
   * are asked at once, because the index is filled meanwhile.
   */
  async function periodsFor(found: () => readonly number[]): Promise<readonly number[]> {
    const all = await files.periods();
    const unknown = all.filter((one) => !index.knows(one));
    return [...found(), ...unknown].sort((a, b) => b - a);
  }

  /** Entries that name a receipt, a payment or a command, newest first, until one is found that is enough. */
  async function entriesNaming(
    name: string,
    isEnough: (entry: BookEntry) => boolean,
  ): Promise<readonly BookEntry[]> {
    const text = JSON.stringify(name);
    return entriesOf(await periodsFor(() => index.periodsOf(name)), text, isEnough);
  }

  /** Entries of these periods whose line has this text, newest first, until one is found that is enough. */
  async function entriesOf(
    periods: readonly number[],
    text: string,
    isEnough: (entry: BookEntry) => boolean,
  ): Promise<readonly BookEntry[]> {
    const found: BookEntry[] = [];
    for (const one of periods) {
      const lines = (await files.read(one)).toString('utf8').split('\n').reverse();
      for (const line of lines) {
        if (!line.includes(text)) continue;
        const read = readBookLine(line);
        if (!read.ok) continue;
        found.push(read.entry);
        if (isEnough(read.entry)) return found;
      }
    }
    return found;
  }

  async function entryById(id: EntryId): Promise<BookEntry | null> {
    const isIt = (entry: BookEntry) => entry.fact.id === id;
    return (await entriesNaming(id, isIt)).find(isIt) ?? null;
  }

  async function numbered(number: number): Promise<NumberedEntry | null> {
    const isIt = (entry: BookEntry): entry is NumberedEntry => entry.receipt === number;
    const periods = await periodsFor(() => {
      const found = index.periodOfReceipt(number);
      return found === null ? [] : [found];
    });
    return (await entriesOf(periods, `"receipt":${number},`, isIt)).find(isIt) ?? null;
  }

  async function refundsOf(id: string): Promise<readonly RefundFact[]> {
    // A refund of a payment that was not captured completely is before the receipt.
    const named = await entriesNaming(id, () => false);
    return named
      .flatMap(({ fact }) => (fact.kind === 'refund' && fact.of === id ? [fact] : []))
      .reverse();
  }

  /** The events that no entry of any file has. */
  async function unbooked(events: readonly BookEvent[]): Promise<readonly BookEvent[]> {
    const isWaiting = new Set(pending.map(eventId));
    let left = events.filter((event) => {
      const id = eventId(event);
      return !isBooked(id) && !isWaiting.has(id);
    });
    for (const one of await periodsFor(() => [])) {
      if (left.length === 0) return left;
      const text = (await files.read(one)).toString('utf8');
      left = left.filter((event) => !text.includes(`"id":${JSON.stringify(eventId(event))}`));
    }
    return left;
  }

  await makeSure().catch(() => undefined);
  const indexed = fillIndex().catch(() => undefined);
  return {
    books: () => books,
    begin: async () =>
      books.entry > 0 ? null : inTurn(() => bookPending()).catch((fault) => failureOf(fault)),
    state: () => (isStuck ? 'unwritable' : isDamaged ? 'damaged' : 'ok'),
    catchUp: (records) =>
      inTurn(async () => {
        const events = eventsOf(records, options.words);
        pending = [...pending, ...(await unbooked(events))];
        return (await bookPending()) === null;
      }).catch(() => false),
    follow(records) {
      const follower = createFollower(options.words);
      for (const record of records) follower.next(record);
      return async (record) => {
        const events = follower.next(record);
        if (events.length === 0) return;
        await inTurn(async () => {
          pending = [...pending, ...events];
          await bookPending();
        }).catch(() => undefined);
      };
    },
    book: (id, decide) =>
      inTurn(async () => {
        const failed = await bookPending();
        if (failed !== null && (unsure !== null || id === null || !isBooked(id))) {
          return { ok: false, failure: failed };
        }
        const { facts, value } = await decide(books, isBooked);
        if (facts.length === 0) return { ok: true, value };
        const failure = await tryWrite(() => facts);
        return failure === null ? { ok: true, value } : { ok: false, failure };
      }),
    isBooked,
    hasBill: (bill) => index.periodsOf(bill).length > 0,
    entryById,
    indexed,
    receiptKnown(id) {
      const entry = known.get(id);
      return entry === undefined || entry.receipt === null ? null : entry;
    },
    async receiptNumber(id) {
      const entry = known.get(id);
      if (entry !== undefined) return entry.receipt;
      return (await entryById(id))?.receipt ?? null;
    },
    async ofBill(bill) {
      const found: FoundReceipt[] = [];
      for (const { fact, ...entry } of await entriesNaming(bill, () => false)) {
        const { receipt: number } = entry;
        if (fact.kind !== 'receipt' || fact.bill?.id !== bill || number === null) continue;
        const refunds = await refundsOf(fact.id);
        found.unshift({ entry: { ...entry, fact, receipt: number }, receipt: fact, refunds });
      }
      return found;
    },
    numbered,
    receipts: () => receipts,
    async ofDay(day) {
      const periods = await periodsFor(() => index.periodsOfDay(day));
      const named = await entriesOf(periods, `"day":"${day}"`, () => false);
      return named.filter((entry) => entry.day === day).reverse();
    },
    days: () => index.days(),
    async receipt(number) {
      const found = await numbered(number);
      if (found?.fact.kind !== 'receipt') return null;
      return { entry: found, receipt: found.fact, refunds: await refundsOf(found.fact.id) };
    },
    periods: () => files.periods(),
    read: async (one) => readBookFile(await files.read(one)).entries,
    subscribe: listeners.subscribe,
    async stop() {
      isStopped = true;
      timer?.();
      await Promise.all([last, indexed]);
      listeners.clear();
    },
  };
}

/** The entries of a file, without a check of their hashes. */
function entriesIn(bytes: Buffer): readonly BookEntry[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const read = readBookLine(line);
      return read.ok ? [read.entry] : [];
    });
}

type Loaded = {
  readonly books: Books;
  /** The file of the next entry, and where in it. */
  readonly period: number;
  readonly end: number;
  readonly isDamaged: boolean;
  /** The last closed period and the open one. */
  readonly reads: readonly Read[];
  /**
   * Where the last entry ends. What a killed program left in the machine's memory would not survive a power cut, until
   * it was written to the disk once.
   */
  readonly unsure: { readonly period: number; readonly end: number } | null;
};

async function load(files: BookFiles): Promise<Loaded> {
  const periods = await files.periods();
  const open: Read[] = [];
  let closed: Read | null = null;
  for (const period of [...periods].reverse()) {
    const read = { period, ...readBookFile(await files.read(period)) };
    if (isClosed(read)) {
      closed = read;
      break;
    }
    open.unshift(read);
  }
  const base = await baseOf(files, periods, closed);
  const entries = open.flatMap((read) => read.entries);
  // Only a file that is missing its close is followed by another one. The first entry of the open file continues the
  // last close, so that nobody can take away the entries before it.
  const isDamaged =
    open.length > 1 ||
    [closed, ...open].some((read) => read?.isDamaged === true) ||
    (entries[0] !== undefined && entries[0].previous !== base.hash);
  const newest = open.at(-1);
  return {
    books: entries.reduce(reduceBooks, base),
    period: newest?.period ?? (closed?.period ?? 0) + 1,
    end: newest?.end ?? 0,
    isDamaged,
    reads: closed === null ? open : [closed, ...open],
    unsure: newest ?? closed,
  };
}

type Read = BookFileRead & { readonly period: number };

const isClosed = ({ entries }: BookFileRead) => entries.at(-1)?.fact.kind === 'close';

/** The books after the last close. The last receipt number may be in an earlier period. */
async function baseOf(
  files: BookFiles,
  periods: readonly number[],
  closed: Read | null,
): Promise<Books> {
  const close = closed?.entries.at(-1);
  if (closed === null || close === undefined) return NO_BOOKS;
  for (const period of periods.filter((one) => one <= closed.period).reverse()) {
    const { entries } = period === closed.period ? closed : readBookFile(await files.read(period));
    const number = entries.findLast(({ receipt }) => receipt !== null)?.receipt ?? null;
    if (number !== null) return booksAfter(close, number);
  }
  return booksAfter(close, 0);
}
