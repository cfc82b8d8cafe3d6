import { onTestFinished } from 'vitest';
import { bookedJournal } from '../../main/host/books/booked-journal.ts';
import { type MissedClose, openMissedClose } from '../../main/host/books/missed-close.ts';
import { createOpenReceipt } from '../../main/host/books/open-receipt.ts';
import { createOtherTills, type ReadReceipt } from '../../main/host/books/other-tills.ts';
import { receiptCodes } from '../../main/host/books/receipt-codes.ts';
import type { TillBooksOptions } from '../../main/host/books/till-books.ts';
import { type Fiscal, type FiscalOptions, openFiscal } from '../../main/host/fiscal/fiscal.ts';
import { isLivePayment, receiptOfNew } from '../../main/host/fiscal/open-fiscal.ts';
import { permitOf } from '../../main/host/fiscal/payment-permit.ts';
import { documentOf } from '../../main/host/receipts/document.ts';
import { readShownReceipt } from '../../main/host/receipts/shown-receipt.ts';
import type { Approved, Subject } from '../../main/host/staff/approvals.ts';
import { openSelling } from '../../main/host/till/selling.ts';
import type { Bill } from '../../shared/bill/bill.ts';
import { reportOf } from '../../shared/books/books.ts';
import type {
  BookEntry,
  NumberedEntry,
  PeriodReport,
  ShownReport,
} from '../../shared/books/entry.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import type { Role } from '../../shared/device/staff/role.ts';
import type { ReportPage } from '../../shared/documents/report.ts';
import { refuseTill } from '../../shared/refusals/till-problem.ts';
import type { JournalRecord } from '../../shared/terminal/sale/records.ts';
import { compact } from '../../shared/terminal/start/compact.ts';
import { BOOKS_KEY, createMemoryFiles, openMemoryBooks } from '../support/books.ts';
import { dispatchOf } from '../support/host-commands.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import { createMemoryJournal, drive, rest, startTill } from '../support/till.ts';
import { type goods, newId } from './bills-world.ts';

/* A till with bills, a drawer and books. The test decides when its power is cut and when its disk refuses. */

export const SETTINGS = {
  shop: { name: 'Bakery', address: null, organisationNumber: null },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  posId: 'till1',
  paidDwellSeconds: 8,
  timeZone: 'UTC',
  cashRounding: { step: 100, half: 'up' },
} as const;

/** 2026-11-27, 08:00 in Oslo. */
export const MORNING = Date.UTC(2026, 10, 27, 7);

type Kept = {
  readonly clock: ReturnType<typeof createManualClock>;
  readonly service: ReturnType<typeof createModelService>;
  readonly memory: ReturnType<typeof createMemoryJournal>;
  readonly disk: ReturnType<typeof createMemoryFiles>;
};

/** The records of the journal, and the files of the books. */
type Durable = {
  readonly records: readonly JournalRecord[];
  readonly texts: ReadonlyMap<number, string>;
};

type Otherwise = Partial<Pick<TillBooksOptions, 'closes' | 'terms'>> & {
  readonly role?: Role;
  readonly person?: () => string;
  readonly missed?: MissedClose;
  /** Decides on every approval; when left out, the one by the id `approved` is valid for everything. */
  readonly approver?: (subject: Subject) => Approved;
  readonly fiscal?: Pick<FiscalOptions, 'rule' | 'device'>;
  /** The name of the till; `till1` when left out. */
  readonly till?: string;
  /** What a write of the books answers from the beginning, until a restart. */
  readonly disk?: () => Promise<void>;
  /** Null: the till has no staff. */
  readonly giver?: null;
  /** NOK when left out. */
  readonly currency?: string;
  /** The receipts that tills of the shop have handed over; when left out, the service does not answer. */
  readonly handedOver?: ReadReceipt;
};

