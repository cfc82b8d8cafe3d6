import { createHash } from 'node:crypto';
import { type Row, readInteger, readIntegerOrNull, readText } from './sql/rows.ts';
import { StoreNotOpened } from './store-errors.ts';

/** One step of the schema. Forward only: a released step is never edited. */
export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly up: string;
  /** Set if an earlier build made the same schema by one step of this checksum, and by no other. */
  readonly joined?: string;
};

/** A step with the SHA-256 of its statements, which the table `migration` keeps of it. */
export type AppliedStep<M extends Migration = Migration> = M & { readonly checksum: string };

/** Reads the steps that a database has, in a database of one process. */
export const HISTORY = 'SELECT number, checksum FROM migration ORDER BY number';

/** Why a process of an older version may not use a database, and what to do. */
export const NEWER_VERSION = 'The database was written by a newer version; install that version.';

/** The step itself, for a row that names no older one: only processes that know the step may run. */
export function oldestOf(row: Row): number {
  const number = readInteger(row, 'number');
  return row.oldest === undefined ? number : (readIntegerOrNull(row, 'oldest') ?? number);
}

/**
 * What a database with these rows of its history still needs: the steps to run, and the rows to write in
 * place of the present ones if a build wrote several steps as one. A database may have more steps than this
 * version if each of them allows processes of this version (`oldest`). Throws `StoreNotOpened` for
 * another database of a newer version, and for one whose history differs from this version's.
 */
export function missingSteps<M extends Migration>(
  rows: readonly Row[],
  migrations: readonly M[],
): { readonly rewrite: readonly AppliedStep<M>[]; readonly run: readonly AppliedStep<M>[] } {
  const [first] = rows;
  const steps = migrations.map((step) => ({
    ...step,
    checksum: createHash('sha256').update(step.up).digest('hex'),
  }));
  const joined = migrations.findIndex(
    (step) => step.joined !== undefined && first?.checksum === step.joined,
  );
  if (rows.length === 1 && joined >= 0) {
    return { rewrite: steps.slice(0, joined + 1), run: steps.slice(joined + 1) };
  }
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
  return { rewrite: [], run: steps.slice(rows.length) };
}
