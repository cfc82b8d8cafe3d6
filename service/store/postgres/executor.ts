import type { Row } from '../sql/rows.ts';
import type { Statement } from './statements.ts';
import type { Value } from './values.ts';

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
