import jsqr from 'jsqr';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SaleState } from '../../../shared/terminal/sale/state.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { leavePages } from '../../support/reused-page.ts';
import { settled } from '../../support/settled.ts';
import { type CashierPage, openCashier } from '../cashier/page.ts';
import { NOW, SETTINGS, STATES, sale, view } from '../cashier/sales.ts';
import { shoot } from '../keep-picture.ts';
import type { Served } from '../random-content/random-content.ts';
import { serveExamplePage } from './page.ts';
import { key, SCAN, show, told, withSales } from './told.ts';

/*
 * What an embedding page is told about its sales: each end once, also of a sale that has left the
 * screen, and each sale that was put on hold.
 */

let browser: Browser;
let served: Served;
let shop: Served;
beforeAll(async () => {
  [served, shop, browser] = await Promise.all([
    serveExamplePage(),
    serveExamplePage('examples/react-till'),
    openBrowser(),
  ]);
});
afterEach(() => leavePages(browser));
afterAll(async () => {
  await closePages();
  await Promise.all([served.stop(), shop.stop()]);
});

const PAID: SaleState = { kind: 'paid', at: NOW };
const { unclear: UNCLEAR = view([]) } = STATES;
const HELD = withSales(UNCLEAR, { aside: true, actions: ['bring_to_front'] });
const PAID_ASIDE = view([sale(PAID, { aside: true })]);
const SECOND = sale(SCAN, { id: 'sale-188', number: 188 });

const open = (query = '') => openCashier(browser, `${served.origin}/${query}`, { whole: true });

for (const query of ['?', '?dialog']) {
  describe(`the embedded payment on the page ${query}`, () => {
    it('tells the page of a sale on hold, and later of its end, once each', async () => {
      const cashier = await open(query);
      await show(cashier, UNCLEAR);
      await key(cashier.page, 'Put on hold, next customer').click();
      expect(await cashier.commands()).toEqual([
        { type: 'act', saleId: 'sale-187', action: 'set_aside' },
      ]);
      await show(cashier, HELD);
      expect(await told(cashier)).toEqual(['hold sale-187', 'close sale-187']);
      await show(cashier, PAID_ASIDE, PAID_ASIDE);
      expect(await told(cashier)).toEqual([
        'hold sale-187',
        'close sale-187',
        'paid sale-187 held',
      ]);
    });

    it('tells the page of the end of a held sale while the next sale is on the screen', async () => {
      const cashier = await open(query);
      await show(cashier, UNCLEAR, HELD);
      await show(cashier, view([SECOND, ...HELD.sales]));
      await show(cashier, view([SECOND, ...PAID_ASIDE.sales]));
      expect((await told(cashier)).slice(2)).toEqual(['paid sale-187 held']);
      await show(cashier, view([{ ...SECOND, state: PAID }, ...PAID_ASIDE.sales]));
      expect((await told(cashier)).slice(3)).toEqual(['paid sale-188']);
    });

    it('tells the page of an end that it first sees beside the screen, as after a restart', async () => {
      const cashier = await open(query);
      await show(cashier, view([sale({ kind: 'capturing' })]), PAID_ASIDE);
      expect(await told(cashier)).toEqual(['paid sale-187', 'close sale-187']);
    });

    it('shows the code of the receipt on a paid sale that has a link, and stays open for it', async () => {
      const link = 'http://192.168.0.12:4600/re/till1-R1261.q7n2xvB4m0aJ1kLr8sTzWu';
      const cashier = await open(query);
      const { page } = cashier;
      await show(cashier, STATES.paid ?? view([]));
      expect(await key(page, 'Receipt code').count()).toBe(0);
      cashier.receiptLinks({ 'sale-187': link });
      await show(cashier, STATES.paid ?? view([]));
      await page.getByText(/^opens in/).waitFor();
      await key(page, 'Receipt code').click();
      await page.getByRole('img', { name: 'QR code of the receipt' }).waitFor();
      const { data, width, height } = await shoot(page, 1, null);
      expect(jsqr.default(data, width, height)?.data).toBe(link);
      expect(await page.getByText(/^opens in/).count()).toBe(0);
      await key(page, 'Receipt code').click();
      await page
        .getByRole('img', { name: 'QR code of the receipt' })
        .waitFor({ state: 'detached' });
    });

    it('closes a paid sale by itself, and tells the page that the screen is free', async () => {
      const cashier = await open(query);
      await cashier.show(STATES.paid ?? view([]), { paidDwellSeconds: 0 });
      await expect
        .poll(cashier.commands)
        .toEqual([{ type: 'act', saleId: 'sale-187', action: 'dismiss' }]);
      await show(cashier, withSales(STATES.paid ?? view([]), { aside: true, actions: [] }));
      expect(await told(cashier)).toEqual(['paid sale-187', 'close sale-187']);
    });
  });
}

