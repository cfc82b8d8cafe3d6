import { type Connection, DatabaseError, type Submittable } from 'pg';
import type { Row } from '../../sql/rows.ts';
import type { Statement } from '../statements.ts';
import { READ_AS, type Value } from '../values.ts';
import { MessageWriter } from './message-writer.ts';

/** What a statement answered: its rows, or how many it wrote. */
export type Done = { readonly rows: Row[]; readonly count: number; readonly command: string };

/** Why a statement has no answer: it failed, one before it did, or nobody knows what became of it. */
export type Failure = {
  readonly kind: 'failed' | 'skipped' | 'lost';
  readonly error: unknown;
};

/** A statement to be run. */
export type Ask = { readonly statement: Statement; readonly values: readonly Value[] };

export type Asked = Ask & {
  readonly done: (done: Done) => void;
  readonly failed: (failure: Failure) => void;
};

type Answer = { readonly done: Done; readonly broken: Failure | null };
type ColumnRead = { readonly name: string; readonly read: (text: string) => unknown };
type Columns = readonly ColumnRead[];

/** What the server says of the columns of a result. */
type Description = {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
};

/** Statements that a connection has prepared: their columns, or null while that is not known. */
const prepared = new WeakMap<Connection, Map<string, Columns | null>>();
const writer = new MessageWriter();

/**
 * A row of statements that goes to the server in one piece and is answered in one: the server
 * starts and sends once, not once for each. When one of them fails, those behind it are not run;
 * outside a transaction those before it are undone as well, so there they only read.
 */
export class Batch implements Submittable {
  readonly #asked: Asked[] = [];
  readonly #answers: Answer[] = [];
  #known = new Map<string, Columns | null>();
  #columns: Columns | null = null;
  #rows: Row[] = [];
  #broken: Failure | null = null;
  #unsent = false;
  #over = false;
  /** The driver calls this when the row is over; it puts its own bound on the time around it. */
  callback: (error?: unknown) => void = () => {};

  add(asked: Asked): void {
    this.#asked.push(asked);
  }

  readonly submit = (connection: Connection): Error | null => {
    const known = prepared.get(connection) ?? new Map<string, Columns | null>();
    prepared.set(connection, known);
    this.#known = known;
    const fresh = new Set<string>();
    try {
      for (const { statement, values } of this.#asked) this.#write(statement, values, fresh);
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
      // Whether an earlier try got as far as preparing it is not known.
      if (columns === null) writer.close(name);
      writer.parse(name, text);
      fresh.add(name);
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
    if (!this.#known.get(name)) this.#known.set(name, this.#columns ?? []);
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
    this.#settle({ kind: 'lost', error: new Error('a statement was not answered') });
  }

  handleError(error: unknown, connection: Connection): void {
    if (this.#over) return;
    this.#over = true;
    this.callback(error);
    const known = this.#unsent || error instanceof DatabaseError;
    // An answer that did not come in time would be taken for that of the next row.
    if (!known) connection.stream.destroy();
    this.#settle({ kind: known ? 'failed' : 'lost', error });
  }

  get #current(): Asked | undefined {
    return this.#asked[this.#answers.length];
  }

  #settle(failure: Failure): void {
    for (const [at, { done, failed }] of this.#asked.entries()) {
      const answer = this.#answers[at];
      if (answer?.broken) failed(answer.broken);
      else if (answer !== undefined) done(answer.done);
      else if (failure.kind === 'lost' || at === this.#answers.length) failed(failure);
      else failed({ kind: 'skipped', error: failure.error });
    }
  }
}
