import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../../service/store/migrations/index.ts';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { newDatabase } from '../../../support/payments.ts';

/** A database as the product left it when it had only the first `steps` of its schema. */
function earlier(steps: number, rows: string) {
  const database = newDatabase();
  const raw = new DatabaseSync(database.path);
  raw.exec('CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT, checksum TEXT) STRICT');
  const note = raw.prepare('INSERT INTO migration VALUES (?, ?, ?)');
  for (const { number, name, up } of MIGRATIONS.slice(0, steps)) {
    raw.exec(up);
    note.run(number, name, createHash('sha256').update(up).digest('hex'));
  }
  raw.exec(`BEGIN; ${rows} COMMIT;`);
  raw.close();
  return database;
}

const SHOP = `INSERT INTO merchant (id, name, terms) VALUES ('shop', 'Shop', '{"life":1}');`;
const payment = (tid: string) =>
  `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, request, state)
    VALUES ('${tid}', 'shop', 'till', '${tid}', 2000, 3, 1, '{"text":"${tid}"}',
    '{"tid":"${tid}","merchantId":"shop","created":1}');`;

it.each(MIGRATIONS.slice(1).map((_, index) => index + 1))(
  'a database of the first %i steps is brought up to date with what is in it',
  async (steps) => {
    const database = earlier(steps, SHOP + payment('p1'));
    const store = openSqliteStore(database.path);
    expect((await store.merchants.read('shop'))?.name).toBe('Shop');
    expect((await store.payments.byTid('shop', 'p1'))?.request.text).toBe('p1');
    await store.close();
    await openSqliteStore(database.path).close();
    database.remove();
  },
);

it('a payment of before names its own lines of the log, in their order, and no others', async () => {
  const line = (seq: number, tid: string, action: string) =>
    `INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer,
      currency, amount, additional_amount) VALUES
      ('shop', ${seq}, '${tid}', '', ${seq}, '${action}', '', '', 'NOK', 5, 0);`;
  const lines = [
    line(9, 'p1', 'capture'),
    line(2, 'p1', 'request'),
    line(4, 'p1', 'auth'),
    line(3, 'p2', 'request'),
  ].join('');
  const books = `
    INSERT INTO ledger_entry VALUES ('shop', 'NOK', 9, 'customers', -5);
    INSERT INTO ledger_entry VALUES ('shop', 'NOK', 9, 'payable', 5);
    INSERT INTO ledger_transaction VALUES ('shop', 'NOK', 9, 9, 'capture');
    INSERT INTO ledger_book VALUES ('shop', 9);`;
  const six = MIGRATIONS.findIndex(({ name }) => name === 'ledger') + 1;
  const database = earlier(
    six,
    SHOP + payment('p1') + payment('p2') + payment('p3') + lines + books,
  );
  const store = openSqliteStore(database.path);
  const actions = async (tid: string) =>
    (await store.ledger.linesOf('shop', tid)).map(({ action }) => action);
  expect(await actions('p1')).toEqual(['request', 'auth', 'capture']);
  expect(await actions('p2')).toEqual(['request']);
  expect(await actions('p3')).toEqual([]);
  expect(await store.ledger.balances({ merchantId: 'shop', currency: 'NOK' })).toEqual({
    customers: -5,
    payable: 5,
  });
  await store.close();
  database.remove();
});
