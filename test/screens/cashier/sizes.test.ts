import { describe, expect, it } from 'vitest';
import { alike } from '../../../shared/catalogue/language.ts';
import { money } from '../../../shared/money/money.ts';
import { smallTargets } from '../../support/layout.ts';
import { outOfSight } from '../../support/readable.ts';
import { settled } from '../../support/settled.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { BUSY_MORNING } from './busy-morning.ts';
import { openTill } from './fixture.ts';
import { demoShop, filledHost, GOODS, lineOf, ON_TABLE, stock, tablesHost } from './goods-shop.ts';
import { STATES, view } from './sales.ts';
import { BACK_OFFICE, PAGE, PAID } from './staff-history-day.ts';

/* The visible parts and the sizes of keys on the cashier's screen at each screen size. */

const SHOP = demoShop();
const { cashier, key, page, state } = openTill();
/** This many different lines. */
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, place) => lineOf(`p${place}`, 'Flat white', 2, 5_200, '0.25'));

describe('a long bill', () => {
  const SIZES = [
    [800, 600],
    [1024, 600],
    [1024, 768],
    [1280, 800],
    [1366, 768],
    [1920, 1080],
    [2560, 1440],
  ] as const;

  it.each(
    SIZES.flatMap(([width, height]) => [
      [width, height, 14],
      [width, height, 60],
    ]),
  )('keeps total, Park and Clear visible, %ix%i, %i lines', async (width, height, lines) => {
    await page().setViewportSize({ width, height });
    await stock(cashier(), SHOP, {}, view([]), filledHost(linesOf(lines)));
    await page().locator('.basket-line').first().waitFor();
    const parts = ['.slip-total .amount', '.counter-foot .ghost', '.key-yellow'];
    expect(await outOfSight(page(), parts)).toEqual([]);
    // The last line is reached in its own place, and nothing else moves.
    await page().locator('.basket-line').last().scrollIntoViewIfNeeded();
    expect(await outOfSight(page(), [...parts, '.basket li:last-child .figures'])).toEqual([]);
  });
});

/* The rule for every state of a sale: its amount is read without scrolling, also beside a long bill. */
describe.each([
  [390, 844],
  [800, 600],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
] as const)('the amount of a sale of thirty items at %ix%i', (width, height) => {
  const items = Array.from({ length: 30 }, (_, place) => ({
    product_id: `p${place}`,
    description: `Cappuccino ${place}`,
    metadata: null,
    tags: null,
    vat_rate: '0.25',
    quantity: '1',
    vat: money(100),
    item_cost: money(500),
    total: money(500),
  }));
  const amounts = ['.slip-total .amount', '.field-amount .amount', '.field-body .amount'];

  it('is in sight in every state', async () => {
    await page().setViewportSize({ width, height });
    const hiddenIn: string[] = [];
    for (const [name, shown] of Object.entries(STATES)) {
      const sales = shown.sales.map((one) => ({ ...one, lines: items }));
      if (sales.every(({ aside }) => aside)) continue;
      await cashier().show({ ...shown, sales });
      await page().locator('.till-sale').waitFor();
      await settled(page());
      const seen = await Promise.all(
        amounts.map(async (part) => {
          const count = await page().locator(part).filter({ visible: true }).count();
          return count > 0 && (await outOfSight(page(), [part])).length === 0;
        }),
      );
      if (!seen.includes(true)) hiddenIn.push(name);
    }
    expect(hiddenIn).toEqual([]);
  });
});

