import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { NewDelivery } from '../../service/store/delivery-store.ts';
import { knownStatements } from '../../service/store/postgres/statements.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import { newDatabase } from '../support/new-database.ts';
import { MERCHANT } from '../support/payments.ts';
import { rawSqlite } from '../support/raw.ts';
import { newStorePlace, type StorePlace } from '../support/stores.ts';

/*
 * A statement that takes the first few rows in an order finds them by an index that has the whole
 * order. With a part of it the database sorts every row that is equal in that part: 100,000 callbacks
 * with one due time were sorted for each that was taken.
 */

/** A sum over groups has to see every row; its order is that of the groups. */
const isPage = (sql: string) => /ORDER BY[\s\S]*LIMIT/.test(sql) && !/GROUP BY/.test(sql);

/**
 * The hosts that have something due, one row each, are sorted by turns of merchants and by time, and so are the shops
 * with an e-mail that is due. The list of
 * some statuses is sorted from five pages, each of one range of an index (`payment-store.test.ts`). A person puts a period
 * of a till aside, so a till has few of them.
 */
const SORTED = [
  /FROM owned\s+ORDER BY ROW_NUMBER/,
  /FROM firsts WHERE first IS NOT NULL ORDER BY/,
  /AS class5 ORDER BY/,
  /aside > 0\s+ORDER BY received/,
];
const mayBeSorted = (sql: string) => SORTED.some((one) => one.test(sql));

it('SQLite reads a page without sorting rows', async () => {
  const texts = new Set<string>();
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ) {
    texts.add(sql);
    return prepare.call(this, sql);
  });
  const { path, remove } = newDatabase();
  await openSqliteStore(path).close();
  spy.mockRestore();
  const raw = rawSqlite(path);
  const sorted: string[] = [];
  for (const sql of texts) {
    if (!isPage(sql) || mayBeSorted(sql)) continue;
    const plan = await raw.rows(`EXPLAIN QUERY PLAN ${sql}`);
    if (plan.some(({ detail }) => /TEMP B-TREE/.test(String(detail)))) sorted.push(sql);
  }
  await raw.close();
  remove();
  expect(sorted).toEqual([]);
  expect([...texts].filter(isPage).length).toBeGreaterThan(20);
});

/** Callbacks that are published together. */
const PART = 500;

let place: StorePlace;
beforeAll(async () => {
  place = await newStorePlace('postgres');
});
afterAll(() => place.remove());

it('PostgreSQL reads a page without sorting rows', async () => {
  await (await place.open()).close();
  const raw = await place.raw();
  // On empty tables every plan is as good as another; these leave a sort only where no index helps.
  await raw.exec('SET enable_sort = off; SET enable_incremental_sort = off');
  await raw.exec('SET enable_seqscan = off; SET enable_bitmapscan = off');
  const sorted: string[] = [];
  const pages = knownStatements().filter(({ text }) => isPage(text) && !mayBeSorted(text));
  for (const { text } of pages) {
    const plan = await raw.rows(`EXPLAIN (GENERIC_PLAN) ${text}`);
    if (plan.some((row) => /Sort Key/.test(String(row['QUERY PLAN'])))) sorted.push(text);
  }
  await raw.close();
  expect(sorted).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});

it('PostgreSQL reads no more callbacks of a host than it claims', async () => {
  const store = await place.open();
  const due = Array.from({ length: 12_000 }, (_, number): NewDelivery => {
    const host = number % 2 === 0 ? 'works.test' : 'dead.test';
    const resource = `payment_request/p${number}`;
    const about = { id: `m${number}`, kind: 'event', resource, queue: resource } as const;
    return { ...about, host, uri: `https://${host}/`, event: 'payment_captured', body: '{}' };
  });
  // In parts, as a service publishes: a statement has fifteen seconds, which a busy machine may need
  // for so many rows at once.
  for (let at = 0; at < due.length; at += PART) {
    await store.deliveries.publish(MERCHANT.id, 1, due.slice(at, at + PART));
  }
  await store.close();
  const claim = knownStatements().find(({ text }) => /lease = \$\d/.test(text) && isPage(text));
  const values = ["'works.test'", "'works.test'", '2', '2', '4', "'lease'", '3'];
  const text = claim?.text.replace(/\$(\d)/g, (_, at) => values[Number(at) - 1] ?? '') ?? '';
  const raw = await place.raw();
  await raw.exec('ANALYZE delivery');
  const plan = await raw.rows(`EXPLAIN (ANALYZE, COSTS off, TIMING off) ${text}`);
  await raw.close();
  const rows = plan.map((row) => Number(/actual rows=(\d+)/.exec(String(row['QUERY PLAN']))?.[1]));
  expect(Math.max(...rows.filter(Number.isFinite)), JSON.stringify(plan)).toBe(4);
});
