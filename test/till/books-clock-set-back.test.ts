import { expect, it } from 'vitest';
import { DAY } from '../../shared/time/clock.ts';
import { goods, outcome } from './bills-world.ts';
import { type BooksWorld, booksWorld } from './books-world.ts';

/* The clock of a till is set back over the end of the business day, with a restart and two screens. */

async function sell(world: BooksWorld, bill: string): Promise<void> {
  await world.order(bill, goods('Bun', 2_000));
  await world.pay(bill, 2_000);
}

/** Both screens close the same period, as two persons who press the key at once. */
async function closeOnBoth(world: BooksWorld, sold: number): Promise<readonly string[]> {
  const { lastClose } = world.host.view();
  const close = () => world.close([[2_000, sold]], { lastClose });
  return (await Promise.all([close(), close()])).map(outcome).toSorted();
}

const numbers = (world: BooksWorld) => ({
  receipts: world.entries().flatMap(({ receipt }) => receipt ?? []),
  closes: world.entries().flatMap(({ fact }) => (fact.kind === 'close' ? fact.number : [])),
});

it('no number is given twice, each day is that of its entry, and the screens learn of it', async () => {
  let world = await booksWorld();
  await sell(world, 'a');
  world.clock.advance(DAY);
  await sell(world, 'b');
  expect(world.host.view()).toMatchObject({ day: '2026-11-28', behind: false });

  world.clock.setBack(DAY);
  expect(world.host.view()).toMatchObject({ day: '2026-11-27', behind: true });
  world = await world.restart();
  expect(world.host.view()).toMatchObject({ behind: true, missed: null });
  await Promise.all([sell(world, 'c'), sell(world, 'd')]);
  expect(world.host.view()).toMatchObject({ behind: true, days: ['2026-11-27', '2026-11-28'] });
  expect(await closeOnBoth(world, 4)).toEqual(['close_done', 'done']);
  expect(await world.report(1)).toMatchObject({
    days: ['2026-11-27', '2026-11-28'],
    receipts: { first: 1, last: 4 },
    sales: { count: 4 },
  });

  // A close on a day, and then the clock one day back: the next period has the day of its entries.
  world.clock.advance(2 * DAY);
  await sell(world, 'e');
  expect(await closeOnBoth(world, 1)).toEqual(['close_done', 'done']);
  world.clock.setBack(2 * DAY);
  world = await world.restart();
  expect(world.host.view()).toMatchObject({ day: '2026-11-27', behind: true, days: [] });
  await sell(world, 'f');
  expect(await closeOnBoth(world, 1)).toEqual(['close_done', 'done']);
  expect((await world.report(2)).days).toEqual(['2026-11-29']);
  expect((await world.report(3)).days).toEqual(['2026-11-27']);
  expect(numbers(world)).toEqual({ receipts: [1, 2, 3, 4, 5, 6], closes: [1, 2, 3] });
  expect(world.host.view().behind).toBe(false);
});

it('a till that nobody closes ends its period with each other day, also an earlier one', async () => {
  let world = await booksWorld({ closes: 'daily' });
  await world.terminal.tendered({ id: 'r-1', method: 'Card', amount: 1_000 });
  world.clock.setBack(DAY);
  world = await world.restart();
  await world.terminal.tendered({ id: 'r-2', method: 'Card', amount: 1_000 });
  await world.terminal.tendered({ id: 'r-3', method: 'Card', amount: 1_000 });
  world.clock.advance(DAY);
  await world.terminal.tendered({ id: 'r-4', method: 'Card', amount: 1_000 });
  expect(numbers(world)).toEqual({ receipts: [1, 2, 3, 4], closes: [1, 2] });
  const days = [await world.report(1), await world.report(2), await world.report()];
  expect(days.map((report) => report.days)).toEqual([
    ['2026-11-27'],
    ['2026-11-26'],
    ['2026-11-27'],
  ]);
});

it('another end of the business day is no clock that was set back', async () => {
  let startOfDay = '00:00:00';
  const world = await booksWorld({ terms: () => ({ timeZone: 'Europe/Oslo', startOfDay }) });
  // 00:30 of the 28th.
  world.clock.advance(16.5 * 3_600_000);
  await sell(world, 'a');
  await world.close([[2_000, 1]]);
  startOfDay = '04:00:00';
  expect(world.host.view()).toMatchObject({ days: [], behind: false });
});
