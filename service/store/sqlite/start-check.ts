import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreNotOpened } from '../store-errors.ts';
import { closedFileAt, commitsIn, type MarkContent, markPath, readMark } from './commit-marks.ts';
import { statOf } from './data-files.ts';

const GUIDE = 'docs/guides/recovery.md';

/** The files next to a database before it is opened, and the extent of the page check. */
export type StartState = {
  readonly exists: boolean;
  /** A log next to the file: the last owner did not close it. */
  readonly log: boolean;
  readonly mark: MarkContent | null;
  /** `quick` reads every page, `whole` also every entry of every index. */
  readonly check: 'none' | 'quick' | 'whole';
};

export function lookAt(path: string): StartState {
  const exists = existsSync(path);
  const log = existsSync(`${path}-wal`);
  const mark = readMark(path);
  return { exists, log, mark, check: exists ? checkFor(path, log, mark) : 'none' };
}

function checkFor(path: string, log: boolean, mark: MarkContent | null): StartState['check'] {
  if (mark?.state === 'damaged') return 'whole';
  if (log || mark === null) return 'quick';
  // Another program that wrote to the closed file, or replaced it, changed its identity.
  const same = JSON.stringify(mark.file) === JSON.stringify(closedFileAt(path));
  return mark.state === 'closed' && same ? 'none' : 'whole';
}

/** Throws if an existing database has disappeared, because an empty one would take its place. */
export function assertThere(path: string, { exists, log, mark }: StartState): void {
  if (exists || (!log && (mark?.commits ?? 0) === 0)) return;
  throw new StoreNotOpened(
    `The database ${path} is missing, but ${log ? `${path}-wal` : markPath(path)} is there. ` +
      `Put it back or restore a backup; see ${GUIDE}.`,
  );
}

/** Throws when a page is damaged. The check reads the whole file. */
export function checkPages(database: DatabaseSync, path: string, { check }: StartState): void {
  if (check === 'none') return;
  const name = check === 'quick' ? 'quick_check' : 'integrity_check';
  const verdict = verdictOf(database, name);
  if (verdict === 'ok') return;
  throw new StoreNotOpened(
    `The database ${path} is damaged (${verdict}). Restore a backup; see ${GUIDE}.`,
  );
}

function verdictOf(database: DatabaseSync, name: 'quick_check' | 'integrity_check'): string {
  try {
    const row = database.prepare(`PRAGMA ${name}(1)`).get();
    return String(row === undefined ? undefined : Object.values(row)[0]).replaceAll('\n', ' ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * The refusal of a database that has fewer commits than were acknowledged; null when it has all.
 */
export function lossIn(
  database: DatabaseSync,
  path: string,
  { mark }: StartState,
): StoreNotOpened | null {
  const commits = commitsIn(database) ?? 0;
  const lost = (mark?.commits ?? 0) - commits;
  if (lost <= 0) return null;
  const last = statOf(markPath(path))?.mtime.toISOString() ?? 'an unknown time';
  return new StoreNotOpened(
    `The database ${path} has lost ${lost} acknowledged ${lost === 1 ? 'commit' : 'commits'} of ` +
      `${mark?.commits}; the last one was acknowledged at ${last}. See ${GUIDE}.`,
  );
}

/**
 * Copies the log before SQLite opens it, because SQLite discards unreadable parts. `keep` leaves
 * the copy for an examination, `drop` removes it.
 */
export function keepLog(path: string, { log, mark }: StartState) {
  const copy = `${path}-wal.copy`;
  let copied = false;
  try {
    if (log) {
      rmSync(copy, { force: true });
      copyFileSync(`${path}-wal`, copy);
      copied = true;
    }
  } catch {
    // A disk without room for the copy must not prevent the opening of a sound database.
  }
  return {
    drop: () => rmSync(copy, { force: true }),
    keep() {
      const kept = `${path}-wal.found-${mark?.commits ?? 0}`;
      // The first copy is the complete one.
      if (copied && !existsSync(kept)) renameSync(copy, kept);
      else rmSync(copy, { force: true });
    },
  };
}
