import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { PrintingView } from '../../../shared/bridge/maintenance.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import type { PrinterState } from '../../../shared/printing/faults.ts';
import type { PrintedReceipt } from '../../../shared/printing/receipt.ts';
import type { PrinterSettings } from '../../../shared/printing/settings.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type Clock, MINUTE } from '../../../shared/time/clock.ts';
import type { Kept } from '../adapters/kept-value.ts';
import type { BackOffice } from '../back-office/back-office.ts';
import { daySlip } from '../receipts/day-slip.ts';
import { contentOf } from '../receipts/renderer.ts';
import type { PrinterPort } from './port.ts';
import {
  createPrintQueue,
  HANDLED_MAX,
  JOBS_MAX,
  type PaperOf,
  type PrintFile,
  type PrintJob,
} from './queue.ts';
import { testPage } from './test-page.ts';

export type PrintingDeps = {
  readonly terminal: Pick<Terminal, 'view' | 'subscribe' | 'sale'>;
  readonly settings: TillSettings;
  readonly printer: PrinterSettings;
  readonly port: PrinterPort;
  readonly keep: Kept<PrintFile>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: (sentence: string) => void;
  /** The sums of the till's days. */
  readonly days: Days;
};

/** Provides the sums of a day for its slip. */
export type Days = Pick<BackOffice, 'day' | 'today'>;

/** Prints the till's receipts. No call waits for the printer, and no sale waits for a receipt. */
export interface Printing {
  view(): PrintingView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Queues a sale's receipt, or a copy when its receipt was queued before; answers the job's id. */
  receipt(saleId: string): Answer<{ readonly id: string }>;
  testPage(): Answer<{ readonly id: string }>;
  /** Queues the slip of a day, `YYYY-MM-DD`; its sums are those of when it is printed. */
  daySlip(day: string | null): Answer<{ readonly id: string }>;
  again(jobId: string): Answer<null>;
  drop(jobId: string): Answer<null>;
  /** Queries the printer's state; never while it prints. */
  printerState(): Promise<PrinterState>;
  stop(): void;
}

/** A missed receipt is still printed automatically for this long after the payment. */
const FRESH = 10 * MINUTE;

/**
 * Prints receipts: automatically after a payment if the settings say so, and on request. Waiting
 * jobs survive a restart, and stay visible until they are printed or the operator drops them.
 */
export function createPrinting(deps: PrintingDeps): Printing {
  const { terminal, printer, port, keep, clock, ids, report } = deps;
  const kept = keep.read();
  const handled = new Set(kept?.handled ?? []);
  const paperOf: PaperOf = async (job) => paperFor(deps, job);
  const queue = createPrintQueue({ port, clock, report, paperOf, onChange: save });

  function save(): void {
    const jobs = queue.jobs().flatMap(keptOf);
    keep.write({ version: 1, jobs, handled: [...handled].slice(-HANDLED_MAX) });
  }

  type OfSale = Pick<SaleView, 'id' | 'number' | 'state'> | null;
  function add(sale: OfSale, kind: 'original' | 'copy', day: string | null = null) {
    if (queue.jobs().length >= JOBS_MAX) {
      return refuse(
        'Too Many Requests',
        'Too many receipts wait for the printer. Fix the printer first.',
      );
    }
    const id = ids.short();
    if (sale !== null) handled.add(receiptName(sale));
    const number = sale?.number ?? null;
    queue.add({ id, saleId: sale?.id ?? null, number, day, kind, at: clock.now() });
    return answer({ id });
  }

  function queueNewReceipts(): void {
    for (const sale of terminal.view().sales) {
      if (sale.state.kind !== 'paid' || handled.has(sale.id)) continue;
      if (clock.now() - sale.state.at > FRESH) continue;
      if (add(sale, 'original').ok) continue;
      handled.add(sale.id);
      report(`The receipt of sale ${sale.number} is not printed: too many wait for the printer.`);
    }
  }

  for (const job of kept?.jobs ?? []) queue.add(jobOf(job));
  const automatic = printer.receipts === 'always';
  // At its first start with a printer, a till prints no earlier receipts.
  if (automatic && kept === null) for (const { id } of paidSales(terminal)) handled.add(id);
  if (kept === null) save();
  if (automatic) queueNewReceipts();
  const unsubscribe = automatic ? terminal.subscribe(queueNewReceipts) : () => undefined;
  return {
    view: () => ({
      printer: printer.connection.kind,
      receipts: printer.receipts,
      jobs: queue.view(),
    }),
    subscribe: queue.subscribe,
    receipt(saleId) {
      const sale = terminal.sale(saleId);
      const known = sale !== null && handled.has(receiptName(sale));
      const kind = known ? 'copy' : 'original';
      if (sale === null || receiptOf(deps, sale, kind) === null) {
        return refuse('Not Found', 'This sale has no receipt.');
      }
      return add(sale, kind);
    },
    testPage: () => add(null, 'copy'),
    daySlip: (day) => add(null, 'copy', day ?? deps.days.today()),
    again: (jobId) => queue.again(jobId),
    drop: (jobId) => queue.drop(jobId),
    printerState: async () => (queue.isPrinting() ? { kind: 'fault', why: 'busy' } : port.state()),
    stop() {
      unsubscribe();
      queue.stop();
    },
  };
}

/** The receipt of a refunded sale is another one than that of its payment. */
function receiptName({ id, state }: Pick<SaleView, 'id' | 'state'>): string {
  return state.kind === 'refunded' ? `${id}-refund` : id;
}

type KeptJob = PrintFile['jobs'][number];

function keptOf({ id, saleId, number, day, kind, at }: PrintJob): readonly KeptJob[] {
  if (day !== null) return [{ id, day, at }];
  // A test page is not kept.
  return saleId === null || number === null ? [] : [{ id, sale: saleId, number, kind, at }];
}

function jobOf(kept: KeptJob): PrintJob {
  if ('day' in kept) return { ...kept, saleId: null, number: null, kind: 'copy' };
  const { sale: saleId, ...job } = kept;
  return { ...job, saleId, day: null };
}

async function paperFor(
  deps: PrintingDeps,
  { saleId, kind, day }: PrintJob,
): Promise<PrintedReceipt | null> {
  const { terminal, settings, clock, days } = deps;
  if (day !== null) {
    const content = daySlip(await days.day(day), settings, clock.now());
    return { content, code: null, kind };
  }
  if (saleId === null) return testPage(settings, clock.now());
  const sale = terminal.sale(saleId);
  return sale === null ? null : receiptOf(deps, sale, kind);
}

function receiptOf(
  { terminal, settings }: Pick<PrintingDeps, 'terminal' | 'settings'>,
  sale: SaleView,
  kind: PrintJob['kind'],
): PrintedReceipt | null {
  const content = contentOf(sale, settings, { refunds: terminal.view().refunds, kind });
  return content === null ? null : { content, code: sale.tid, kind };
}

function paidSales({ view }: Pick<Terminal, 'view'>): readonly SaleView[] {
  return view().sales.filter(({ state }) => state.kind === 'paid');
}
