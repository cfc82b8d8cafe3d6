import { createHash } from 'node:crypto';
import { type Row, readInteger, readText } from './sql/rows.ts';
import { StoreNotOpened } from './store-errors.ts';

/** One step of the schema. Forward only: a released step is never edited. */
export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly up: string;
};

/** A step with the SHA-256 of its statements, which the table `migration` keeps of it. */
export type AppliedStep<M extends Migration = Migration> = M & { readonly checksum: string };

/** Reads the steps that a database has, in a database of one process. */
export const HISTORY = 'SELECT number, checksum FROM migration ORDER BY number';

/** Why a process of an older version may not use a database, and what to do. */
export const NEWER_VERSION = 'The database was written by a newer version; install that version.';

/** The oldest step whose processes a row allows. A database of one process has no such column: the step itself. */
export function oldestOf(row: Row): number {
  return readInteger(row, row.oldest === undefined ? 'number' : 'oldest');
}

/**
 * The steps that a database with these rows of its history still needs. A database may have more steps than this
 * version if each of them allows processes of this version (`oldest`). Throws `StoreNotOpened` for
 * another database of a newer version, and for one whose history differs from this version's.
 */
export function missingSteps<M extends Migration>(
  rows: readonly Row[],
  migrations: readonly M[],
): readonly AppliedStep<M>[] {
  const steps = migrations.map((step) => ({
    ...step,
    checksum: createHash('sha256').update(step.up).digest('hex'),
  }));
  const own = steps.at(-1)?.number ?? 0;
  if (rows.slice(steps.length).some((row) => oldestOf(row) > own)) {
    throw new StoreNotOpened(NEWER_VERSION);
  }
  for (const [index, row] of rows.slice(0, steps.length).entries()) {
    const known = steps[index];
    if (
      known?.number === readInteger(row, 'number') &&
      known.checksum === readText(row, 'checksum')
    ) {
      continue;
    }
    throw new StoreNotOpened(
      `Migration ${index + 1} of the database was not written by this product.`,
    );
  }
  return steps.slice(rows.length);
}
