import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { type BillHost, createBillHost } from '../../support/bill-host.ts';
import { watchRows } from '../../support/drawn-rows.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, lineOf, stock } from './goods-shop.ts';
import { NOW, view } from './sales.ts';

const SHOP = demoShop();
const { cashier, key, page } = openTill();

const NINETY = Array.from({ length: 90 }, (_, place) =>
  lineOf(`p${place}`, `Item ${place}`, 2, 1_000 + place, '0.25'),
);

/** A till that shows a bill with ninety lines, named or not. */
async function open(name: string | null): Promise<BillHost> {
  const host = createBillHost(() => NOW);
  host.open('b1', name, NINETY, NOW);
  await stock(cashier(), SHOP, {}, view([]), host);
  return host;
}

const row = (text: string) => page().locator('.basket-line', { hasText: text });

async function select(name: string): Promise<void> {
  await row(name).first().click();
  await page().locator('.basket-line[aria-pressed="true"]', { hasText: name }).waitFor();
}

const confirmed = () => expect.poll(() => page().locator('.basket-pending').count()).toBe(0);

describe('a bill with ninety lines draws only the rows that change', () => {
  it('when the cashier changes a line', async () => {
    const host = await open(null);
    await select('Item 41');
    const drawn = await watchRows(page(), '.basket-line');
    await key('One more').click();
    await row('3Item 41').waitFor();
    await confirmed();
    expect(await drawn()).toEqual(['3Item 4131.23']);
    expect(host.bill('b1').lines[41]?.quantity).toBe(3_000);
  });

  it('when the cashier selects another line', async () => {
    await open(null);
    await select('Item 41');
    const drawn = await watchRows(page(), '.basket-line');
    await select('Item 7');
    expect(await drawn()).toEqual(['2Item 720.14', '2Item 4120.82']);
  });

  it('when a price is typed', async () => {
    await open(null);
    const drawn = await watchRows(page(), '.basket-line');
    await page().keyboard.type('125');
    await page().locator('.basket-typing', { hasText: '1.25' }).waitFor();
    // The first line was selected, and no line is while an amount is typed.
    expect(await drawn()).toEqual(['2Item 020.00', '1Custom amount1.25']);
  });

  it('when another screen takes something off a line', async () => {
    const host = await open(null);
    const drawn = await watchRows(page(), '.basket-line');
    const line = host.bill('b1').lines[89]?.id ?? 'line:';
    host.act('b1', {
      act: 'discount_line',
      line,
      discount: { reason: 'broken', kind: 'amount', amount: money(100) },
    });
    await row('Item 89').locator('.basket-line-off').waitFor();
    expect(await drawn()).toEqual(['2Item 8921.78Discount−1.00']);
  });

  it('when the host shows the same bill again, or lines of it are selected to be moved', async () => {
    await open('Table 4');
    await key('1 bill').click();
    await page().locator('.list-row', { hasText: 'Table 4' }).click();
    await row('Item 89').waitFor();
    const drawn = await watchRows(page(), '.basket-line');
    await row('Item 41').click();
    await page().locator('.basket-typing').waitFor();
    await cashier().show(view([]), {}, GOODS);
    expect(await drawn()).toEqual([expect.stringContaining('Item 41')]);
  });
});
