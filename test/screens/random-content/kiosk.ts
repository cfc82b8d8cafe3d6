import type { Page } from 'playwright-core';
import { alike } from '../../../shared/catalogue/language.ts';
import type {
  GoodView,
  KioskScreen,
  KioskView,
  Phase,
} from '../../../shared/device/kiosk/contract.ts';
import { outOfSight, unreadable } from '../../support/readable.ts';
import { serveScreen } from '../../support/screens.ts';
import { faultsOfKeys, openKiosk } from '../kiosk/page.ts';
import { VIEWS } from '../kiosk/views.ts';
import { type Content, type ContentScreen, EACH } from './random-content.ts';

const named = (content: Content) => alike(content.name());

function goodOf(good: GoodView, content: Content): GoodView {
  return { ...good, name: named(content), price: content.amount() };
}

function screenOf(screen: KioskScreen, content: Content): KioskScreen {
  if (screen.kind !== 'sale') return screen;
  const amount = content.amount();
  const { sale } = screen;
  const { currency } = content;
  return {
    kind: 'sale',
    sale: { ...sale, amount, currency, name: named(content), phase: phaseOf(sale.phase, content) },
  };
}

/** The amounts that only some phases have. */
function phaseOf(phase: Phase, content: Content): Phase {
  if ('kept' in phase) return { ...phase, kept: content.amount() };
  return 'missing' in phase ? { ...phase, missing: content.amount() } : phase;
}

function withContent(view: KioskView, content: Content): KioskView {
  return {
    ...view,
    shop: content.name(),
    locale: content.locale,
    currency: content.currency,
    headline: view.headline === null ? null : named(content),
    goods: view.goods.map((good) => goodOf(good, content)),
    screen: screenOf(view.screen, content),
    aids: {
      ...view.aids,
      language: content.language,
      text: content.pick(['normal', 'normal', 'large'] as const),
      reach: content.pick(['normal', 'low'] as const),
      contrast: content.theme === 'dark' ? 'more' : 'normal',
    },
  };
}

/** Every screen of the kiosk. Its second theme is the one of high contrast. */
export const KIOSK: ContentScreen = {
  name: 'kiosk',
  each: EACH,
  serve: () => serveScreen('kiosk'),
  states: VIEWS.map(([name]) => name),
  themes: ['light', 'dark'],
  sizes: [
    [1080, 1920],
    [1920, 1080],
    [800, 1280],
    [1280, 800],
    [1024, 768],
  ],
  async open(browser, origin) {
    const first = VIEWS[0]?.[1];
    if (first === undefined) throw new Error('no view');
    const kiosk = await openKiosk(browser, origin, first);
    return {
      page: async () => kiosk.page,
      errors: () => kiosk.errors,
      async draw(_page, { state, content }) {
        const view = VIEWS.find(([name]) => name === state)?.[1] ?? first;
        await kiosk.show(withContent(view, content));
      },
      async find(page, { state }) {
        // A question covers what is below it on purpose.
        const parts =
          state === 'warning'
            ? []
            : ['.qr', '.kiosk-act .key', '.sale-amount .amount', '.split-text'];
        const drawn = state.startsWith('attract') ? await wordsOnPlates(page) : [];
        drawn.push(...(await sealsOutside(page)), ...(await faultsOfKeys(page)));
        return [...drawn, ...(await outOfSight(page, parts)), ...(await unreadable(page))];
      },
    };
  },
};

/** Seals that a long word has pushed out of the head of their field. */
function sealsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seals = [...document.querySelectorAll('.split-head .seal')];
    const out = seals.filter((seal) => {
      const [box, head] = [seal, seal.closest('.split-head')].map((one) =>
        one?.getBoundingClientRect(),
      );
      if (box === undefined || head === undefined) return false;
      return box.left < head.left - 1 || box.right > head.right + 1;
    });
    return out.map(() => 'the seal has left the head of its field');
  });
}

/** Lines of the headline that lie on a plate of the start screen. Plates are round. */
function wordsOnPlates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const head = document.querySelector('.attract-head');
    if (head === null) return ['no headline'];
    const range = document.createRange();
    range.selectNodeContents(head);
    const lines = [...range.getClientRects()];
    const plates = [...document.querySelectorAll('.attract-plates .plate')];
    const hit = plates.filter((plate) => {
      const { left, top, width } = plate.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + width / 2];
      return lines.some((line) => {
        const near = Math.max(line.left, Math.min(x, line.right)) - x;
        // A line's box is taller than its letters.
        const room = line.height * 0.15;
        const high = Math.max(line.top + room, Math.min(y, line.bottom - room)) - y;
        return Math.hypot(near, high) < width / 2;
      });
    });
    return hit.map((plate) => `the headline lies on a plate, ${plate.className}`);
  });
}
