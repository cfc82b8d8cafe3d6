import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { outOfSight } from '../../support/readable.ts';
import { openTill } from './fixture.ts';
import { NOW, STATES, view } from './sales.ts';
import { BACK_OFFICE, PAID, refund, remembered } from './staff-history-day.ts';

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
      next: null,
    };
    cashier().backOffice(BACK_OFFICE);
    await cashier().answerTo('history', { ok: true, value: { history } });
    await cashier().show(view([]));
    await key('Sales').click();
    await key('Print refund receipt').waitFor();
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