describe('the keys of items', () => {
  it.each([
    [1280, 800, 96],
    [1920, 1080, 112],
    [2560, 1440, 150],
    [3840, 2160, 225],
  ])('grow with the screen and break no word, %ix%i', async (width, height, least) => {
    await page().setViewportSize({ width, height });
    const { products } = SHOP.catalogue;
    const long = products.map((one, place) =>
      place === 0 ? { ...one, name: alike('Cappuccino'), price: null } : one,
    );
    await stock(cashier(), { ...SHOP, catalogue: { ...SHOP.catalogue, products: long } });
    await key('Items').click();
    await page().locator('.product').first().waitFor();
    await settled(page());
    const found = await page()
      .locator('.product')
      .evaluateAll((all) =>
        all.map((one) => {
          const name = one.querySelector('.product-name');
          const price = one.querySelector('.product-price')?.getBoundingClientRect();
          const box = name?.getBoundingClientRect();
          const text = name?.firstChild;
          let broken = 0;
          for (const { index, 0: word } of (text?.textContent ?? '').matchAll(/\S+/g)) {
            const range = new Range();
            if (text === null || text === undefined) continue;
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            if (new Set(tops).size > 1) broken += 1;
          }
          const over = price !== undefined && box !== undefined && price.bottom > box.top + 1;
          const { height: tall } = one.getBoundingClientRect();
          return { name: name?.textContent ?? '', broken, over, tall: Math.round(tall) };
        }),
      );
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter(({ broken, over }) => broken > 0 || over)).toEqual([]);
    expect(Math.min(...found.map(({ tall }) => tall))).toBeGreaterThanOrEqual(least);
  });
});

describe('the keys', () => {
  const small = () => smallTargets(page(), 56);

  it.each([
    [800, 600],
    [1024, 768],
    [1280, 800],
    [1920, 1080],
  ])('are at least 56 pixels at %ix%i', async (width, height) => {
    await page().setViewportSize({ width, height });
    cashier().backOffice(BACK_OFFICE);
    await cashier().answerTo('history', PAGE);
    const host = tablesHost();
    host.open('b1', null, ON_TABLE);
    await stock(cashier(), SHOP, {}, view([]), host);
    const found: string[] = [];
    const look = async (name: string) => {
      for (const one of await small()) found.push(`${name}: ${one}`);
    };
    await look('basket');
    await key('Items').click();
    await page().locator('.basket-line').first().click();
    await look('items');
    await key('Settings').click();
    await look('settings');
    await page().keyboard.press('Escape');
    await key('Park sale').click();
    await page().locator('.key-back').waitFor();
    await look('name');
    await page().keyboard.press('Escape');
    await cashier().show(view([PAID]));
    await key('Sales').click();
    await look('sales');
    await page().locator('.search-line input').click();
    await look('letters');
    await key('Close').click();
    await state('waiting-qr');
    await page().locator('.qr').waitFor();
    await look('waiting');
    expect(found).toEqual([]);
  });
});

describe('moving lines on a low screen', () => {
  it.each([
    [800, 600],
    [1024, 600],
  ])('shows the lines that are moved, and all keys, %ix%i', async (width, height) => {
    await page().setViewportSize({ width, height });
    await stock(cashier(), SHOP, {}, view([]), tablesHost());
    await key('3 bills').click();
    await page().locator('.list-row', { hasText: 'Table 4' }).click();
    await page().locator('.list-slip .basket-line').first().click();
    await key('New table').waitFor();
    await settled(page());
    const keys = ['.strip-key', '.table-side .key', '.table-side .ghost'];
    const lines = ['.list-slip .basket-line', '.list-slip .slip-total .amount'];
    expect(await outOfSight(page(), [...keys, ...lines])).toEqual([]);
    await key('New table').click();
    await page().locator('.table-side .key-back').waitFor();
    await settled(page());
    expect(await outOfSight(page(), keys)).toEqual([]);
  });
});