/** A till alone, or beside another one with the same service and clock. */
export async function booksWorld(
  otherwise: Otherwise = {},
  beside: Pick<Kept, 'clock' | 'service'> | null = null,
) {
  const clock = beside?.clock ?? createManualClock(MORNING);
  const kept = {
    clock,
    service: beside?.service ?? createModelService(clock),
    memory: createMemoryJournal(),
    disk: createMemoryFiles(),
  };
  if (otherwise.disk !== undefined) kept.disk.onWrite(otherwise.disk);
  return openWorld(kept, otherwise);
}
export type BooksWorld = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(kept: Kept, otherwise: Otherwise) {
  const { clock, service, memory, disk } = kept;
  const { role = 'supervisor', person = () => 'kari', ...others } = otherwise;
  const { fiscal: withDevice, missed = forgetful(), approver, till = 'till1', ...shop } = others;
  const { currency = SETTINGS.currency } = shop;
  const { handedOver = async () => 'no_answer' as const, ...more } = shop;
  const settings = { ...SETTINGS, posId: till, currency };
  let fiscal: Fiscal | null = null;
  const books = await openMemoryBooks(disk, { clock, till, currency, ...more });
  const found = createMemoryJournal(memory.records).journal.records;
  // As a journal is opened: what is not booked is not dropped.
  const records = (await books.catchUp(found)) ? compact(found, clock.now()) : found;
  memory.records.splice(0, memory.records.length, ...records);
  const journal = bookedJournal({ ...memory.journal, records }, books);
  const refunds = service.client;
  const permit = permitOf(books, () => fiscal);
  const terminal = startTill({
    client: service.client,
    refunds,
    journal,
    clock,
    settings: { posId: till, currency },
    permit: (payment) => permit(receiptOfNew(payment)),
  });
  if (withDevice !== undefined) {
    fiscal = await openFiscal({
      ...withDevice,
      books,
      till,
      isLive: (payment) => isLivePayment(terminal, payment),
      clock,
      report: () => undefined,
    });
  }
  const drawer: string[] = [];
  const openDrawer = () => drawer.push('opened');
  const printed: ({ period: number } | { entry: number })[] = [];
  const printReport = (report: { period: number } | { entry: number }) => {
    printed.push(report);
    return { ok: true, value: { id: 'paper' } } as const;
  };
  const giver = () => (otherwise.giver === null ? null : { id: person(), name: 'Kari', role });
  const openReceipt = createOpenReceipt({
    posId: till,
    books,
    codes: receiptCodes(till, CODES_KEY),
    openOtherTill: createOtherTills({ read: handedOver, refundable: terminal.refundable }),
  });
  const { bills, books: host } = openSelling({
    books,
    terminal,
    settings: () => settings,
    terms: () => more.terms?.(books.books()) ?? OSLO,
    clock,
    staff: {
      hasStaff: () => otherwise.giver !== null,
      approve: async () => ({ ok: true, value: { id: 'approved' } }),
      approver: (approval, subject) =>
        approver?.(subject) ??
        (approval === 'approved'
          ? { ok: true, by: 'Marte' }
          : { ok: false, reason: 'approval_expired' }),
    },
    missed,
    publicKey: BOOKS_KEY.publicKey,
    openReceipt,
    permit,
    readShown: readShownReceipt({ books, fiscal, settings: () => settings, links: null }),
    paper: {
      openDrawer,
      printReport,
      printBooked: () => refuseTill('no_printer'),
    },
  });
  const look = () => fiscal?.look();
  terminal.subscribe(look);
  bills.subscribe(look);
  const run = dispatchOf(terminal, { bills, books: host }, giver);
  onTestFinished(() => {
    bills.stop();
    void fiscal?.stop();
    void books.stop();
    void terminal.stop();
  });
  const bill = (id: string): Bill => {
    const one = terminal.bills.bills().bills.get(id);
    if (one === undefined) throw new Error(`no bill ${id}`);
    return one;
  };
  const version = (id: string) => terminal.bills.bills().bills.get(id)?.version ?? 0;
  return {
    ...kept,
    terminal,
    books,
    fiscal: () => {
      if (fiscal === null) throw new Error('a till without a fiscal device');
      return fiscal;
    },
    host: { ...host, view: () => host.view(person()) },
    openReceipt,
    bills,
    drawer,
    /** The reports that the printer was asked for. */
    printed,
    run,
    bill,
    /** Opens a bill with goods. */
    order: (id: string, ...lines: readonly ReturnType<typeof goods>[]) =>
      run({
        ...{ type: 'bill', id: newId(), bill: id, version: 0 },
        act: { act: 'open', name: id, lines },
      }),
    act: (id: string, act: object, more: object = {}) =>
      run({ type: 'bill', id: newId(), bill: id, version: version(id), act, ...more }),
    pay: (id: string, amount: number, how: object = { kind: 'cash' }, more: object = {}) =>
      run({
        ...{ type: 'pay_bill', id: newId(), bill: id, version: version(id), amount, tip: 0 },
        method: how,
        ...more,
      }),
    /** Pays a part by phone, and the customer confirms. */
    async byPhone(id: string, amount: number, more: object = {}) {
      const before = service.payments().length;
      const how = { kind: 'phone', method: { kind: 'qr' } };
      const command = { amount, tip: 0, ...more };
      await run({
        ...{ type: 'pay_bill', id: newId(), bill: id, version: version(id), ...command },
        method: how,
      });
      await drive(clock, () => service.payments().length > before);
      const [created] = service.payments().slice(before);
      const confirm = { kind: 'confirm', additionalAmount: null, credit: false } as const;
      service.happenTo(created?.request.pos_tid ?? '', confirm);
      await drive(clock, () => bill(id).tenders.at(-1)?.state === 'paid');
      await rest();
    },
    drawerAct: (act: object, id = newId()) => run({ type: 'drawer', id, act }),
    count: (counted: readonly [number, number][], more: object = {}) =>
      run({ type: 'count_drawer', id: newId(), counted: piles(counted), ...more }),
    close: (counted: readonly [number, number][] | null, more: object = {}) =>
      run({
        ...{ type: 'close_period', id: newId(), keep: 0, openBills: [] },
        counted: counted === null ? null : piles(counted),
        ...more,
      }),
    /** The sums of the open period as the books have them, or a Z report. */
    report: async (period: number | null = null): Promise<PeriodReport> => {
      const answered = await run({ type: 'read_report', period });
      const value: { readonly report?: ReportPage } = Object(answered.ok ? answered.value : null);
      if (value.report === undefined) throw new Error(JSON.stringify(answered));
      const { report, closed } = value.report;
      return closed === null ? reportOf(books.books(), clock.now()) : report;
    },
    printReport: (period: number | null, on: 'printer' | 'browser' = 'printer') =>
      run({ type: 'print_report', period, on }),
    entries: () => disk.entries(),
    /** The receipt or the refund of a number. */
    numbered(receipt: number): NumberedEntry {
      const found = disk.entries().find((entry) => entry.receipt === receipt);
      if (found === undefined) throw new Error(`no receipt ${receipt}`);
      return { ...found, receipt };
    },
    /** The open bills, as a screen sees them now. */
    seen: () => bills.view().open.map(({ id, version: seen }) => ({ id, version: seen })),
    /** A copy of what is durable at this moment. */
    copy: (): Durable => ({ records: [...memory.records], texts: new Map(disk.texts) }),
    /** A till that reads what was durable at this moment, or a copy from before. */
    restart: (next: Otherwise = otherwise, from: Durable = { ...memory, ...disk }) => {
      memory.onAppend(() => new Promise(() => undefined));
      disk.onWrite(() => new Promise(() => undefined));
      const left = { memory: createMemoryJournal(from.records) };
      return openWorld({ clock, service, ...left, disk: createMemoryFiles(from.texts) }, next);
    },
  };
}

