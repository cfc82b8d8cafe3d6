import { copyFile, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Ids } from '../../shared/ids/ids.ts';
import type { Journal } from '../../shared/terminal/journal.ts';
import type { JournalRecord } from '../../shared/terminal/records.ts';
import { compact } from '../../shared/terminal/recover.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type JournalDisk, realDisk, replaceFile, syncDirectory } from './journal-disk.ts';
import { type Damage, decode, encode, type Read } from './journal-lines.ts';
import { takeLock } from './journal-lock.ts';
import { createWriter, failureOf } from './journal-writer.ts';

export type JournalOptions = {
  /** The journal file; its directory is made when it is not there. */
  readonly path: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /**
   * What to do about damage in the middle: `refuse` (the default) keeps the file and does not open
   * it, `salvage` goes on with every record that can be read. Both keep a copy of the file.
   */
  readonly onDamage?: 'refuse' | 'salvage';
  readonly disk?: JournalDisk;
};

/** Why a journal does not open. */
type OpenFailure =
  | { readonly kind: 'locked'; readonly description: string }
  | {
      readonly kind: 'damaged';
      readonly description: string;
      readonly offset: number;
      readonly line: number;
      /** The copy that was put aside for people to look at. */
      readonly keptAt: string;
    }
  | { readonly kind: 'full' | 'failed'; readonly description: string };

export type Opened =
  | {
      readonly ok: true;
      readonly journal: Journal;
      /** Bytes of a record that a power cut had cut short; it was never acknowledged. */
      readonly droppedBytes: number;
    }
  | { readonly ok: false; readonly failure: OpenFailure };

/**
 * Opens a till's journal for its one writer: takes the lock, reads every record, drops a torn last
 * one, and compacts. Never throws for what is on the disk.
 */
export async function openJournal(options: JournalOptions): Promise<Opened> {
  const { path, clock } = options;
  let release = async (): Promise<void> => undefined;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const lock = await takeLock(`${path}.lock`, clock.now(), options.ids.short());
    if (!lock.ok) {
      return { ok: false, failure: { kind: 'locked', description: lock.description } };
    }
    release = lock.release;
    const opened = await openLocked(options, release);
    if (!opened.ok) await release();
    return opened;
  } catch (error) {
    await release();
    return { ok: false, failure: failureOf(error) };
  }
}

async function openLocked(options: JournalOptions, release: () => Promise<void>): Promise<Opened> {
  const { path, clock } = options;
  const disk = options.disk ?? realDisk;
  await rm(`${path}.new`, { force: true });
  const file = await openOrCreate(path);
  let handle: FileHandle = file;
  try {
    const read = decode(await file.readFile());
    if (read.damage !== null) {
      const keptAt = `${path}.damaged-${read.damage.offset}`;
      await copyFile(path, keptAt);
      if (options.onDamage !== 'salvage') {
        await file.close();
        return { ok: false, failure: damaged(read.damage, keptAt) };
      }
    }
    const records = compact(read.records, clock.now());
    handle = await tidied(path, file, read, records, disk);
    const { size } = await handle.stat();
    const writer = createWriter(handle, size, disk);
    const journal: Journal = {
      records,
      append: (record) => writer.append(encode(record)),
      close: async () => {
        await writer.close();
        await release();
      },
    };
    return { ok: true, journal, droppedBytes: read.tornBytes };
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const file = await open(path, 'wx+', 0o600);
    await syncDirectory(dirname(path));
    return file;
  }
}

/** Brings the file to exactly `records`: rewritten where some go, else with a torn end cut off. */
async function tidied(
  path: string,
  file: FileHandle,
  read: Read,
  records: readonly JournalRecord[],
  disk: JournalDisk,
): Promise<FileHandle> {
  if (records.length === read.records.length && read.damage === null) {
    if (read.tornBytes > 0) {
      await disk.truncate(file, read.goodBytes);
      await disk.sync(file);
    }
    return file;
  }
  await replaceFile(path, Buffer.concat(records.map(encode)), disk);
  await file.close();
  return open(path, 'r+');
}

function damaged(damage: Damage, keptAt: string): Extract<OpenFailure, { kind: 'damaged' }> {
  const { offset, line, why } = damage;
  const description =
    `The journal is damaged at byte ${offset} (line ${line}): ${why}. ` +
    `A copy was kept at ${keptAt}.`;
  return { kind: 'damaged', description, offset, line, keptAt };
}
