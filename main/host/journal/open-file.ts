import type { Journal } from '../../../shared/terminal/engine/journal.ts';
import type { JournalRecord } from '../../../shared/terminal/sale/records.ts';
import { compact } from '../../../shared/terminal/start/compact.ts';
import { type DeviceClock, type Instant, instantOf } from '../../../shared/time/clock.ts';
import { type JournalDisk, type JournalFile, replaceFile } from './disk.ts';
import { type Damage, decode, encode, type Read } from './line-format.ts';
import { createWriter } from './writer.ts';

export type JournalFileOptions = {
  readonly path: string;
  readonly clock: DeviceClock;
  readonly onDamage?: 'refuse' | 'salvage';
  /**
   * Called with all records before a compaction drops some of them. False keeps all of them; the next compaction asks
   * again.
   */
  readonly beforeCompaction?: (records: readonly JournalRecord[]) => Promise<boolean>;
  /** Bytes beyond which the running journal is compacted; default 1 MiB. */
  readonly compactAbove?: number;
};

export type OpenedFile =
  | { readonly ok: true; readonly journal: Journal; readonly droppedBytes: number }
  | { readonly ok: false; readonly damage: Damage; readonly keptAt: string };

const COMPACT_ABOVE = 1024 * 1024;

/**
 * Opens a journal's file on any disk: reads every record, drops a torn last one and compacts. The
 * caller holds the lock. Throws the disk's errors.
 */
export async function openJournalFile<F extends JournalFile>(
  options: JournalFileOptions,
  disk: JournalDisk<F>,
): Promise<OpenedFile> {
  const { path, clock } = options;
  await disk.remove(`${path}.new`);
  const opened = await disk.open(path);
  let file = opened;
  try {
    const read = decode(await disk.read(opened));
    if (read.damage !== null) {
      const keptAt = `${path}.damaged-${read.damage.offset}`;
      await disk.copy(path, keptAt);
      if (options.onDamage !== 'salvage') {
        await opened.close();
        return { ok: false, damage: read.damage, keptAt };
      }
    }
    const mayDrop = (await options.beforeCompaction?.(read.records)) ?? true;
    const records = mayDrop ? compact(read.records, instantOf(clock.now())) : read.records;
    const tidy = await tidied(path, opened, read, records, { disk, at: instantOf(clock.now()) });
    file = tidy.file;
    // A killed till may have left bytes or a name that are only in the machine's memory. The till
    // acts only on records that would survive a power cut.
    await disk.sync(file);
    await disk.syncNames(path);
    const writer = createWriter({
      ...tidy,
      disk,
      rewriteAbove: options.compactAbove ?? COMPACT_ABOVE,
      rewrite: (long) => shortened(options, long, disk),
      syncNames: () => disk.syncNames(path),
    });
    const journal: Journal = {
      records,
      append: (record) => writer.append(encode(record)),
      close: () => writer.close(),
    };
    return { ok: true, journal, droppedBytes: read.tornBytes };
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

type Sized<F> = { readonly file: F; readonly size: number };

/**
 * Makes the file contain exactly `records`: rewrites it if records go, otherwise cuts off a torn
 * end.
 */
async function tidied<F extends JournalFile>(
  path: string,
  file: F,
  read: Read,
  records: readonly JournalRecord[],
  { disk, at }: { readonly disk: JournalDisk<F>; readonly at: Instant },
): Promise<Sized<F>> {
  const same = records.length === read.records.length && read.damage === null;
  if (same && records.length > 0) {
    if (read.tornBytes > 0) await disk.truncate(file, read.goodBytes);
    return { file, size: read.goodBytes };
  }
  const bytes = contentOf(records, at);
  const shorter = await replaceFile(path, bytes, disk);
  await file.close();
  return { file: shorter, size: bytes.length };
}

/**
 * A journal is never empty, so a file without a whole record at its beginning is known to be
 * damaged.
 */
function contentOf(records: readonly JournalRecord[], at: Instant): Buffer {
  const first: readonly JournalRecord[] = [{ v: 1, at, kind: 'check' }];
  return Buffer.concat((records.length === 0 ? first : records).map(encode));
}

/**
 * Rewrites the file without records that are no longer needed; null when that would save too
 * little.
 */
async function shortened<F extends JournalFile>(
  { path, clock, beforeCompaction }: JournalFileOptions,
  file: F,
  disk: JournalDisk<F>,
): Promise<Sized<F> | null> {
  const read = decode(await disk.read(file));
  // This process wrote the file, so damage means a faulty disk; the next open reports it.
  if (read.damage !== null || read.tornBytes > 0) return null;
  if ((await beforeCompaction?.(read.records)) === false) return null;
  const bytes = contentOf(compact(read.records, instantOf(clock.now())), instantOf(clock.now()));
  if (bytes.length * 2 > read.goodBytes) return null;
  const shorter = await replaceFile(path, bytes, disk);
  return { file: shorter, size: bytes.length };
}
