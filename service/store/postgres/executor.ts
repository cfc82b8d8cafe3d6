import type { Row } from '../sql/rows.ts';
import type { Statement } from './statements.ts';
import type { Value } from './values.ts';

/** Where statements that read can be run: each by itself, or inside a transaction. */
export interface Reader {
  all(statement: Statement, ...values: Value[]): Promise<Row[]>;
  get(statement: Statement, ...values: Value[]): Promise<Row | undefined>;
}

/** Where all statements can be run. */
export interface Executor extends Reader {
  /** Answers how many rows were written. */
  run(statement: Statement, ...values: Value[]): Promise<number>;
}

/** A transaction as those see it that write in it. */
export interface Sending extends Executor {
  /** Runs a statement without waiting for its answer; the commit fails when it has failed. */
  send(statement: Statement, ...values: Value[]): void;
}
