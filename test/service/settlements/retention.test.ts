import { afterEach, describe, expect, it } from 'vitest';
import { createRetention, type RetentionDeps } from '../../../service/settlements/retention.ts';
import type { Settlement } from '../../../service/store/ledger-store.ts';
import { permissionRequestInput } from '../../../shared/protocol/permission.ts';
import { DAY, HOUR, MINUTE, SECOND, ticksOf } from '../../../shared/time/clock.ts';
import { CUSTOMER, draft, MERCHANT } from '../../support/payments.ts';
import { startTestService } from '../../support/service.ts';
import { STORES } from '../../support/stores.ts';
import { type Books, fileRows, startAgeing, type startBooks } from './world.ts';

const LIFE = 400 * DAY;
const BOOK = { merchantId: MERCHANT.id, currency: 'NOK' };
const NO_DATES = { created_from: null, created_to: null, non_empty_only: false };

const running: Books[] = [];
afterEach(async () => {
  for (const books of running.splice(0)) {
    await books.stop();
    expect(books.errors).toEqual([]);
  }
});

describe.each(STORES)('the retention on %s', (kind) => {
  const start = async (...[agreement]: Parameters<typeof startBooks>) => {
    const world = await startAgeing(kind, LIFE, agreement);
    running.push(world.books);
    return world;
  };

  it('removes books that were settled before the time, with their payments, and no later ones', async () => {
    const { books, passes, sell, settle, isKept } = await start();
    const old = [await sell(100), await sell(20)];
    await settle();
    books.clock.advance(DAY);
    const later = await sell(3);
    await settle();
    const balances = await books.store.ledger.balances(BOOK);
    await passes(LIFE - DAY);
    expect(await isKept(old[0] ?? '')).toBe(true);
    expect(await books.store.retention.removed(BOOK)).toBeNull();
    await passes(HOUR);
    expect(await Promise.all(old.map(isKept))).toEqual([false, false]);
    expect(await isKept(later)).toBe(true);
    expect(await books.store.ledger.linesOf(MERCHANT.id, later)).not.toEqual([]);
    // The balances are those of all books, and the sum of what is kept is smaller.
    expect(await books.store.ledger.balances(BOOK)).toEqual(balances);
    const kept = await books.store.ledger.entrySums({ ...BOOK, from: 0, to: 1e6 });
    expect(kept.customers).toBe(-3);
    await passes(DAY);
    expect(await isKept(later)).toBe(false);
    expect(await books.store.ledger.balances(BOOK)).toEqual(balances);
    const all = await books.store.ledger.transactionLines({ ...BOOK, from: 0, to: 1e6 }, 10);
    expect(all).toEqual([]);
  });

  it('leaves the settlements, which have no log any more, and the next settlement is right', async () => {
    const { books, passes, sell, settle } = await start();
    await sell(100);
    await settle();
    const before = await books.read('1');
    const [address = ''] = before.transaction_log_uris;
    expect(await fileRows(books.settlements, address)).toHaveLength(1);
    await passes(LIFE + HOUR);
    await sell(7);
    await settle();
    const { transaction_log_uris: uris, ...rest } = await books.read('1');
    expect(uris).toEqual([]);
    expect(rest).toEqual({ ...before, transaction_log_uris: undefined });
    const gone = await books.settlements.logFile(address.split('/').at(-2) ?? '');
    expect(gone).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
    const second = await books.read('2');
    expect(second.settlement_summary.gross).toBe(7);
    expect(await books.rows(second.transaction_log_uris)).toHaveLength(1);
  });

  it('refuses a summary and a report of sales that were removed, and answers later ones', async () => {
    const { books, passes, sell, settle } = await start();
    await sell(100);
    await settle();
    await passes(LIFE + HOUR);
    await sell(7);
    await settle();
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const query = { to_date: null, frequency: 'day', merchant_time: true } as const;
    const today = { ...query, from_date: day(books.clock.now()) };
    const summary = await books.settlements.salesSummary(MERCHANT.id, today);
    expect(summary).toMatchObject({ ok: true, value: { products: [{ capture_total: [7] }] } });
    const early = { ...query, from_date: day(books.clock.now() - 2 * LIFE), to_date: null };
    const whole = { ...early, frequency: 'month' } as const;
    const refused = { ok: false, refusal: { type: 'validation_error' } };
    const reason = /^sales before \d{4}-\d\d-\d\d are not complete/;
    expect(await books.settlements.salesSummary(MERCHANT.id, whole)).toMatchObject({
      ...refused,
      refusal: { details: { from_date: [expect.stringMatching(reason)] } },
    });
    const reply = await books.settlements.salesSummary(MERCHANT.id, whole);
    const [named = ''] = /\d{4}-\d\d-\d\d/.exec(JSON.stringify(reply)) ?? [];
    for (const merchant_time of [true, false]) {
      const later = { ...whole, merchant_time, from_date: named };
      expect(await books.settlements.salesSummary(MERCHANT.id, later)).toMatchObject({ ok: true });
    }
    const recent = await books.settlements.report(MERCHANT.id, NO_DATES);
    expect(recent).toMatchObject({ ok: true, value: { summary: { sales: 7 } } });
    const every = { ...NO_DATES, created_from: 0 };
    expect(await books.settlements.report(MERCHANT.id, every)).toMatchObject({
      ...refused,
      refusal: { details: { created_from: [expect.stringMatching(reason)] } },
    });
  });

  it('keeps a payment until the books of its last refund are removed', async () => {
    const { books, passes, sell, settle, isKept } = await start();
    const tid = await sell(100);
    await settle();
    books.clock.advance(30 * DAY);
    const part = { refund_id: 'r1', amount: 40, additional_amount: 0, currency: 'NOK' };
    expect((await books.update(tid, { action: 'refund', ...part })).ok).toBe(true);
    await settle();
    const balances = await books.store.ledger.balances(BOOK);
    await passes(LIFE - 29 * DAY);
    expect(await books.store.retention.removed(BOOK)).toMatchObject({ number: 1 });
    expect(await isKept(tid)).toBe(true);
    await passes(30 * DAY);
    expect(await isKept(tid)).toBe(false);
    expect(await books.store.ledger.balances(BOOK)).toEqual(balances);
  });

  it('keeps a payment that waits, holds money or is not settled, and no aborted one', async () => {
    const { books, passes, sell, settle, isKept } = await start();
    const terms = { ...MERCHANT.terms, autoRelease: false };
    await books.store.merchants.put({ ...MERCHANT, terms });
    const make = async () => {
      const made = await books.payments.create(MERCHANT.id, draft({ customer: CUSTOMER.msisdn }));
      if (!made.ok) throw new Error(made.refusal.description);
      return made.value.payment.tid;
    };
    const [aborted, waiting] = [await make(), await make()];
    expect((await books.update(aborted, { action: 'abort' })).ok).toBe(true);
    const held = await books.authorised({ amount: 50 });
    books.clock.advance(30 * DAY);
    // The authorisation has ended, and its money stays reserved.
    expect(await books.payments.read(MERCHANT.id, held)).toMatchObject({
      ...{ code: 5012, held: { amount: 50 } },
    });
    await settle();
    const unsettled = await sell(60);
    await passes(LIFE + HOUR);
    const all = [aborted, waiting, held, unsettled];
    expect(await Promise.all(all.map(isKept))).toEqual([false, true, true, true]);
  });

  it('removes a refused permission request, and no permission and no open request', async () => {
    const { books, passes, removed } = await start();
    const { permissions, store } = books;
    const ask = async (posTid: string) => {
      const input = permissionRequestInput.parse({
        ...{ customer: CUSTOMER.msisdn, scope: 'openid', pos_id: 'till-1', pos_tid: posTid },
      });
      const made = await permissions.create(MERCHANT.id, input);
      if (!made.ok) throw new Error(made.refusal.description);
      return made.value.permission.rid;
    };
    const [given, refused, open] = [await ask('1'), await ask('2'), await ask('3')];
    expect((await permissions.customerSide.accept(CUSTOMER.id, given, null)).ok).toBe(true);
    expect((await permissions.customerSide.decline(CUSTOMER.id, refused)).ok).toBe(true);
    await passes(LIFE + HOUR);
    const kept = await Promise.all(
      [given, refused, open].map((rid) => store.permissions.byRid(MERCHANT.id, rid)),
    );
    expect(kept.map((one) => one !== null)).toEqual([true, false, true]);
    expect(removed).toEqual([{ payments: 0, permissions: 1, numbers: 0 }]);
  });

  it('removes the books of each currency separately', async () => {
    const { books, passes, sell, settle, isKept } = await start({ currencies: ['NOK', 'EUR'] });
    const euro = await sell(500, 'EUR');
    await settle();
    books.clock.advance(DAY);
    const crown = await sell(70);
    const late = await sell(80, 'EUR');
    await settle();
    await passes(LIFE - HOUR);
    const removed = await books.store.retention.removed({ ...BOOK, currency: 'EUR' });
    expect(removed?.sums.customers).toBe(-500);
    expect((await books.store.retention.removed(BOOK))?.sums.customers).toBeUndefined();
    expect(await Promise.all([euro, crown, late].map(isKept))).toEqual([false, true, true]);
  });
});

