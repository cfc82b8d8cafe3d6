import { z } from 'zod';
import type { PrintJobView } from '../../../shared/device/bridge/maintenance.ts';
import { dayText } from '../../../shared/device/commands/staff.ts';
import {
  PRINT_FAULTS,
  type PrintFault,
  sayPrintFault,
} from '../../../shared/device/printing/faults.ts';
import type { PrintedReceipt } from '../../../shared/device/printing/receipt.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { reference } from '../../../shared/protocol/basic.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import {
  ageOfRecord,
  type CancelTimer,
  type DeviceClock,
  elapsed,
  type Instant,
  instantOf,
  MINUTE,
  SECOND,
  type Ticks,
  ticksAfter,
} from '../../../shared/time/clock.ts';
import type { PrinterPort } from './port.ts';

/** Largest number of waiting jobs; the printer is known to be broken by then. */
export const JOBS_MAX = 100;
/** Largest number of receipts without paper that are named; no person has looked at this till for long by then. */
export const LOST_MAX = 500;
/** Largest number of sales whose printed receipts are remembered. */
export const HANDLED_MAX = 500;

const at = z.number().int().nonnegative();
/** How far a job has come. */
const progress = {
  state: z.enum(['waiting', 'printing', 'failed']),
  why: z.enum(PRINT_FAULTS).nullable(),
  /** Time of the first of the present tries. */
  since: at,
};
const saleJob = z.strictObject({
  id: reference,
  sale: reference,
  number: z.number().int().nonnegative(),
  kind: z.enum(['original', 'copy']),
  at,
  /** When a sale started that only the history holds. */
  started: at.optional(),
  ...progress,
});
const dayJob = z.strictObject({ id: reference, day: dayText, at, ...progress });
/** The report of a closed period, or the X report that was booked as `entry`. */
const bookedReport = z.union([
  z.strictObject({ period: z.number().int().positive() }),
  z.strictObject({ entry: z.number().int().positive() }),
]);
export type BookedReport = Readonly<z.output<typeof bookedReport>>;
const reportJob = z.strictObject({
  id: reference,
  report: bookedReport,
  at,
  ...progress,
});
/** A receipt or a refund of the books, by its number. */
const bookedJob = z.strictObject({
  id: reference,
  booked: z.number().int().positive(),
  kind: z.enum(['original', 'copy']),
  at,
  ...progress,
});

/** A receipt without paper, by the number of its sale or of the books. */
const lostReceipt = z.strictObject({
  id: reference,
  sale: z.number().int().nonnegative().optional(),
  receipt: z.number().int().positive().optional(),
});
export type LostReceipt = z.infer<typeof lostReceipt>;

/**
 * The state that survives a restart: jobs that are not printed yet, sales with a receipt, and the receipts that have no
 * paper and that no person has seen.
 */
export const printFile = z.strictObject({
  version: z.literal(1),
  jobs: z.array(z.union([saleJob, dayJob, reportJob, bookedJob])).max(JOBS_MAX),
  handled: z.array(reference).max(HANDLED_MAX),
  /** The last receipt of the books that automatic printing has looked at; null while it is off. */
  booked: z.number().int().nonnegative().nullable(),
  lost: z.array(lostReceipt).max(LOST_MAX),
});
export type PrintFile = z.infer<typeof printFile>;
export type KeptJob = PrintFile['jobs'][number];

export type PrintJob = {
  readonly id: string;
  /** Null for a test page and for a day slip. */
  readonly saleId: string | null;
  readonly number: number | null;
  /** The day whose slip this is, `YYYY-MM-DD`. */
  readonly day: string | null;
  readonly kind: 'original' | 'copy';
  readonly at: Instant;
  /** A report or a receipt of the books; left out for other papers. */
  readonly page?: BookedPage;
  /** When its sale started, if only the till's history holds the sale. */
  readonly started?: Instant;
};

/** What is printed of the books. */
export type BookedPage =
  | { readonly kind: 'report'; readonly report: BookedReport }
  | { readonly kind: 'receipt'; readonly receipt: number };

