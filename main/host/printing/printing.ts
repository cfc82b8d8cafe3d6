import type { SaleOfReceipt } from '../../../shared/books/follow.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { PrintingView } from '../../../shared/device/bridge/maintenance.ts';
import type { PrinterState } from '../../../shared/device/printing/faults.ts';
import type { PrintedReceipt } from '../../../shared/device/printing/receipt.ts';
import type { PrinterSettings } from '../../../shared/device/printing/settings.ts';
import { bookedNumber } from '../../../shared/device/receipts/receipt-label.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { dropOldest } from '../../../shared/limits/drop-oldest.ts';
import { present } from '../../../shared/objects/present.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
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
import { daySlip } from '../receipts/day-slip.ts';
import { type Issued, issuedOf, issuedOfSale, untilBooked } from '../receipts/issued.ts';
import type { NamedProducts } from '../receipts/paper-text.ts';
import { reportSlip } from '../receipts/report-slip.ts';
import { endedReceiptSale } from '../receipts/sale-draft.ts';
import { saleSlip } from '../receipts/sale-slip.ts';
import type { PrinterPort } from './port.ts';
import {
  type BookedPage,
  createPrintQueue,
  HANDLED_MAX,
  JOBS_MAX,
  type KeptJob,
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
  /** The till's books; it prints nothing of them when left out. */
  readonly books?: PrintedBooks;
  /** The fiscal device; none when left out. */
  readonly fiscal?: Pick<Fiscal, 'mark'> | null;
  /** What is printed as a QR code of a booked receipt; its number when left out. */
  readonly codeOf?: ReceiptCodes['codeOf'];
  /** Names of products, for items whose name paper cannot show; none when left out. */
  readonly named?: NamedProducts;
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
  printReport(report: { period: number } | { entry: number }): Answer<{ readonly id: string }>;
  /** Queues a receipt or a refund of the books, or a copy when it was queued before. */
  printBooked(receipt: number): Answer<{ readonly id: string }>;
  /** Opens the cash drawer at this printer, once; nothing happens if it cannot be opened now. */
  openDrawer(): void;
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
  const { terminal, printer, keep, clock, ids, report } = deps;
  const port = oneAtATime(deps.port);
  const kept = keep.read();
  const handled = createHandled(kept?.handled ?? []);
  const paperOf: PaperOf = async (job) => paperFor(deps, job);
  const queue = createPrintQueue({ port, clock, report, paperOf, onChange: save });
  let isOurs = () => true;

  function save(): void {
    if (!isOurs()) return;
    const jobs = queue.jobs().flatMap(keptOf);
    // Flushed, so that after a power cut the till prints no receipt a second time.
    keep.write({ version: 1, jobs, handled: [...handled.keys()] }, { flush: true });
  }

  function add(sale: OfSale | null, kind: PrintJob['kind'], more: MoreOfJob = {}) {
    if (queue.jobs().length >= JOBS_MAX) return TOO_MANY;
    const id = ids.short();
    if (sale !== null) handled.add(receiptName(sale));
    const { page } = more;
    if (page?.kind === 'receipt') handled.add(bookedName(page.receipt));
    queue.add(newJob(id, instantOf(clock.now()), sale, kind, more));
    return answer({ id });
  }

  const kindOf = (sale: OfSale) => (handled.has(receiptName(sale)) ? 'copy' : 'original');
  function receipt(saleId: string): Answer<{ readonly id: string }> {
    const sale = terminal.sale(saleId);
    if (sale === null || receiptOf(deps, sale, 'copy') === null) return NO_RECEIPT;
    return add(sale, kindOf(sale));
  }

  queue.restore((kept?.jobs ?? []).map(jobOf));
  const automatic = printer.receipts === 'always';
  // At its first start with a printer, a till prints no earlier receipts.
  if (automatic && kept === null) for (const { id } of paidSales(terminal)) handled.add(id);
  if (kept === null) save();
  const stopAutomatic = automatic ? printAutomatically(deps, handled, add) : () => undefined;
  return {
    view: () => ({
      printer: printer.connection.kind,
      receipts: printer.receipts,
      jobs: queue.view(),
    }),
    subscribe: queue.subscribe,
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
    printReport: (report) =>
      add(null, 'copy', { page: { kind: 'report', period: null, ...report } }),
    printBooked: (receipt) => {
      const kind = handled.has(bookedName(receipt)) ? 'copy' : 'original';
      return add(null, kind, { page: { kind: 'receipt', receipt } });
    },
    openDrawer() {
      void port.openDrawer?.().then((outcome) => {
        if (!outcome.ok) report('The cash drawer was not opened: the printer does not answer.');
      });
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

/** Queues the receipt of each new payment. Returns a function that stops this. */
function printAutomatically(
  { terminal, clock, report }: Pick<PrintingDeps, 'terminal' | 'clock' | 'report'>,
  handled: Handled,
  add: (sale: OfSale, kind: 'original') => Answer<unknown>,
): () => void {
  function queueNewReceipts(): void {
    for (const sale of terminal.view().sales) {
      if (sale.state.kind !== 'paid' || handled.has(sale.id)) continue;
      if (ageOfRecord(sale.state.at, clock.now()) > FRESH) continue;
      if (add(sale, 'original').ok) continue;
      handled.add(sale.id);
      report(`The receipt of sale ${sale.number} is not printed: too many wait for the printer.`);
    }
  }
  queueNewReceipts();
  return terminal.subscribe(queueNewReceipts);
}

type OfSale = Pick<SaleView, 'id' | 'number'> & {
  readonly state: { readonly kind: SaleStateKind };
};

const NO_RECEIPT = refuseTill('no_receipt');
const TOO_MANY = refuseTill('print_queue_full');

const bookedName = (receipt: number) => `booked-${receipt}`;

/** The drawer opens after the paper that is being printed. */
function oneAtATime(port: PrinterPort): PrinterPort {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const { openDrawer } = port;
  return {
    print: (paper) => inTurn(() => port.print(paper)),
    state: () => port.state(),
    ...(openDrawer === undefined ? {} : { openDrawer: () => inTurn(openDrawer) }),
  };
}

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
  const progress = present({ state, why, since });
  if (page?.kind === 'report') {
    const { period: report, entry } = page;
    return [{ id, report, at, ...present({ entry }), ...progress }];
  }
  if (page?.kind === 'receipt') return [{ id, booked: page.receipt, kind, at, ...progress }];
  if (day !== null) return [{ id, day, at, ...progress }];
  // A test page is not kept.
  return saleId === null || number === null
    ? []
    : [{ id, sale: saleId, number, kind, at, ...present({ started }), ...progress }];
}

function jobOf({ state, why, since, ...kept }: KeptJob): RestoredJob {
  const progress = present({ state, why, since });
  const none = { day: null, saleId: null, number: null } as const;
  if ('report' in kept) {
    const { report: period, entry, ...job } = kept;
    const page = { kind: 'report', period, ...present({ entry }) } as const;
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
  const { terminal, settings, clock, days, books, fiscal = null } = deps;
  const issuedOf = async (of: SaleOfReceipt) =>
    books === undefined ? null : issuedOfSale({ books, fiscal }, of);
  if (page !== undefined) return books === undefined ? null : bookedPaper(deps, books, page, kind);
  if (day !== null) {
    const content = daySlip(await days.day(day), settings(), instantOf(clock.now()));
    return { content, code: null, kind };
  }
  if (saleId === null) return testPage(settings(), instantOf(clock.now()));
  const sale = terminal.sale(saleId);
  if (sale !== null) {
    if (kind === 'original' && books !== undefined) await untilBooked(books, sale, clock);
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
    fiscal = null,
    codeOf,
  }: Pick<PrintingDeps, 'settings' | 'clock' | 'named' | 'fiscal' | 'codeOf'>,
  books: PrintedBooks,
  page: BookedPage,
  kind: PrintJob['kind'],
): Promise<PrintedReceipt | null> {
  if (page.kind === 'report') {
    const found =
      page.entry === undefined
        ? await reportPage(books, instantOf(clock.now()), page.period)
        : await xReportPage(books, page.entry);
    return found === null ? null : { content: reportSlip(found, settings()), code: null, kind };
  }
  const entry = await books.numbered(page.receipt);
  if (entry === null) return null;
  const { mark } = await issuedOf({ fiscal }, entry);
  const { fact } = entry;
  const of = fact.kind === 'refund' ? fact.of : null;
  const refunds = of === null ? null : await books.receiptNumber(of);
  const content = bookedSlip(entry, settings(), { kind, mark, refunds, ...present({ named }) });
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
