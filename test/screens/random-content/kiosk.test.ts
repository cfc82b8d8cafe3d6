import { expect, it } from 'vitest';
import type { GoodView, KioskScreen, KioskView, Phase } from '../../../shared/kiosk/contract.ts';
import { outOfSight, settled, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type KioskPage, openKiosk } from '../kiosk/page.ts';
import { VIEWS } from '../kiosk/views.ts';
import { type Content, contentOf, seedsOf, WANTED } from './random-content.ts';

/* Every screen of the kiosk with random prices, names and sizes can be read completely. */

const SIZES = [
  [1080, 1920],
  [1920, 1080],
  [800, 1280],
  [1280, 800],
  [1024, 768],
] as const;

const { browser, origin } = screenOf('kiosk');

function named(content: Content) {
  return { en: content.name(), nb: content.name() };
}

function goodOf(good: GoodView, content: Content): GoodView {
  return { ...good, name: named(content), price: content.amount() };
}

function screenWith(screen: KioskScreen, content: Content): KioskScreen {
  if (screen.kind !== 'sale') return screen;
  const amount = content.amount();
  const { sale } = screen;
  const { currency } = content;
  return {
    kind: 'sale',
    sale: { ...sale, amount, currency, name: named(content), phase: phaseOf(sale.phase, content) },
  };
}

/** The amounts that a phase has of its own. */
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
    screen: screenWith(view.screen, content),
    aids: {
      ...view.aids,
      language: content.language,
      text: content.pick(['normal', 'normal', 'large'] as const),
      reach: content.pick(['normal', 'low'] as const),
    },
  };
}

async function lookAt(kiosk: KioskPage, seed: number): Promise<string[]> {
  const content = contentOf(seed);
  const [width, height] = content.pick(SIZES);
  await kiosk.page.setViewportSize({ width, height });
  const [name, drawn] = content.pick(VIEWS);
  const view = withContent(drawn, content);
  await kiosk.show(view);
  await settled(kiosk.page);
  // A question covers what is below it on purpose.
  const parts = name === 'warning' ? [] : ['.qr', '.kiosk-act .key', '.sale-amount .amount'];
  const found = await outOfSight(kiosk.page, parts);
  found.push(...(await unreadable(kiosk.page)));
  const { text, reach } = view.aids;
  const place = `seed ${seed}, ${name}, ${width}x${height}, ${content.locale}, ${text}, ${reach}`;
  return found.map((one) => `${place}: ${one}`);
}

it('every random screen of the kiosk is readable', async () => {
  const first = VIEWS[0]?.[1];
  if (first === undefined) throw new Error('no view');
  const kiosk = await openKiosk(browser(), origin(), first);
  const found: string[] = [];
  for (const seed of seedsOf(WANTED)) found.push(...(await lookAt(kiosk, seed)));
  expect(found).toEqual([]);
  expect(kiosk.errors).toEqual([]);
});
