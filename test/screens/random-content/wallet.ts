import type { Language } from '../../../renderer/i18n/language.ts';
import { money } from '../../../shared/money/money.ts';
import type { WalletRequest } from '../../../shared/wallet/contract.ts';
import { amounts } from '../../support/amounts.ts';
import { unreadable } from '../../support/readable.ts';
import { serveScreen } from '../../support/screens.ts';
import { openWallet, type WalletPage } from '../wallet/page.ts';
import { STAGES } from '../wallet/requests.ts';
import { type Content, type ContentScreen, EACH, follow } from './random-content.ts';
import { answerAt, QUIET, WALLET_PAGES } from './wallet-pages.ts';

const LIST = 'list';

function withContent(request: WalletRequest, content: Content): WalletRequest {
  const amount = content.amount();
  const lines = Array.from({ length: content.lines() }, () => ({
    ...{ quantity: '12', description: content.name() },
    price: content.amount(),
    gross: content.amount(),
    discount: money(0),
  }));
  const additional = request.additional_amount === 0 ? 0 : content.amount(10);
  const { captured, refunded, authorised } = request.money;
  const asked = amount + additional;
  const part = (was: number) => (was === 0 ? 0 : was === request.money.asked ? asked : amount);
  return {
    ...request,
    ...{
      amount,
      bill: { lines, discount: money(0) },
      currency: content.currency,
      merchant: content.name(),
      pos: content.name(),
    },
    additional_amount: additional,
    text: request.text === null ? null : content.name(),
    money: amounts({
      ...{ asked, additional, authorised: part(authorised), captured: part(captured) },
      refunded: part(refunded),
    }),
    refunds: request.refunds.map((refund) => ({ ...refund, amount })),
  };
}

/** Every payment in the wallet, the list of all, and the pages around them, in the phone's language. */
export const WALLET: ContentScreen = {
  name: 'wallet',
  each: EACH,
  serve: () => serveScreen('wallet'),
  states: [...Object.keys(STAGES), LIST, ...Object.keys(WALLET_PAGES)],
  themes: ['light', 'dark'],
  sizes: [
    [320, 568],
    [360, 640],
    [390, 844],
    [844, 390],
    [768, 1024],
  ],
  async open(browser, origin) {
    const opened = new Map<Language, WalletPage>();
    const walletOf = async ({ language }: Content) => {
      const known =
        opened.get(language) ?? (await openWallet(browser, origin, '/w/', { locale: language }));
      opened.set(language, known);
      return known;
    };
    return {
      page: async (content) => (await walletOf(content)).page,
      errors: () => [...opened.values()].flatMap(({ errors }) => errors),
      async draw(page, { state, content }) {
        const { desk } = await walletOf(content);
        const { [state]: place } = WALLET_PAGES;
        if (place !== undefined) {
          const { answers, ...rest } = answerAt(place, content);
          Object.assign(desk, rest);
          for (const [path, answer] of answers ?? []) desk.answers.set(path, answer);
          await page.goto(origin + place.path);
          await place.press?.(page, desk);
          await page.locator(place.ready).first().waitFor();
          return;
        }
        const drawn = STAGES[state];
        desk.requests =
          drawn === undefined
            ? Object.values(STAGES).map((one, place) => ({
                ...withContent(one, content),
                tid: `t${place}`,
              }))
            : [withContent(drawn, content)];
        const asked = page.waitForResponse((answer) => answer.url().includes('/requests'));
        await follow(page, drawn === undefined ? '/w/' : `/p/${drawn.tid}/`);
        await asked;
        await page.locator('main:not([aria-busy="true"]) h1').first().waitFor();
      },
      find: (page) => unreadable(page),
      async leave(page, { state, content }) {
        if (WALLET_PAGES[state] === undefined) return;
        const { desk } = await walletOf(content);
        Object.assign(desk, QUIET);
        desk.answers.clear();
        await page.goto(`${origin}/w/`);
      },
    };
  },
};
