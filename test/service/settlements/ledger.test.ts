import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_EFFECTS } from '../../../service/store/store.ts';
import { money } from '../../../shared/money/money.ts';
import { draft, MERCHANT } from '../../support/payments.ts';
import { type Books, startBooks } from './world.ts';

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

const sell = async (books: Books, amount = 10_000) => {
  const tid = await books.authorised({ amount });
  const done = await books.update(tid, { action: 'capture' });
  expect(done.ok).toBe(true);
  return tid;
};

describe('the database keeps the books itself', () => {
  const TABLES = [
    'ledger_transaction',
    'ledger_entry',
    'transaction_log',
    'scope_log',
    'sales_line',
    'settlement',
    'settlement_line',
  ];

  /** The file behind the store's back, with the rules that are in it. */
  async function closedBooks() {
    const books = await startBooks({ settlementFee: { basisPoints: 0, fixed: money(5) } });
    await sell(books);
    await books.permission(200);
    await books.settlements.settleAll();
    await books.store.close();
    const database = new DatabaseSync(books.database.path);
    return {
      database,
      close() {
        database.close();
        books.database.remove();
      },
    };
  }

  it.each(TABLES)('%s takes no change and no removal', async (table) => {
    const { database, close } = await closedBooks();
    const row = database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get();
    expect(row?.n).toBeGreaterThan(0);
    expect(() => database.exec(`UPDATE ${table} SET merchant_id = 'x'`)).toThrow(/append-only/);
    expect(() => database.exec(`DELETE FROM ${table}`)).toThrow(/append-only/);
    close();
  });

  const entry = (seq: number, account: string, amount: number) =>
    `INSERT INTO ledger_entry VALUES ('m', 'NOK', ${seq}, '${account}', ${amount});`;
  const closing = (seq: number) =>
    `INSERT INTO ledger_transaction VALUES ('m', 'NOK', ${seq}, 1, 'capture');`;

  it('refuses a transaction that does not add up, one without entries, and one not closed', async () => {
    const { database, close } = await closedBooks();
    const off = entry(1, 'payable', 5) + entry(1, 'customers', -4) + closing(1);
    expect(() => database.exec(`BEGIN; ${off}`)).toThrow(/add up to zero/);
    database.exec('ROLLBACK');
    expect(() => database.exec(closing(2))).toThrow(/add up to zero/);
    const open = entry(3, 'payable', 5) + entry(3, 'customers', -5);
    expect(() => database.exec(`BEGIN; ${open} COMMIT;`)).toThrow(/FOREIGN KEY/);
    database.exec('ROLLBACK');
    database.exec(`BEGIN; ${open}${closing(3)} COMMIT;`);
    expect(() => database.exec(entry(3, 'refunds', 1))).toThrow(/closed/);
    close();
  });

  it('a change whose money does not add up is not written at all', async () => {
    const books = await start();
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

it('one merchant-day is read from an index, without a scan of the books', async () => {
  const books = await startBooks();
  await sell(books);
  await books.store.close();
  const database = new DatabaseSync(books.database.path);
  const plan = (sql: string) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row.detail))
      .join('; ');
  const key = "merchant_id = 'm' AND currency = 'NOK' AND seq > 1 AND seq <= 9";
  const sums = plan(`SELECT account, SUM(amount) FROM ledger_entry WHERE ${key} GROUP BY account`);
  expect(sums).toMatch(/SEARCH ledger_entry USING PRIMARY KEY/);
  const lines = plan(
    `SELECT * FROM transaction_log WHERE ${key} AND gross IS NOT NULL ORDER BY seq`,
  );
  expect(lines).toMatch(/SEARCH transaction_log USING PRIMARY KEY/);
  const span = "merchant_id = 'm' AND at >= 1 AND at < 9";
  const sales = plan(
    `SELECT product_id, SUM(total) FROM sales_line WHERE ${span} GROUP BY product_id`,
  );
  expect(sales).toMatch(/SEARCH sales_line USING PRIMARY KEY/);
  const cut = plan(
    `SELECT seq FROM ledger_transaction WHERE merchant_id = 'm' AND currency = 'NOK'
      AND seq > 1 AND at >= 5 ORDER BY seq LIMIT 1`,
  );
  expect(cut).toMatch(/SEARCH ledger_transaction USING PRIMARY KEY/);
  expect(cut).not.toMatch(/TEMP B-TREE/);
  for (const found of [sums, lines, sales]) expect(found).not.toMatch(/SCAN/);
  expect(lines).not.toMatch(/TEMP B-TREE/);
  database.close();
  books.database.remove();
});

it('keeps the log of every payment, also of those that moved no money', async () => {
  const books = await start();
  const made = await books.payments.create(MERCHANT.id, draft());
  if (!made.ok) throw new Error('not created');
  const { tid } = made.value.payment;
  await books.update(tid, { action: 'abort' });
  const lines = await books.store.ledger.linesOf(MERCHANT.id, tid);
  expect(lines.map(({ action }) => action)).toEqual(['request', 'abort']);
});