/** The receipts of a till by their codes, as the service has them. */
export function receiptsOf(till: Pick<BooksWorld, 'entries'>): ReadReceipt {
  return async (code) => {
    const entry = till
      .entries()
      .find(({ receipt, fact }) => receipt !== null && RECEIPT_CODES.isOf({ receipt, fact }, code));
    return entry === undefined ? null : documentOf(entry, SETTINGS, { mark: null, refunds: null });
  };
}

const forgetful = () => openMissedClose({ read: () => null, write: () => undefined });

const CODES_KEY = Buffer.alloc(32, 7);

/** The codes of the receipts of `till1`. */
export const RECEIPT_CODES = receiptCodes('till1', CODES_KEY);

const OSLO = { timeZone: 'Europe/Oslo', startOfDay: '00:00:00' };

export const piles = (counted: readonly [number, number][]) =>
  counted.map(([value, count]) => ({ value, count }));

export function reportIn(answered: AnyAnswer): ShownReport {
  const value: { readonly report?: ReportPage } = Object(answered.ok ? answered.value : null);
  if (value.report === undefined) throw new Error(JSON.stringify(answered));
  return value.report.report;
}

/** The entries in few words. */
export const inWords = (entries: readonly BookEntry[]) =>
  entries.map(({ fact, receipt }) => {
    const number = receipt === null ? '' : `${receipt} `;
    switch (fact.kind) {
      case 'receipt':
      case 'refund':
        return `${number}${fact.kind} ${fact.total} ${fact.method.kind}`;
      case 'correction':
        return `${fact.act} ${fact.amount}`;
      case 'drawer':
        return `${fact.act} ${fact.amount}`;
      case 'count':
        return `count ${fact.sum} of ${fact.expected}`;
      case 'close':
        return `close ${fact.number}`;
      case 'fiscal':
        return `fiscal ${fact.act}`;
      default:
        return fact.kind;
    }
  });
