import type { Language } from '../../../renderer/i18n/language.ts';
import { money } from '../../../shared/money/money.ts';
import type { PortalPayment, PortalPaymentDetail } from '../../../shared/portal/contract.ts';
import { unreadable } from '../../support/readable.ts';
import { serveScreen } from '../../support/screens.ts';
import { DETAIL, PAYMENTS } from '../portal/answers.ts';
import { openPortal, type PortalPage } from '../portal/page.ts';
import { answerAt, leaveOffice, listsOf, PORTAL_PAGES } from './portal-pages.ts';
import { type Content, type ContentScreen, EACH, follow } from './random-content.ts';

const PAGES: Readonly<Record<string, string>> = {
  payments: '/m/',
  payment: '/m/payments/p0',
  refunded: '/m/payments/p3',
  settlements: '/m/settlements/',
  settlement: '/m/settlements/6',
  tills: '/m/tills/',
  users: '/m/users/',
  codes: '/m/codes/',
  code: '/m/codes/aB3x_',
  callbacks: '/m/callbacks/',
};

function withContent(payment: PortalPayment, content: Content): PortalPayment {
  const amount = content.amount();
  return {
    ...payment,
    ...{ amount, currency: content.currency, pos: content.name() },
    what: payment.what === null ? null : content.name(),
    captured: payment.captured === 0 ? 0 : amount,
    refunded: payment.refunded === 0 ? 0 : amount,
    authorised: payment.authorised === 0 ? 0 : amount,
    released_amount: payment.released_amount === 0 ? 0 : amount,
    listed: amount,
  };
}

function detailOf(payment: PortalPayment, content: Content): PortalPaymentDetail {
  const lines = Array.from({ length: content.lines() }, () => ({
    ...{ description: content.name(), quantity: '12' },
    price: content.amount(),
    gross: content.amount(),
    discount: money(0),
  }));
  const bill = { lines, discount: money(0) };
  return { ...DETAIL, ...payment, bill, text: content.name() };
}

/** The portal's pages. The reader's language is the browser's. */
export const PORTAL: ContentScreen = {
  name: 'portal',
  each: EACH,
  serve: () => serveScreen('portal'),
  states: [...Object.keys(PAGES), ...Object.keys(PORTAL_PAGES)],
  themes: ['light', 'dark'],
  sizes: [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1024, 768],
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
  ],
  async open(browser, origin) {
    const opened = new Map<Language, PortalPage>();
    const portalOf = async ({ language }: Content) => {
      const known =
        opened.get(language) ?? (await openPortal(browser, origin, '/m/', { locale: language }));
      opened.set(language, known);
      return known;
    };
    return {
      page: async (content) => (await portalOf(content)).page,
      errors: () => [...opened.values()].flatMap(({ errors }) => errors),
      async draw(page, { state, content }) {
        const { office } = await portalOf(content);
        office.payments = PAYMENTS.map((one) => withContent(one, content));
        for (const one of office.payments) {
          office.answers.set(`/payments/${one.tid}`, [200, detailOf(one, content)]);
        }
        for (const [path, answer] of listsOf(content)) office.answers.set(path, answer);
        office.calls.length = 0;
        const { [state]: place } = PORTAL_PAGES;
        if (place !== undefined) {
          answerAt(office, place, content);
          // A change of what follows # does not load a page.
          await page.goto('about:blank');
          await page.goto(origin + place.path);
          await place.press?.(page);
          await page.locator(place.ready).first().waitFor();
          return;
        }
        const path = PAGES[state] ?? '/m/';
        // Another page in between: this one asks for everything anew, without loading its scripts.
        await follow(page, path === PAGES.users ? '/m/codes/' : '/m/users/');
        await follow(page, path);
        const slip = /^\/m\/\w+\/\w/.test(path);
        const shown = page.locator(slip ? '.portal-slip' : '.rows');
        await shown.first().waitFor();
      },
      find: (page) => unreadable(page),
      async leave(page, { state, content }) {
        if (PORTAL_PAGES[state] === undefined) return;
        leaveOffice((await portalOf(content)).office);
        await page.goto(`${origin}/m/`);
        await page.locator('.portal-menu').waitFor();
      },
    };
  },
};
