import { unreadable } from '../../support/readable.ts';
import { openCashier } from '../cashier/page.ts';
import { STATES, view } from '../cashier/sales.ts';
import { serveExamplePage } from '../react/page.ts';
import { withContent } from './cashier.ts';
import { type ContentScreen, FEW } from './random-content.ts';

/** The payment fills the window; the page's own parts are not what is looked at. */
const LAYOUT = `body { margin: 0 } .payment { display: block; width: 100vw; height: 100vh }
  main > :is(h1, p, button), .pay { display: none }`;

/** The payment that another product's page embeds. Its theme is the page's choice. */
export const REACT: ContentScreen = {
  name: 'react',
  each: FEW,
  serve: serveExamplePage,
  states: Object.keys(STATES),
  themes: ['light'],
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
    await cashier.page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, LAYOUT);
    return {
      page: async () => cashier.page,
      errors: () => cashier.errors,
      async draw(page, { state, content }) {
        const { language, locale, currency } = content;
        const shop = { name: content.name(), address: content.name(), organisationNumber: '1' };
        const drawn = withContent(STATES[state] ?? view([]), content);
        await cashier.show(drawn, { language, locale, currency, shop });
        // The part loads the words of its language.
        await page.locator(`.payment [lang=${language}] .embed`).first().waitFor();
      },
      find: (page) => unreadable(page),
    };
  },
};