export type QueuedJob = {
  readonly job: PrintJob;
  state: PrintJobView['state'];
  why: PrintFault | null;
  fails: number;
  /** Time of the first of the present tries, for the file. */
  since: Instant;
  /** The same of this run, by which the job is given up. */
  tried: Ticks;
};

export type RestoredJob = {
  readonly job: PrintJob;
  readonly progress: Pick<KeptJob, keyof typeof progress>;
};

export type PaperOf = (job: PrintJob) => Promise<PrintedReceipt | null>;

export type QueueDeps = {
  readonly port: PrinterPort;
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
  /** The current content of a job; null when its receipt no longer exists. */
  readonly paperOf: PaperOf;
  readonly onChange: () => void;
};

/** Print jobs in order, one at a time. */
export interface PrintQueue {
  jobs(): readonly Readonly<QueuedJob>[];
  view(): readonly PrintJobView[];
  subscribe(listener: () => void): () => void;
  add(job: PrintJob): void;
  /** Adds the jobs of the till's last run, all of them before the first is printed. */
  restore(jobs: readonly RestoredJob[]): void;
  again(id: string): Answer<null>;
  drop(id: string): Answer<null>;
  /** Removes the oldest job that is not tried again by itself; null if there is none. */
  giveUpOldest(): PrintJob | null;
  isPrinting(): boolean;
  stop(): void;
}

const FIRST_PAUSE = 2 * SECOND;
const LONGEST_PAUSE = 30 * SECOND;
/** After this time the customer has left, and a late receipt would confuse staff. */
const TRIED_FOR = 10 * MINUTE;

/** Faults after which a retry could print twice or could never succeed. */
const FINAL: ReadonlySet<PrintFault> = new Set(['unsure', 'no_receipt']);

/**
 * Prints one job after the other. A failed job is retried with growing delays while none of it can
 * be on paper; otherwise it stays visible until the operator decides.
 */
export function createPrintQueue(deps: QueueDeps): PrintQueue {
  const { clock, report } = deps;
  const entries: QueuedJob[] = [];
  const listeners = createListeners();
  function changed(): void {
    deps.onChange();
    listeners.tell();
  }

  const remove = (entry: QueuedJob) => entries.splice(entries.indexOf(entry), 1);
  const worker = createWorker(deps, entries, changed);

  function idleJob(id: string): QueuedJob | undefined {
    return entries.find(({ job, state }) => job.id === id && state !== 'printing');
  }

  return {
    jobs: () => entries,
    view: () => entries.map(viewOf),
    subscribe: listeners.subscribe,
    add(job) {
      entries.push({ job, state: 'waiting', why: null, fails: 0, ...firstTry(clock) });
      changed();
      worker.turn();
    },
    restore(jobs) {
      if (jobs.length === 0) return;
      entries.push(...jobs.map((job) => restoredEntry(job, deps)));
      changed();
      worker.turn();
    },
    again(id) {
      const entry = idleJob(id);
      if (entry === undefined) return NO_SUCH_JOB;
      Object.assign(entry, { state: 'waiting', why: null, fails: 0, ...firstTry(clock) });
      changed();
      worker.resume();
      return answer(null);
    },
    drop(id) {
      const entry = idleJob(id);
      if (entry === undefined) return NO_SUCH_JOB;
      remove(entry);
      report(`${nameOf(entry.job)} was dropped by the operator and is not printed.`);
      changed();
      return answer(null);
    },
    giveUpOldest() {
      const entry = entries.find(({ state }) => state === 'failed');
      if (entry === undefined) return null;
      remove(entry);
      return entry.job;
    },
    isPrinting: worker.isPrinting,
    stop: worker.stop,
  };
}

/**
 * A job of the last run. Staff decide about a receipt that was in the printer when that run ended,
 * because it can be on paper, and about a late one.
 */