describe('a round of the retention', () => {
  /** Books of one ledger with this many numbers, and what was removed of them. */
  function fake(numbers: number, failAt = -1) {
    let [toSeq, failing, passes] = [0, failAt, 0];
    const parts: number[] = [];
    const settlement = { ...BOOK, number: 1, created: 0, toSeq: numbers } as Settlement;
    const store: RetentionDeps['store'] = {
      settlements: {
        async ledgers(after) {
          if (after !== null) return [];
          passes += 1;
          return [BOOK];
        },
      },
      merchants: { list: async () => [] },
      retention: {
        firstKept: async () => (toSeq < numbers ? { settlement, from: toSeq } : null),
        async removeBooks(_: Settlement, from: number, to: number) {
          if (parts.length === failing) {
            failing = -1;
            throw new Error('the disk is full');
          }
          parts.push(to - from);
          toSeq = to;
          return true;
        },
        oldPayments: async () => [],
        removePayments: async () => 0,
        oldPermissions: async () => [],
        removePermissions: async () => 0,
      },
    };
    const clock = { at: LIFE + DAY, now: () => clock.at, ticks: () => ticksOf(clock.at) };
    const retention = createRetention({ store, clock, life: LIFE, onRemoved: () => {} });
    clock.at += MINUTE;
    return { parts, passes: () => passes, clock, retention };
  }

  it('removes at most 50 parts of 200 numbers; the next one goes on', async () => {
    const { parts, retention } = fake(12_345);
    await retention.run();
    expect(parts).toEqual(Array.from({ length: 50 }, () => 200));
    await retention.run();
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(12_345);
    expect(parts).toHaveLength(62);
    expect(await retention.nextDue()).toBeNull();
  });

  it('that fails is repeated by the next one; after a whole pass there is none for an hour', async () => {
    const { parts, passes, clock, retention } = fake(500, 1);
    await expect(retention.run()).rejects.toThrow('the disk is full');
    expect(parts).toEqual([200]);
    await retention.run();
    expect(parts).toEqual([200, 200, 100]);
    clock.at += HOUR - 1;
    await retention.run();
    expect(passes()).toBe(2);
    clock.at += 1;
    await retention.run();
    expect(passes()).toBe(3);
  });
});

describe('a service', () => {
  it('answers no request for a payment that is older than it keeps them', async () => {
    const test = await startTestService({ paymentLife: 366 * DAY });
    try {
      const customer = test.ready.customers[0]?.msisdn;
      const tid = await test.payment({ customer });
      await test.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
      const capture = { method: 'PUT', body: { action: 'capture' } };
      const captured = await test.key(test.users.admin, `/payment_request/${tid}/`, capture);
      expect(captured.status, captured.text).toBe(204);
      await test.simulator('/settlement/', { method: 'POST' });
      const outcome = async () =>
        (await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`)).status;
      await test.service.simulator.advance((366 * DAY - HOUR) / SECOND);
      expect(await outcome()).toBe(200);
      await test.service.simulator.advance((3 * HOUR) / SECOND);
      expect(await outcome()).toBe(404);
      const settlement = await test.secret(test.users.pos, '/settlement/1/');
      expect(settlement.json).toMatchObject({ transaction_log_uris: [] });
    } finally {
      await test.stop();
    }
  });
});
