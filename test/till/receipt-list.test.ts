import { describe, expect, it } from 'vitest';
import type { BookEntry } from '../../shared/books/entry.ts';
import type { ReceiptsFilter } from '../../shared/device/commands/books.ts';
import {
  createReceiptList,
  findReceipts,
  type ReceiptsWanted,
} from '../../shared/device/receipts/receipt-list.ts';
import { everyLetter, receiptContent } from '../../shared/documents/receipt.ts';
import { refundedRows } from '../../shared/documents/refunded.ts';
import { money } from '../../shared/money/money.ts';
import { HOUR } from '../../shared/time/clock.ts';
import { goods, outcome } from './bills-world.ts';
import { type BooksWorld, booksWorld } from './books-world.ts';

/* The one list of all receipts of a till (D-581), from the commands of a screen to the files of the books. */

const BREAD = goods('Bread', 4_000);

async function find(world: BooksWorld, filter: ReceiptsFilter = {}) {
  const answered = await world.run({ type: 'receipts', filter });
  if (!answered.ok) throw new Error('no list');
  return (answered as { value: { receipts: ReturnType<typeof findReceipts> } }).value.receipts;
}
const numbers = async (world: BooksWorld, filter: ReceiptsFilter = {}) =>
  (await find(world, filter)).rows.map(({ receipt }) => receipt);

/** A day with every tender: cash, phone, another one, a bill in shares, and a refund. */
async function day(): Promise<BooksWorld> {
  const world = await booksWorld();
  await world.order('a', BREAD, goods('Bun', 2_000, 2));
  await world.pay('a', 8_000, { kind: 'cash', received: 10_000 });
  await world.order('b', goods('Cake', 12_000));
  await world.byPhone('b', 6_000, { tip: 500 });
  await world.pay('b', 6_000, { kind: 'other', name: 'Bank card' });
  await world.clock.advance(HOUR);
  const back = { lines: [{ line: 1, quantity: 1_000 }], amount: 0, tip: 0, reason: 'Stale' };
  const refund = { type: 'refund_receipt', id: 'back', receipt: 1, ...back, approval: 'approved' };
  expect(outcome(await world.run(refund))).toBe('done');
  return world;
}

describe('the list of receipts', () => {
  it('has every tender and every refund, the newest first, with counts for its filters', async () => {
    const world = await day();
    const { rows, counts, next } = await find(world);
    expect(
      rows.map(({ receipt, kind, tender, tenderName, total, refunded, refundOf }) => [
        ...[receipt, kind, tender, tenderName, total, refunded, refundOf],
      ]),
    ).toEqual([
      [4, 'refund', 'cash', null, 2_000, 0, 1],
      [3, 'sale', 'other', 'Bank card', 6_000, 0, null],
      [2, 'sale', 'phone', null, 6_500, 0, null],
      [1, 'sale', 'cash', null, 8_000, 2_000, null],
    ]);
    expect(next).toBe(null);
    expect(counts).toEqual({
      all: 4,
      refunds: 2,
      tenders: [
        { tender: 'cash', tenderName: null, count: 2 },
        { tender: 'other', tenderName: 'Bank card', count: 1 },
        { tender: 'phone', tenderName: null, count: 1 },
      ],
    });
    expect(rows[3]?.lines).toEqual([
      { name: 'Bread', quantity: '1' },
      { name: 'Bun', quantity: '2' },
    ]);
  });

  it('finds a receipt by number, amount, item, tender, phone, time and day', async () => {
    const world = await day();
    const by = (text: string) => numbers(world, { text });
    expect(await by('R2')).toEqual([2]);
    expect(await by('till1-R3')).toEqual([3]);
    expect(await by('80.00')).toEqual([1]);
    expect(await by('60,00 bank')).toEqual([3]);
    expect(await by('BUN')).toEqual([4, 1]);
    expect(await by('bun bread')).toEqual([1]);
    expect(await by('9:00')).toEqual([4]);
    expect(await by('nothing')).toEqual([]);
    expect(await numbers(world, { tender: 'cash' })).toEqual([4, 1]);
    expect(await numbers(world, { tender: 'other', tenderName: 'Gift card' })).toEqual([]);
    expect(await numbers(world, { refunds: true })).toEqual([4, 1]);
    expect(await numbers(world, { from: '2026-11-27', to: '2026-11-27' })).toEqual([4, 3, 2, 1]);
    expect(await numbers(world, { from: '2026-11-28' })).toEqual([]);
  });

  it('is the same after a restart, also of a closed day', async () => {
    const world = await day();
    const before = await find(world);
    const counted = [[1_000, 6] as [number, number]];
    expect(outcome(await world.close(counted, { reason: 'counted' }))).toBe('done');
    const again = await world.restart();
    const after = await find(again);
    // The terminal knows the phone of a sale for as long as it holds the sale.
    const withoutPhone = (page: typeof before) => page.rows.map((row) => ({ ...row, phone: null }));
    expect(withoutPhone(after)).toEqual(withoutPhone(before));
  });
});

