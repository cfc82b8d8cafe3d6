import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS_MAX } from '../../../../main/host/printing/queue.ts';
import type { BookedMethod, BookFact } from '../../../../shared/books/entry.ts';
import {
  type EntryId,
  receiptOfPayment,
  receiptOfSale,
  receiptOfTender,
} from '../../../../shared/ids/host-ids.ts';
import { money } from '../../../../shared/money/money.ts';
import { MINUTE, timeOf } from '../../../../shared/time/clock.ts';
import { createMemoryFiles, openMemoryBooks } from '../../../support/books.ts';
import { rest } from '../../../support/till.ts';
import { printingWorld } from './printing-world.ts';

/* Every payment with a receipt has its paper, or the screen says that it has none. The books are the outbox. */

const CASH: BookedMethod = { kind: 'cash', rounding: money(0), received: money(2_000) };
const phone = (tid: string): BookedMethod => ({ kind: 'phone', tid });

let world: ReturnType<typeof printingWorld>;
let books: Awaited<ReturnType<typeof openMemoryBooks>>;
beforeEach(async () => {
  world = printingWorld();
  books = await openMemoryBooks(createMemoryFiles(), { clock: world.clock });
});

/** Books a payment; its receipt has the next number. */
async function pay(
  id: EntryId,
  method: BookedMethod = CASH,
  bill: object | null = { id: 'b1', name: null },
) {
  const amounts = { lines: [], gross: money(2_000), total: money(2_000), vat: [], discounts: [] };
  const fact = {
    ...{ kind: 'receipt', id, at: world.clock.now(), by: 'Kari', bill, method },
    ...{ ...amounts, tip: money(0) },
  } as unknown as BookFact;
  await books.book(id, () => ({ facts: [fact], value: null }));
  await rest();
}

const open = (receipts: 'always' | 'on_request' = 'always') => world.open(receipts, { books });
type Opened = ReturnType<typeof open>;
const jobs = (printing: Opened) => printing.view().jobs.map(({ number, state }) => [number, state]);
const lost = (printing: Opened) =>
  (printing.view().notices ?? []).flatMap((one) =>
    one.kind === 'no_paper' ? [{ sales: one.sales, receipts: one.receipts }] : [],
  );
/** Ends the run as a kill does, and starts the next one. */
function restart(): Opened {
  world.stopLast();
  return open();
}

describe('the receipt of a payment in cash', () => {
  it('is printed when it is booked, once', async () => {
    open();
    await pay(receiptOfTender('tender:t1'));
    await rest();
    expect(world.kinds()).toEqual(['original']);
    restart();
    await rest();
    expect(world.kinds()).toEqual(['original']);
  });

  it('is printed after a kill between the payment and its job', async () => {
    open();
    await rest();
    world.stopLast();
    await pay(receiptOfTender('tender:t1'));
    open();
    await rest();
    expect(world.kinds()).toEqual(['original']);
    restart();
    await rest();
    expect(world.kinds()).toEqual(['original']);
  });

  it('that comes too late is said, and not printed', async () => {
    open();
    await rest();
    world.stopLast();
    await pay(receiptOfTender('tender:t1'));
    world.clock.advance(11 * MINUTE);
    const printing = open();
    await rest();
    expect(lost(printing)).toEqual([{ sales: [], receipts: [1] }]);
    expect(world.kinds()).toEqual([]);
    expect(world.reports).toEqual(['Receipt 1 has no paper.']);
  });

  it('is not printed on request, nor for payments from before the till printed', async () => {
    open('on_request');
    await pay(receiptOfTender('tender:t1'));
    world.stopLast();
    const printing = open();
    await rest();
    await pay(receiptOfTender('tender:t2'));
    await rest();
    expect(world.kinds()).toEqual(['original']);
    expect([world.papers[0]?.content.foot.join().includes('R2'), lost(printing)]).toEqual([
      true,
      [],
    ]);
  });

  it('that a cash register has recorded without a bill is the register’s own', async () => {
    const printing = open();
    await pay(receiptOfPayment('p1'), CASH, null);
    await pay(receiptOfTender('tender:t2'));
    await rest();
    expect(world.kinds()).toEqual(['original']);
    expect(jobs(printing)).toEqual([]);
  });
});

