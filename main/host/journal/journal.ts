import { dirname } from 'node:path';
import type { Ids } from '../../../shared/ids/ids.ts';
import type { Journal } from '../../../shared/terminal/engine/journal.ts';
import { instantOf } from '../../../shared/time/clock.ts';
import type { JournalDisk, JournalFile } from './disk.ts';
import type { Damage } from './line-format.ts';
import { type JournalFileOptions, openJournalFile } from './open-file.ts';
import { failureOf } from './writer.ts';

/**
 * `path` is the journal file; its directory is created if missing. `onDamage` decides about damage
 * in the middle: `refuse` (default) keeps the file and does not open it; `salvage` continues with
 * every readable record. Both keep a copy of the file.
 */
export type JournalOptions = JournalFileOptions & {
  readonly ids: Ids;
  readonly disk: JournalDisk<JournalFile>;
};

/** Why a journal could not be opened. */
type OpenFailure =
  | { readonly kind: 'locked'; readonly description: string }
  | {
      readonly kind: 'damaged';
      readonly description: string;
      readonly offset: number;
      readonly line: number;
      /** The copy for later examination. */
      readonly keptAt: string;
    }
  | { readonly kind: 'full' | 'failed'; readonly description: string };

export type Opened =
  | {
      readonly ok: true;
      readonly journal: Journal;
      /** Bytes of a last record that a power cut truncated; it was never acknowledged. */
      readonly droppedBytes: number;
    }
  | { readonly ok: false; readonly failure: OpenFailure };

/**
 * Opens a till's journal for its only writer: takes the lock, reads every record, drops a torn last
 * one and compacts. Disk errors are returned, not thrown.
 */
export async function openJournal(options: JournalOptions): Promise<Opened> {
  const { path, clock, ids, disk } = options;
  let release = async (): Promise<void> => undefined;
  try {
    const lock = await disk.lock(path, instantOf(clock.now()), ids.short());
    if (!lock.ok) {
      return { ok: false, failure: { kind: 'locked', description: lock.description } };
    }
    release = lock.release;
    const opened = await openJournalFile(options, disk);
    if (opened.ok) return { ...opened, journal: releasing(opened.journal, release) };
    await release();
    return { ok: false, failure: damaged(path, opened.damage, opened.keptAt) };
  } catch (error) {
    await release();
    return { ok: false, failure: failureOf(error) };
  }
}

function releasing(journal: Journal, release: () => Promise<void>): Journal {
  return {
    ...journal,
    close: async () => {
      await journal.close();
      await release();
    },
  };
}

function damaged(
  path: string,
  damage: Damage,
  keptAt: string,
): Extract<OpenFailure, { kind: 'damaged' }> {
  const { offset, line, why } = damage;
  const description =
    `The journal ${path} is damaged at byte ${offset} (line ${line}): ${why}. A copy was kept at ` +
    `${keptAt}. The till does not start before it is recovered: tillkit journal --recover ${dirname(path)}`;
  return { kind: 'damaged', description, offset, line, keptAt };
}
