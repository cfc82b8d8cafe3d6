import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bulk, bulkOf } from '../../../../service/store/postgres/bulk.ts';
import { PostgresDatabase } from '../../../../service/store/postgres/database.ts';
import { lookup } from '../../../../service/store/postgres/lookups.ts';
import { POSTGRES_MIGRATIONS } from '../../../../service/store/postgres/migrations/index.ts';
import { Servers } from '../../../../service/store/postgres/servers.ts';
import { statement } from '../../../../service/store/postgres/statements.ts';
import { ownPostgres, type TestDatabase } from '../../../support/postgres/shared.ts';

/* SQL statements as the store sends them: many in one batch, and whole columns in binary form. */

let place: TestDatabase;
let database: PostgresDatabase;
beforeAll(async () => {
  place = await ownPostgres('ready');
  database = new PostgresDatabase(new Servers(place.url), POSTGRES_MIGRATIONS.length, {
    isAlone: () => true,
    reports: { refused: () => undefined, committed: () => undefined },
  });
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

const COLUMNS = { text: 'text', whole: 'bigint', real: 'double precision' } as const;
const SAME = bulk(COLUMNS, 'SELECT text, whole, real FROM GIVEN');
const HALF = statement('SELECT 10 / CAST(? AS BIGINT) AS half');

it('statements have timeouts on the server, on every connection', async () => {
  const bounds = statement(`SELECT current_setting('statement_timeout') AS answer,
    current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle, pg_sleep(0.1)`);
  const asked = await Promise.all(Array.from({ length: 4 }, () => database.get(bounds)));
  for (const row of asked) expect(row).toMatchObject({ answer: '15s', lock: '10s', idle: '15s' });
});

it('unnamed statements are sent with their own text each time', async () => {
  const unnamed = (text: string) => ({ name: '', text });
  for (const [text, answer] of [
    ['SELECT 1 AS a', { a: 1 }],
    ['SELECT 2 AS b', { b: 2 }],
  ] as const) {
    expect(await database.all(unnamed(text))).toEqual([answer]);
  }
  await database.writesOf('a').transaction(async (transaction) => {
    const both = ['SELECT 3 AS c', 'SELECT 4 AS d'].map((text) => transaction.get(unnamed(text)));
    expect(await Promise.all(both)).toEqual([{ c: 3 }, { d: 4 }]);
  });
});

it('an answered batch makes no error object, because the stack of one costs time', async () => {
  expect(await database.get(HALF, 2)).toEqual({ half: 5 });
  const made: string[] = [];
  class NotedError extends Error {
    constructor(...given: ConstructorParameters<typeof Error>) {
      super(...given);
      made.push(this.message);
    }
  }
  vi.stubGlobal('Error', NotedError);
  try {
    expect(await database.get(HALF, 2)).toEqual({ half: 5 });
  } finally {
    vi.unstubAllGlobals();
  }
  // The leak check makes one for each timer, to name the place that created it.
  expect(made.filter((message) => message !== 'created here')).toEqual([]);
});

describe('rows that are sent as columns', () => {
  it('are read as they were written, with any content', async () => {
    const rows = [
      ['', 0, 0.1],
      ['NULL', -1, -2.5],
      ['{"a":"\\"},{\n,}', Number.MAX_SAFE_INTEGER, 1e300],
      ['æ€\u{1f642}', -Number.MAX_SAFE_INTEGER, 5e-324],
      [null, null, null],
      ['x'.repeat(200_000), 2 ** 32, 1 / 3],
      ['\u{1f642}'.repeat(50_000), -(2 ** 32) - 1, 0],
      ['last', 2 ** 32 - 1, -0.5],
    ] as const;
    const read = await database.all(SAME.statement, ...SAME.values(rows));
    expect(read).toEqual(rows.map(([text, whole, real]) => ({ text, whole, real })));
  });

  it('may be empty', async () => {
    expect(await database.all(SAME.statement, ...SAME.values([]))).toEqual([]);
  });

  it('keep a text, except NUL, which is replaced', async () => {
    const read = await database.all(SAME.statement, ...SAME.values([['a\0b', 1, 1]]));
    expect(read[0]?.text).toBe('a\ufffdb');
  });

  it('are refused before they are sent if a number is not an integer', async () => {
    for (const wrong of [0.5, Number.NaN, 2 ** 53]) {
      const values = SAME.values([['half sent', wrong, 1]]);
      await expect(database.all(SAME.statement, ...values)).rejects.toThrow(/not an integer/);
    }
    expect(await database.all(SAME.statement, ...SAME.values([['next', 7, 1]]))).toEqual([
      { text: 'next', whole: 7, real: 1 },
    ]);
  });

  it('belong to the part of the statement that they were passed to', async () => {
    const two = bulkOf([
      [{ a: 'text' }, 'SELECT a FROM GIVEN UNION ALL'],
      [{ b: 'bigint' }, 'SELECT CAST(b AS TEXT) FROM GIVEN ORDER BY a'],
    ]);
    const read = await database.all(two.statement, ...two.values([[['x'], ['y']], [[1]]]));
    expect(read.map(({ a }) => a)).toEqual(['1', 'x', 'y']);
  });
});

const INSERT_CUSTOMER = `INSERT INTO customer (id, msisdn, name, status, allow_credit, created)
  VALUES (?, ?, '', 'active', 0, 0)`;

describe('a statement', () => {
  it('can be repeated after it failed, even if it has never succeeded', async () => {
    await expect(database.get(HALF, 0)).rejects.toThrow(/division by zero/);
    expect(await database.get(HALF, 5)).toEqual({ half: 2 });
    await expect(database.get(HALF, 0)).rejects.toThrow(/division by zero/);
    expect(await database.get(HALF, 2)).toEqual({ half: 5 });
  });

  it('that fails does not affect the other statements of its batch', async () => {
    const bad = lookup('SELECT 1 / LENGTH(?) AS n');
    const first = lookup('SELECT LENGTH(?) AS n');
    const last = lookup('SELECT 2 * LENGTH(?) AS n');
    const read = await Promise.allSettled([
      database.find(first, 'abc'),
      database.find(bad, ''),
      database.find(last, 'abc'),
    ]);
    expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(read[0]).toMatchObject({ value: { n: 3 } });
    expect(read[2]).toMatchObject({ value: { n: 6 } });
  });

  it('that fails rolls back its transaction, which rejects with its error', async () => {
    const insert = statement(INSERT_CUSTOMER);
    const work = database.writesOf('shop').transaction(async (transaction) => {
      transaction.send(insert, 'undone1', '4700000011');
      transaction.send(HALF, 0);
      transaction.send(insert, 'undone2', '4700000012');
    });
    await expect(work).rejects.toThrow(/division by zero/);
    const left = statement("SELECT id FROM customer WHERE id IN ('undone1', 'undone2')");
    expect(await database.all(left)).toEqual([]);
  });

  it('that loses its connection is repeated with its transaction if the commit did not start', async () => {
    const insert = statement(INSERT_CUSTOMER);
    const end = statement('SELECT pg_terminate_backend(pg_backend_pid())');
    let tries = 0;
    await database.writesOf('shop').transaction(async (transaction) => {
      tries += 1;
      transaction.send(insert, 'again1', '4700000021');
      if (tries === 1) transaction.send(end);
      transaction.send(insert, 'again2', '4700000022');
      transaction.send(insert, 'again3', '4700000023');
    });
    expect(tries).toBe(2);
    const made = statement("SELECT id FROM customer WHERE id LIKE 'again%' ORDER BY id");
    expect(await database.all(made)).toEqual(['again1', 'again2', 'again3'].map((id) => ({ id })));
  });

  it('whose commit fails has failed, although the server has answered it', async () => {
    const make = 'CREATE TABLE late (n BIGINT UNIQUE DEFERRABLE INITIALLY DEFERRED)';
    await database.all(statement(make));
    const insert = statement('INSERT INTO late VALUES (1), (1)');
    // The constraint is checked at the commit, which follows the answer.
    await expect(database.writesOf('shop').run(insert)).rejects.toThrow(/duplicate key/);
    expect(await database.all(statement('SELECT n FROM late'))).toEqual([]);
  });

  it('returns its own row for each of three uses in one transaction', async () => {
    const twice = statement('SELECT CAST(? AS BIGINT) AS n');
    const read = await database
      .writesOf('shop')
      .transaction(async (transaction) =>
        Promise.all([1, 2, 3].map((n) => transaction.get(twice, n))),
      );
    expect(read).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
});