function restoredEntry(
  { job, progress }: RestoredJob,
  { clock, report }: Pick<QueueDeps, 'clock' | 'report'>,
): QueuedJob {
  const { state, why, since } = progress;
  const age = Math.min(Math.max(0, ageOfRecord(since, clock.now())), TRIED_FOR);
  const tried = ticksAfter(clock.ticks(), -age);
  if (state === 'printing') {
    report(notPrinted(job, 'unsure'));
    return { job, state: 'failed', why: 'unsure', fails: 0, since, tried };
  }
  const late = state === 'waiting' && age >= TRIED_FOR;
  if (late) report(`${nameOf(job)} was not printed within ten minutes.`);
  return { job, state: late ? 'failed' : state, why, fails: 0, since, tried };
}

/** The tries begin. */
const firstTry = (clock: DeviceClock) => ({
  since: instantOf(clock.now()),
  tried: clock.ticks(),
});

/** Sends the jobs to the printer one at a time, with a delay after a fault. */
function createWorker(
  deps: Pick<QueueDeps, 'port' | 'clock' | 'report' | 'paperOf'>,
  entries: QueuedJob[],
  changed: () => void,
) {
  const { port, clock, report, paperOf } = deps;
  let cancelPause: CancelTimer = () => undefined;
  let pausing = false;
  let printing = false;
  let stopped = false;

  function turn(): void {
    const entry = entries.find(({ state }) => state === 'waiting');
    if (stopped || printing || pausing || entry === undefined) return;
    printing = true;
    entry.state = 'printing';
    // Writes the state to the file before the printer gets the first byte.
    changed();
    void attempt(entry).then((why) => {
      printing = false;
      // The result counts after a stop too: the next run must not print this receipt again.
      if (why === null) entries.splice(entries.indexOf(entry), 1);
      else onFault(entry, why);
      changed();
      turn();
    });
  }

  async function attempt({ job }: QueuedJob): Promise<PrintFault | null> {
    try {
      const paper = await paperOf(job);
      if (paper === null) return 'no_receipt';
      const outcome = await port.print(paper);
      return outcome.ok ? null : outcome.why;
    } catch {
      // A port should not reject; if it does, the state of the paper is unknown.
      return 'unsure';
    }
  }

  function onFault(entry: QueuedJob, why: PrintFault): void {
    if (entry.why !== why) report(notPrinted(entry.job, why));
    entry.why = why;
    entry.fails += 1;
    const over = elapsed(entry.tried, clock.ticks()) >= TRIED_FOR;
    entry.state = FINAL.has(why) || over ? 'failed' : 'waiting';
    if (FINAL.has(why) || stopped) return;
    // The printer has the fault, so the other jobs wait too.
    pausing = true;
    const time = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(entry.fails - 1, 10));
    cancelPause = clock.after(time, resume);
  }

  function resume(): void {
    cancelPause();
    pausing = false;
    turn();
  }

  return {
    turn,
    resume,
    isPrinting: () => printing,
    stop() {
      stopped = true;
      cancelPause();
    },
  };
}

const NO_SUCH_JOB = refuseTill('print_job_gone');

function notPrinted(job: PrintJob, why: PrintFault): string {
  return `${nameOf(job)} was not printed. ${sayPrintFault(why)}`;
}

/** A paper in a line of the log. */
export function nameOf({ number, kind, day, page }: PrintJob): string {
  if (page?.kind === 'report') {
    const { report } = page;
    return 'period' in report ? `The Z report ${report.period}` : 'The X report';
  }
  if (page?.kind === 'receipt') return `Receipt ${page.receipt}`;
  if (day !== null) return `The slip of ${day}`;
  if (number === null) return 'The test page';
  return `The ${kind === 'copy' ? 'copy' : 'receipt'} of sale ${number}`;
}

function viewOf({ job, state, why }: QueuedJob): PrintJobView {
  const { id, saleId, at, page } = job;
  const number = page?.kind === 'receipt' ? page.receipt : job.number;
  return { id, what: whatOf(job), number, saleId, at, state, why };
}

function whatOf({ saleId, day, kind, page }: PrintJob): PrintJobView['what'] {
  if (page?.kind === 'report') return 'report';
  if (page?.kind === 'receipt') return kind === 'copy' ? 'copy' : 'receipt';
  if (day !== null) return 'day';
  if (saleId === null) return 'test_page';
  return kind === 'copy' ? 'copy' : 'receipt';
}
