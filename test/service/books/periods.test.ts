import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopDays } from '../../../service/books/days.ts';
import { createPeriods, type Periods } from '../../../service/books/periods.ts';
import { createFleet } from '../../../service/fleet/fleet.ts';
import { keyHashOfDer } from '../../../service/merchants/read-public-key.ts';
import type { Store } from '../../../service/store/store.ts';
import { SHOP_QUOTAS } from '../../../shared/limits/shop-quotas.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { PeriodInput } from '../../../shared/protocol/period.ts';
import { DAY, HOUR } from '../../../shared/time/clock.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { handedOver } from '../../support/handed-over.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { ids, MERCHANT } from '../../support/payments.ts';
import { BOOKS_BEGIN, hashOf, newKey, nextEntry, randomBooks } from '../../support/random-books.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const TILL = 'kasse-1';
const { id: MINE } = MERCHANT;

/** What a till says of itself that is well. */
const WELL = {
  version: '0.1.0',
  printer: 'ready',
  disk_free_bytes: 20_000_000_000,
  journal_bytes: 1_000,
  unsent: 0,
  open_bills: 0,
} as const;
const ALL_TILLS = { search: '', onlyAttention: false, after: null };

/** A period of another till, with so many bytes. */
const flood = (number: number, bytes: number, received: number) => ({
  ...{ posId: 'flood', number, firstDay: '2025-01-01', lastDay: '2025-01-01', hash: '' },
  ...{ close: '', payments: 'x'.repeat(bytes), received },
});

