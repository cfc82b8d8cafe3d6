import type { Page } from 'playwright-core';
import type { NewLine } from '../../../shared/bill/acts.ts';
import type { TipSettings } from '../../../shared/device/tips/tips.ts';
import { money } from '../../../shared/money/money.ts';
import type { SaleView, TerminalView } from '../../../shared/terminal/sale/state.ts';
import { amounts } from '../../support/amounts.ts';
import { createBillHost } from '../../support/bill-host.ts';
import { outOfSight, unreadable } from '../../support/readable.ts';
import { serveScreen } from '../../support/screens.ts';
import { stepFaults } from '../../support/till-steps.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { BUSY_MORNING } from '../cashier/busy-morning.ts';
import { filledHost, GOODS, lineOf } from '../cashier/goods-shop.ts';
import { type CashierPage, openCashier, withLazyScreens } from '../cashier/page.ts';
import { STATES } from '../cashier/sales.ts';
import { type Content, type ContentScreen, EACH, type Size } from './random-content.ts';

/** The controls of a payment. On a till's own panel the cashier must see them without scrolling. */
const IN_SIGHT = [
  '.qr',
  '.state-cancel',
  '.key-yellow',
  '.till-right .key',
  '.till-right .ghost',
  '.slip-total .amount',
  '.deck-amount',
];

const VIEWS: Readonly<Record<string, TerminalView>> = {
  ...STATES,
  typed: BUSY_MORNING,
  tip: BUSY_MORNING,
  basket: BUSY_MORNING,
  sales: BUSY_MORNING,
  unmatched: BUSY_MORNING,
  'unmatched-none': BUSY_MORNING,
};
const UNMATCHED = ['unmatched', 'unmatched-none'];
const LISTS = ['sales', ...UNMATCHED];
/** Kinds that need a new page: only the first view restores a bill, and a list or a question stays open. */
const AFRESH = ['basket', 'tip', ...LISTS];
/** What shows that such a state is drawn at all. */
const SHOWS: Readonly<Record<string, string>> = {
  basket: '.basket-line',
  tip: '.dialog',
  sales: '.list-side',
  unmatched: '.list-side',
  'unmatched-none': '.list-empty',
};

async function reload(page: Page): Promise<void> {
  await withLazyScreens(page, () => page.reload());
  await page.waitForFunction(() => window.script.snapshots.length > 0);
}

function filled(sale: SaleView, content: Content): SaleView {
  const amount = content.amount();
  const part = money(Math.floor(amount / 3));
  const { authorised, captured, refunded } = sale.money;
  const additional = sale.additionalAmount === 0 ? 0 : part;
  const asked = amount + additional;
  return {
    ...sale,
    amount,
    additionalAmount: money(additional),
    currency: content.currency,
    ...(sale.text === null ? {} : { text: content.name() }),
    money: amounts({
      asked,
      additional,
      authorised: authorised === 0 ? 0 : asked,
      captured: captured === 0 ? 0 : asked,
      refunded: refunded === 0 ? 0 : part,
    }),
  };
}

/** A view with other amounts and names, in the shop's currency. */
export function withContent(view: TerminalView, content: Content): TerminalView {
  const { currency } = content;
  const unclaimed = view.unclaimed.map((one) =>
    one.money === null ? one : { ...one, money: amounts({ captured: content.amount() }), currency },
  );
  return { ...view, sales: view.sales.map((sale) => filled(sale, content)), unclaimed };
}

/** Lines whose total has nine digits at most. */
function billLines(content: Content): readonly NewLine[] {
  const count = content.lines();
  return Array.from({ length: count }, (_, place) => {
    const price = Math.max(1, Math.floor(content.amount() / (count * 2)));
    const many = content.chance.between(1, 2);
    return lineOf(`p${place}`, content.name(), many, price, content.pick(['0.25', '0.15', '0']));
  });
}

