import { type Statement, statement } from './statements.ts';
import type { Value } from './values.ts';

type Type = 'text' | 'bigint' | 'double precision';
type Cell = string | number | null;

/** Rows of a shape that are written by one statement, however many they are. */
export type Bulk = {
  readonly statement: Statement;
  /** The parameters for these rows: one array for each column. */
  readonly values: (rows: readonly (readonly Cell[])[]) => Value[];
};

/**
 * A statement over rows that come as arrays, in the order given. In `text`, `GIVEN` stands for
 * them: a table of these columns under the name `given`.
 */
export function bulk(columns: Readonly<Record<string, Type>>, text: string): Bulk {
  const names = Object.keys(columns);
  return {
    statement: statement(text.replace('GIVEN', given(Object.values(columns), names))),
    values: (rows) => names.map((_, index) => rows.map((row) => row[index] ?? null)),
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