describe('the embedded payment', () => {
  it('does not tell the page of a sale that was never on its screen', async () => {
    const cashier = await open();
    await show(cashier, HELD, PAID_ASIDE);
    expect(await told(cashier)).toEqual([]);
  });

  it('says that a sale was held before, if the page was reloaded since', async () => {
    const cashier = await open();
    await show(cashier, HELD, UNCLEAR, view([sale(PAID)]));
    expect(await told(cashier)).toEqual(['paid sale-187 held']);
  });

  it('says both if the sale on hold ends before the page is drawn again', async () => {
    const cashier = await open();
    await show(cashier, UNCLEAR);
    await cashier.page.evaluate(
      ([settings, ...views]) => {
        for (const shown of views) {
          for (const listener of window.script.snapshots) listener({ settings, view: shown });
        }
      },
      [SETTINGS, HELD, PAID_ASIDE] as const,
    );
    await settled(cashier.page);
    expect(await told(cashier)).toEqual(['hold sale-187', 'close sale-187', 'paid sale-187 held']);
  });

  it('tells a page without a payment of the end as soon as it has one again', async () => {
    const cashier = await open();
    const showPayment = (shown: boolean) =>
      cashier.page.evaluate((one) => Reflect.get(window, 'showPayment')(one), shown);
    await show(cashier, UNCLEAR, HELD);
    await showPayment(false);
    await show(cashier, PAID_ASIDE);
    expect((await told(cashier)).slice(2)).toEqual([]);
    await showPayment(true);
    await expect.poll(async () => (await told(cashier)).slice(2)).toEqual(['paid sale-187 held']);
  });
});

describe('the example of the guide', () => {
  const basket = ({ page }: CashierPage) =>
    page.getByRole('table', { name: 'Basket' }).locator('tr').allInnerTexts();

  it('does not offer the goods of a held sale again, nor remove those of the next customer', async () => {
    const cashier = await openCashier(browser, shop.origin, { whole: true });
    const { page } = cashier;
    await show(cashier, view([]));
    await key(page, /Rye bread/).click();
    await key(page, /^Show QR code/).click();
    await show(cashier, UNCLEAR, HELD);
    expect(await basket(cashier)).toEqual([]);
    expect(await key(page, /^Show QR code/).getAttribute('aria-disabled')).toBe('true');
    await key(page, /Brown cheese/).click();
    await show(cashier, PAID_ASIDE);
    expect(await basket(cashier)).toEqual(['1 Brown cheese\t89.50 kr']);
    await show(cashier, view([SECOND]));
    await show(cashier, view([{ ...SECOND, state: PAID }]));
    expect(await basket(cashier)).toEqual([]);
  });

  it('empties its basket if the host restarts between the payment and its result', async () => {
    const cashier = await openCashier(browser, shop.origin, { whole: true });
    await show(cashier, view([]));
    await key(cashier.page, /Rye bread/).click();
    await key(cashier.page, /^Show QR code/).click();
    await show(cashier, view([sale({ kind: 'capturing' })]), PAID_ASIDE);
    expect(await basket(cashier)).toEqual([]);
  });
});
