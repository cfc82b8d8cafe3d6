import { createHash } from 'node:crypto';
import { type Row, readInteger, readText } from './sql/rows.ts';
import { StoreNotOpened } from './store-errors.ts';

/** One step of the schema. Forward only: a released step is never edited. */
export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly up: string;
  /** Set if an earlier build made the same schema by one step of this checksum, and by no other. */
  readonly joined?: string;
};

/** A row of the table `migration`: a step that the database has. */
export type AppliedStep = {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
};

/** Reads the steps that a database has, on both databases. */
export const HISTORY = 'SELECT number, checksum FROM migration ORDER BY number';

/** The statements of a step, and the row to write when they have run. */
type Step = { readonly up: string; readonly row: AppliedStep };

function stepOf({ number, name, up }: Migration): Step {
  return { up, row: { number, name, checksum: createHash('sha256').update(up).digest('hex') } };
}

/**
 * What a database with these rows of `HISTORY` still needs: the steps to run, and the rows to write in
 * place of its own if its build wrote several steps as one. Throws `StoreNotOpened` for a database of a
 * newer version, and for one whose history differs from this version's.
 */
export function missingSteps(
  rows: readonly Row[],
  migrations: readonly Migration[],
): { readonly rewrite: readonly AppliedStep[]; readonly run: readonly Step[] } {
  const [first] = rows;
  const steps = migrations.map(stepOf);
  const joined = migrations.findIndex(
    (step) => step.joined !== undefined && first?.checksum === step.joined,
  );
  if (rows.length === 1 && joined >= 0) {
    const rewrite = steps.slice(0, joined + 1).map(({ row }) => row);
    return { rewrite, run: steps.slice(joined + 1) };
  }
  if (rows.length > steps.length) {
    throw new StoreNotOpened('The database was written by a newer version; install that version.');
  }
  for (const [index, row] of rows.entries()) {
    const known = steps[index]?.row;
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