it('a receipt is read as the document of paper and page, with what was refunded of it', async () => {
  const world = await day();
  const read = async (receipt: number) => {
    const answered = await world.run({ type: 'read_receipt', receipt });
    if (!answered.ok) throw new Error(outcome(answered));
    const { shown } = answered.value as {
      shown: { document: Parameters<typeof receiptContent>[0]; refunded: never[] };
    };
    const letters = everyLetter(shown.document);
    return {
      ...receiptContent(shown.document, letters),
      changes: refundedRows(shown.refunded, 'NOK', letters),
    };
  };
  const sale = await read(1);
  expect(sale.foot[0]).toBe('Receipt till1-R1');
  expect(sale.items.map(({ label }) => label)).toEqual(['Bread', '2 x Bun']);
  expect(sale.changes.map(({ label }) => label)).toContain('  Bun');
  const refund = await read(4);
  expect(refund).toMatchObject({ mark: 'Refund', foot: ['Refund till1-R4'] });
  expect(outcome(await world.run({ type: 'read_receipt', receipt: 9 }))).toBe('receipt_gone');
});

const ALL: ReceiptsWanted = {
  ...{ text: '', tender: null, tenderName: null, refunds: false, from: null, to: null },
};
const READER = { currency: 'NOK', timeZone: 'UTC', phoneOf: () => null };

/** The entry of a receipt of one product. */
function entry(receipt: number): BookEntry {
  const line = { product: null, name: `Item ${receipt}`, quantity: '1', vatRate: null };
  const sums = { gross: money(100), discount: money(0), total: money(receipt), vat: money(0) };
  return {
    ...{
      v: 1,
      entry: receipt,
      receipt,
      day: '2026-11-27',
      previous: '',
      hash: '',
      signature: null,
    },
    fact: {
      ...{ kind: 'receipt', id: `receipt:${receipt}`, at: receipt, by: '', bill: null },
      ...{ lines: [{ ...line, ...sums }], discounts: [], vat: [], tip: money(0) },
      ...{ gross: money(receipt), total: money(receipt) },
      method: { kind: 'cash', rounding: money(0), received: money(0) },
    },
  } as BookEntry;
}

describe('the list of 20,000 receipts', () => {
  const list = createReceiptList();
  // The files are read from the newest to the oldest.
  for (let first = 19_901; first > 0; first -= 100) {
    list.note(Array.from({ length: 100 }, (_, place) => entry(first + place)));
  }

  it('shows the end of a phone that the till still knows, and finds by it', () => {
    const paid = entry(1);
    const fact = { ...paid.fact, method: { kind: 'phone', tid: 'p1' } } as BookEntry['fact'];
    const one = createReceiptList();
    one.note([{ ...paid, fact }, entry(2)]);
    const reader = { ...READER, phoneOf: (tid: string) => (tid === 'p1' ? '+4798765432' : null) };
    const { rows } = findReceipts(one, { ...ALL, text: '65432' }, null, reader);
    expect(rows).toMatchObject([{ receipt: 1, phone: '5432' }]);
    expect(findReceipts(one, { ...ALL, text: '432' }, null, reader).rows).toEqual([]);
  });

  it('is read in pages that leave nothing out and show nothing twice', () => {
    const part = createReceiptList(2_000);
    part.note(Array.from({ length: 2_000 }, (_, place) => entry(1 + place)));
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const page = findReceipts(part, ALL, before, READER);
      expect(page.rows.length).toBeLessThanOrEqual(50);
      seen.push(...page.rows.map(({ receipt }) => receipt));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(Array.from({ length: 2_000 }, (_, place) => 2_000 - place));
  });

  it('finds one item among them', () => {
    expect(findReceipts(list, { ...ALL, text: '123.45' }, null, READER).rows).toMatchObject([
      { receipt: 12_345, total: 12_345 },
    ]);
  });

  it('keeps the newest ones only', () => {
    const small = createReceiptList(3);
    for (const receipt of [5, 6, 3, 4, 1, 2, 7]) small.note([entry(receipt)]);
    expect(small.rows.map(({ receipt }) => receipt)).toEqual([5, 6, 7]);
  });
});
