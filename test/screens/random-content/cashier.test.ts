import { expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { SaleView, TerminalView } from '../../../shared/terminal/sale/state.ts';
import { outOfSight, settled, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { BUSY_MORNING } from '../cashier/busy-morning.ts';
import { type CashierPage, openCashier } from '../cashier/page.ts';
import { STATES } from '../cashier/sales.ts';
import { type Content, contentOf, seedsOf, WANTED } from './random-content.ts';

/* Every screen of the cashier with random amounts, names and sizes can be read completely. */

/** What takes a payment: nobody may have to scroll for it on a till's own panel. */
const IN_SIGHT = [
  '.qr',
  '.state-cancel',
  '.key-yellow',
  '.till-right .key',
  '.till-right .ghost',
  '.slip-total .amount',
  '.deck-amount',
];

const SIZES = [
  [800, 600],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
  [390, 844],
  [320, 568],
] as const;

const { browser, origin } = screenOf('cashier');

function filled(sale: SaleView, content: Content): SaleView {
  const amount = content.amount();
  const part = money(Math.floor(amount / 3));
  const { reserved, taken, refunded } = sale.money;
  return {
    ...sale,
    amount,
    additionalAmount: sale.additionalAmount === 0 ? sale.additionalAmount : part,
    currency: content.currency,
    ...(sale.text === null ? {} : { text: content.name() }),
    money: {
      reserved: reserved === 0 ? reserved : amount,
      taken: taken === 0 ? taken : amount,
      refunded: refunded === 0 ? refunded : part,
    },
  };
}

function withContent(view: TerminalView, content: Content): TerminalView {
  const { currency } = content;
  const unclaimed = view.unclaimed.map((one) =>
    one.amount === null ? one : { ...one, amount: content.amount(), currency },
  );
  return { ...view, sales: view.sales.map((sale) => filled(sale, content)), unclaimed };
}

/** Shows the screen of this seed and says what cannot be read. */
async function lookAt(cashier: CashierPage, seed: number): Promise<string[]> {
  const content = contentOf(seed);
  const { page } = cashier;
  const [width, height] = content.pick(SIZES);
  await page.setViewportSize({ width, height });
  const { language, locale, currency } = content;
  const settings = {
    language,
    locale,
    currency,
    shop: { name: content.name(), address: content.name(), organisationNumber: '923 456 783 MVA' },
  };
  const [name, drawn] = content.pick([
    ...Object.entries(STATES),
    ['typed', BUSY_MORNING],
    ['typed', BUSY_MORNING],
    ['sales', BUSY_MORNING],
    ['unmatched', BUSY_MORNING],
  ] as const);
  await cashier.show(withContent(drawn, content), settings);
  if (name === 'typed') await page.keyboard.type(String(content.amount(9)), { delay: 0 });
  if (name === 'sales') await page.locator('.strip-key').last().click();
  if (name === 'unmatched') await page.locator('.strip-key').nth(1).click();
  await settled(page);
  const lists = name === 'sales' || name === 'unmatched';
  const parts = lists ? IN_SIGHT.filter((part) => !part.startsWith('.slip')) : IN_SIGHT;
  const found = width < 800 ? [] : await outOfSight(page, parts);
  found.push(...(await unreadable(page)));
  if (name === 'typed') await page.keyboard.press('Delete');
  return found.map((one) => `seed ${seed}, ${name}, ${width}x${height}, ${locale}: ${one}`);
}

it('every random screen of the cashier is readable', async () => {
  const found: string[] = [];
  const cashier = await openCashier(browser(), origin());
  for (const seed of seedsOf(WANTED)) found.push(...(await lookAt(cashier, seed)));
  expect(found).toEqual([]);
  expect(cashier.errors).toEqual([]);
});
