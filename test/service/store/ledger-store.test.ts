import { afterEach, describe, expect, it } from 'vitest';
import { createRetention, type RetentionDeps } from '../../../service/settlements/retention.ts';
import type { Settlement } from '../../../service/store/ledger-store.ts';
import { money } from '../../../shared/money/money.ts';
import { DAY, HOUR } from '../../../shared/time/clock.ts';
import { CUSTOMER, draft, MERCHANT } from '../../support/payments.ts';
import type { Raw } from '../../support/raw.ts';
import { STORES } from '../../support/stores.ts';
import { type Books, startAgeing } from '../settlements/world.ts';

type Removed = Parameters<RetentionDeps['onRemoved']>[0];

const LIFE = 400 * DAY;
const BOOK = { merchantId: MERCHANT.id, currency: 'NOK' };

const running: Books[] = [];
afterEach(async () => {
  // A test may have closed the store; to close it again changes nothing.
  for (const books of running.splice(0)) await books.stop();
});

describe.each(STORES)('the retention store on %s', (kind) => {
  const start = async (agreement = {}) => {
    const world = await startAgeing(kind, LIFE, agreement);
    running.push(world.books);
    return world;
  };

  /** The database behind the store's back. */
  async function rawOf(books: Books): Promise<Raw> {
    await books.store.close();
    return books.place.raw();
  }

  it('leaves no row of removed books and payments, apart from settlements and payouts', async () => {
    const { books, passes, sell, settle } = await start({ scopeFee: money(9) });
    for (const amount of [100, 20]) await sell(amount);
    await books.permission(200);
    await settle();
    await passes(LIFE + HOUR);
    const database = await rawOf(books);
    const tables = ['transaction_log', 'scope_log', 'sales_line', 'settlement_line', 'payment'];
    const rows = async (table: string, where = '') =>
      (await database.rows(`SELECT * FROM ${table} ${where}`)).length;
    const left: Record<string, number> = {};
    for (const table of tables) left[table] = await rows(table);
    // The payment of the permission still waits.
    expect(left).toEqual({
      ...{ transaction_log: 0, scope_log: 0, sales_line: 0, settlement_line: 0, payment: 1 },
    });
    const sold = "WHERE kind IN ('capture', 'refund', 'scope_fee')";
    expect(await rows('ledger_transaction', sold)).toBe(0);
    expect(await rows('ledger_entry', "WHERE account = 'customers'")).toBe(0);
    await database.close();
  });

  it('removes what belongs to a payment: permission, attachments and tickets', async () => {
    const { books, passes } = await start();
    const { store, clock } = books;
    const made = await books.payments.create(
      MERCHANT.id,
      draft({ required_scope: 'openid', customer: CUSTOMER.msisdn }),
    );
    if (!made.ok) throw new Error(made.refusal.description);
    const { tid, permission } = made.value.payment;
    const part = {
      merchantId: MERCHANT.id,
      tid,
      contentType: 'image/png',
      size: 1,
      at: clock.now(),
    };
    const upload = { addressHash: 'hash', expires: clock.now() + DAY };
    await store.attachments.add(upload, [{ ...part, id: 'a1', body: new Uint8Array([1]) }]);
    await store.tickets.put(MERCHANT.id, tid, { at: clock.now(), tickets: [] });
    expect((await books.update(tid, { action: 'abort' })).ok).toBe(true);
    await books.settlements.settleAll();
    await passes(LIFE + HOUR);
    expect(await store.payments.byRid(MERCHANT.id, permission?.rid ?? '')).toBeNull();
    expect(await store.attachments.ofPayment(MERCHANT.id, tid)).toEqual([]);
    expect(await store.tickets.ofPayment(MERCHANT.id, tid)).toBeNull();
    expect(await store.payments.byTid(MERCHANT.id, tid)).toBeNull();
  });

  it('removes a period in parts; each part leaves the rest of the books complete', async () => {
    const { books, sell, settle } = await start();
    for (let count = 0; count < 3; count += 1) await sell(100);
    await settle();
    const { store } = books;
    const balances = await store.ledger.balances(BOOK);
    const settlement = (await store.settlements.read(MERCHANT.id, 1)) as Settlement;
    for (let from = 0; from < settlement.toSeq; from += 1) {
      expect(await store.retention.removeBooks(settlement, from, from + 1)).toBe(true);
      // A repeated removal of the same part, and one of a later part, change nothing.
      expect(await store.retention.removeBooks(settlement, from, from + 1)).toBe(false);
      expect(await store.retention.removeBooks(settlement, from + 2, from + 3)).toBe(false);
      expect(await store.ledger.balances(BOOK)).toEqual(balances);
    }
    expect(await store.retention.firstKept(BOOK)).toBeNull();
  });

  it('in several processes at once counts every removed entry once', async () => {
    const { books, sell, settle } = await start();
    for (let count = 0; count < 12; count += 1) await sell(100);
    await settle();
    const balances = await books.store.ledger.balances(BOOK);
    books.clock.advance(LIFE);
    const counts: Removed[] = [];
    const parts = { clock: books.clock, life: LIFE, onRemoved: (one: Removed) => counts.push(one) };
    // One process has the file of SQLite, so there the passes share its store.
    const open = () => (kind === 'sqlite' ? books.store : books.place.open());
    const stores = [books.store, await open(), await open(), await open()];
    const others = stores.map((store) => createRetention({ ...parts, store }));
    books.clock.advance(HOUR);
    await Promise.all(others.map((one) => one.run()));
    for (const store of new Set(stores.slice(1))) if (store !== books.store) await store.close();
    expect(await books.store.ledger.balances(BOOK)).toEqual(balances);
    const settlement = await books.store.settlements.read(MERCHANT.id, 1);
    expect((await books.store.retention.removed(BOOK))?.toSeq).toBe(settlement?.toSeq);
    const total = (pick: (one: Removed) => number) =>
      counts.reduce((sum, one) => sum + pick(one), 0);
    expect(total(({ payments }) => payments)).toBe(12);
    expect(total(({ numbers }) => numbers)).toBe(settlement?.toSeq);
    const page = { before: 1e15, after: { created: 0, id: '' }, limit: 9 };
    expect(await books.store.retention.oldPayments(MERCHANT.id, page)).toEqual([]);
  });

  it('keeps a payment that has changed since it was read', async () => {
    const { books, sell } = await start();
    const tid = await sell(100);
    const read = await books.store.payments.byTid(MERCHANT.id, tid);
    if (read === null) throw new Error('no payment');
    const { store } = books;
    await store.retention.removePayments([{ ...read, version: read.version - 1 }]);
    expect(await store.payments.byTid(MERCHANT.id, tid)).toEqual(read);
    await store.retention.removePayments([read, { ...read, tid: 'unknown' }]);
    expect(await store.payments.byTid(MERCHANT.id, tid)).toBeNull();
  });

  it('the database refuses to remove books that are kept, and to keep removed ones again', async () => {
    const { books, passes, sell, settle } = await start({
      settlementFee: { basisPoints: 0, fixed: money(1) },
    });
    await sell(100);
    await settle();
    await passes(LIFE + HOUR);
    await sell(7);
    await settle();
    const database = await rawOf(books);
    const tables = ['transaction_log', 'ledger_transaction', 'ledger_entry', 'sales_line'];
    for (const table of [...tables, 'settlement', 'settlement_line']) {
      const [row] = await database.rows(`SELECT COUNT(*) AS n FROM ${table}`);
      expect(row?.n).toBeGreaterThan(0);
      await expect(database.exec(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
    }
    const forward = /only moves forward/;
    await expect(database.exec('UPDATE ledger_removed SET to_seq = 0')).rejects.toThrow(forward);
    await expect(database.exec('DELETE FROM ledger_removed')).rejects.toThrow(forward);
    await database.close();
  });
});
