import jsqr from 'jsqr';
import { expect, it } from 'vitest';
import { passTicks } from '../../support/page-ticks.ts';
import { shoot } from '../keep-picture.ts';
import { BOOKS, cashHost } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, stock } from './goods-shop.ts';
import { STATES, view } from './sales.ts';

/* The code of a receipt on the paid screens of the cashier. */

const FIRST = 'http://192.168.0.12:4600/re/till1-R1261.q7n2xvB4m0aJ1kLr8sTzWu';
const SECOND = 'http://192.168.0.12:4600/re/till1-R1262.w0n2xvB4m0aJ1kLr8sTzQq';
const SHOP = demoShop();
const { cashier, key, page, word } = openTill();

const receiptKey = () => key('Receipt code');
const codes = () => page().locator('.receipt-code').count();

/** What a phone reads of the screen; null if there is no code on it. */
async function scanned(): Promise<string | null> {
  const { data, width, height } = await shoot(page(), 1, null);
  return jsqr.default(data, width, height)?.data ?? null;
}

/** Sells a bill for cash with this link for its receipt. */
async function sell(link: string | null) {
  const host = cashHost();
  cashier().books(BOOKS);
  await stock(cashier(), SHOP, {}, view([]), host);
  await page().locator('.basket-line').first().waitFor();
  await key('Cash').click();
  await key(/^Exact amount/).click();
  await word('Paid');
  const tender = host.bill('b1').tenders.at(-1)?.id ?? '';
  if (link !== null) cashier().receiptLinks({ [tender]: link });
  await cashier().show(view([]), {}, GOODS);
}

it('a payment in cash has a key for the code of its receipt, and the next sale begins as before', async () => {
  await sell(FIRST);
  await receiptKey().click();
  await expect.poll(scanned).toBe(FIRST);
  await page().keyboard.type('7');
  await page().locator('.deck-amount', { hasText: '0.07' }).waitFor();
  expect(await codes()).toBe(0);
});

it('a receipt without a link has no key', async () => {
  await sell(null);
  await key('New sale').waitFor();
  expect(await receiptKey().count()).toBe(0);
});

it('the code of a sale by phone stays until it is pressed away, and never stands on another sale', async () => {
  const [first] = STATES.paid?.sales ?? [];
  if (first === undefined) throw new Error('no paid sale');
  cashier().receiptLinks({ [first.id]: FIRST, 'sale-188': SECOND });
  await cashier().show(view([first]));
  await receiptKey().click();
  await expect.poll(scanned).toBe(FIRST);
  await passTicks(page(), 60_000);
  expect(await codes()).toBe(1);
  expect((await cashier().commands()).filter(({ type }) => type === 'act')).toEqual([]);
  await cashier().show(view([{ ...first, id: 'sale-188', number: 188 }]));
  await page().locator('.receipt-code').waitFor({ state: 'detached' });
  await receiptKey().click();
  await expect.poll(scanned).toBe(SECOND);
  await receiptKey().click();
  await page().locator('.receipt-code').waitFor({ state: 'detached' });
});

it('the code is gone when the receipt has no link any more', async () => {
  await sell(FIRST);
  await receiptKey().click();
  await page().locator('.receipt-code').waitFor();
  cashier().receiptLinks({});
  await cashier().show(view([]), {}, GOODS);
  await page().locator('.receipt-code').waitFor({ state: 'detached' });
  expect(await receiptKey().count()).toBe(0);
});
