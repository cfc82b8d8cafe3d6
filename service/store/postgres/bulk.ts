import { type Statement, statement } from './statements.ts';
import type { Column } from './values.ts';

type Type = Column['type'];
type Cell = Column['cells'][number];
type Cells = readonly Cell[];
type Columns = Readonly<Record<string, Type>>;

/** Rows of one shape that one statement writes, for any number of rows. */
export type Bulk = {
  readonly statement: Statement;
  /** The parameters for these rows, one per column. */
  readonly values: (rows: readonly Cells[]) => Column[];
};

/**
 * A statement over rows that are passed as arrays, in the given order. In `text`, `GIVEN` stands
 * for them: a table of these columns with the name `given`.
 */
export function bulk(columns: Columns, text: string): Bulk {
  const { statement, values } = bulkOf([[columns, text]]);
  return { statement, values: (rows) => values([rows]) };
}

/** The same in several parts, each with separate rows, that form one statement. */
export function bulkOf(parts: readonly (readonly [columns: Columns, text: string])[]): {
  readonly statement: Statement;
  /** The parameters for the rows of each part. */
  readonly values: (rows: readonly (readonly Cells[])[]) => Column[];
} {
  const texts = parts.map(([columns, text]) =>
    text.replace('GIVEN', givenTable(Object.values(columns), Object.keys(columns))),
  );
  const types = parts.map(([columns]) => Object.values(columns));
  return {
    statement: statement(texts.join('\n')),
    values: (rows) =>
      types.flatMap((of, part) =>
        of.map((type, at) => ({ type, cells: (rows[part] ?? []).map((row) => row[at] ?? null) })),
      ),
  };
}

/**
 * A table `given` of rows that are passed as one array per column. The planner does not see the
 * arrays: a short one would make it plan the statement again every time, which takes longer than to
 * run it.
 */
export function givenTable(types: readonly Type[], names: readonly string[], more = ''): string {
  const arrays = types.map((type, index) => `CAST(? AS ${type}[]) AS a${index}`);
  const all = types.map((_, index) => `arrays.a${index}`).join(', ');
  return `(SELECT ${arrays.join(', ')} OFFSET 0) AS arrays
    CROSS JOIN LATERAL unnest(${all})${more} AS given (${names.join(', ')})`;
}

/** Groups rows by key, in the order of the keys. */
export function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  // Every process locks rows in the same order, which prevents deadlocks.
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Each row with the number of rows of its group that follow it, from which its sequence number is
 * computed.
 */
export function counted<T>(groups: Map<string, T[]>): { readonly row: T; readonly back: number }[] {
  return [...groups.values()].flatMap((rows) =>
    rows.map((row, index) => ({ row, back: rows.length - 1 - index })),
  );
}
