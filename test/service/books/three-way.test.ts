import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DayRange, shopDays } from '../../../service/books/days.ts';
import { createSettlements } from '../../../service/settlements/create-settlements.ts';
import type { StoredPeriod } from '../../../service/store/period-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { BEGIN, entryOfCommand } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { PeriodPayment } from '../../../shared/protocol/period.ts';
import { HOUR, MINUTE } from '../../../shared/time/clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { addUp, nextEntry } from '../../support/random-books.ts';
import { STORES } from '../../support/stores.ts';
import { type Books, startBooks } from '../settlements/world.ts';

/*
 * The three-way close on real ledgers: settlements that are wrong, and a day with very many lines.
 */

/** The first day of these tests: a Monday, and 09:00 in Oslo. */
const MONDAY = '2026-01-05';
const TUESDAY = '2026-01-06';
const TILL = 'till-1';

describe.each(STORES)('the three-way close on %s', (kind) => {
  let books: Books;
  beforeEach(async () => {
    books = await startBooks({ frequency: 'daily' }, 10_000, kind);
  });
  afterEach(() => books.stop());

  const soon = () => books.clock.advance(MINUTE);
  async function sell(amount: number): Promise<string> {
    soon();
    return books.sell(amount);
  }

  /** Settles the day that is over at the next midnight in Oslo. */
  async function settleAtMidnight(store: Store = books.store): Promise<void> {
    const midnight = Date.UTC(2026, 0, 5, 23);
    const days = Math.floor((books.clock.now() - midnight) / (24 * HOUR)) + 1;
    books.clock.advance(midnight + days * 24 * HOUR + HOUR - books.clock.now());
    await createSettlements({ ...books.parts, store }).runDue();
    expect(books.errors).toEqual([]);
  }

  const differences = async (range: DayRange, store: Store = books.store) => {
    const found = await shopDays(store, MERCHANT.id, range);
    expect(found.complete).toBe(true);
    return found.differences.map(({ tid, kind: moved, what, place, day }) => [
      ...[tid, moved, what, place, day],
    ]);
  };

  it('finds nothing in a day in which the clock of the service was years ahead', async () => {
    const tids = [await sell(100)];
    books.clock.set(4_000 * 24 * HOUR);
    const ahead = new Date(books.clock.now()).toISOString().slice(0, 10);
    tids.push(await sell(100));
    books.clock.set(-4_000 * 24 * HOUR);
    tids.push(await sell(100));
    books.clock.advance(10 * HOUR);
    const amounts = { captured: money(100), tip: money(0), refunded: money(0) };
    const booked = tids.map((tid) => ({ tid, day: MONDAY, ...amounts }));
    await books.store.periods.put(MERCHANT.id, periodOf(booked, MONDAY));
    await settleAtMidnight();
    expect(await differences({ from: MONDAY, to: TUESDAY })).toEqual([]);
    expect(await differences({ from: ahead, to: ahead })).toEqual([]);
  });

  it('finds nothing in days that were settled in their order, and in one that is open', async () => {
    await sell(100);
    await sell(200);
    await settleAtMidnight();
    await sell(300);
    expect(await differences({ from: MONDAY, to: TUESDAY })).toEqual([]);
  });

  it('names each payment that a settlement has wrong, each in its way, and no other', async () => {
    await sell(1_000);
    const missing = await sell(2_000);
    const parts = await books.authorised({ amount: 3_000 });
    for (const [capture_id, amount] of [
      ['first', 1_000],
      ['second', 2_000],
    ] as const) {
      soon();
      const numbers = { amount: money(amount), additional_amount: money(0), currency: 'NOK' };
      const done = await books.update(parts, { action: 'capture', capture_id, ...numbers });
      expect(done.ok).toBe(true);
    }
    const doubled = await sell(4_000);
    await sell(5_000);
    const late = await sell(6_000);

    const { store } = books;
    const range = { merchantId: MERCHANT.id, currency: 'NOK', from: 0, to: 1e6 };
    const lines = await store.ledger.transactionLines(range, 100);
    const seqOf = (tid: string) => lines.find(({ line }) => line.tid === tid)?.seq ?? 0;
    const isLost = (seq: number) => [missing, parts].some((tid) => seq === seqOf(tid));
    // A settlement job with two defects: it loses lines, and ends a day before its last line.
    await settleAtMidnight({
      ...store,
      settlements: {
        ...store.settlements,
        assign: (merchantId, number, assigned) =>
          store.settlements.assign(
            merchantId,
            number,
            assigned.filter(({ seq }) => !isLost(seq)),
          ),
      },
      ledger: { ...store.ledger, cutAt: async () => seqOf(late) - 1 },
    });
    await sell(7_000);
    await settleAtMidnight();
    await store.close();
    // And a third one, which made a settlement of a payment that is in another one already.
    const raw = await books.place.raw();
    await raw.exec(`INSERT INTO settlement SELECT merchant_id, 9, currency, created, to_seq,
        replace(body, '"number":1,', '"number":9,') FROM settlement WHERE number = 1`);
    await raw.exec(`INSERT INTO settlement_line SELECT merchant_id, 9, log, line_key, seq
        FROM settlement_line WHERE line_key = '${doubled}'`);
    await raw.close();
    const again = await books.place.open();
    const found = await differences({ from: MONDAY, to: TUESDAY }, again);
    await again.close();
    const of = (tid: string, what: string) => [tid, 'capture', what, 'settlement', MONDAY];
    expect(new Set(found.map(String))).toEqual(
      new Set(
        [
          of(missing, 'missing'),
          of(parts, 'other_amount'),
          of(doubled, 'doubled'),
          of(late, 'other_day'),
        ].map(String),
      ),
    );
    expect(found).toHaveLength(4);
  });

  it('compares nothing with a period of which payments were left out', async () => {
    await sell(500);
    const period = periodOf([], MONDAY);
    const close = JSON.parse(period.close);
    close.fact.folded = { hash: period.hash, unsigned: 0, started: 0, payments: 1 };
    await books.store.periods.put(MERCHANT.id, { ...period, close: JSON.stringify(close) });
    const found = await shopDays(books.store, MERCHANT.id, { from: MONDAY, to: MONDAY });
    expect([found.complete, found.differences]).toEqual([false, []]);
  });

  /** A closed period of a till with these payments. */
  function periodOf(payments: readonly PeriodPayment[], day: string): StoredPeriod {
    const at = books.clock.now();
    const begin = { id: BEGIN, at: at - 10.5 * HOUR, by: 'Ada', kind: 'begin' } as const;
    const first = nextEntry([], { ...begin, till: TILL, currency: 'NOK' }, day);
    const id = entryOfCommand('c');
    const close = { id, at, by: 'Ada', kind: 'close', number: 1, approvedBy: null } as const;
    const fact = { ...close, key: '', report: addUp([first], [first]) };
    const entry = nextEntry([first], fact, day);
    return {
      ...{ posId: TILL, number: 1, firstDay: day, lastDay: day, hash: entry.hash },
      ...{ close: JSON.stringify(entry), payments: JSON.stringify(payments), received: at },
    };
  }

  it('compares a day of 20,000 lines in pages, and finds the one that is wrong in each place', async () => {
    const one = await sell(500);
    const [line] = await books.store.ledger.transactionLines(
      { merchantId: MERCHANT.id, currency: 'NOK', from: 0, to: 1e6 },
      1,
    );
    const seq = line?.seq ?? 0;
    await books.store.close();
    const raw = await books.place.raw();
    for (const sql of copies(one, seq, MANY)) await raw.exec(sql);
    await raw.close();
    const store = await books.place.open();
    books.clock.advance(10 * HOUR);
    const all = [one, ...Array.from({ length: MANY }, (_, index) => `bulk${index + 1}`)];
    const amounts = { captured: money(500), tip: money(0), refunded: money(0) };
    const booked = all.slice(0, -1).map((tid) => ({ tid, day: MONDAY, ...amounts }));
    await store.periods.put(MERCHANT.id, periodOf(booked, MONDAY));
    const { assign } = store.settlements;
    const isLost = (tid: string) => tid === 'bulk7777';
    await settleAtMidnight({
      ...store,
      settlements: {
        ...store.settlements,
        assign: (merchantId, number, lines) =>
          assign(
            merchantId,
            number,
            lines.filter(({ key }) => !isLost(key)),
          ),
      },
    });
    const watched = watchReads(store);
    const found = await differences({ from: MONDAY, to: MONDAY }, watched.store);
    await store.close();
    expect(found).toEqual([
      [`bulk${MANY}`, 'capture', 'missing', 'till', MONDAY],
      ['bulk7777', 'capture', 'missing', 'settlement', MONDAY],
    ]);
    expect(watched.longest()).toBe(LIMITS.ledgerPage);
    // The lines of the ledger, their settlements, and what has one page.
    expect(watched.reads()).toBeLessThan(2 * (MANY / LIMITS.ledgerPage + 1) + 20);
  });
});

