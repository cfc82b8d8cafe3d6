import { afterEach, describe, expect, it } from 'vitest';
import { LEDGER_SQL } from '../../service/store/sql/ledger-tables.ts';
import { NO_EFFECTS } from '../../service/store/store.ts';
import { money } from '../../shared/money/money.ts';
import { type Books, startBooks } from '../service/settlements/world.ts';
import { draft, MERCHANT } from '../support/payments.ts';
import { STORES } from '../support/stores.ts';

const running: Books[] = [];
async function start(...given: Parameters<typeof startBooks>) {
  const books = await startBooks(...given);
  running.push(books);
  return books;
}
afterEach(async () => {
  for (const books of running.splice(0)) {
    await books.stop();
    expect(books.errors).toEqual([]);
  }
});

describe.each(STORES)('the database rules for the ledger on %s', (kind) => {
  const TABLES = [
    'ledger_transaction',
    'ledger_entry',
    'transaction_log',
    'scope_log',
    'sales_line',
    'settlement',
    'settlement_line',
  ];

  /** The database behind the store's back, with the rules that are in it. */
  async function closedBooks() {
    const settlementFee = { basisPoints: 0, fixed: money(5) };
    const books = await startBooks({ settlementFee }, 4, kind);
    await books.sell();
    await books.permission(200);
    await books.settlements.settleAll();
    await books.store.close();
    const database = await books.place.raw();
    return {
      database,
      async close() {
        await database.close();
        await books.place.remove();
      },
    };
  }

  it.each(TABLES)('%s refuses UPDATE and DELETE', async (table) => {
    const { database, close } = await closedBooks();
    const [row] = await database.rows(`SELECT COUNT(*) AS n FROM ${table}`);
    expect(row?.n).toBeGreaterThan(0);
    const change = database.exec(`UPDATE ${table} SET merchant_id = 'x'`);
    await expect(change).rejects.toThrow(/append-only/);
    await expect(database.exec(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
    await close();
  });

  const entry = (seq: number, account: string, amount: number) =>
    `INSERT INTO ledger_entry VALUES ('m', 'NOK', ${seq}, '${account}', ${amount});`;
  const closing = (seq: number) =>
    `INSERT INTO ledger_transaction VALUES ('m', 'NOK', ${seq}, 1, 'capture');`;

  it('refuse a transaction that is unbalanced, has no entries, or is not closed', async () => {
    const { database, close } = await closedBooks();
    const off = entry(1, 'payable', 5) + entry(1, 'customers', -4) + closing(1);
    await expect(database.exec(`BEGIN; ${off}`)).rejects.toThrow(/add up to zero/);
    await database.exec('ROLLBACK');
    await expect(database.exec(closing(2))).rejects.toThrow(/add up to zero/);
    const open = entry(3, 'payable', 5) + entry(3, 'customers', -5);
    await expect(database.exec(`BEGIN; ${open} COMMIT;`)).rejects.toThrow(/foreign key/i);
    await database.exec('ROLLBACK');
    await database.exec(`BEGIN; ${open}${closing(3)} COMMIT;`);
    await expect(database.exec(entry(3, 'refunds', 1))).rejects.toThrow(/closed/);
    await close();
  });

  it('the store writes nothing of a change with unbalanced entries', async () => {
    const books = await start({}, 4, kind);
    const tid = await books.authorised();
    const payment = await books.payments.read(MERCHANT.id, tid);
    if (payment === null) throw new Error('no payment');
    const [record] = (await books.store.ledger.linesOf(MERCHANT.id, tid)).map((line) => ({
      kind: 'transaction' as const,
      line,
      posting: {
        kind: 'capture' as const,
        currency: 'NOK',
        entries: [{ account: 'payable' as const, amount: money(1) }],
      },
      sales: [],
    }));
    if (record === undefined) throw new Error('no line');
    const next = { ...payment, version: payment.version + 1 };
    const save = books.store.payments.save(next, { ...NO_EFFECTS, records: [record] });
    await expect(save).rejects.toThrow(/minor units off/);
    expect((await books.payments.read(MERCHANT.id, tid))?.version).toBe(payment.version);
    expect(await books.store.ledger.linesOf(MERCHANT.id, tid)).toHaveLength(2);
  });
});

it('the store reads one merchant-day from an index, without a scan of the ledger', async () => {
  const books = await startBooks({}, 4, 'sqlite');
  await books.sell();
  await books.store.close();
  const database = await books.place.raw();
  const plan = async (sql: string) =>
    (await database.rows(`EXPLAIN QUERY PLAN ${sql}`)).map((row) => String(row.detail)).join('; ');
  const key = "merchant_id = 'm' AND currency = 'NOK' AND seq > 1 AND seq <= 9";
  const sums = await plan(
    `SELECT account, SUM(amount) FROM ledger_entry WHERE ${key} GROUP BY account`,
  );
  expect(sums).toMatch(/SEARCH ledger_entry USING PRIMARY KEY/);
  const lines = await plan(
    `SELECT * FROM transaction_log WHERE ${key} AND gross IS NOT NULL ORDER BY seq`,
  );
  expect(lines).toMatch(/SEARCH transaction_log USING PRIMARY KEY/);
  const span = "merchant_id = 'm' AND at >= 1 AND at < 9";
  const sales = await plan(
    `SELECT product_id, SUM(total) FROM sales_line WHERE ${span} GROUP BY product_id`,
  );
  expect(sales).toMatch(/SEARCH sales_line USING PRIMARY KEY/);
  const cut = await plan(
    `SELECT seq FROM ledger_transaction WHERE merchant_id = 'm' AND currency = 'NOK'
      AND seq > 1 AND at >= 5 ORDER BY seq LIMIT 1`,
  );
  expect(cut).toMatch(/SEARCH ledger_transaction USING PRIMARY KEY/);
  expect(cut).not.toMatch(/TEMP B-TREE/);
  const own = await plan(LEDGER_SQL.linesOf.replaceAll('?', "'m'"));
  expect(own).toMatch(/SEARCH line USING PRIMARY KEY \(merchant_id=\? AND seq=\?\)/);
  for (const found of [sums, lines, sales]) expect(found).not.toMatch(/SCAN/);
  expect(lines).not.toMatch(/TEMP B-TREE/);
  await database.close();
  await books.place.remove();
});

it('the transaction log has lines for a payment without transactions', async () => {
  const books = await start();
  const made = await books.payments.create(MERCHANT.id, draft());
  if (!made.ok) throw new Error('not created');
  const { tid } = made.value.payment;
  await books.update(tid, { action: 'abort' });
  const lines = await books.store.ledger.linesOf(MERCHANT.id, tid);
  expect(lines.map(({ action }) => action)).toEqual(['request', 'abort']);
});
