import { NAME_MAX } from '../../../renderer/cashier/staff/staff-draft.ts';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { unreadable } from '../../support/readable.ts';
import { serveScreen } from '../../support/screens.ts';
import { stepFaults } from '../../support/till-steps.ts';
import { type CashierPage, openCashier, withLazyScreens } from '../cashier/page.ts';
import { SETTINGS, view } from '../cashier/sales.ts';
import { BACK_OFFICE, DAY, PAGE } from '../cashier/staff-history-day.ts';
import { CASHIER_SIZES, withContent } from './cashier.ts';
import { DESKS, type Desk } from './desks.ts';
import { type Content, type ContentScreen, FEW, withRandom } from './random-content.ts';

const named = (office: BackOfficeView, content: Content): BackOfficeView => ({
  ...office,
  staff: office.staff.map((one) => ({ ...one, name: content.name().slice(0, NAME_MAX) })),
});

async function show(cashier: CashierPage, desk: Desk, content: Content): Promise<void> {
  const { language, locale, currency } = content;
  const shop = { ...SETTINGS.shop, name: content.name(), address: content.name() };
  const settings = { ...SETTINGS, language, locale, currency, shop, ...desk.settings };
  const backOffice = named(desk.office ?? BACK_OFFICE, content);
  const shown = { settings, view: withContent(desk.view ?? view([]), content), backOffice };
  await cashier.page.evaluate(
    (given) => {
      for (const listener of window.script.snapshots) listener(given);
    },
    { ...shown, ...withRandom(desk.more ?? {}, content) } satisfies Snapshot,
  );
}

const WRONG_PIN: AnyAnswer = {
  ok: false,
  refusal: { type: 'Unauthorized', description: 'No.', details: { reason: 'wrong_pin' } },
};

/** The screens around a sale: setup, lock, staff, phone, refund, day, diagnosis and settings. */
export const CASHIER_DESK: ContentScreen = {
  name: 'cashier-desk',
  each: FEW,
  serve: () => serveScreen('cashier'),
  states: Object.keys(DESKS),
  themes: ['light', 'dark'],
  sizes: CASHIER_SIZES,
  async open(browser, origin) {
    const cashier = await openCashier(browser, origin);
    return {
      page: async () => cashier.page,
      errors: () => cashier.errors,
      // Each in a page that is loaded anew, so that nothing of the screen before it is open.
      async draw(page, { state, content: drawn }) {
        // Amounts that the keypad can hold; only these can be refunded.
        const content = { ...drawn, amount: () => drawn.amount(9) };
        await withLazyScreens(page, () => page.reload());
        await page.waitForFunction(() => window.script.snapshots.length > 0);
        const desk = DESKS[state] ?? { ready: 'main' };
        await cashier.answerTo('history', withRandom(PAGE, content));
        await cashier.answerTo('day', withRandom(DAY, content));
        await cashier.answerTo('approve', WRONG_PIN);
        await show(cashier, desk, content);
        await desk.press?.(page, content);
        await page.locator(desk.ready).first().waitFor();
      },
      // Sight first: looking for amounts scrolls the page.
      find: async (page, { size }) => [
        ...(await stepFaults(page, size)),
        ...(await unreadable(page)),
      ],
    };
  },
};