describe('a large screen', () => {
  it.each([
    [800, 600, 12],
    [1024, 600, 15],
    [1280, 800, 24],
    [1920, 1080, 42],
  ])(
    'shows whole names of 24 letters on its keys of goods, %ix%i: at least %i',
    async (width, height, least) => {
      await page().setViewportSize({ width, height });
      await stock(cashier(), { ...SHOP, catalogue: fifty() });
      await key('Items').click();
      await page().locator('.product').first().waitFor();
      await settled(page());
      const whole = await page()
        .locator('.product')
        .evaluateAll((all) => {
          const place = document.querySelector('.items-keys')?.getBoundingClientRect();
          if (place === undefined) return 0;
          return all.filter((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            const name = one.querySelector('.product-name');
            // The letters of a line are a little higher than the line; a hidden line is much more.
            const isCut = name === null || name.scrollHeight > name.clientHeight + 6;
            return top >= place.top - 1 && bottom <= place.bottom + 1 && !isCut;
          }).length;
        });
      expect(whole).toBeGreaterThanOrEqual(least);
      expect(await outOfSight(page(), ['.key-yellow', '.entry-methods .key'])).toEqual([]);
    },
  );

  it.each([
    [1280, 800, 444],
    [1920, 1080, 666],
    [2560, 1440, 888],
    [3840, 2160, 1_332],
  ])('shows a code that grows with the screen, %ix%i', async (width, height, most) => {
    await page().setViewportSize({ width, height });
    await state('waiting-qr');
    await page().locator('.qr').waitFor();
    await settled(page());
    const side = (await page().locator('.qr').boundingBox())?.width ?? 0;
    // Whole pixels per module take less than one pixel of each.
    expect(side).toBeGreaterThan(most - 45);
    expect(side).toBeLessThanOrEqual(most);
  });
});

/* Nine digits, in the languages with the longest words and with the other direction. */
describe.each([
  [800, 600, 'en'],
  [800, 600, 'de'],
  [1024, 600, 'de'],
  [1024, 600, 'ar'],
] as const)('a payment at %ix%i, %s', (width, height, language) => {
  /** Each part exists, and is completely visible without scrolling. */
  const expectInSight = async (parts: readonly string[]) => {
    await settled(page());
    for (const part of parts) {
      const count = await page().locator(part).filter({ visible: true }).count();
      expect([part, count > 0]).toEqual([part, true]);
    }
    expect(await outOfSight(page(), parts)).toEqual([]);
  };
  const scrolled = () =>
    page().evaluate(() =>
      [...document.querySelectorAll('*')].some(
        ({ scrollTop, scrollLeft }) => scrollTop || scrollLeft,
      ),
    );

  it('shows the code, the total and Cancel together', async () => {
    await page().setViewportSize({ width, height });
    const { sales } = STATES['waiting-qr'] ?? view([]);
    const waiting = sales.map((sale) => ({ ...sale, amount: money(999_999_999) }));
    await cashier().show(view(waiting), { language });
    await expectInSight(['.qr', '.slip-total .amount', '.state-cancel']);
    const box = await page().locator('.qr').boundingBox();
    // 60 mm, the smallest tile of a till.
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(228);
    expect(await scrolled()).toBe(false);
  });

  it('shows a typed amount and the key that requests it', async () => {
    await page().setViewportSize({ width, height });
    await cashier().show(BUSY_MORNING, { language });
    await page().locator('.deck-amount').waitFor();
    await typeByHand(page(), '999999999');
    await page().locator('.deck-amount', { hasText: '999' }).waitFor();
    await expectInSight(['.deck-amount', '.key-yellow', '.key-at-0']);
    expect(await scrolled()).toBe(false);
  });

  it('shows the total of the items and the key that requests it', async () => {
    await page().setViewportSize({ width, height });
    const priced = lineOf('p1', 'Flat white', 1, 999_999_999, '0.25');
    await stock(cashier(), SHOP, {}, view([]), filledHost([priced]));
    await cashier().show(view([]), { language }, GOODS);
    await page().locator(`html[lang=${language}] .basket-line`).first().waitFor();
    await expectInSight(['.slip-total .amount', '.key-yellow']);
    expect(await scrolled()).toBe(false);
  });
});

