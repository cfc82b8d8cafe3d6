import { refuse } from '../../protocol/errors.ts';
import { type CancelTimer, type Clock, SECOND } from '../../time/clock.ts';
import type { JournalRecord } from '../sale/records.ts';
import type { Journal, JournalFailure, Written } from './journal.ts';

/** Time between two attempts to write while the journal cannot be written. */
const RETRY = 5 * SECOND;

/**
 * Writes the journal in order. What cannot be written is kept and tried again, so that open sales
 * go on to be resolved while the disk is full; new ones need `must`.
 */
export interface JournalQueue {
  /**
   * Writes, or keeps the record for later; true when it is durable. `onDurable` is called once it
   * is, now or later.
   */
  write(record: JournalRecord, onDurable?: () => void): Promise<boolean>;
  /** Writes now, after everything kept, or says why not and keeps nothing. */
  must(record: JournalRecord): Promise<Written>;
  /** Resolves when everything handed over before has been tried. */
  settled(): Promise<void>;
  /** True while something could not be written. */
  isStuck(): boolean;
  stop(): Promise<void>;
}

/** Refuses a person's order that a restart could forget. */
export function notSaved({ description }: JournalFailure): ReturnType<typeof refuse> {
  return refuse(
    'Service Unavailable',
    `This cannot be saved on this till, so it was not done. ${description}`,
  );
}

/**
 * Writes a record and tells of it: a refusal once it is durable (D-203), for it lets a person try
 * something else, and a restart that forgot it would try the first thing again; all else at once.
 */
export function recordAndNotify(
  journalQueue: JournalQueue,
  record: JournalRecord,
  what: 'refusal' | 'other',
  tell: () => void,
): void {
  if (what === 'other') tell();
  void journalQueue.write(record, what === 'refusal' ? tell : undefined);
}

type Kept = { readonly record: JournalRecord; readonly onDurable: () => void };

/** `changed` is called whenever `isStuck` turns. */
export function createJournalQueue(
  journal: Journal,
  clock: Clock,
  changed: () => void,
): JournalQueue {
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
      const check: JournalRecord = { v: 1, at: clock.now(), kind: 'check' };
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
