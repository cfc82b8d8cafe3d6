import type { Page } from 'playwright-core';
import type { Bridge } from '../../../shared/device/bridge/contract.ts';
import type { SaleState, SaleView, TerminalView } from '../../../shared/terminal/sale/state.ts';
import { settled } from '../../support/settled.ts';
import type { CashierPage } from '../cashier/page.ts';
import { NOW } from '../cashier/sales.ts';

/* For tests of what the example page is told about its sales. */

/** A sale whose code the customer has not scanned yet. */
export const SCAN: SaleState = {
  kind: 'waiting_scan',
  uri: 'http://127.0.0.1/p/x/',
  expires: NOW + 60_000,
};

/** The same sales, with changes. */
export const withSales = (shown: TerminalView, over: Partial<SaleView>): TerminalView => ({
  ...shown,
  sales: shown.sales.map((one) => ({ ...one, ...over })),
});

/** Shows the views, and waits until the page has been told of them. */
export async function show(cashier: CashierPage, ...views: readonly TerminalView[]): Promise<void> {
  for (const one of views) await cashier.show(one);
  await settled(cashier.page);
}

/** The calls that the page got, in their order. */
export const told = ({ page }: CashierPage): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'told'));

export const key = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Loses the answers to the next starts, as if the connection broke before them. */
export const loseAnswers = ({ page }: CashierPage, lost: boolean) =>
  page.evaluate((loses) => {
    const { tillkit: bridge } = window;
    if (bridge === undefined) throw new Error('no bridge');
    const whole: Bridge['call'] = Reflect.get(window, 'whole') ?? bridge.call;
    Reflect.set(window, 'whole', whole);
    bridge.call = async (command) => {
      const answer = await whole(command);
      if (loses && command.type === 'start_sale') throw new Error('no connection');
      return answer;
    };
  }, lost);
