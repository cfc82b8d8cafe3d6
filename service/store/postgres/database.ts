import { Pool, type PoolClient } from 'pg';
import { type Act, presentAct } from '../acts.ts';
import type { CommitReports } from '../commit-health.ts';
import { ACT_SQL, actRow } from '../sql/act-tables.ts';
import type { Row } from '../sql/rows.ts';
import { READINESS } from '../store.ts';
import { StoreUnavailable } from '../store-errors.ts';
import { CONNECT_WITHIN } from './connection.ts';
import { isConflict, isLost, isLostAtOnce, isOutdated, isSilent, storeError } from './errors.ts';
import { type CallTogether, type Lookup, Lookups } from './lookups.ts';
import type { WriteMode } from './payment-writer.ts';
import type { Servers } from './servers.ts';
import { type Reader, type Statement, statement as statementOf } from './statements.ts';
import { Transaction } from './transaction.ts';
import type { Value } from './values.ts';
import { showStep } from './versions.ts';
import { callTogether, type Done, type StatementCall } from './wire/batch.ts';
import { WriteTurns } from './write-turns.ts';

/** Writes that are queued under one owner. */
export type OwnWrites = {
  /** One write in a separate transaction; returns the number of written rows. */
  readonly run: (statement: Statement, ...values: Value[]) => Promise<number>;
  /** The same with the rows that the write returns. */
  readonly write: (statement: Statement, ...values: Value[]) => Promise<Done>;
  /** One write that may be made twice, so it is repeated on another connection if the first is lost. */
  readonly runSafely: (statement: Statement) => Promise<Done>;
  /**
   * Runs `work` in a transaction. It may run again, each time after a rollback, so it must change
   * nothing but the database. Resolves after the commit.
   */
  readonly transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
};

export const PUT_ACT = statementOf(ACT_SQL.put);

/** Connections of one process, and the maximum that writes by {@link OwnWrites} may use at once. */
const CONNECTIONS = 10;
const WRITES_AT_ONCE = 5;
/** Milliseconds. */
const STATEMENT_WITHIN = 15_000;
/**
 * The maximum wait for an answer. It is longer than the server's own timeout, so it is reached only
 * when the server hangs or the network is down. A request waits for it once, so it gets its 503
 * within 20 seconds.
 */
export const ANSWER_WITHIN = 18_000;
const LOCK_WITHIN = 10_000;
const IDLE_WITHIN = 30_000;

/**
 * The server's own timeouts. The last one ends the transaction of a process that stopped in the
 * middle of its work, so that it does not block other processes. They are set on the open
 * connection, because a pooler refuses connections with startup parameters. If a pooler has no free
 * connection, this waits.
 */
const BOUNDS = {
  text: `SET statement_timeout = ${STATEMENT_WITHIN}; SET lock_timeout = ${LOCK_WITHIN};
    SET idle_in_transaction_session_timeout = ${STATEMENT_WITHIN}`,
  query_timeout: CONNECT_WITHIN,
};

/** How often a statement is repeated after a conflict or a lost connection. */
const CONFLICTS_MAX = 8;
const LOSSES_MAX = 2;

/**
 * The connections of one process. A read is repeated on another connection when its connection is
 * lost; a write is repeated only if it certainly was not committed. Rejects with `StoreBusy` and
 * `StoreUnavailable` as the embedded database does.
 */
export class PostgresDatabase implements Reader {
  readonly #servers: Servers;
  readonly #pool: Pool;
  readonly #turns = new WriteTurns(WRITES_AT_ONCE);
  readonly #lookups: Lookups;
  readonly #reports: CommitReports;

