import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPeriods, type Periods } from '../../../service/books/periods.ts';
import type { Store } from '../../../service/store/store.ts';
import { readClose } from '../../../shared/books/close.ts';
import type { PeriodInput } from '../../../shared/protocol/period.ts';
import { handedOver } from '../../support/handed-over.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { hashOf, newKey, nextEntry, randomBooks, sealed } from '../../support/random-books.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const TILL = 'kasse-1';
const { id: MINE } = MERCHANT;

describe.each(STORES)('the closed periods of a till on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let periods: Periods;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.pos.create(MINE, { id: TILL, name: 'Kasse 1', type: 'store', location: null });
    periods = createPeriods({ store, clock: createManualClock() });
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
  const problems = async () =>
    (await store.periods.problems(MINE, 10)).map(({ number, kind: what }) => `${number} ${what}`);

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

  it('follow a folded one that a service from before D-402 kept with the hash of its line', async () => {
    const [first, second] = books;
    const close = readClose(first?.close ?? '');
    if (first === undefined || close === null) throw new Error('no period');
    const folded = { hash: close.hash, unsigned: 0, started: 0, payments: 0 };
    const entry = sealed({ ...close, fact: { ...close.fact, folded } });
    await store.periods.put(MINE, {
      ...{ posId: TILL, number: 1, firstDay: close.day, lastDay: close.day, received: 0 },
      ...{ hash: entry.hash, close: JSON.stringify(entry), payments: '[]' },
    });
    expect(await take(2, second)).toBe('kept');
    expect(await problems()).toEqual([]);
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

  it('of an unknown till, of another number and of no close at all are refused without a problem', async () => {
    expect(await take(1, books[0], 'unknown')).toBe('Not Found');
    expect(await take(2, books[0])).toBe('validation_error');
    const { continues } = books[0] ?? { continues: '' };
    expect(await take(1, { close: 'no line', continues, payments: [] })).toBe('validation_error');
    expect(await problems()).toEqual([]);
  });
});