describe('the receipt of a payment by phone', () => {
  it('is printed once, by its sale', async () => {
    open();
    await pay(receiptOfSale('sale-187'), phone('p2ybyw4tq73n'), null);
    world.till.show({ sales: [world.paid()] });
    await rest();
    expect(world.kinds()).toEqual(['original']);
    restart();
    await rest();
    world.till.show({ sales: [] });
    restart();
    await rest();
    expect(world.kinds()).toEqual(['original']);
  });

  it('is not printed again if the file has the sale and not yet the entry of the books', async () => {
    await pay(receiptOfSale('sale-187'), phone('p2ybyw4tq73n'), null);
    const handled = ['sale-187', 'booked-2'];
    writeFileSync(
      world.file,
      JSON.stringify({ version: 1, jobs: [], handled, booked: 0, lost: [] }),
    );
    await pay(receiptOfTender('tender:t2'));
    await pay(receiptOfTender('tender:t3'));
    const printing = open();
    await rest();
    expect(world.kinds()).toEqual(['original']);
    expect(lost(printing)).toEqual([]);
    expect(world.papers[0]?.content.foot.join()).toContain('R3');
  });

  it('whose sale was paid in an earlier run, too long ago, is said', async () => {
    open();
    await rest();
    world.stopLast();
    await pay(receiptOfSale('sale-187'), phone('p2ybyw4tq73n'), null);
    world.clock.advance(11 * MINUTE);
    world.till.show({
      sales: [world.paid('sale-187', 187, timeOf(world.clock.now() - 11 * MINUTE))],
    });
    const printing = open();
    await rest();
    expect(lost(printing)).toEqual([{ sales: [], receipts: [1] }]);
  });
});

describe('a full queue', () => {
  it('names each receipt that it does not take, until a person has seen it, also after a restart', async () => {
    world.answers(() => new Promise(() => undefined));
    const printing = open();
    await rest();
    for (let page = 0; page < JOBS_MAX; page += 1) printing.testPage();
    await pay(receiptOfTender('tender:t1'));
    world.till.show({ sales: [world.paid()] });
    await pay(receiptOfTender('tender:t2'));
    await rest();
    expect(lost(printing)).toEqual([{ sales: [187], receipts: [1, 2] }]);
    expect(jobs(printing)).toHaveLength(JOBS_MAX);
    const after = restart();
    expect(lost(after)).toEqual([{ sales: [187], receipts: [1, 2] }]);
    const [notice] = after.view().notices ?? [];
    expect(after.seen(notice?.id ?? '').ok).toBe(true);
    expect(lost(after)).toEqual([]);
    expect(lost(restart())).toEqual([]);
  });

  it('gives a new receipt the place of the one that waits longest for a person', async () => {
    world.fail('unsure');
    const printing = open();
    await rest();
    for (let receipt = 1; receipt <= JOBS_MAX; receipt += 1)
      await pay(receiptOfTender(`tender:t${receipt}`));
    await rest();
    expect(jobs(printing).length).toBe(JOBS_MAX);
    expect(lost(printing)).toEqual([]);
    world.printerReturns();
    await pay(receiptOfTender('tender:new'));
    await rest();
    expect(world.kinds()).toEqual(['original']);
    expect(lost(printing)).toEqual([{ sales: [], receipts: [1] }]);
    // Printed by hand, it is not said any more.
    printing.printBooked(1);
    expect(lost(printing)).toEqual([]);
  });

  it('leaves no receipt without a job and a notice in any state of the file', async () => {
    world.fail('unsure');
    const printing = open();
    await rest();
    for (let receipt = 1; receipt <= JOBS_MAX + 1; receipt += 1)
      await pay(receiptOfTender(`tender:t${receipt}`));
    await rest();
    expect(lost(printing)).toEqual([{ sales: [], receipts: [1] }]);
    const unnamed = world.writes.flatMap(({ booked, jobs: kept, lost: noticed = [] }) => {
      const named = new Set([
        ...kept.map((job) => ('booked' in job ? job.booked : null)),
        ...noticed.map(({ receipt }) => receipt),
      ]);
      const looked = Array.from({ length: booked ?? 0 }, (_, index) => index + 1);
      return looked.filter((receipt) => !named.has(receipt));
    });
    expect(unnamed).toEqual([]);
  });

  it('marks only the receipts that the screen has shown', async () => {
    world.answers(() => new Promise(() => undefined));
    const printing = open();
    await rest();
    for (let page = 0; page < JOBS_MAX; page += 1) printing.testPage();
    await pay(receiptOfTender('tender:t1'));
    await rest();
    expect(lost(printing)).toEqual([{ sales: [], receipts: [1] }]);
    const [shown] = printing.view().notices ?? [];
    await pay(receiptOfTender('tender:t2'));
    await rest();
    expect(lost(printing)).toEqual([{ sales: [], receipts: [1, 2] }]);
    printing.seen(shown?.id ?? '');
    expect(lost(printing)).toEqual([{ sales: [], receipts: [2] }]);
  });
});

it('a till that begins to print by itself begins after the last receipt', async () => {
  await pay(receiptOfTender('tender:t1'));
  writeFileSync(
    world.file,
    JSON.stringify({ version: 1, jobs: [], handled: [], booked: null, lost: [] }),
  );
  const printing = open();
  await rest();
  await pay(receiptOfTender('tender:t2'));
  await rest();
  expect(world.kinds()).toEqual(['original']);
  expect([lost(printing), JSON.parse(readFileSync(world.file, 'utf8')).booked]).toEqual([[], 2]);
});
