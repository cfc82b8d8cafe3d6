import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { buildPage } from '../../support/build-page.ts';
import { unreadable } from '../../support/readable.ts';
import { openCashier } from '../cashier/page.ts';
import { STATES, view } from '../cashier/sales.ts';
import { withContent } from './cashier.ts';
import { type ContentScreen, FEW, type Served, servedBy } from './random-content.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** The payment fills the window; the page's own parts are not what is looked at. */
const LAYOUT = `body { margin: 0 } .payment { display: block; width: 100vw; height: 100vh }
  main > :is(h1, p, button), .pay { display: none }`;

async function serve(): Promise<Served> {
  const folder = await buildPage('test/screens/react/example-page');
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    const body = await readFile(join(folder, file)).catch(() => null);
    response.statusCode = body === null ? 404 : 200;
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain');
    response.end(body);
  });
  const served = await servedBy(server);
  return {
    ...served,
    stop: async () => {
      await served.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The payment that another product's page embeds. Its theme is the page's choice. */
export const REACT: ContentScreen = {
  name: 'react',
  each: FEW,
  serve,
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
