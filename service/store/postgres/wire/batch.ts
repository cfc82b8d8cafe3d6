import { type Connection, DatabaseError, type PoolClient, type Submittable } from 'pg';
import type { Row } from '../../sql/rows.ts';
import type { Statement } from '../statements.ts';
import { READ_AS, type Value } from '../values.ts';
import { MessageWriter } from './message-writer.ts';

/** The result of a statement: its rows, or the number of written rows. */
export type Done = { readonly rows: Row[]; readonly count: number; readonly command: string };

/** Why a statement has no result: it failed, an earlier one failed, or its result is unknown. */
export type Failure = {
  readonly kind: 'failed' | 'skipped' | 'lost';
  readonly error: unknown;
};

/** A statement to run, with its values. */
export type StatementCall = { readonly statement: Statement; readonly values: readonly Value[] };

export type PendingCall = StatementCall & {
  readonly done: (done: Done) => void;
  readonly failed: (failure: Failure) => void;
};

type Answer = { readonly done: Done; readonly broken: Failure | null };
type ColumnRead = { readonly name: string; readonly read: (text: string) => unknown };
type Columns = readonly ColumnRead[];

/** The server's description of the columns of a result. */
type Description = {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
};

/**
 * Statements that a connection has prepared, with their columns, or null while these are unknown.
 */
const prepared = new WeakMap<Connection, Map<string, Columns | null>>();
const writer = new MessageWriter();

/** The name of statements that are prepared at each use. */
const UNNAMED = '';

/**
 * A batch of statements that is sent to the server in one piece and answered in one: the server
 * starts and sends once instead of once per statement. When a statement fails, the later ones do
 * not run. Outside a transaction the server commits after the last answer: until it is ready for the
 * next batch, an answer does not say that its write is stored. Such a batch has one write, or only reads.
 *
 * The driver's own pipeline mode (pg 8.23.1) needs 1.6 times the processor time for a commit of 16
 * payments (875 instead of 587 microseconds, eleven rounds in turns), because it asks for the
 * columns and for a reply after each statement and sends columns of rows as text.
 */
export class Batch implements Submittable {
  readonly #inTransaction: boolean;
  readonly #pending: PendingCall[] = [];
  readonly #answers: Answer[] = [];
  #known = new Map<string, Columns | null>();
  #columns: Columns | null = null;
  #rows: Row[] = [];
  #broken: Failure | null = null;
  #unsent = false;
  #over = false;
  /** The driver calls this at the end of the batch; it sets its own timeout around it. */
  callback: (error?: unknown) => void = () => {};

  constructor({ inTransaction }: { readonly inTransaction: boolean }) {
    this.#inTransaction = inTransaction;
  }

  add(call: PendingCall): void {
    this.#pending.push(call);
  }

  readonly submit = (connection: Connection): Error | null => {
    const known = prepared.get(connection) ?? new Map<string, Columns | null>();
    prepared.set(connection, known);
    this.#known = known;
    const fresh = new Set<string>();
    try {
      for (const { statement, values } of this.#pending) this.#write(statement, values, fresh);
      writer.sync();
    } catch (error) {
      writer.clear();
      this.#unsent = true;
      return error instanceof Error ? error : new Error('a statement cannot be sent');
    }
    for (const name of fresh) known.set(name, null);
    connection.stream.write(writer.take());
    return null;
  };

  #write({ name, text }: Statement, values: readonly Value[], fresh: Set<string>): void {
    const columns = this.#known.get(name);
    const unknown = columns === undefined || columns === null;
    if (unknown && !fresh.has(name)) {
      // It is unknown whether an earlier try prepared the statement.
      if (columns === null) writer.close(name);
      writer.parse(name, text);
      // The server keeps a statement without a name only until the next one.
      if (name !== UNNAMED) fresh.add(name);
    }
    writer.bind(name, values);
    if (unknown) writer.describe();
    writer.execute();
  }

  handleRowDescription({ fields }: Description): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: READ_AS.getTypeParser(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#columns ?? this.#known.get(this.#current?.statement.name ?? '') ?? [];
    const row: Row = {};
    let at = 0;
    try {
      for (const { name, read } of columns) {
        const text = fields[at] ?? null;
        row[name] = text === null ? null : read(text);
        at += 1;
      }
    } catch (error) {
      this.#broken ??= { kind: 'failed', error };
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const current = this.#current;
    if (current === undefined) return;
    const { name } = current.statement;
    if (name !== UNNAMED && !this.#known.get(name)) this.#known.set(name, this.#columns ?? []);
    const count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    const command = text.split(' ', 1)[0] ?? '';
    const done = { rows: this.#rows, count, command };
    this.#answers.push({ done, broken: this.#broken });
    this.#columns = null;
    this.#rows = [];
    this.#broken = null;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    if (this.#over) return;
    this.#over = true;
    this.callback();
    this.#settle(null);
  }

  handleError(error: unknown, connection: Connection): void {
    if (this.#over) return;
    this.#over = true;
    this.callback(error);
    const known = this.#unsent || error instanceof DatabaseError;
    // A late answer would be taken for that of the next batch.
    if (!known) connection.stream.destroy();
    this.#settle({ kind: known ? 'failed' : 'lost', error });
  }

  get #current(): PendingCall | undefined {
    return this.#pending[this.#answers.length];
  }

  /** `failure` is what ended the batch before the server was ready for the next one, or null. */
  #settle(failure: Failure | null): void {
    const undone = this.#inTransaction ? null : failure;
    for (const [at, { done, failed }] of this.#pending.entries()) {
      const answer = this.#answers[at];
      if (answer?.broken) failed(answer.broken);
      else if (answer !== undefined && undone === null) done(answer.done);
      else failed(this.#reasonFor(at, failure));
    }
  }

  /** Why the statement at `at` has no result. An error is made only here, because its stack costs time. */
  #reasonFor(at: number, failure: Failure | null): Failure {
    const reason = failure ?? { kind: 'lost', error: new Error('a statement was not answered') };
    if (reason.kind === 'lost' || at <= this.#answers.length) return reason;
    return { kind: 'skipped', error: reason.error };
  }
}

/** Runs statements in one batch; returns the result or the error of each. */
export function callTogether(
  client: PoolClient,
  calls: readonly StatementCall[],
): Promise<PromiseSettledResult<Done>[]> {
  const batch = new Batch({ inTransaction: false });
  const answers = calls.map(
    (call) =>
      new Promise<Done>((done, reject) => {
        batch.add({ ...call, done, failed: ({ error }) => reject(error) });
      }),
  );
  client.query(batch);
  return Promise.allSettled(answers);
}
