import { receiptIds, type SaleOfReceipt } from '../../../shared/books/follow.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { PrintingView } from '../../../shared/device/bridge/maintenance.ts';
import { type PrinterState, sayShutDrawer } from '../../../shared/device/printing/faults.ts';
import type { PrintedReceipt } from '../../../shared/device/printing/receipt.ts';
import type { PrinterSettings } from '../../../shared/device/printing/settings.ts';
import type { EntryId } from '../../../shared/ids/host-ids.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { dropOldest } from '../../../shared/limits/drop-oldest.ts';
import { present } from '../../../shared/objects/present.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { bookedNumber } from '../../../shared/protocol/receipt-number.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { SaleStateKind, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import {
  ageOfRecord,
  type DeviceClock,
  type Instant,
  instantOf,
  MINUTE,
} from '../../../shared/time/clock.ts';
import type { Kept } from '../adapters/kept-value.ts';
import type { BackOffice } from '../back-office/back-office.ts';
import { reportPage, xReportPage } from '../books/books.ts';
import type { ReceiptCodes } from '../books/receipt-codes.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { Fiscal } from '../fiscal/fiscal.ts';
import type { EndedSale } from '../history/history-page.ts';
import { bookedSlip } from '../receipts/booked-slip.ts';
import { type Issued, issuedOf, issuedOfSale, untilBooked } from '../receipts/issued.ts';
import type { NamedProducts } from '../receipts/paper-text.ts';
import { dayPaper, reportPaper } from '../receipts/report-paper.ts';
import { endedReceiptSale } from '../receipts/sale-draft.ts';
import { saleSlip } from '../receipts/sale-slip.ts';
import { createPrintNotices } from './notices.ts';
import type { PrinterPort } from './port.ts';
import {
  type BookedPage,
  type BookedReport,
  createPrintQueue,
  HANDLED_MAX,
  JOBS_MAX,
  type KeptJob,
  type LostReceipt,
  nameOf,
  type PaperOf,
  type PrintFile,
  type PrintJob,
  type QueuedJob,
  type RestoredJob,
} from './queue.ts';
import { testPage } from './test-page.ts';

export type PrintingDeps = {
  readonly terminal: Pick<Terminal, 'view' | 'subscribe' | 'sale'>;
  readonly settings: () => TillSettings;
  readonly printer: PrinterSettings;
  readonly port: PrinterPort;
  readonly keep: Kept<PrintFile>;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly report: (sentence: string) => void;
  /** The sums of the till's days. */
  readonly days: Days;
  /** The till's books; null: it prints nothing of them. */
  readonly books: PrintedBooks | null;
  readonly fiscal: Pick<Fiscal, 'mark'> | null;
  /** What is printed as a QR code of a booked receipt; null: its number. */
  readonly codeOf: ReceiptCodes['codeOf'] | null;
  /** Names of products, for items whose name paper cannot show. */
  readonly named: NamedProducts;
};

/** Provides the sums of a day for its slip, and the sales that only the history holds. */
export type Days = Pick<BackOffice, 'day' | 'today' | 'endedSale'>;

/** What is printed of the books. */
export type PrintedBooks = Pick<
  TillBooks,
  | 'books'
  | 'periods'
  | 'read'
  | 'receipt'
  | 'numbered'
  | 'receiptNumber'
  | 'receiptKnown'
  | 'entryById'
  | 'isBooked'
  | 'subscribe'
>;

/** Prints the till's receipts. No call waits for the printer, and no sale waits for a receipt. */
export interface Printing {
  view(): PrintingView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Queues a sale's receipt, or a copy when its receipt was queued before; answers the job's id. */
  receipt(saleId: string): Answer<{ readonly id: string }>;
  /** The same for a sale that the terminal may no longer hold: it is found on the day it started. */
  earlierReceipt(saleId: string, started: Instant): Promise<Answer<{ readonly id: string }>>;
  testPage(): Answer<{ readonly id: string }>;
  /** Queues the slip of a day, `YYYY-MM-DD`; its sums are those of when it is printed. */
  daySlip(day: string | null): Answer<{ readonly id: string }>;
  /** Queues the report of a closed period, or the X report that was booked as this entry. */
  printReport(report: BookedReport): Answer<{ readonly id: string }>;
  /** Queues a receipt or a refund of the books, or a copy when it was queued before. */
  printBooked(receipt: number): Answer<{ readonly id: string }>;
  /** Opens the cash drawer at this printer at once, whatever the printer does. A failure becomes a notice. */
  openDrawer(): void;
  /** A person has seen a notice. */
  seen(notice: string): Answer<null>;
  again(jobId: string): Answer<null>;
  drop(jobId: string): Answer<null>;
  /** Queries the printer's state; never while it prints. */
  printerState(): Promise<PrinterState>;
  stop(): void;
}

/** A missed receipt is still printed automatically for this long after the payment. */
const FRESH = 10 * MINUTE;

/**
 * Prints receipts: automatically after a payment if the settings say so, and on request. Jobs
 * survive a restart, and stay visible until they are printed or the operator drops them.
 */
export function createPrinting(deps: PrintingDeps): Printing {
  const { terminal, printer, keep, port, clock, ids, report } = deps;
  const kept = keep.read();
  const handled = createHandled(kept?.handled ?? []);
  const paperOf: PaperOf = async (job) => paperFor(deps, job);
  const notices = createPrintNotices(ids, kept?.lost ?? []);
  const queue = createPrintQueue({ port, clock, report, paperOf, onChange: save });
  const automatic = printer.receipts === 'always';
  /** As in the file. A till that prints automatically from now on prints no earlier receipts. */
  let booked = automatic ? (kept?.booked ?? deps.books?.books().receipt ?? 0) : null;
  let isOurs = () => true;

  function save(): void {
    if (!isOurs()) return;
    const jobs = queue.jobs().flatMap(keptOf);
    // Flushed, so that after a power cut the till prints no receipt a second time.
    const lost = [...notices.lost()];
    keep.write({ version: 1, jobs, handled: [...handled.keys()], booked, lost }, { flush: true });
  }

  function add(sale: OfSale | null, kind: PrintJob['kind'], more: MoreOfJob = {}) {
    if (queue.jobs().length >= JOBS_MAX) return TOO_MANY;
    const id = ids.short();
    if (sale !== null) handled.add(receiptName(sale));
    const { page } = more;
    if (page?.kind === 'receipt') handled.add(bookedName(page.receipt));
    const job = newJob(id, instantOf(clock.now()), sale, kind, more);
    const receipt = lostOf(job);
    if (receipt !== null) notices.found(receipt);
    queue.add(job);
    return answer({ id });
  }

  /** Queues the receipt of a payment; one that has waited for a person longest makes room for it (D-477). */
  function addNew(sale: OfSale | null, more: MoreOfJob = {}): void {
    if (queue.jobs().length >= JOBS_MAX) {
      const oldest = queue.giveUpOldest();
      // Written with the new job, so that a kill between two writes leaves neither receipt unnamed.
      if (oldest !== null) noteLost(oldest);
    }
    if (add(sale, 'original', more).ok) return;
    if (sale !== null) handled.add(sale.id);
    lose(newJob(ids.short(), instantOf(clock.now()), sale, 'original', more));
  }

  function lose(job: PrintJob): void {
    noteLost(job);
    save();
  }

  function noteLost(job: PrintJob): void {
    const receipt = lostOf(job);
    report(`${nameOf(job)} has no paper.`);
    if (receipt !== null && job.kind !== 'copy') notices.lose(receipt);
  }

  const kindOf = (sale: OfSale) => (handled.has(receiptName(sale)) ? 'copy' : 'original');
  function receipt(saleId: string): Answer<{ readonly id: string }> {
    const sale = terminal.sale(saleId);
    if (sale === null || receiptOf(deps, sale, 'copy') === null) return NO_RECEIPT;
    return add(sale, kindOf(sale));
  }

  queue.restore((kept?.jobs ?? []).map(jobOf));
  // At its first start with a printer, a till prints no earlier receipts.
  if (automatic && kept === null) for (const { id } of paidSales(terminal)) handled.add(id);
  if (kept === null || (!automatic && kept.booked !== null)) save();
  const stopAutomatic = automatic
    ? printAutomatically(deps, handled, {
        addNew,
        lose,
        looked: () => booked ?? 0,
        look: (receipt) => {
          booked = receipt;
        },
      })
    : () => undefined;
  return {
    view: () => ({
      printer: printer.connection.kind,
      receipts: printer.receipts,
      jobs: queue.view(),
      ...present({ notices: notices.view() }),
    }),
    subscribe(listener) {
      const stops = [queue.subscribe(listener), notices.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    receipt,
    async earlierReceipt(saleId, started) {
      if (terminal.sale(saleId) !== null) return receipt(saleId);
      const ended = await deps.days.endedSale(saleId, started);
      if (ended === null || earlierPaper(deps, ended, 'copy') === null) return NO_RECEIPT;
      const { id, number, state } = ended.sale;
      const sale = { id, number, state: { kind: state } };
      // The till remembers only the last receipts; with automatic printing each payment has had one.
      const printed = automatic && state === 'paid';
      return add(sale, printed ? 'copy' : kindOf(sale), { started });
    },
    testPage: () => add(null, 'copy'),
    daySlip: (day) => add(null, 'copy', { day: day ?? deps.days.today() }),
    printReport: (report) => add(null, 'copy', { page: { kind: 'report', report } }),
    printBooked: (receipt) => {
      const kind = handled.has(bookedName(receipt)) ? 'copy' : 'original';
      return add(null, kind, { page: { kind: 'receipt', receipt } });
    },
    openDrawer() {
      void port.openDrawer?.().then((outcome) => {
        notices.drawer(outcome.ok ? null : outcome.why);
        if (!outcome.ok) report(sayShutDrawer(outcome.why));
      });
    },
    seen(notice) {
      notices.seen(notice);
      save();
      return answer(null);
    },
    again: (jobId) => queue.again(jobId),
    drop: (jobId) => queue.drop(jobId),
    printerState: async () => (queue.isPrinting() ? { kind: 'fault', why: 'busy' } : port.state()),
    stop() {
      isOurs = unlessTakenOver(keep, queue.jobs());
      stopAutomatic();
      queue.stop();
    },
  };
}

/** The last receipts that were queued, by `receiptName`. A restarted till knows the same ones. */
type Handled = Pick<Map<string, true>, 'has' | 'keys'> & { readonly add: (name: string) => void };

function createHandled(kept: readonly string[]): Handled {
  const names = new Map(kept.map((name) => [name, true] as const));
  return {
    has: (name) => names.has(name),
    keys: () => names.keys(),
    add(name) {
      names.set(name, true);
      dropOldest(names, HANDLED_MAX);
    },
  };
}

type Automatic = {
  readonly addNew: (sale: OfSale | null, more?: MoreOfJob) => void;
  readonly lose: (job: PrintJob) => void;
  /** The last receipt of the books that was looked at. */
  readonly looked: () => number;
  readonly look: (receipt: number) => void;
};

/**
 * Queues the receipt of each new payment, once, for ten minutes after it: of a sale by phone when it is paid, and of
 * every other payment when it is booked. The books are the outbox of both, so that a restart finds what a power cut left
 * without a job, and says what is too late. Returns a function that stops this.
 */
function printAutomatically(
  { terminal, clock, books }: Pick<PrintingDeps, 'terminal' | 'clock' | 'books'>,
  handled: Handled,
  { addNew, lose, looked, look }: Automatic,
): () => void {
  const isLate = (at: Instant) => ageOfRecord(at, clock.now()) > FRESH;
  let isStopped = false;

  function queuePaidSales(): void {
    for (const sale of terminal.view().sales) {
      if (sale.state.kind !== 'paid' || handled.has(sale.id) || isLate(sale.state.at)) continue;
      addNew(sale);
    }
  }

  /** True if the sale of a receipt was queued. The name of a sale without a bill is enough. */
  function isSaleHandled(receipt: EntryId): boolean {
    const isOf = (sale: SaleOfReceipt) => receiptIds(sale).includes(receipt);
    const known = terminal.view().sales.find(isOf);
    return known === undefined
      ? [...handled.keys()].some((id) => isOf({ id }))
      : handled.has(known.id);
  }

  /** A sale by phone is left to the terminal, unless it was paid in an earlier run. */
  async function queueBooked(of: PrintedBooks, isStart: boolean): Promise<void> {
    while (!isStopped && looked() < of.books().receipt) {
      const receipt = looked() + 1;
      const entry = await of.numbered(receipt);
      if (isStopped) return;
      look(receipt);
      if (entry === null || entry.fact.kind !== 'receipt') continue;
      const { id, at, method } = entry.fact;
      const isPhone = method.kind === 'phone';
      if ((isPhone ? !isStart : !isOfBill(entry.fact)) || handled.has(bookedName(receipt)))
        continue;
      if (isPhone && isSaleHandled(id)) continue;
      const more = { page: { kind: 'receipt', receipt } } as const;
      if (isLate(at)) lose(newJob(bookedName(receipt), at, null, 'original', more));
      else addNew(null, more);
    }
  }

  let turn: Promise<void> = Promise.resolve();
  const lookAtBooks = (isStart: boolean) => {
    if (books === null) return;
    // A file that cannot be read is said by the books, and read again after the next entry.
    turn = turn.then(() => queueBooked(books, isStart)).catch(() => undefined);
  };
  queuePaidSales();
  lookAtBooks(true);
  const stops = [terminal.subscribe(queuePaidSales), books?.subscribe(() => lookAtBooks(false))];
  return () => {
    isStopped = true;
    for (const stop of stops) stop?.();
  };
}

/** A payment that a cash register has recorded without a bill has the register's own receipt. */
const isOfBill = ({ bill }: { readonly bill: unknown }) => bill !== null;

/** How a receipt without paper is named; null for a paper that is no receipt. */
function lostOf({ number, page }: PrintJob): Omit<LostReceipt, 'id'> | null {
  if (page?.kind === 'receipt') return { receipt: page.receipt };
  return number === null ? null : { sale: number };
}

type OfSale = Pick<SaleView, 'id' | 'number'> & {
  readonly state: { readonly kind: SaleStateKind };
};

const NO_RECEIPT = refuseTill('no_receipt');
const TOO_MANY = refuseTill('print_queue_full');

const bookedName = (receipt: number) => `booked-${receipt}`;

type MoreOfJob = Pick<PrintJob, 'started' | 'page'> & { readonly day?: string };

function newJob(
  id: string,
  at: Instant,
  sale: OfSale | null,
  kind: PrintJob['kind'],
  { day, started, page }: MoreOfJob,
): PrintJob {
  const { id: saleId = null, number = null } = sale ?? {};
  return { id, at, day: day ?? null, kind, saleId, number, ...present({ started, page }) };
}

/** The receipt of a refunded sale is another one than that of its payment. */
function receiptName({ id, state }: OfSale): string {
  return state.kind === 'refunded' ? `${id}-refund` : id;
}

/**
 * After its stop, a run of the till still saves the result of a print, until the next run has taken
 * over the file: that one has restored this job as failed.
 */
function unlessTakenOver(keep: Kept<PrintFile>, jobs: readonly Readonly<QueuedJob>[]) {
  const last = jobs.find(({ state }) => state === 'printing')?.job.id;
  const isLast = ({ id, state }: KeptJob) => id === last && state === 'printing';
  return () => keep.read()?.jobs.some(isLast) ?? false;
}

function keptOf({ job, state, why, since }: Readonly<QueuedJob>): readonly KeptJob[] {
  const { id, saleId, number, day, kind, at, started, page } = job;
  const progress = { state, why, since };
  if (page?.kind === 'report') return [{ id, report: page.report, at, ...progress }];
  if (page?.kind === 'receipt') return [{ id, booked: page.receipt, kind, at, ...progress }];
  if (day !== null) return [{ id, day, at, ...progress }];
  // A test page is not kept.
  return saleId === null || number === null
    ? []
    : [{ id, sale: saleId, number, kind, at, ...present({ started }), ...progress }];
}

function jobOf({ state, why, since, ...kept }: KeptJob): RestoredJob {
  const progress = { state, why, since };
  const none = { day: null, saleId: null, number: null } as const;
  if ('report' in kept) {
    const { report, ...job } = kept;
    const page = { kind: 'report', report } as const;
    return { job: { ...job, ...none, kind: 'copy', page }, progress };
  }
  if ('booked' in kept) {
    const { booked: receipt, ...job } = kept;
    return { job: { ...job, ...none, page: { kind: 'receipt', receipt } }, progress };
  }
  if ('day' in kept) {
    return { job: { ...kept, saleId: null, number: null, kind: 'copy' }, progress };
  }
  const { sale: saleId, started, ...job } = kept;
  return { job: { ...job, ...present({ started }), saleId, day: null }, progress };
}

async function paperFor(
  deps: Pick<
    PrintingDeps,
    'terminal' | 'settings' | 'clock' | 'days' | 'books' | 'fiscal' | 'codeOf' | 'named'
  >,
  { saleId, kind, day, started, page }: PrintJob,
): Promise<PrintedReceipt | null> {
  const { terminal, settings, clock, days, books, fiscal } = deps;
  const issuedOf = async (of: SaleOfReceipt) =>
    books === null ? null : issuedOfSale({ books, fiscal }, of);
  if (page !== undefined) return books === null ? null : bookedPaper(deps, books, page, kind);
  if (day !== null) {
    const content = dayPaper(await days.day(day), settings());
    return { content, code: null, kind };
  }
  if (saleId === null) return testPage(settings(), instantOf(clock.now()));
  const sale = terminal.sale(saleId);
  if (sale !== null) {
    if (kind === 'original' && books !== null) await untilBooked(books, sale, clock);
    return receiptOf(deps, sale, kind, await issuedOf(sale));
  }
  const ended = started === undefined ? null : await days.endedSale(saleId, started);
  if (ended === null) return null;
  return earlierPaper(deps, ended, kind, await issuedOf(ended.sale));
}

/** A report or a receipt of the books; null if the books do not have it. */
async function bookedPaper(
  {
    settings,
    clock,
    named,
    fiscal,
    codeOf,
  }: Pick<PrintingDeps, 'settings' | 'clock' | 'named' | 'fiscal' | 'codeOf'>,
  books: PrintedBooks,
  page: BookedPage,
  kind: PrintJob['kind'],
): Promise<PrintedReceipt | null> {
  if (page.kind === 'report') {
    const { report } = page;
    const found =
      'period' in report
        ? await reportPage(books, instantOf(clock.now()), report.period)
        : await xReportPage(books, report.entry);
    return found === null ? null : { content: reportPaper(found, settings()), code: null, kind };
  }
  const entry = await books.numbered(page.receipt);
  if (entry === null) return null;
  const { mark } = await issuedOf({ fiscal }, entry);
  const { fact } = entry;
  const of = fact.kind === 'refund' ? fact.of : null;
  const refunds = of === null ? null : await books.receiptNumber(of);
  const refunded = fact.kind === 'receipt' ? (await books.receipt(page.receipt))?.refunds : [];
  const more = present({ named, refunded });
  const content = bookedSlip(entry, settings(), { kind, mark, refunds, ...more });
  return content === null
    ? null
    : {
        content,
        code: codeOf?.(entry) ?? bookedNumber(settings().posId, page.receipt),
        kind,
      };
}

/** The receipt of a sale that only the history holds: its amounts, without the lines of its bill. */
function earlierPaper(
  { settings, codeOf }: Pick<PrintingDeps, 'settings' | 'codeOf'>,
  { sale, refunds }: EndedSale,
  kind: PrintJob['kind'],
  issued: Issued | null = null,
): PrintedReceipt | null {
  const content = saleSlip(endedReceiptSale(sale), settings(), { refunds, kind, issued });
  return content === null ? null : { content, code: codeOn(issued, codeOf) ?? sale.tid, kind };
}

function receiptOf(
  {
    terminal,
    settings,
    named,
    codeOf,
  }: Pick<PrintingDeps, 'terminal' | 'settings' | 'named' | 'codeOf'>,
  sale: SaleView,
  kind: PrintJob['kind'],
  issued: Issued | null = null,
): PrintedReceipt | null {
  const content = saleSlip(sale, settings(), {
    refunds: terminal.view().refunds,
    kind,
    issued,
    ...present({ named }),
  });
  return content === null ? null : { content, code: codeOn(issued, codeOf) ?? sale.tid, kind };
}

/** The code of a booked receipt; null for a payment that the books do not have. */
const codeOn = (issued: Issued | null, codeOf: PrintingDeps['codeOf']) =>
  issued === null ? null : (codeOf?.(issued.entry) ?? null);

function paidSales({ view }: Pick<Terminal, 'view'>): readonly SaleView[] {
  return view().sales.filter(({ state }) => state.kind === 'paid');
}
