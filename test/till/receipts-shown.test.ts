import { expect, it } from 'vitest';
import type { Kept } from '../../main/host/adapters/kept-value.ts';
import { createScreenSources, TERMINAL_ALONE } from '../../main/host/bridge/screen-source.ts';
import { openReceiptHandOver } from '../../main/host/receipts/hand-over.ts';
import { createReceiptLinks } from '../../main/host/receipts/shown-links.ts';
import { DEVICE_SCREEN } from '../../main/host/screens/screens.ts';
import type { BookEntry } from '../../shared/books/entry.ts';
import { receiptCodeIn } from '../../shared/device/receipts/receipt-code.ts';
import { money } from '../../shared/money/money.ts';
import { drive } from '../support/till.ts';
import { goods } from './bills-world.ts';
import { type BooksWorld, booksWorld, RECEIPT_CODES, SETTINGS } from './books-world.ts';

const LINK = 'https://pay.example/re/';

/** A file that keeps nothing longer than the till runs. */
function inMemory<T>(): Kept<T> {
  let value: T | null = null;
  return {
    read: () => value,
    write(next) {
      value = next;
    },
    forget() {
      value = null;
    },
  };
}

/** The links that the screens of a till show, and what its service and its shop do. */
function shown(world: BooksWorld) {
  const service = { isThere: true, refuses: false };
  let receiptLinks = true;
  const links = openReceiptHandOver({
    keep: inMemory(),
    onItsWay: inMemory(),
    books: world.books,
    fiscal: { mark: async () => null },
    codes: RECEIPT_CODES,
    settings: () => ({ ...SETTINGS, receiptLinks }),
    closes: 'by_person',
    sink: {
      address: async () => (service.isThere ? { link: LINK, email: false } : 'no_answer'),
      async put() {
        if (!service.isThere) return 'no_answer';
        return service.refuses ? 'refused' : { link: LINK, email: false };
      },
      email: async () => 'not_offered',
    },
    clock: world.clock,
    report: () => undefined,
  });
  const screens = createReceiptLinks({
    links,
    books: world.books,
    sales: () => world.terminal.view().sales,
    bills: world.terminal.bills.bills,
  });
  return {
    ...screens,
    links,
    service,
    want(wanted: boolean) {
      receiptLinks = wanted;
      links.look();
    },
    /** The number of the receipt that the link of this payment opens; null without a link. */
    receiptOf(payment: string | undefined): number | null {
      const link = screens.view()[payment ?? ''];
      if (link === undefined) return null;
      expect(link.startsWith(LINK)).toBe(true);
      const code = receiptCodeIn(link) ?? '';
      const entry = world.entries().find((one) => RECEIPT_CODES.isOf(coded(one), code));
      return entry?.receipt ?? null;
    },
  };
}

const coded = ({ receipt, fact }: BookEntry) => ({ receipt: receipt ?? 0, fact });
const lastTender = (world: BooksWorld, bill: string) => world.bill(bill).tenders.at(-1)?.id;

async function payInCash(world: BooksWorld, bill: string): Promise<string | undefined> {
  await world.order(bill, goods('Bun', 2_500));
  await world.pay(bill, 2_500);
  return lastTender(world, bill);
}

it('each payment has the link of its own receipt: in cash, by another tender, by phone, for a part', async () => {
  const world = await booksWorld();
  const screens = shown(world);
  await screens.links.settled();
  const cash = await payInCash(world, 'a');
  await world.order('b', goods('Lunch', 20_000));
  await world.pay('b', 5_000, { kind: 'other', name: 'Bank card' });
  const card = lastTender(world, 'b');
  await world.byPhone('b', 15_000);
  const sale = world.terminal.view().sales.at(-1)?.id;
  await drive(world.clock, () => screens.receiptOf(sale) !== null);
  expect([cash, card, sale].map(screens.receiptOf)).toEqual([1, 2, 3]);
  expect(Object.keys(screens.view()).length).toBe(3);
  await screens.links.stop();
});

