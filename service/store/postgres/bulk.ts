import { type Statement, statement } from './statements.ts';
import type { Column } from './values.ts';

type Type = Column['type'];
type Cell = Column['cells'][number];
type Cells = readonly Cell[];
type Columns = Readonly<Record<string, Type>>;

/** Rows of a shape that are written by one statement, however many they are. */
export type Bulk = {
  readonly statement: Statement;
  /** The parameters for these rows: their columns. */
  readonly values: (rows: readonly Cells[]) => Column[];
};

/**
 * A statement over rows that come as arrays, in the order given. In `text`, `GIVEN` stands for
 * them: a table of these columns under the name `given`.
 */
export function bulk(columns: Columns, text: string): Bulk {
  const { statement, values } = bulkOf([[columns, text]]);
  return { statement, values: (rows) => values([rows]) };
}

/** The same in several parts, each over rows of its own, that make up one statement. */
export function bulkOf(parts: readonly (readonly [columns: Columns, text: string])[]): {
  readonly statement: Statement;
  /** The parameters for the rows of each part. */
  readonly values: (rows: readonly (readonly Cells[])[]) => Column[];
} {
  const texts = parts.map(([columns, text]) =>
    text.replace('GIVEN', given(Object.values(columns), Object.keys(columns))),
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
 * A table `given` of rows that come as one array for each column. The arrays are kept out of the
 * planner's sight: it would take a short one for a reason to plan the statement anew every time,
 * which takes longer than to run it.
 */
export function given(types: readonly Type[], names: readonly string[], more = ''): string {
  const arrays = types.map((type, index) => `CAST(? AS ${type}[]) AS a${index}`);
  const all = types.map((_, index) => `arrays.a${index}`).join(', ');
  return `(SELECT ${arrays.join(', ')} OFFSET 0) AS arrays
    CROSS JOIN LATERAL unnest(${all})${more} AS given (${names.join(', ')})`;
}

/** Puts rows that belong together into one list each, in the order of their keys. */
export function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  // Every process takes rows in the same order, so that no two wait for each other.
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Each row with how many of its group follow it: the number it has, counted from the last one. */
export function counted<T>(groups: Map<string, T[]>): { readonly row: T; readonly back: number }[] {
  return [...groups.values()].flatMap((rows) =>
    rows.map((row, index) => ({ row, back: rows.length - 1 - index })),
  );
}
