import { CODE } from '../../protocol/status-codes.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import { type CancelTimer, type DeviceClock, instantOf, SECOND } from '../../time/clock.ts';
import { watchClock } from '../sale/clock-set.ts';
import type { JournalRecord } from '../sale/records.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { ClockState } from '../sale/state.ts';
import { clockState } from './clock-state.ts';
import type { ConnectionTracker } from './connection.ts';
import type { Journal, JournalFailure, Written } from './journal.ts';
import { serviceTimeOf, type TerminalClient } from './service-client.ts';

export type ProbeDeps = {
  readonly client: Pick<TerminalClient, 'statusCodeRead' | 'serviceTime'>;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
  readonly connection: ConnectionTracker;
  /** True while other traffic shows whether the service is reachable. */
  readonly isKnown: () => boolean;
  /** Called when the state of the device's clock has changed. */
  readonly changed: () => void;
};

/**
 * Polls the service while no sale does, so that an idle till shows that it is offline before the next
 * customer comes. It also asks the service for its time at the start and after the device's clock was
 * set, so that a wrong clock shows. Returns a function that stops the polling.
 */
export function startProbe(deps: ProbeDeps): () => void {
  const { client, clock, settings, connection, changed } = deps;
  const serviceTime = serviceTimeOf(client, clock);
  const clockSet = watchClock(clock);
  let wasClockSet = false;
  let shown: ClockState = 'right';
  const controller = new AbortController();
  let timer: CancelTimer = clock.after(settings.pollAlone, look);

  function look(): void {
    void ask().then((delay) => {
      showClock();
      if (!controller.signal.aborted) timer = clock.after(delay, look);
    });
  }

  function showClock(): void {
    const present = clockState(serviceTime);
    if (present === shown || controller.signal.aborted) return;
    shown = present;
    changed();
  }

  /** A client that learns the service's time has not done so yet, or not since the clock was set. */
  function needsTime(): boolean {
    if (client.serviceTime === undefined) return false;
    return wasClockSet || client.serviceTime.ahead() === null;
  }

  async function ask(): Promise<number> {
    if (clockSet() !== 0) wasClockSet = true;
    if (deps.isKnown() && !needsTime()) return settings.probeEvery;
    const options = { deadline: settings.readDeadline, signal: controller.signal };
    const result = await client.statusCodeRead(CODE.ok, options).catch(() => null);
    const reached = result !== null && (result.ok || result.error.kind === 'refused');
    if (!controller.signal.aborted) connection.onCall(reached, instantOf(clock.now()));
    if (reached) wasClockSet = false;
    return reached ? settings.probeEvery : settings.pollWithPush;
  }

  return () => {
    controller.abort();
    timer();
  };
}

/** Pause between two attempts while the journal cannot be written. */
const RETRY = 5 * SECOND;

/**
 * Writes records to the journal in order. It keeps records that cannot be written and tries again, so
 * that the till can finish open sales while the disk is full. New sales need `must`.
 */
export interface JournalQueue {
  /**
   * Writes the record, or keeps it and tries again later. Resolves to true if it is durable. Calls
   * `onDurable` when it becomes durable.
   */
  write(record: JournalRecord, onDurable?: () => void): Promise<boolean>;
  /** Writes the record after all kept records, or returns the failure and does not keep it. */
  must(record: JournalRecord): Promise<Written>;
  /** Resolves when every earlier record has been tried. */
  settled(): Promise<void>;
  /** True while the journal cannot be written. */
  isStuck(): boolean;
  stop(): Promise<void>;
}

/** Refuses an action because its record is not durable. */
export function notSaved({ description }: JournalFailure): ReturnType<typeof refuseTill> {
  return refuseTill(
    'not_saved',
    `This cannot be saved on this till, so it was not done. ${description}`,
  );
}

/**
 * Writes a record and calls `notify`: for a refusal after the record is durable (D-203), otherwise at
 * once. A person who sees a refusal tries something else; a restart that lost the record would try the
 * first order again.
 */
export function recordAndNotify(
  journalQueue: JournalQueue,
  record: JournalRecord,
  what: 'refusal' | 'other',
  notify: () => void,
): void {
  if (what === 'other') notify();
  void journalQueue.write(record, what === 'refusal' ? notify : undefined);
}

type Kept = { readonly record: JournalRecord; readonly onDurable: () => void };

type JournalQueueDeps = {
  readonly journal: Journal;
  readonly clock: DeviceClock;
  readonly changed: () => void;
};

/** Calls `changed` whenever `isStuck` changes. */
export function createJournalQueue({ journal, clock, changed }: JournalQueueDeps): JournalQueue {
  const kept: Kept[] = [];
  let tail: Promise<unknown> = Promise.resolve();
  let stuck = false;
  let timer: CancelTimer | null = null;
  let stopped = false;

  function judge(written: Written): Written {
    if (stuck === written.ok) {
      stuck = !written.ok;
      changed();
    }
    if (stuck && timer === null && !stopped) timer = clock.after(RETRY, retry);
    return written;
  }

  function retry(): void {
    timer = null;
    void queue(async () => {
      const check: JournalRecord = { v: 1, at: instantOf(clock.now()), kind: 'check' };
      return judge(kept.length > 0 ? await writeKept() : await journal.append(check));
    });
  }

  async function writeKept(): Promise<Written> {
    for (let next = kept[0]; next !== undefined; next = kept[0]) {
      const written = await journal.append(next.record);
      if (!written.ok) return written;
      kept.shift();
      next.onDurable();
    }
    return { ok: true };
  }

  async function append(record: JournalRecord): Promise<Written> {
    const earlier = await writeKept();
    return judge(earlier.ok ? await journal.append(record) : earlier);
  }

  function queue<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work);
    tail = result;
    return result;
  }

  return {
    write: (record, onDurable = () => undefined) =>
      queue(async () => {
        const written = await append(record);
        if (written.ok) onDurable();
        else kept.push({ record, onDurable });
        return written.ok;
      }),
    must: (record) => queue(() => append(record)),
    settled: async () => {
      await tail;
    },
    isStuck: () => stuck,
    stop: async () => {
      stopped = true;
      timer?.();
      await tail;
    },
  };
}