it('a receipt has its link before it is handed over, so also without a network', async () => {
  const world = await booksWorld();
  const screens = shown(world);
  await screens.links.settled();
  screens.service.isThere = false;
  expect(screens.receiptOf(await payInCash(world, 'a'))).toBe(1);
  await screens.links.stop();
});

it('no link is shown before the service has said its address, and screens hear of it', async () => {
  const world = await booksWorld();
  const screens = shown(world);
  screens.service.isThere = false;
  await screens.links.settled();
  const tender = await payInCash(world, 'a');
  expect(screens.view()).toEqual({});
  let heard: number | null = null;
  screens.subscribe(() => {
    heard = screens.receiptOf(tender);
  });
  screens.service.isThere = true;
  await drive(world.clock, () => heard === 1);
  await screens.links.stop();
});

it('a kiosk, whose screen hears nothing of the books, hears of the receipt of its sale', async () => {
  const world = await booksWorld();
  const screens = shown(world);
  await screens.links.settled();
  const heard: (number | null)[] = [];
  const started = await world.terminal.start({
    ...{ amount: money(2_500), text: 'Coffee', method: { kind: 'qr' } },
  });
  const sale = started.ok ? started.value.id : '';
  screens.subscribe(() => heard.push(screens.receiptOf(sale)));
  await drive(world.clock, () => world.service.payments().length === 1);
  world.service.confirm();
  await drive(world.clock, () => heard.includes(1));
  await screens.links.stop();
});

it('nothing is shown while the shop wants no links, and nothing of a receipt that the service has refused', async () => {
  const world = await booksWorld();
  const screens = shown(world);
  await screens.links.settled();
  screens.service.refuses = true;
  const refused = await payInCash(world, 'a');
  await drive(world.clock, () => screens.links.refused().length === 1);
  expect(screens.links.refused()).toEqual([1]);
  expect(screens.receiptOf(refused)).toBeNull();
  screens.service.refuses = false;
  const taken = await payInCash(world, 'b');
  expect(screens.receiptOf(taken)).toBe(2);
  screens.want(false);
  expect(screens.view()).toEqual({});
  await screens.links.stop();
});

it('only the newest payments are in each snapshot', async () => {
  const world = await booksWorld();
  const screens = shown(world);
  await screens.links.settled();
  for (let count = 0; count < 12; count += 1) {
    await payInCash(world, `b${count}`);
    world.clock.advance(1_000);
  }
  const numbers = Object.keys(screens.view()).map(screens.receiptOf);
  expect(numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  await screens.links.stop();
});

/** Counts how often somebody goes through all entries of a map. */
function passesOf(map: ReadonlyMap<string, unknown>): () => number {
  let passes = 0;
  for (const name of ['values', 'entries', 'forEach', Symbol.iterator] as const) {
    const own: unknown = Reflect.get(map, name);
    if (typeof own !== 'function') throw new Error(`no ${String(name)}`);
    Object.defineProperty(map, name, {
      value(...given: readonly unknown[]) {
        passes += 1;
        return own.apply(map, given);
      },
    });
  }
  return () => passes;
}

it('a snapshot does not go through all bills again while none of them has changed', async () => {
  const world = await booksWorld();
  const screens = shown(world);
  await screens.links.settled();
  const { bills, host: books } = world;
  const features = { ...TERMINAL_ALONE, bills, books, receiptLinks: screens };
  const source = createScreenSources(world.terminal, SETTINGS, features)(DEVICE_SCREEN);
  await payInCash(world, 'a');
  await world.order('open', goods('Tea', 3_000));
  const passes = passesOf(world.terminal.bills.bills().bills);
  const first = source.snapshot();
  const afterFirst = passes();
  for (let count = 0; count < 5; count += 1) expect(source.snapshot()).toEqual(first);
  expect(passes()).toBe(afterFirst);
  await payInCash(world, 'b');
  const next = source.snapshot();
  expect(Object.keys(next.receiptLinks ?? {}).length).toBe(2);
  expect(next.bills?.open.map(({ id }) => id)).toEqual(['open']);
  await screens.links.stop();
});
