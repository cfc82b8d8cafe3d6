import { expect, it } from 'vitest';
import { type Bill, billOf } from '../../../shared/basket/bill.ts';
import type { CustomerPhase, CustomerView } from '../../../shared/bridge/customer-view.ts';
import { money } from '../../../shared/money/money.ts';
import { outOfSight, settled, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type DisplayPage, FAR, openDisplay, viewOf } from '../customer-display/page.ts';
import { type Content, contentOf, seedsOf, WANTED } from './random-content.ts';

/* Every screen of the customer display with random amounts, names and sizes can be read. */

const CODE = 'http://192.168.0.12:4600/p/p2ybyw4tq73n/';
const SIZES = [
  [1920, 1080],
  [1366, 768],
  [1024, 768],
  [1024, 600],
  [800, 600],
  [2560, 1440],
] as const;
const PHASES: readonly (CustomerPhase | null)[] = [
  null,
  { kind: 'preparing' },
  { kind: 'scan', uri: CODE, expires: FAR },
  { kind: 'sticker' },
  { kind: 'approve' },
  { kind: 'taking' },
  { kind: 'reserved' },
  { kind: 'paid' },
] as readonly (CustomerPhase | null)[];

const { browser, origin } = screenOf('customer-display');

function billWith(content: Content): Bill {
  const lines = Array.from({ length: content.chance.between(1, 30) }, (_, place) => ({
    product: `p${place}`,
    name: content.name(),
    price: content.amount(7),
    quantity: content.chance.between(1, 99),
    vatRate: content.pick(['0.25', '0.15', '0']),
    discount: null,
  }));
  return billOf({ lines, discount: null });
}

function viewWith(content: Content): CustomerView {
  const { currency, locale, language } = content;
  const shown = viewOf(content.pick(PHASES), { shop: content.name(), locale, language });
  const bill = content.chance.chance(0.5) ? billWith(content) : null;
  if (shown.sale === null) return bill === null ? shown : { ...shown, basket: { bill, currency } };
  const amount = bill?.total ?? content.amount();
  const extra = content.chance.chance(0.3) ? Math.floor(amount / 10) : 0;
  const sale = {
    ...shown.sale,
    amount,
    additionalAmount: money(extra),
    currency,
    ...(bill === null ? {} : { bill }),
  };
  return { ...shown, sale: { ...sale, text: content.name() } };
}

async function lookAt(display: DisplayPage, seed: number): Promise<string[]> {
  const content = contentOf(seed);
  const [width, height] = content.pick(SIZES);
  await display.page.setViewportSize({ width, height });
  const view = viewWith(content);
  await display.tell(view);
  await settled(display.page);
  const found = await outOfSight(display.page, [
    '.qr',
    '.display-total .amount',
    '.display-hero .amount',
  ]);
  found.push(...(await unreadable(display.page)));
  const name = view.sale?.phase.kind ?? 'no sale';
  return found.map((one) => `seed ${seed}, ${name}, ${width}x${height}, ${content.locale}: ${one}`);
}

it('every random screen of the customer display is readable', async () => {
  const display = await openDisplay(browser(), origin(), viewOf(null));
  const found: string[] = [];
  for (const seed of seedsOf(WANTED)) found.push(...(await lookAt(display, seed)));
  expect(found).toEqual([]);
});
