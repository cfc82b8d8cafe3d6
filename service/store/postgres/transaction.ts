import type { PoolClient } from 'pg';
import type { Row } from '../sql/rows.ts';
import type { Executor } from './database.ts';
import { PaymentWriter } from './payment-writer.ts';
import { type Statement, statement } from './statements.ts';
import { READ_AS, storable, type Value } from './values.ts';

/** What PostgreSQL says to everything that follows a failure inside a transaction. */
const ABORTED = '25P02';

const BEGIN = statement('BEGIN ISOLATION LEVEL READ COMMITTED');

/**
 * One transaction on one connection. Statements go out without waiting for the answers to those
 * before them, so a row of them costs one way there and back; each sees what those before it wrote,
 * and what others committed until it began.
 */
export class Transaction implements Executor {
  readonly #client: PoolClient;
  readonly #sent: Promise<unknown>[] = [];
  #committing = false;
  /** Payments that are written in this transaction. */
  readonly payments = new PaymentWriter(this);
  #failure: { readonly error: unknown } | null = null;

  constructor(client: PoolClient) {
    this.#client = client;
    this.#send(client.query(BEGIN));
  }

  /** Whether the commit is on its way, so that nobody knows what became of it without its answer. */
  get committing(): boolean {
    return this.#committing;
  }

  async all(statement: Statement, ...values: Value[]): Promise<Row[]> {
    return (await this.#ask(statement, values)).rows;
  }

  async get(statement: Statement, ...values: Value[]): Promise<Row | undefined> {
    return (await this.#ask(statement, values)).rows[0];
  }

  async run(statement: Statement, ...values: Value[]): Promise<number> {
    return (await this.#ask(statement, values)).rowCount ?? 0;
  }

  /** Runs a statement whose answer nobody waits for; the commit fails when it has failed. */
  send(statement: Statement, ...values: Value[]): void {
    this.#send(this.#ask(statement, values));
  }

  /** Commits, with everything that was sent. */
  async commit(): Promise<void> {
    this.#committing = true;
    const done = this.#note(this.#client.query('COMMIT'));
    await Promise.allSettled(this.#sent);
    const committed = await Promise.allSettled([done]);
    if (this.#failure !== null) {
      // Something before the commit has failed: then it came back as an answer, and undid it all.
      if (committed[0]?.status === 'fulfilled') this.#committing = false;
      throw this.#failure.error;
    }
    if (committed[0]?.status === 'fulfilled' && committed[0].value.command === 'COMMIT') return;
    throw new Error('a transaction was undone without a reason');
  }

  /** Undoes everything; false when the connection is of no use any more. */
  async undo(): Promise<boolean> {
    try {
      await Promise.allSettled(this.#sent);
      await this.#client.query('ROLLBACK');
      return true;
    } catch {
      return false;
    }
  }

  #send(answer: Promise<unknown>): void {
    const noted = this.#note(answer);
    noted.catch(() => {});
    this.#sent.push(noted);
  }

  async #note<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  async #ask({ name, text }: Statement, values: readonly Value[]) {
    const query = { name, text, values: values.map(storable), types: READ_AS };
    try {
      return await this.#note(this.#client.query<Row>(query));
    } catch (error) {
      // The reason is the first failure, not what followed from it.
      const followed = error instanceof Error && 'code' in error && error.code === ABORTED;
      throw followed && this.#failure !== null ? this.#failure.error : error;
    }
  }
}