  /**
   * Connections show `step`, the last step of the schema that this process knows. `isAlone` returns true
   * if no other process shares the database.
   */
  constructor(
    servers: Servers,
    step: number,
    { isAlone, reports }: { readonly isAlone: () => boolean; readonly reports: CommitReports },
  ) {
    this.#servers = servers;
    this.#reports = reports;
    this.#lookups = new Lookups((calls) => this.#together(calls), isAlone);
    this.#pool = new Pool({
      Client: servers.clientClass(),
      connectionTimeoutMillis: CONNECT_WITHIN,
      max: CONNECTIONS,
      idleTimeoutMillis: IDLE_WITHIN,
      query_timeout: ANSWER_WITHIN,
      onConnect: async (client) => {
        await client.query(BOUNDS);
        await servers.check(client);
        await showStep(client, step);
      },
    });
    // An idle connection that is lost is replaced at the next use.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async all(statement: Statement, ...values: Value[]): Promise<Row[]> {
    return (await this.#repeated(statement, values, LOSSES_MAX)).rows;
  }

  async get(statement: Statement, ...values: Value[]): Promise<Row | undefined> {
    return (await this.all(statement, ...values))[0];
  }

  /** The row of a key; concurrent lookups are sent together. */
  find(what: Lookup, ...key: string[]): Promise<Row | undefined> {
    return this.#lookups.find(what, ...key);
  }

  /** Reads on one connection, pipelined; repeats them when the connection is lost. */
  async #together(calls: readonly StatementCall[]): ReturnType<CallTogether> {
    for (let losses = 0; ; losses += 1) {
      const answers = await this.#askOn(calls);
      const failed = answers.filter((one) => one.status === 'rejected');
      const silent = failed.some(({ reason }) => isSilent(reason));
      const lost = !silent && failed.some(({ reason }) => isLost(reason) || isOutdated(reason));
      if (lost && losses < LOSSES_MAX) continue;
      // The error of one statement does not concern the others: each is repeated alone.
      if (failed.length > 0 && !lost && !silent && calls.length > 1) {
        return (await Promise.all(calls.map((one) => this.#together([one])))).flat();
      }
      return answers.map((one) =>
        one.status === 'fulfilled' ? one : { status: 'rejected', reason: storeError(one.reason) },
      );
    }
  }

  async #askOn(calls: readonly StatementCall[]): ReturnType<CallTogether> {
    let client: PoolClient;
    try {
      client = await this.#connection();
    } catch (reason) {
      return calls.map(() => ({ status: 'rejected', reason }));
    }
    const answers = await callTogether(client, calls);
    const errors = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const invalid = errors.some((error) => this.#servers.invalidates(error));
    if (invalid) this.#servers.invalidate(client);
    client.release(invalid || errors.some((error) => isLost(error)));
    return answers;
  }

  /** A connection to the current server. Others that the pool has kept are closed. */
  #connection(): Promise<PoolClient> {
    return this.#servers.first(async () => {
      for (;;) {
        const client = await this.#pool.connect();
        if (this.#servers.isCurrent(client)) return client;
        client.release(true);
      }
    });
  }

  /**
   * Writes of one owner: a merchant, or `SERVICE`, `READINESS` or a `customerOwner` of `store.ts`.
   * Owners take turns, so that one merchant's load delays another merchant by at most one write.
   */
  writesOf(owner: string): OwnWrites {
    const isCaller = owner !== READINESS;
    const turn = async <T>(work: () => Promise<T>): Promise<T> => {
      const done = this.#turns.run(owner, work);
      return isCaller ? this.#reported(done) : done;
    };
    const act = presentAct();
    const transaction: OwnWrites['transaction'] = (work) =>
      turn(() => this.#transaction(act === null ? work : keeping(act, work), 'confirmed'));
    return {
      run: (statement, ...values) =>
        act === null
          ? turn(async () => (await this.#repeated(statement, values, 0)).count)
          : transaction((one) => one.run(statement, ...values)),
      runSafely: (statement) => turn(() => this.#repeated(statement, [], LOSSES_MAX)),
      write: (statement, ...values) => turn(() => this.#repeated(statement, values, 0)),
      transaction,
    };
  }

  /** A transaction of the group commit, which has its own turns. */
  commit<T>(work: (transaction: Transaction) => Promise<T>, mode: WriteMode): Promise<T> {
    return this.#reported(this.#transaction(work, mode));
  }

  /** Reports a refused write. A success is reported where it is certain that rows were written. */
  async #reported<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      this.#reports.refused(error);
      throw error;
    }
  }

  /** Runs a statement again after a conflict, and after up to `lossesMax` lost connections. */
  async #repeated(
    statement: Statement,
    values: readonly Value[],
    lossesMax: number,
  ): Promise<Done> {
    const mayRepeat = repeats(lossesMax);
    for (;;) {
      try {
        return await this.#call(statement, values);
      } catch (error) {
        if (!mayRepeat(error)) throw storeError(error);
      }
    }
  }

  async #transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    mode: WriteMode,
  ): Promise<T> {
    const mayRepeat = repeats(LOSSES_MAX);
    for (;;) {
      const attempt = await this.#attempt(work, mode);
      if (attempt.kind === 'done') return attempt.result;
      const { error, committing } = attempt;
      // The result of a commit without an answer is unknown, so the client must ask again.
      const isUnknown = committing && isLost(error);
      if (isUnknown || !mayRepeat(error)) throw storeError(error);
    }
  }

  async #attempt<T>(
    work: (transaction: Transaction) => Promise<T>,
    mode: WriteMode,
  ): Promise<Attempt<T>> {
    let client: PoolClient;
    try {
      client = await this.#connection();
    } catch (error) {
      return { kind: 'failed', error, committing: false };
    }
    const transaction = new Transaction(client, mode);
    try {
      const result = await work(transaction);
      await transaction.commit();
      client.release();
      return { kind: 'done', result };
    } catch (error) {
      const invalid = this.#servers.invalidates(error);
      if (invalid) this.#servers.invalidate(client);
      // A connection that cannot be rolled back or does not answer is not used again.
      const whole = !invalid && (await transaction.undo());
      client.release(!whole);
      return { kind: 'failed', error, committing: transaction.committing };
    }
  }

  async #call(statement: Statement, values: readonly Value[]): Promise<Done> {
    const [answer] = await this.#askOn([{ statement, values }]);
    if (answer?.status === 'fulfilled') return answer.value;
    throw answer?.reason;
  }

  /** Finishes the work in progress and accepts no more. */
  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** `work` with the act that it is, if it changes a row. */
function keeping<T>(act: Act, work: (transaction: Transaction) => Promise<T>) {
  return async (transaction: Transaction): Promise<T> => {
    const result = await work(transaction);
    if (await transaction.hasWritten()) transaction.send(PUT_ACT, ...actRow(act));
    return result;
  };
}

/** Decides after each error of some work whether the work may run again. */
function repeats(lossesMax: number): (error: unknown) => boolean {
  let conflicts = 0;
  let losses = 0;
  return (error) => {
    if (isConflict(error)) conflicts += 1;
    else if (isLostAtOnce(error)) losses += 1;
    else return false;
    return conflicts <= CONFLICTS_MAX && losses <= lossesMax;
  };
}

type Attempt<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'failed'; readonly error: unknown; readonly committing: boolean };

/** The error of an operation on a store that was closed. */
export const closedStore = (): StoreUnavailable => new StoreUnavailable('the store is closed');
