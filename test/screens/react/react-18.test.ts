import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SaleState } from '../../../shared/terminal/sale/state.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { openCashier } from '../cashier/page.ts';
import { NOW, sale, view } from '../cashier/sales.ts';
import type { Served } from '../random-content/random-content.ts';
import { serveExamplePage } from './page.ts';
import { key, SCAN, show, told } from './told.ts';

/* The embedded payment in a page with React 18. */

const PAID: SaleState = { kind: 'paid', at: NOW };
let served: Served;

beforeAll(async () => {
  served = await serveExamplePage('test/screens/react/example-page', 18);
});
afterAll(async () => {
  await closePages();
  await served.stop();
});

it.each(['?', '?dialog'])(
  'the page %s starts a sale, shows its code and is told of its end',
  async (query) => {
    const cashier = await openCashier(await openBrowser(), `${served.origin}/${query}`, {
      whole: true,
    });
    const { page } = cashier;
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await show(cashier, view([]));
    await key(page, /^Show QR code/).click();
    await show(cashier, view([sale(SCAN)]));
    await page.getByRole('heading', { name: 'Waiting for scan' }).waitFor();
    await show(cashier, view([sale(PAID)]));
    expect(await told(cashier)).toEqual(['started sale-187', 'paid sale-187']);
    expect(errors).toEqual([]);
  },
);
