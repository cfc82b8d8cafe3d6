import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Command } from '../../../shared/device/commands/table.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { leavePages } from '../../support/reused-page.ts';
import { type Screens, serveScreen } from '../../support/screens.ts';
import { type CashierPage, type CashierPageOptions, openCashier } from './page.ts';
import { STATES, view } from './sales.ts';

export type OpenTill = {
  readonly cashier: () => CashierPage;
  readonly page: () => Page;
  /** Opens another window instead of this one. */
  open(options?: CashierPageOptions): Promise<void>;
  key(name: string | RegExp): ReturnType<Page['getByRole']>;
  /** The commands of this type that the screen has sent. */
  sent(type: Command['type']): Promise<readonly Command[]>;
  /** The payments by phone that the screen has asked for: the amount, and how it is paid. */
  paid(): Promise<readonly { readonly amount: number; readonly method: unknown }[]>;
  /** What the deck's window shows. */
  amount(): Promise<string>;
  /** Waits for the screen's large word. */
  word(name: string): Promise<void>;
  /** Shows a sale in one of the named states. */
  state(name: string): Promise<void>;
};

/** A cashier screen with an empty till, fresh for every test of the file. */
export function openTill(): OpenTill {
  let screens: Screens;
  let browser: Browser;
  let current: CashierPage | null = null;
  const cashier = () => {
    if (current === null) throw new Error('no screen is open yet');
    return current;
  };
  const page = () => cashier().page;
  const open = async (options: CashierPageOptions = {}) => {
    await leavePages(browser);
    current = await openCashier(browser, screens.origin, options);
    await current.show(view([]));
  };
  beforeAll(async () => {
    [screens, browser] = await Promise.all([serveScreen('cashier'), openBrowser()]);
  });
  beforeEach(() => open());
  afterAll(async () => {
    await closePages();
    await screens.stop();
  });
  return {
    cashier,
    page,
    open,
    key: (name) => page().getByRole('button', { name, exact: true }),
    sent: async (type) => (await cashier().commands()).filter((command) => command.type === type),
    paid: async () =>
      (await cashier().commands()).flatMap((one) =>
        one.type === 'pay_bill' && one.method.kind === 'phone'
          ? [{ amount: one.amount, method: one.method.method }]
          : [],
      ),
    amount: () => page().locator('.deck-amount').innerText(),
    word: (name) => page().getByRole('heading', { level: 1, name, exact: true }).waitFor(),
    state: (name) => {
      const drawn = STATES[name];
      if (drawn === undefined) throw new Error(`no state ${name}`);
      return cashier().show(drawn);
    },
  };
}
