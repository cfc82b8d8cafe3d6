import type { PoolClient } from 'pg';
import type { Row } from '../sql/rows.ts';
import { PaymentWriter, type WriteMode } from './payment-writer.ts';
import { type Sending, type Statement, statement } from './statements.ts';
import type { Value } from './values.ts';
import { Batch, type Done, type Failure } from './wire/batch.ts';

const NOTHING = statement('SELECT 1 AS nothing');
const BEGIN = statement('BEGIN ISOLATION LEVEL READ COMMITTED');
// Its name differs from all others on the wire.
const COMMIT: Statement = { name: 'commit', text: 'COMMIT' };

/**
 * One transaction on one connection. Statements that are requested synchronously are sent and
 * answered in one batch. Each sees the writes of the statements before it, and what others
 * committed before it began.
 */
export class Transaction implements Sending {
  readonly #client: PoolClient;
  #committing = false;
  #wrote = false;
  /** Payments that are written in this transaction. */
  readonly payments: PaymentWriter;
  #batch: Batch | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(client: PoolClient, mode: WriteMode) {
    this.#client = client;
    this.payments = new PaymentWriter(this, mode);
    this.send(BEGIN);
  }

  /** Whether the writes so far have changed a row. */
  async hasWritten(): Promise<boolean> {
    // The server answers in order, so what was sent before has its answer then.
    await this.#call(NOTHING, []);
    return this.#wrote;
  }

  /** True while the commit is in flight, so that its result is unknown without an answer. */
  get committing(): boolean {
    return this.#committing;
  }

  async all(statement: Statement, ...values: Value[]): Promise<Row[]> {
    return (await this.#call(statement, values)).rows;
  }

  async get(statement: Statement, ...values: Value[]): Promise<Row | undefined> {
    return (await this.#call(statement, values)).rows[0];
  }

  async run(statement: Statement, ...values: Value[]): Promise<number> {
    return (await this.#call(statement, values)).count;
  }

  /** Sends a statement without waiting for its answer; the commit fails if it failed. */
  send(statement: Statement, ...values: Value[]): void {
    const failed = ({ error }: Failure) => this.#fail(error);
    const done = (answer: Done) => this.#noteWrite(answer);
    this.#gather().add({ statement, values, done, failed });
  }

  /** Commits with everything that was sent. */
  async commit(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const failed = ({ kind, error }: Failure) => {
      // A statement before the commit has failed, so the commit did not start.
      if (kind === 'skipped') this.#committing = false;
      this.#fail(error);
      reject(this.#failure?.error);
    };
    this.#gather().add({ statement: COMMIT, values: [], done: resolve, failed });
    this.#committing = true;
    const { command } = await promise;
    if (this.#failure !== null) throw this.#failure.error;
    if (command !== 'COMMIT')
      throw new Error('the server rolled a transaction back without an error');
  }

  /** Rolls everything back; false when the connection cannot be used any more. */
  async undo(): Promise<boolean> {
    try {
      this.#flush();
      await this.#client.query('ROLLBACK');
      return true;
    } catch {
      return false;
    }
  }

  #call(statement: Statement, values: readonly Value[]): Promise<Done> {
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const failed = ({ error }: Failure) => {
      this.#fail(error);
      // The first failure is the cause of the later ones.
      reject(this.#failure?.error);
    };
    const done = (answer: Done) => {
      this.#noteWrite(answer);
      resolve(answer);
    };
    this.#gather().add({ statement, values, done, failed });
    return promise;
  }

  #noteWrite({ count, command }: Done): void {
    if (count > 0 && WRITES.has(command)) this.#wrote = true;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
  }

  #gather(): Batch {
    if (this.#batch !== null) return this.#batch;
    const batch = new Batch({ inTransaction: true });
    this.#batch = batch;
    // After the promises that are already settled, so that the statements that follow from them are
    // sent with it.
    process.nextTick(() => this.#flush());
    return batch;
  }

  #flush(): void {
    if (this.#batch === null) return;
    const batch = this.#batch;
    this.#batch = null;
    this.#client.query(batch);
  }
}

/** The commands of statements that write, as the server names them. */
const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE']);
