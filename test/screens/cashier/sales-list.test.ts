import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { outOfSight } from '../../support/readable.ts';
import { BUSY_MORNING } from './busy-morning.ts';
import { openTill } from './fixture.ts';
import { demoShop, filledHost, stock } from './goods-shop.ts';
import { NOW, SETTINGS, STATES, view } from './sales.ts';
import { BACK_OFFICE, DAY, PAID, refund, remembered } from './staff-history-day.ts';

const { cashier, key, page } = openTill();

describe('the list of sales', () => {
  it('shows only the result of a sale without a payment, and no advice to press a key', async () => {
    for (const name of ['aborted', 'declined', 'expired', 'released', 'failed', 'refused-number']) {
      cashier().backOffice(BACK_OFFICE);
      const [sale] = STATES[name]?.sales ?? [];
      if (sale === undefined) throw new Error(`no state ${name}`);
      await cashier().show(view([{ ...sale, aside: true }]));
      await key('Sales').click();
      await page().locator('.list-word').waitFor();
      expect([name, await page().locator('.state-text').innerText()]).toEqual([
        name,
        'No money was taken.',
      ]);
      await key('Close').click();
    }
  });

  it('keeps the search field in sight over 500 sales', async () => {
    cashier().backOffice(BACK_OFFICE);
    const many = Array.from({ length: 500 }, (_, place) => ({
      ...PAID,
      ...{ id: `s-${place}`, number: 1_000 + place, tid: `p${place}` },
    }));
    await cashier().show(view(many));
    await key('Sales').click();
    await expect.poll(() => page().locator('.list-row').count()).toBeGreaterThanOrEqual(500);
    await page().locator('.list-row').last().scrollIntoViewIfNeeded();
    expect(await outOfSight(page(), ['.search-line input'])).toEqual([]);
    const field = await page().locator('.search-line input').boundingBox();
    expect(field?.height).toBeGreaterThanOrEqual(56);
  });
});

describe('a refunded sale that only the history holds', () => {
  it('prints the receipt of its refund with the refunded amount', async () => {
    const back = { tid: 'p170', amount: money(5_200), at: NOW - 90_000 };
    const history = {
      sales: [remembered(170, { refunded: money(5_200) }), remembered(169)],
      refunds: [refund({ id: 'r-all', ...back })],
      receipts: { [remembered(170).id]: 12 },
      next: null,
    };
    cashier().backOffice(BACK_OFFICE);
    await cashier().answerTo('history', { ok: true, value: { history } });
    await cashier().show(view([]));
    await key('Sales').click();
    await key('Print refund receipt').waitFor();
    expect(await page().locator('.list-row').first().innerText()).toContain('R12');
    expect(await page().locator('.slip').innerText()).toMatch(/Receipt\s+\S+-R12/);
    expect(await key('Print receipt').count()).toBe(0);
    expect(await page().locator('.slip').innerText()).toMatch(/Refunded[\s\S]*52\.00/);
    await page().evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await key('Print refund receipt').click();
    expect(await page().locator('body').getAttribute('data-printed')).toBe('yes');
    await page().locator('.list-row').nth(1).click();
    await key('Print receipt').waitFor();
  });
});

describe('a small panel', () => {
  const top = async (place: string) => (await page().locator(place).first().boundingBox())?.y ?? 0;

  it('shows the head of the slip and every key of an open day together', async () => {
    const found: string[] = [];
    cashier().backOffice(BACK_OFFICE);
    await cashier().answerTo('day', DAY);
    await cashier().show(BUSY_MORNING);
    await key('Sales').click();
    await key('End of day').click();
    await page().locator('.document-items').waitFor();
    for (const [width, height] of [
      [1024, 600],
      [800, 600],
    ] as const) {
      await page().setViewportSize({ width, height });
      const edge = await top('.list-field');
      const sums = await top('.document-items');
      if (sums + 24 > edge)
        found.push(`${width}: the field begins at ${edge}, the sums at ${sums}`);
      found.push(...(await outOfSight(page(), ['.list-word', '.list-field button', '.day-link'])));
    }
    // On a phone the slip comes before the other days.
    await page().setViewportSize({ width: 390, height: 844 });
    expect(await top('.day-slip')).toBeLessThan(700);
    expect(await top('.day-slip')).toBeLessThan(await top('.list'));
    expect(found).toEqual([]);
    expect(await page().locator('.day-slip, .list').allInnerTexts()).not.toContainEqual(
      expect.stringMatching(/\d{4}-\d\d-\d\d/),
    );
  });

  it('shows the first sale of the list on a phone', async () => {
    cashier().backOffice(BACK_OFFICE);
    await cashier().show(BUSY_MORNING, { language: 'de' });
    await key('Verkäufe').click();
    await page().setViewportSize({ width: 390, height: 844 });
    await page().locator('.list-row').first().waitFor();
    expect(await outOfSight(page(), ['.list > li:first-child .list-row'])).toEqual([]);
  });

  it('ends a search hint and the name of a shop that are cut with a sign', async () => {
    cashier().backOffice(BACK_OFFICE);
    const name = 'Økologisk fullkornsbrød med solsikkekjerner og tranebær';
    await page().setViewportSize({ width: 800, height: 600 });
    await cashier().show(view([PAID]), { shop: { ...SETTINGS.shop, name } });
    await key('Sales').click();
    const hint = page().locator('.search-line input');
    expect(await hint.evaluate((one) => getComputedStyle(one).textOverflow)).toBe('ellipsis');
    // The sign is drawn only where the lines begin at the start.
    const shop = page().locator('.strip-shop');
    expect(await shop.evaluate((one) => getComputedStyle(one).textAlign)).toBe('start');
  });

  it('keeps the bar of a chosen line free of its keys', async () => {
    const shop = demoShop();
    await stock(cashier(), shop, {}, view([]), filledHost());
    await page().locator('.basket-picked').waitFor();
    for (const width of [800, 1024, 1280]) {
      await page().setViewportSize({ width, height: 600 });
      const [line, first] = await Promise.all(
        ['.basket-picked', '.line-keys .ghost'].map((place) =>
          page().locator(place).first().boundingBox(),
        ),
      );
      expect([width, (first?.x ?? 0) - (line?.x ?? 0) >= 6]).toEqual([width, true]);
      expect(await outOfSight(page(), ['.line-keys .ghost'])).toEqual([]);
    }
  });
});
