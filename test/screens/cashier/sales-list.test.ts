import { describe, expect, it } from 'vitest';
import { outOfSight } from '../../support/readable.ts';
import { openTill } from './fixture.ts';
import { STATES, view } from './sales.ts';
import { BACK_OFFICE, PAID } from './staff-history-day.ts';

const { cashier, key, page } = openTill();

describe('the list of sales', () => {
  it('suggests no key that it does not have', async () => {
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
