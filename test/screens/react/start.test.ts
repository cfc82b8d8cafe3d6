import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { money } from '../../../shared/money/money.ts';
import type { SaleState } from '../../../shared/terminal/sale/state.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { leavePages } from '../../support/reused-page.ts';
import { settled } from '../../support/settled.ts';
import { type CashierPage, openCashier } from '../cashier/page.ts';
import { NOW, SETTINGS, STATES, sale, view } from '../cashier/sales.ts';
import type { Served } from '../random-content/random-content.ts';
import { serveExamplePage } from './page.ts';
import { key, loseAnswers, SCAN, show, told, withSales } from './told.ts';

/* Starts of sales by an embedding page: an answer that is lost or a refusal, and "Try again". */

let browser: Browser;
let served: Served;
beforeAll(async () => {
  [served, browser] = await Promise.all([serveExamplePage(), openBrowser()]);
});
afterEach(() => leavePages(browser));
afterAll(async () => {
  await closePages();
  await served.stop();
});

const PAID: SaleState = { kind: 'paid', at: NOW };
const { declined: DECLINED = view([]) } = STATES;
const SECOND = sale(SCAN, { id: 'sale-188', number: 188 });
const REFUSED: AnyAnswer = {
  ok: false,
  refusal: { type: 'Conflict', description: 'Another sale.', details: { reason: 'another_sale' } },
};

const open = (query = '') => openCashier(browser, `${served.origin}/${query}`, { whole: true });

describe('a start of the embedded payment', () => {
  it('finds the sale whose answer was lost, removes the problem, and can repeat the sale', async () => {
    const cashier = await open();
    await show(cashier, view([]));
    await loseAnswers(cashier, true);
    await key(cashier.page, /^Show QR code/).click();
    await cashier.page.getByText('No connection to the till').waitFor();
    // Not this page's sale: another amount, and another method.
    const others = view([
      sale(SCAN, { id: 'sale-1', number: 1, amount: money(100), aside: true }),
      sale(SCAN, {
        id: 'sale-2',
        number: 2,
        method: { kind: 'phone', msisdn: '4798765432' },
        aside: true,
      }),
    ]);
    await show(cashier, others);
    expect(await told(cashier)).toEqual([]);
    expect(await cashier.page.getByText('No connection to the till').count()).toBe(1);
    await show(cashier, view([sale(SCAN), ...others.sales]));
    expect(await told(cashier)).toEqual(['started sale-187']);
    expect(await cashier.page.getByText('No connection to the till').count()).toBe(0);
    await show(cashier, DECLINED);
    await key(cashier.page, /^Try again/).waitFor();
  });

  it('does not take an older sale of the same amount for the sale of a lost answer', async () => {
    const cashier = await open();
    const older = view([sale(PAID, { aside: true })]);
    await show(cashier, older);
    await loseAnswers(cashier, true);
    await key(cashier.page, /^Show QR code/).click();
    await cashier.page.getByText('No connection to the till').waitFor();
    await show(cashier, older);
    expect(await told(cashier)).toEqual([]);
    expect(await cashier.page.getByText('No connection to the till').count()).toBe(1);
  });

  it('keeps the problem of a start that was refused, whatever sales follow', async () => {
    const cashier = await open();
    await show(cashier, view([]));
    await cashier.answerTo('start_sale', REFUSED);
    await key(cashier.page, /^Show QR code/).click();
    await cashier.page.getByText('A sale is in progress.').waitFor();
    await show(cashier, view([sale(SCAN)]));
    expect(await told(cashier)).toEqual([]);
    expect(await cashier.page.getByText('A sale is in progress.').count()).toBe(1);
  });
});

for (const query of ['?', '?dialog']) {
  describe(`Try again on the page ${query}`, () => {
    /** A declined sale that this page has started, after a press of its key. */
    async function again(answer: AnyAnswer, loses: boolean): Promise<CashierPage> {
      const cashier = await open(query);
      await show(cashier, view([]));
      await key(cashier.page, /^Show QR code/).click();
      await show(cashier, DECLINED);
      expect(await told(cashier)).toEqual(['started sale-187', 'declined sale-187']);
      await cashier.answerTo('start_sale', answer);
      await loseAnswers(cashier, loses);
      await key(cashier.page, /^Try again/).click();
      await show(cashier, withSales(DECLINED, { aside: true, actions: [] }));
      return cashier;
    }

    it('gives the page the id of the new sale, and does not say that the screen is free', async () => {
      const cashier = await again({ ok: true, value: { id: 'sale-188' } }, false);
      await show(cashier, view([SECOND]));
      expect((await told(cashier)).slice(2)).toEqual(['started sale-188']);
      expect((await cashier.commands()).map(({ type }) => type)).toEqual([
        'start_sale',
        'act',
        'start_sale',
      ]);
    });

    it('shows why the new sale was refused, and tells the page that the screen is free', async () => {
      const cashier = await again(REFUSED, false);
      await cashier.page.getByText('A sale is in progress.').waitFor();
      expect((await told(cashier)).slice(2)).toEqual(['close sale-187']);
    });

    it('says that the answer was lost, and finds the sale later', async () => {
      const cashier = await again({ ok: true, value: { id: 'sale-188' } }, true);
      await cashier.page.getByText('No connection to the till').waitFor();
      expect((await told(cashier)).slice(2)).toEqual(['close sale-187']);
      await show(cashier, view([SECOND]));
      expect((await told(cashier)).slice(3)).toEqual(['started sale-188']);
      expect(await cashier.page.getByText('No connection to the till').count()).toBe(0);
    });

    it('says nothing of a free screen if the till shows the sale before its answer is lost', async () => {
      const cashier = await open(query);
      await show(cashier, view([]));
      await key(cashier.page, /^Show QR code/).click();
      await show(cashier, DECLINED);
      const shown = view([SECOND, ...withSales(DECLINED, { aside: true, actions: [] }).sales]);
      await cashier.page.evaluate(
        ([settings, next]) => {
          const { tillkit: bridge } = window;
          if (bridge === undefined) throw new Error('no bridge');
          bridge.call = async ({ type }) => {
            if (type === 'act') return { ok: true, value: null };
            for (const listener of window.script.snapshots) listener({ settings, view: next });
            throw new Error('no connection');
          };
        },
        [SETTINGS, shown] as const,
      );
      await key(cashier.page, /^Try again/).click();
      await cashier.page.getByRole('heading', { name: 'Waiting for scan' }).waitFor();
      await settled(cashier.page);
      expect((await told(cashier)).slice(2)).toEqual(['started sale-188']);
      expect(await cashier.page.getByText('No connection to the till').count()).toBe(0);
    });

    it('tells the page that the screen is free if the answer to the removal was lost', async () => {
      const cashier = await open(query);
      await show(cashier, view([]));
      await key(cashier.page, /^Show QR code/).click();
      await show(cashier, DECLINED);
      await cashier.answerTo('act', REFUSED);
      await key(cashier.page, /^Try again/).click();
      await show(cashier, withSales(DECLINED, { aside: true, actions: [] }));
      expect((await told(cashier)).slice(2)).toEqual(['close sale-187']);
    });
  });
}