async function show(
  cashier: CashierPage,
  state: string,
  content: Content,
  view: TerminalView,
): Promise<void> {
  const { language, locale, currency } = content;
  const shop = {
    name: content.name(),
    address: content.name(),
    organisationNumber: '923 456 783 MVA',
  };
  cashier.hostBills(state === 'basket' ? filledHost(billLines(content)) : createBillHost());
  const goods = { ...GOODS, catalogue: null };
  const settings = { language, locale, currency, shop, ...(state === 'tip' ? { tips: TIPS } : {}) };
  await cashier.show(withContent(view, content), settings, goods);
}

const TIPS: TipSettings = { ask: 'display', percents: [1_000], amounts: [], patience: 20_000 };

/** Requests a payment and waits for the window that the customer chooses a tip; nobody answers. */
async function askForTip({ page, answerTo }: CashierPage, content: Content): Promise<void> {
  await answerTo('ask_tip', { ok: true, value: { id: 'q1' } });
  await type(page, String(content.amount(9)));
  await page.locator('.key-yellow').first().click();
  const window = page.locator('.dialog');
  await window.waitFor();
  // A large amount is asked about first.
  if ((await window.locator('.dialog-apart').count()) > 0) {
    await window.locator('.dialog-apart .ghost').click();
    await page.locator('.dialog:not(:has(.dialog-apart))').waitFor();
  }
}

/** Types an amount and waits until the till shows one, because a page may miss the first keys. */
async function type(page: Page, amount: string): Promise<void> {
  await page.locator('.deck-amount').waitFor();
  await typeByHand(page, amount);
  await page.locator('.deck-amount', { hasText: /[1-9١-٩１-９]/ }).waitFor();
}

/** The sizes of a till's window, from a phone to a large panel. */
export const CASHIER_SIZES: readonly Size[] = [
  [800, 600],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
  [390, 844],
  [320, 568],
];

/** Every screen of the cashier. */
export const CASHIER: ContentScreen = {
  name: 'cashier',
  each: EACH,
  serve: () => serveScreen('cashier'),
  states: Object.keys(VIEWS),
  themes: ['light', 'dark'],
  sizes: CASHIER_SIZES,
  async open(browser, origin) {
    const cashier = await openCashier(browser, origin);
    return {
      page: async () => cashier.page,
      errors: () => cashier.errors,
      async draw(page, { state, content }) {
        if (AFRESH.includes(state)) await reload(page);
        const { [state]: view = BUSY_MORNING } = VIEWS;
        await show(cashier, state, content, view);
        if (state === 'typed') await type(page, String(content.amount(9)));
        if (state === 'tip') await askForTip(cashier, content);
        if (state === 'sales') await page.locator('.strip-key').last().click();
        if (UNMATCHED.includes(state)) await page.locator('.strip-key').nth(1).click();
        // The screen stays open when the last payment on it was resolved.
        if (state === 'unmatched-none') {
          await show(cashier, state, content, { ...view, unclaimed: [] });
        }
        const { [state]: shown } = SHOWS;
        if (shown !== undefined) await page.locator(shown).first().waitFor();
      },
      async find(page, { state, size }) {
        const [width] = size;
        if (state === 'tip') {
          const parts = ['.dialog h2', '.dialog p', '.dialog .key'];
          return [...(await outOfSight(page, parts)), ...(await unreadable(page))];
        }
        const parts = LISTS.includes(state)
          ? [
              ...IN_SIGHT.filter((part) => !part.startsWith('.slip')),
              '.list-slip .slip-total .amount',
            ]
          : IN_SIGHT;
        const hidden = width < 800 ? [] : await outOfSight(page, parts);
        return [...hidden, ...(await stepFaults(page, size)), ...(await unreadable(page))];
      },
      async leave(page, { state }) {
        if (AFRESH.includes(state)) await reload(page);
        if (state === 'typed') await page.keyboard.press('Delete');
      },
    };
  },
};
