import type { SmallFiles } from '../../main/host/adapters/small-files.ts';
import type { BooksDisk } from '../../main/host/books/book-files.ts';
import type { JournalDisk } from '../../main/host/journal/disk.ts';
import type { Prng } from './prng.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * A file's bytes as the programs see them, and as they would be after a power cut. Buffers are never
 * changed in place, so both may be the same buffer.
 */
type Inode = { seen: Buffer; durable: Buffer };
export type SimFile = { readonly inode: Inode; close(): Promise<void> };

type Names = Map<string, Inode>;
/** A small file as the programs see it, and as it would be after a power cut; null if it is not there then. */
type Small = { readonly seen: Buffer | null; readonly durable: Buffer | null };
/** A write that was in progress when the till stopped. A random part of it was carried out. */
type UnderWay = { inode: Inode; bytes: Buffer; position: number };

export type DiskFault = 'none' | 'full' | 'broken_sync';

/**
 * A disk that stays when the till is restarted. Every operation takes time, so that a till can stop
 * during it. After a power cut, data that was not synced is missing wholly or in part, or is zeros.
 */
export function createSimDisk(time: VirtualTime, prng: Prng, delay = delayOf(prng)) {
  let seenNames: Names = new Map();
  let durableNames: Names = new Map();
  const small = new Map<string, Small>();
  let underWay: UnderWay | null = null;
  let fault: DiskFault = 'none';

  /** The disk for one life of the till; after the life has ended, its operations get no answers. */
  function hold(isAlive: () => boolean): BooksDisk<SimFile> & JournalDisk<SimFile> {
    const slow = <T>(work: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        time.after(delay(), () => {
          if (!isAlive()) return;
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        });
      });
    const fileOf = (inode: Inode): SimFile => ({ inode, close: async () => undefined });
    const inodeAt = (path: string): Inode => {
      const found = seenNames.get(path);
      if (found !== undefined) return found;
      const made = { seen: Buffer.alloc(0), durable: Buffer.alloc(0) };
      seenNames.set(path, made);
      return made;
    };
    const noRoom = () => {
      if (fault === 'full') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    return {
      names: (folder) =>
        slow(() =>
          [...seenNames.keys()].flatMap((path) =>
            path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
          ),
        ),
      open: (path) => slow(() => fileOf(inodeAt(path))),
      create: (path) =>
        slow(() => {
          noRoom();
          seenNames.delete(path);
          return fileOf(inodeAt(path));
        }),
      read: (file) => slow(() => Buffer.from(file.inode.seen)),
      write: (file, bytes, position) => {
        underWay = { inode: file.inode, bytes, position };
        return slow(() => {
          underWay = null;
          // A full disk accepts part of a write first.
          if (fault === 'full') put(file.inode, bytes.subarray(0, 7), position);
          noRoom();
          put(file.inode, bytes, position);
        });
      },
      sync: (file) =>
        slow(() => {
          if (fault === 'broken_sync') throw Object.assign(new Error('sync'), { code: 'EIO' });
          file.inode.durable = file.inode.seen;
        }),
      truncate: (file, size) =>
        slow(() => {
          file.inode.seen = file.inode.seen.subarray(0, size);
        }),
      rename: (from, to) =>
        slow(() => {
          const inode = seenNames.get(from);
          if (inode === undefined) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
          seenNames.delete(from);
          seenNames.set(to, inode);
        }),
      syncNames: () =>
        slow(() => {
          durableNames = new Map(seenNames);
        }),
      copy: (from, to) =>
        slow(() => {
          const inode = inodeAt(to);
          inode.seen = inodeAt(from).seen;
        }),
      remove: (path) =>
        slow(() => {
          seenNames.delete(path);
        }),
      // A life begins when the one before it has ended.
      lock: async () => ({ ok: true, release: async () => undefined }),
    };
  }

  /** The small files of one life. They are written at once; a stopped life writes nothing more. */
  function filesOf(isAlive: () => boolean): SmallFiles {
    const read = (path: string) => small.get(path)?.seen ?? null;
    const put = (path: string, seen: Buffer | null, flush: boolean) => {
      if (!isAlive()) throw new Error('the till has stopped');
      if (seen !== null && fault === 'full')
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      small.set(path, { seen, durable: flush ? seen : (small.get(path)?.durable ?? null) });
    };
    return {
      read,
      load: async (path) => read(path),
      write: (path, text, options) => put(path, Buffer.from(text), options?.flush === true),
      append: (path, text) =>
        put(path, Buffer.concat([read(path) ?? Buffer.alloc(0), Buffer.from(text)]), false),
      names: (folder) =>
        [...small].flatMap(([path, { seen }]) =>
          seen !== null && path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
        ),
      rename(from, to) {
        put(to, read(from), true);
        put(from, null, true);
      },
      remove: (path) => put(path, null, false),
      free: async () => null,
      size: async (path) => seenNames.get(path)?.seen.length ?? null,
    };
  }

  /** When the process ends, a random first part of the write in progress has been carried out. */
  function tear(): void {
    if (underWay === null) return;
    const { inode, bytes, position } = underWay;
    underWay = null;
    put(inode, bytes.subarray(0, prng.between(0, bytes.length)), position);
  }

  function powerCut(): void {
    tear();
    for (const inode of new Set([...seenNames.values(), ...durableNames.values()])) {
      inode.seen = remains(inode, prng);
      inode.durable = inode.seen;
    }
    for (const [path, { seen, durable }] of small) {
      const left = prng.chance(0.5) ? seen : durable;
      small.set(path, { seen: left, durable: left });
    }
    // A name that was not synced may be on the disk anyway.
    if (prng.chance(0.5)) durableNames = new Map(seenNames);
    seenNames = new Map(durableNames);
  }

  return {
    hold,
    filesOf,
    /** Ends the process; its completed writes are still in the machine's memory. */
    kill: tear,
    powerCut,
    setFault: (next: DiskFault) => {
      fault = next;
    },
    names: (): readonly string[] => [...seenNames.keys()],
    bytes: (path: string): Buffer => seenNames.get(path)?.seen ?? Buffer.alloc(0),
  };
}

/** Most operations are quick; some wait because the disk is busy. */
function delayOf(prng: Prng): () => number {
  return () => (prng.chance(0.05) ? prng.between(5, 400) : prng.between(0, 3));
}

function put(inode: Inode, bytes: Buffer, position: number): void {
  const { length } = inode.seen;
  const grown = Buffer.allocUnsafe(Math.max(length, position + bytes.length));
  inode.seen.copy(grown);
  if (position > length) grown.fill(0, length, position);
  bytes.copy(grown, position);
  inode.seen = grown;
}

/** What a power cut leaves of a file: what was synced, and some of what was not. */
function remains(inode: Inode, prng: Prng): Buffer {
  const { seen, durable } = inode;
  const shared = commonLength(seen, durable);
  // A truncation that was not synced: the old bytes may still be in the file.
  if (seen.length <= durable.length && shared === seen.length) {
    return prng.chance(0.5) ? seen : durable;
  }
  const kept = prng.between(durable.length, Math.max(durable.length, seen.length));
  const base = prng.chance(0.5) ? seen : durable;
  const left = Buffer.from(seen.subarray(0, kept));
  if (base === durable) durable.copy(left, 0, 0, Math.min(durable.length, left.length));
  // The file's new length may be on the disk before its bytes are.
  if (prng.chance(0.3)) left.fill(0, durable.length);
  return left;
}

function commonLength(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at += 1) if (a[at] !== b[at]) return at;
  return most;
}
