import type { Row } from '../sql/rows.ts';
import type { Value } from './values.ts';

/** A statement that each connection prepares once, under its name. */
export type Statement = { readonly name: string; readonly text: string };

const known = new Map<string, Statement>();

/** The statement for a text whose parameters are written `?`, which both databases share. */
export function statement(shared: string): Statement {
  const existing = known.get(shared);
  if (existing !== undefined) return existing;
  let parameters = 0;
  const text = shared.replaceAll('?', () => {
    parameters += 1;
    return `$${parameters}`;
  });
  const made = { name: `s${known.size}`, text };
  known.set(shared, made);
  return made;
}

/** Every statement of the loaded modules, for a check of their plans. */
export const knownStatements = (): readonly Statement[] => [...known.values()];

/** The statements of a store, under the names of their texts. */
export function statements<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Statement>> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, statement(text)]);
  return Object.fromEntries(entries);
}

/** Runs reading statements: each separately, or inside a transaction. */
export interface Reader {
  all(statement: Statement, ...values: Value[]): Promise<Row[]>;
  get(statement: Statement, ...values: Value[]): Promise<Row | undefined>;
}

/** Runs all statements. */
export interface Executor extends Reader {
  /** Returns the number of written rows. */
  run(statement: Statement, ...values: Value[]): Promise<number>;
}

/** A transaction for its writers. */
export interface Sending extends Executor {
  /** Sends a statement without waiting for its answer; the commit fails if it failed. */
  send(statement: Statement, ...values: Value[]): void;
}
