import { expect, it } from 'vitest';
import { slipOf } from '../../../shared/bill/slip.ts';
import { createBillHost } from '../../support/bill-host.ts';
import { watchRows } from '../../support/drawn-rows.ts';
import { screenOf } from '../../support/screen-of.ts';
import { lineOf } from '../cashier/goods-shop.ts';
import { openDisplay, viewOf } from './page.ts';

const served = screenOf('customer-display');

it('a bill with ninety lines draws only the new row when a line is added', async () => {
  const host = createBillHost();
  const line = (place: number) => lineOf(`p${place}`, `Item ${place}`, 2, 1_000 + place, '0.25');
  const shown = () =>
    viewOf(null, { bill: { slip: slipOf(host.bill('b1'), 'customer'), currency: 'NOK' } });
  host.open(
    'b1',
    null,
    Array.from({ length: 90 }, (_, place) => line(place)),
  );
  const { page, tell, close } = await openDisplay(served.browser(), served.origin(), shown());
  await page.locator('tr', { hasText: 'Item 89' }).waitFor();
  const drawn = await watchRows(page, '.display-bill tr');
  host.act('b1', { act: 'add', line: line(90) });
  await tell(shown());
  await page.locator('tr', { hasText: 'Item 90' }).waitFor();
  expect(await drawn()).toEqual(['2Item 9021,80']);
  await close();
});
