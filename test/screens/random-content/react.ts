import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { unreadable } from '../../support/readable.ts';
import { openCashier } from '../cashier/page.ts';
import { STATES, view } from '../cashier/sales.ts';
import { serveExamplePage } from '../react/page.ts';
import { withContent } from './cashier.ts';
import { type ContentScreen, FEW } from './random-content.ts';

/**
 * The payment fills the window; with a button the button alone, at most as wide as a slip. The page's
 * own parts are not what is looked at.
 */
const LAYOUT = `body { margin: 0 } main > :is(h1, p, button) { display: none }
  .payment { display: block; width: 100vw; height: 100vh }
  .pay { display: none; width: min(420px, 100vw) }
  .with-button .pay { display: block } .with-button .payment { display: none }`;

/** The states of the key that starts a payment, and what of the page's address makes each. */
const BUTTONS: Readonly<Record<string, string>> = {
  'pay-button': '',
  'pay-button-phone': '&phone',
  'pay-button-refused': '',
};
const REFUSED: AnyAnswer = {
  ok: false,
  refusal: { type: 'Conflict', description: 'Another sale.', details: { reason: 'another_sale' } },
};

/** The payment and the button that another product's page embeds, in the theme that the page chooses. */
export const REACT: ContentScreen = {
  name: 'react',
  each: FEW,
  serve: serveExamplePage,
  states: [...Object.keys(STATES), ...Object.keys(BUTTONS)],
  themes: ['light', 'dark'],
  sizes: [
    [320, 640],
    [390, 844],
    [640, 900],
    [800, 600],
    [1100, 720],
    [1920, 1080],
  ],
  async open(browser, origin) {
    const cashier = await openCashier(browser, origin, { whole: true });
    let address = origin;
    /** Opens the page anew if its theme or its request is another one. */
    const load = async (wanted: string, withButton: boolean) => {
      if (wanted === address) return;
      await cashier.page.goto(wanted);
      await cashier.page.waitForFunction(() => window.script.snapshots.length > 0);
      await cashier.page.evaluate(
        ([css, button]) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
          document.documentElement.classList.toggle('with-button', button);
        },
        [LAYOUT, withButton] as const,
      );
      address = wanted;
    };
    return {
      page: async () => cashier.page,
      errors: () => cashier.errors,
      async draw(page, { state, content }) {
        const { language, locale, currency, theme } = content;
        const shop = { name: content.name(), address: content.name(), organisationNumber: '1' };
        const settings = { language, locale, currency, shop };
        const { [state]: button } = BUTTONS;
        if (button === undefined) {
          await load(`${origin}/?theme=${theme}`, false);
          await cashier.show(withContent(STATES[state] ?? view([]), content), settings);
          // The part loads the words of its language.
          await page.locator(`.payment [lang=${language}][data-theme=${theme}] .embed`).waitFor();
          return;
        }
        await load(`${origin}/?theme=${theme}&amount=${content.amount()}${button}`, true);
        await cashier.show(view([]), settings);
        const part = page.locator(`.pay [lang=${language}][data-theme=${theme}]`);
        await part.locator('.pay-key').waitFor();
        if (state !== 'pay-button-refused') return;
        await cashier.answerWith(REFUSED);
        await part.locator('.pay-key').click();
        await part.locator('.problem').waitFor();
      },
      find: (page) => unreadable(page),
    };
  },
};