describe.each(STORES)('the closed periods of a till on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let periods: Periods;
  let clock: ManualClock;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.pos.create(MINE, { id: TILL, name: 'Kasse 1', type: 'store', location: null });
    clock = createManualClock(Date.UTC(2026, 11, 1));
    periods = createPeriods({ store, clock });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const books = handedOver(randomBooks(7, 3));
  const take = async (number: number, input: PeriodInput | undefined, posId = TILL) => {
    if (input === undefined) throw new Error('no such period');
    const taken = await periods.take(MINE, { posId, number }, input);
    return taken.ok ? 'kept' : taken.refusal.type;
  };
  /** A period as the page of a person shows it. */
  const seen = async (number: number) => {
    const period = await store.periods.read(MINE, TILL, number);
    if (period === null) throw new Error('no such period');
    return { posId: TILL, number, hash: period.hash };
  };
  const problems = async () =>
    (await store.periods.problems(MINE, 10)).map(({ number, kind: what }) => `${number} ${what}`);

  it('lose their problems when they are put aside, and no later ones, also if the clock was ahead meanwhile', async () => {
    const aside = { by: 'admin', reason: 'wrong' };
    const forged = handedOver(randomBooks(8, 1));
    const ahead = 4_000 * DAY;
    await take(1, books[0]);
    clock.set(ahead);
    await take(1, forged[0]);
    expect(await problems()).toEqual(['1 other_report']);
    clock.set(-ahead);
    await periods.putAside(MINE, await seen(1), aside);
    expect(await problems()).toEqual([]);
    await take(1, books[0]);
    await take(1, forged[0]);
    expect(await problems()).toEqual(['1 other_report']);
    clock.set(ahead);
    await periods.putAside(MINE, await seen(1), aside);
    clock.set(-ahead);
    await take(1, books[0]);
    await take(1, forged[0]);
    expect(await problems()).toEqual(['1 other_report']);
    await periods.putAside(MINE, await seen(1), aside);
    expect(await problems()).toEqual([]);
  });

  it('are kept once each, also if the till repeats them and several at the same time', async () => {
    const said = [];
    for (const [index, input] of books.entries()) {
      said.push(...(await Promise.all([1, 2, 3].map(() => take(index + 1, input)))));
    }
    said.push(await take(1, books[0]));
    expect(new Set(said)).toEqual(new Set(['kept']));
    const kept = await store.periods.between(
      MINE,
      { from: '2026-01-01', to: '2026-12-31' },
      null,
      100,
    );
    expect(kept.map(({ number, close }) => [number, close])).toEqual(
      books.map(({ close }, index) => [index + 1, close]),
    );
    expect(await problems()).toEqual([]);
  });

  it('with any number are a bounded number of problems, which hide no problem of another kind', async () => {
    for (const [index, input] of books.slice(0, 2).entries()) await take(index + 1, input);
    for (let number = 10; number < 10 + 2 * LIMITS.periodProblemsMax; number += 1) {
      await store.periods.noteProblem(MINE, { posId: TILL, number, kind: 'gap', at: number });
    }
    expect(await store.periods.problems(MINE, 500)).toHaveLength(LIMITS.periodProblemsMax);
    await store.periods.noteProblem(MINE, { posId: TILL, number: 2, kind: 'left_out', at: 99 });
    await store.periods.noteProblem(MINE, { posId: TILL, number: 90, kind: 'altered', at: 99 });
    await store.periods.noteProblem(MINE, { posId: 'bar', number: 90, kind: 'gap', at: 99 });
    await store.periods.noteProblem(MINE, { posId: TILL, number: 10, kind: 'gap', at: 99 });
    const all = await store.periods.problems(MINE, 500);
    expect(all).toHaveLength(LIMITS.periodProblemsMax + 3);
    // What is solved makes room for others.
    await periods.putAside(MINE, await seen(1), { by: 'admin', reason: 'forged' });
    const later = { posId: TILL, number: 200, kind: 'gap', at: clock.now() } as const;
    await store.periods.noteProblem(MINE, later);
    expect((await problems()).sort()).toEqual(['200 gap', '90 gap']);
  });

  it('of a shop that has handed over its quota within a day are taken later', async () => {
    const { periodsADay, periodBytesADay } = SHOP_QUOTAS;
    for (let number = 1; number < periodsADay; number += 1) {
      await store.periods.put(MINE, flood(number, 1, clock.now()));
    }
    expect([await take(1, books[0]), await take(2, books[1])]).toEqual([
      'kept',
      'Too Many Requests',
    ]);
    // A repeat after a lost answer is no new period.
    expect(await take(1, books[0])).toBe('kept');
    clock.advance(DAY);
    expect(await take(2, books[1])).toBe('kept');
    expect(await store.periods.put(MINE, flood(periodsADay, periodBytesADay, clock.now()))).toBe(
      true,
    );
    expect(await take(3, books[2])).toBe('Too Many Requests');
    expect(await problems()).toEqual([]);
  });

  it('are refused if something in the close is nested too deeply to be hashed', async () => {
    const deep = `"fact":{"own":${'['.repeat(100_000)}${']'.repeat(100_000)},`;
    const [first] = books;
    const close = (first?.close ?? '').replace('"fact":{', deep);
    expect(await take(1, first && { ...first, close })).toBe('validation_error');
    expect(await problems()).toEqual([]);
  });

  it('are found by their business days', async () => {
    for (const [index, input] of books.entries()) await take(index + 1, input);
    const second = await store.periods.read(MINE, TILL, 2);
    const { firstDay = '', lastDay = '' } = second ?? {};
    const found = await store.periods.between(MINE, { from: firstDay, to: lastDay }, null, 100);
    expect(found.map(({ number }) => number)).toContain(2);
    expect(
      await store.periods.between(MINE, { from: '2027-01-01', to: '2027-12-31' }, null, 100),
    ).toEqual([]);
    expect(
      await store.periods.between('another', { from: firstDay, to: lastDay }, null, 100),
    ).toEqual([]);
  });

  it('of restored books are a problem: another report of a number that the service has', async () => {
    for (const [index, input] of books.slice(0, 2).entries()) await take(index + 1, input);
    const restored = handedOver(randomBooks(8, 3));
    expect(await take(2, restored[1])).toBe('Conflict');
    expect(await take(2, restored[1])).toBe('Conflict');
    expect(await problems()).toEqual(['2 other_report']);
    expect((await store.periods.read(MINE, TILL, 2))?.close).toBe(books[1]?.close);
  });

  describe('with the receipts that the till handed over', () => {
    const entries = randomBooks(7, 3);
    const closes = entries.flatMap((entry) => (entry.fact.kind === 'close' ? [entry.fact] : []));
    let made = 0;
    const receipt = async (number: number | null, at: number, received = 0) => {
      made += 1;
      await store.receipts.put({
        ...{ merchantId: MINE, code: `c${made}`, hash: `h${made}`, posId: TILL, tid: null },
        ...{ document: '{}', number, at: Math.floor(at / 1_000) * 1_000, received },
      });
    };
    const leftOut = async () => {
      const found = [];
      for (const [index, input] of books.entries()) {
        const taken = await periods.take(MINE, { posId: TILL, number: index + 1 }, input);
        found.push(taken.ok ? taken.value.receipts_left_out : taken.refusal.type);
      }
      return found;
    };
    const [first, second] = closes;
    if (first === undefined || second === undefined) throw new Error('no closes');
    const last = second.report.receipts?.last ?? 0;

    it('count all of them', async () => {
      for (const { receipt: number, fact } of entries) {
        if (number !== null) await receipt(number, fact.at);
      }
      await receipt(null, second.at - 10_000);
      expect(await leftOut()).toEqual([[], [], []]);
    });

    it('name those of cash that were cut from the end of the books, in each answer and in the portal', async () => {
      await receipt(last + 2, second.at - 5_000);
      await receipt(last + 1, second.at - 10_000);
      const cut = [`${TILL}-R${last + 1}`, `${TILL}-R${last + 2}`];
      expect(await leftOut()).toEqual([[], cut, []]);
      expect(await leftOut()).toEqual([[], cut, []]);
      const range = { from: '2026-01-01', to: '2026-12-31' };
      const days = await shopDays(store, MINE, range);
      expect(days.leftOut).toEqual([{ posId: TILL, number: 2, receipts: [last + 1, last + 2] }]);
      expect((await shopDays(store, 'another', range)).leftOut).toEqual([]);
    });

    it('mark the till in the list of tills and count in the metrics, until the close is put aside', async () => {
      await receipt(last + 1, second.at - 10_000);
      await leftOut();
      expect(await problems()).toEqual(['2 left_out']);
      const marks = async (screen: 'idle' | 'off') => {
        const report = { ...WELL, screen, clock: formatDateTime(clock.now()) };
        const fleet = createFleet({ store, clock, ids, base: () => 'https://service.test/v1' });
        expect((await fleet.report(MINE, TILL, report)).ok).toBe(true);
        clock.advance(1_000);
        const { items, attention } = await fleet.page(MINE, ALL_TILLS);
        const inAll = (await store.periods.problemsInAll()).get('left_out') ?? 0;
        return [items[0]?.attention, attention, inAll];
      };
      expect(await marks('idle')).toEqual([['books'], 1, 1]);
      expect(await marks('off')).toEqual([['books'], 1, 1]);
      await periods.putAside(MINE, await seen(2), { by: 'admin', reason: 'cut' });
      expect(await marks('idle')).toEqual([[], 0, 0]);
    });

    it('name a number that the till gave again after it was cut', async () => {
      await receipt(last, second.at - 20_000);
      await receipt(last, second.at - 5_000);
      expect(await leftOut()).toEqual([[], [`${TILL}-R${last}`], []]);
    });

    it('do not name one of the second of the close, or one that came after it', async () => {
      await receipt(last + 1, second.at + 100);
      await receipt(last + 2, second.at - 10_000, Date.UTC(2030, 0, 1));
      expect(await leftOut()).toEqual([[], [], []]);
    });
  });

  it('with other payments under the same report are a problem too', async () => {
    const [first] = books;
    if (first === undefined) throw new Error('no period');
    await take(1, first);
    expect(await take(1, { ...first, payments: [] })).toBe('Conflict');
    expect(await problems()).toEqual(['1 other_report']);
  });

  it('that do not continue the one before, or leave one out, are problems', async () => {
    await take(1, books[0]);
    expect(await take(3, books[2])).toBe('Conflict');
    const other = handedOver(randomBooks(9, 3));
    expect(await take(2, other[1])).toBe('Conflict');
    expect(new Set(await problems())).toEqual(new Set(['3 gap', '2 not_continued']));
    expect(await take(2, books[1])).toBe('kept');
  });

  it('whose report was edited are a problem, because the hash does not cover it any more', async () => {
    const [first] = books;
    if (first === undefined) throw new Error('no period');
    const entry = JSON.parse(first.close);
    entry.fact.report.net += 100;
    expect(await take(1, { ...first, close: JSON.stringify(entry) })).toBe('Conflict');
    expect(await problems()).toEqual(['1 altered']);
    const { hash: _, signature: __, ...covered } = entry;
    expect(hashOf(covered)).not.toBe(entry.hash);
  });

  describe('of a till that was paired with a key', () => {
    const keyOf = (input: PeriodInput | undefined) => JSON.parse(input?.close ?? '{}').fact.key;
    async function paired(id: string, key: string) {
      const link = { callbackUri: null, serialNumber: null, label: null, isActive: true };
      const till = { rights: 'sales', posId: TILL, shortlinkId: `link${id}` } as const;
      const user = { id: `till-${id}`, label: null, netmask: null, secretHash: null };
      const row = { merchantId: MINE, id, codeHash: id, posId: TILL, name: 'Kasse 1' } as const;
      const times = { created: 1, expires: 100 };
      await store.pairings.create({ ...row, rights: 'sales', createdBy: 'a', ...times }, 20);
      const done = await store.pairings.redeem(MINE, id, {
        ...{ at: 2, keyHash: keyHashOfDer(key), device: null, address: '192.0.2.1' },
        user: { ...user, publicKey: key, version: 1, till },
        pos: { id: TILL, name: 'Kasse 1', type: 'store', location: null },
        shortlink: { id: till.shortlinkId, merchantId: MINE, ...link, created: 2 },
      });
      expect(done).toBe('done');
    }

    it('that another key signed are refused, and do not stand in the way of the till’s own', async () => {
      const entries = randomBooks(7, 1);
      const close = entries.findLast(({ fact }) => fact.kind === 'close');
      if (close === undefined) throw new Error('no close');
      const before = entries.slice(0, close.entry - 1);
      const [forged] = handedOver([...before, nextEntry(before, close.fact, close.day, newKey())]);
      await paired('one', keyOf(books[0]));
      expect(await take(1, forged)).toBe('Conflict');
      expect(await problems()).toEqual(['1 other_key']);
      for (const [index, input] of books.entries())
        expect(await take(index + 1, input)).toBe('kept');
    });

    it('that the key of an earlier pairing signed are kept, as far as the till had not handed them over', async () => {
      await paired('one', keyOf(books[0]));
      expect(await take(1, books[0])).toBe('kept');
      await store.pairings.revoke(MINE, 'one', 3);
      await paired('two', newKey().publicKey);
      expect(await take(2, books[1])).toBe('kept');
    });

    it('that the till signed before it was paired are kept', async () => {
      expect(await take(1, books[0])).toBe('kept');
      await paired('one', newKey().publicKey);
      expect(await take(2, books[1])).toBe('kept');
      expect(await problems()).toEqual([]);
    });
  });

  it('that another key signed are kept and noted, and without a right signature they are refused', async () => {
    const entries = randomBooks(7, 2);
    const close = entries.findLast(({ fact }) => fact.kind === 'close');
    if (close === undefined) throw new Error('no close');
    const before = entries.slice(0, close.entry - 1);
    const other = nextEntry(before, close.fact, close.day, newKey());
    const [first, second] = handedOver([...before, other]);
    if (second === undefined) throw new Error('no period');
    await take(1, first);
    const forged = { ...other, signature: close.signature };
    expect(await take(2, { ...second, close: JSON.stringify(forged) })).toBe('Conflict');
    expect(await take(2, second)).toBe('kept');
    expect(new Set(await problems())).toEqual(new Set(['2 altered', '2 other_key']));
  });

  describe('that the shop puts aside', () => {
    const aside = { by: 'admin', reason: 'forged' };
    const range = { from: '2026-01-01', to: '2026-12-31' };

    it('let the till’s own and all later ones in, stay stored, and are no problem any more', async () => {
      const forged = handedOver(randomBooks(8, 3));
      for (const [index, input] of forged.entries())
        expect(await take(index + 1, input)).toBe('kept');
      expect([await take(1, books[0]), await take(2, books[1])]).toEqual(['Conflict', 'Conflict']);
      expect(await problems()).toHaveLength(2);
      const done = await periods.putAside(MINE, await seen(1), aside);
      expect([done.ok, await problems()]).toEqual([true, []]);
      clock.advance(1_000);
      expect(await store.periods.between(MINE, range, null, 10)).toEqual([]);
      for (const [index, input] of books.entries())
        expect(await take(index + 1, input)).toBe('kept');
      expect(await take(1, forged[0])).toBe('Conflict');
      expect(await problems()).toEqual(['1 other_report']);
      await store.close();
      const raw = await place.raw();
      const [rows] = await raw.rows(
        `SELECT COUNT(*) AS number FROM till_period WHERE aside_by = 'admin' AND aside_reason = 'forged'`,
      );
      await raw.close();
      expect(rows).toEqual({ number: 3 });
      store = await place.open();
    });

    it('are those from a number on; earlier ones and those of other tills and shops stay', async () => {
      await store.pos.create(MINE, { id: 'bar', name: 'Bar', type: 'store', location: null });
      for (const [index, input] of books.entries()) {
        await take(index + 1, input);
        await take(index + 1, input, 'bar');
      }
      const second = await seen(2);
      const none = await periods.putAside('another', second, aside);
      expect(none.ok).toBe(false);
      await periods.putAside(MINE, second, aside);
      const kept = await store.periods.between(MINE, range, null, 10);
      expect(kept.map(({ posId, number }) => `${posId} ${number}`).sort()).toEqual([
        ...['bar 1', 'bar 2', 'bar 3'],
        `${TILL} 1`,
      ]);
      const again = await periods.putAside(MINE, second, aside);
      expect(again.ok).toBe(false);
      expect(await take(2, books[1])).toBe('kept');
    });

    it('are those that the person saw: a second session does not put aside what the till handed over since', async () => {
      const forged = handedOver(randomBooks(8, 3));
      await take(1, forged[0]);
      const saw = await seen(1);
      expect((await periods.putAside(MINE, saw, aside)).ok).toBe(true);
      clock.advance(1_000);
      expect(await take(1, books[0])).toBe('kept');
      expect((await periods.putAside(MINE, saw, aside)).ok).toBe(false);
      expect((await store.periods.read(MINE, TILL, 1))?.close).toBe(books[0]?.close);
    });

    describe('after receipts that the till handed over', () => {
      const entries = randomBooks(7, 3);
      const [begin] = entries;
      const [close] = entries.flatMap(({ fact }) => (fact.kind === 'close' ? [fact] : []));
      if (begin === undefined || close === undefined) throw new Error('no books');
      const last = close.report.receipts?.last ?? 0;
      const cut = [`${TILL}-R${last + 1}`];
      const earlier = randomBooks(9, 1, BOOKS_BEGIN - 30 * DAY);
      const receipt = async (number: number, at: number, received: number) => {
        await store.receipts.put({
          ...{ merchantId: MINE, code: `c${number}`, hash: `h${number}`, posId: TILL, tid: null },
          ...{ document: '{}', number, at: Math.floor(at / 1_000) * 1_000, received },
        });
      };
      const putAsideAndTake = async (other: PeriodInput | undefined) => {
        expect(await take(1, other)).toBe('kept');
        expect((await periods.putAside(MINE, await seen(1), aside)).ok).toBe(true);
        const [first] = books;
        if (first === undefined) throw new Error('no such period');
        const taken = await periods.take(MINE, { posId: TILL, number: 1 }, first);
        return taken.ok ? taken.value.receipts_left_out : taken.refusal.type;
      };

      it('hide none that was cut from the till’s own books, which began before', async () => {
        await receipt(last + 1, close.at - 10_000, clock.now());
        expect(await putAsideAndTake(handedOver(randomBooks(8, 1))[0])).toEqual(cut);
      });

      it('have theirs in them, and those that came after their close are in no books, however late they were handed over', async () => {
        const [opened] = earlier;
        await receipt(last + 2, (opened?.fact.at ?? 0) + 1_000, clock.now());
        await receipt(last + 1, begin.fact.at - HOUR, clock.now());
        expect(await putAsideAndTake(handedOver(earlier)[0])).toEqual(cut);
      });
    });

    it('are named when a later one comes, and what was a gap is none once they are there again', async () => {
      for (const [index, input] of books.slice(0, 2).entries()) await take(index + 1, input);
      await periods.putAside(MINE, await seen(1), aside);
      clock.advance(1_000);
      const [, , third] = books;
      if (third === undefined) throw new Error('no such period');
      const late = await periods.take(MINE, { posId: TILL, number: 3 }, third);
      expect(late).toMatchObject({ ok: false, refusal: { details: { first_missing: 1 } } });
      expect(await problems()).toEqual(['3 gap']);
      for (const [index, input] of books.entries())
        expect(await take(index + 1, input)).toBe('kept');
      expect(await problems()).toEqual([]);
    });
  });

  it('of an unknown till, of another number and of no close at all are refused without a problem', async () => {
    expect(await take(1, books[0], 'unknown')).toBe('Not Found');
    expect(await take(2, books[0])).toBe('validation_error');
    const { continues } = books[0] ?? { continues: '' };
    expect(await take(1, { close: 'no line', continues, payments: [] })).toBe('validation_error');
    expect(await problems()).toEqual([]);
  });
});