describe('a small panel', () => {
  it.each([
    [1024, 768, 'de'],
    [1024, 600, 'de'],
    [320, 568, 'de'],
    [320, 568, 'ar'],
  ] as const)('keeps the status strip in one line, %ix%i, %s', async (width, height, language) => {
    await page().setViewportSize({ width, height });
    await cashier().show(BUSY_MORNING, { language });
    await page().locator(`html[lang=${language}]`).waitFor();
    const tops = await page()
      .locator('.strip-status > :not(.strip-space)')
      .evaluateAll((all) =>
        all.map((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return Math.round((top + bottom) / 2);
        }),
      );
    expect(tops.length).toBeGreaterThan(5);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
  });

  it('has no second line of the status strip, with a person, open tables and open sales', async () => {
    const found: string[] = [];
    cashier().backOffice(BACK_OFFICE);
    await stock(cashier(), SHOP, {}, view([]), tablesHost());
    for (const language of ['en', 'nb', 'de', 'ar'] as const) {
      await cashier().show(BUSY_MORNING, { language }, GOODS);
      await page().locator(`html[lang=${language}]`).waitFor();
      for (const width of [390, 600, 1024, 1200, 1280, 1366, 1600, 1920]) {
        await page().setViewportSize({ width, height: 800 });
        const strip = page().locator('.strip-status');
        const { height = 0 } = (await strip.boundingBox()) ?? {};
        if (height > 60) found.push(`${language}, ${width}: ${height} pixels high`);
      }
    }
    expect(found).toEqual([]);
  });

  it.each([
    [320, 568],
    [390, 844],
  ])('shows the key of the next step without scrolling, %ix%i', async (width, height) => {
    await page().setViewportSize({ width, height });
    const hidden: string[] = [];
    for (const name of ['authorised-failed', 'authorised-due', 'declined', 'paid', 'refused']) {
      await cashier().show(STATES[name] ?? view([]), { language: 'de' });
      await settled(page());
      await page().evaluate(() => window.scrollTo(0, 0));
      for (const one of await outOfSight(page(), ['.key-yellow', '.state-word', '.paid-word'])) {
        hidden.push(`${name}: ${one}`);
      }
    }
    await cashier().show(BUSY_MORNING, { language: 'de' });
    await page().locator('.deck-amount').waitFor();
    await typeByHand(page(), '999999999');
    await page().locator('.deck-amount', { hasText: '999' }).waitFor();
    hidden.push(...(await outOfSight(page(), ['.deck-amount', '.key-at-0', '.key-yellow'])));
    expect(hidden).toEqual([]);
  });
});

describe('a wide screen', () => {
  it('ends the keys of the deck where the keys below the slip end, 2560x1440', async () => {
    await page().setViewportSize({ width: 2_560, height: 1_440 });
    await stock(cashier(), SHOP, {}, view([]), filledHost(linesOf(2)));
    const below = await Promise.all(
      ['.counter-foot', '.entry-keys'].map(async (place) => {
        const box = await page().locator(place).boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      }),
    );
    expect(Math.abs((below[0] ?? 0) - (below[1] ?? 99))).toBeLessThan(8);
  });

  it('has larger letters and keys at 2560x1440 than at 1920x1080, by a third', async () => {
    const sizes = async (width: number, height: number) => {
      await page().setViewportSize({ width, height });
      await state('authorised-failed');
      return page()
        .locator('.state-text, .slip-lines, .reserved-foot .key, .strip-clock')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    };
    const usual = await sizes(1_920, 1_080);
    const wide = await sizes(2_560, 1_440);
    expect(usual.length).toBeGreaterThan(3);
    expect(wide).toHaveLength(usual.length);
    for (const [place, one] of usual.entries()) expect(wide[place]).toBeCloseTo((one * 4) / 3, 0);
  });
});

/** Fifty items, each with a name of 24 letters. */
function fifty(): typeof SHOP.catalogue {
  const { products } = SHOP.catalogue;
  const many = Array.from({ length: 50 }, (_, place) => {
    const product = products[place % products.length];
    if (product === undefined) throw new Error('no goods');
    return { ...product, id: `p-${place}`, name: alike('Rundstykke med gulost 12') };
  });
  return { ...SHOP.catalogue, products: many };
}
