import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Prepares every statement of a store once, by the names of their texts. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, StatementSync>> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [
    name,
    database.prepare(text),
  ]);
  return Object.fromEntries(entries);
}