const MANY = 20_000;

/** Statements that copy a captured payment, with the line and the entries of the ledger. */
function copies(tid: string, seq: number, count: number): readonly string[] {
  const numbers = `WITH RECURSIVE copies (copy) AS
    (SELECT CAST(1 AS BIGINT) UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${count})`;
  const name = `'bulk' || CAST(copy AS TEXT)`;
  const next = (column: string) => `${column} + 1000 + copy`;
  return [
    `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at,
        customer_id, shortlink_id, request, state)
      ${numbers} SELECT ${name}, merchant_id, '${TILL}', ${name}, code, version, created, due_at,
        customer_id, shortlink_id, request, state
      FROM copies CROSS JOIN payment WHERE tid = '${tid}'`,
    `INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency,
        amount, additional_amount, gross, fee, interchange, vat, taxcode, net)
      ${numbers} SELECT merchant_id, ${next('seq')}, ${name}, sub_id, at + copy, action, type, customer,
        currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net
      FROM copies CROSS JOIN transaction_log WHERE seq = ${seq}`,
    ...['BEGIN'],
    `INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount)
      ${numbers} SELECT merchant_id, currency, ${next('seq')}, account, amount
      FROM copies CROSS JOIN ledger_entry WHERE seq = ${seq}`,
    `INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind)
      ${numbers} SELECT merchant_id, currency, ${next('seq')}, at + copy, kind
      FROM copies CROSS JOIN ledger_transaction WHERE seq = ${seq}`,
    ...['COMMIT'],
    `UPDATE ledger_book SET last_seq = last_seq + 2000 + ${count}`,
  ];
}

/** A store that counts what is read from it, and notes the most that one read has returned. */
function watchReads(store: Store) {
  let reads = 0;
  let longest = 0;
  const watch = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]) => {
          const found: unknown = await Reflect.apply(member, target, given);
          reads += 1;
          if (Array.isArray(found)) longest = Math.max(longest, found.length);
          return found;
        };
      },
    });
  const watched = {
    ...store,
    ledger: watch(store.ledger),
    settlements: watch(store.settlements),
    periods: watch(store.periods),
    payments: watch(store.payments),
  };
  return { store: watched, reads: () => reads, longest: () => longest };
}
