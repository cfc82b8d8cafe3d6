import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../renderer/i18n/language.ts';
import { MONEY_MAX, type MoneyInteger, money } from '../../../shared/money/money.ts';
import { listenOn } from '../../../shared/node/http/listener.ts';
import { createPrng, type Prng } from '../../simulation/prng.ts';
import { settled } from '../../support/settled.ts';

/*
 * Content as shops really have it: amounts of every length, currencies with none, two and three
 * decimals, long names, many lines, and windows of every size; by a seed, or as difficult as it can be.
 */

const NAMES = [
  'Tea',
  'Kaffebaren Løkka',
  'Grünerløkka Håndverksbakeri og Konditori AS',
  'Økologisk fullkornsbrød med solsikkekjerner og tranebær',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  'Flat white, kanelbolle, eplejuice, havregrøt med rosiner, vann uten kullsyre',
  '12 × AA',
];
const LONGEST = NAMES.slice(3, 6);
const CURRENCIES = ['NOK', 'NOK', 'EUR', 'GBP', 'JPY', 'KWD', 'ISK', 'CHF'];
/** What a shop's locale may add to its language: the region's forms, or other digits. */
const REGIONS = ['', '', '', '-u-nu-arab', '-u-nu-fullwide'];

/** Nine digits of minor units: 9 999 999,99 or 999 999,999 or 999 999 999. */
const NINE_DIGITS = 999_999_999;
const SIXTY_LINES = 60;

/** How many random screens of one kind `npm test` draws. */
export const EACH = 8;
/** The same for a kind whose screens take longer. */
export const FEW = 4;

export type Theme = 'light' | 'dark';

export type Content = {
  readonly chance: Prng;
  readonly currency: string;
  readonly locale: string;
  readonly language: Language;
  readonly theme: Theme;
  /** As many digits as chance decides, so that short ones are as frequent as long ones. */
  amount(digits?: number): MoneyInteger;
  name(): string;
  /** The number of lines of a bill. */
  lines(): number;
  pick<T>(list: readonly T[]): T;
};

export function contentOf(seed: number): Content {
  const chance = createPrng(seed);
  const language = chance.pick(LANGUAGES);
  return {
    chance,
    language,
    currency: chance.pick(CURRENCIES),
    locale: language + chance.pick(REGIONS),
    theme: chance.pick(['light', 'dark'] as const),
    amount: (digits = 12) => {
      const most = Math.min(MONEY_MAX, 10 ** chance.between(1, digits) - 1);
      return money(chance.chance(0.3) ? most : chance.between(1, most));
    },
    name: () => chance.pick(NAMES),
    lines: () => chance.between(1, chance.chance(0.2) ? SIXTY_LINES : 20),
    pick: (list) => chance.pick(list),
  };
}

/** Content that is as long as it can be: nine digits, the longest names, sixty lines. */
export function difficultContent(currency: string, language: Language, theme: Theme): Content {
  const chance = createPrng(1);
  return {
    ...{ chance, currency, language, theme, locale: language },
    amount: (digits = 12) => money(Math.min(NINE_DIGITS, 10 ** digits - 1)),
    name: () => chance.pick(LONGEST),
    lines: () => SIXTY_LINES,
    pick: (list) => chance.pick(list),
  };
}

/** Fields of the answers of a host or a service that are amounts, and those that are names. */
const AMOUNTS = new Set(
  'amount additional net payout sales refunds refunded fees taken total captured'.split(' '),
);
const NAMED = new Set('name label text shop merchant pos what'.split(' '));

/** The same value with other amounts, names and another currency. Nothing and zero stay. */
export function withRandom<T>(value: T, content: Content): T {
  const change = (key: string, given: unknown): unknown => {
    if (typeof given === 'number' && given !== 0 && AMOUNTS.has(key)) return content.amount();
    if (typeof given === 'string' && NAMED.has(key)) return content.name();
    if (typeof given === 'string' && key === 'currency') return content.currency;
    if (Array.isArray(given)) return given.map((one) => change('', one));
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => [name, change(name, one)]),
    );
  };
  return change('', value) as T;
}

export type Size = readonly [width: number, height: number];
/** One screen with its content: the parts, the person, and the size. */
export type Drawing = { readonly state: string; readonly size: Size; readonly content: Content };

/** Where the files of a screen are served. */
export type Served = { readonly origin: string; stop(): Promise<unknown> };

/** Serves pages on a free port of loopback. */
export async function servedBy(server: Server): Promise<Served> {
  const port = await listenOn(server, '127.0.0.1', 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A screen of the product that can be drawn with any content. */
export type ContentScreen = {
  readonly name: string;
  /** How many random ones `npm test` draws. */
  readonly each: number;
  serve(): Promise<Served>;
  readonly states: readonly string[];
  readonly sizes: readonly Size[];
  readonly themes: readonly Theme[];
  open(browser: Browser, origin: string): Promise<OpenScreen>;
};

export type OpenScreen = {
  /** The page that a drawing needs; the window has its size and theme already. */
  page(content: Content): Promise<Page>;
  draw(page: Page, drawing: Drawing): Promise<void>;
  /** What cannot be read of the drawing, as sentences. */
  find(page: Page, drawing: Drawing): Promise<readonly string[]>;
  /** Puts back what drawing has typed or pressed. */
  leave?(page: Page, drawing: Drawing): Promise<void>;
  /** Errors of the pages themselves. */
  errors(): readonly string[];
};

/**
 * The drawing of a seed. A `fixed` state or size replaces the one that the seed chooses and keeps the
 * content, also after states and sizes were added.
 */
export function randomDrawing(
  { name, states, sizes, themes }: ContentScreen,
  seed: number,
  fixed: Partial<Pick<Drawing, 'state' | 'size'>> = {},
): Drawing {
  const content = contentOf(seed);
  const theme = themes.includes(content.theme) ? content.theme : (themes[0] ?? 'light');
  // Both are always chosen, so that the content draws the same numbers with and without `fixed`.
  const chosen = { state: content.pick(states), size: content.pick(sizes) };
  const { state = chosen.state, size = chosen.size } = fixed;
  if (!states.includes(state)) throw new Error(`${name} has no state ${state}`);
  return { state, size, content: { ...content, theme } };
}

/** Draws a screen and hands its page to `look` when it stands still. */
export async function drawOn<T>(
  screen: OpenScreen,
  drawing: Drawing,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await screen.page(drawing.content);
  await resize(page, drawing);
  await screen.draw(page, drawing);
  await settled(page);
  const result = await look(page);
  await screen.leave?.(page, drawing);
  return result;
}

/** Opens another page as the browser's back key does, without loading its scripts again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settled(page);
}

/** Draws a screen and returns its unreadable texts. */
export function findOn(screen: OpenScreen, drawing: Drawing): Promise<readonly string[]> {
  return drawOn(screen, drawing, (page) => screen.find(page, drawing));
}

const themes = new WeakMap<Page, Theme>();

/** Setting a size or a theme costs more than drawing a screen, so it is done only for another one. */
async function resize(page: Page, { size: [width, height], content }: Drawing): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
  if (themes.get(page) === content.theme) return;
  await page.emulateMedia({ colorScheme: content.theme });
  themes.set(page, content.theme);
}

/** `approve, 390x844, dark, nb, KWD`: where a finding was made. */
export function placeOf({ state, size, content }: Drawing): string {
  const { theme, locale, currency } = content;
  return `${state}, ${size.join('x')}, ${theme}, ${locale}, ${currency}`;
}

/**
 * Draws random screens with the seeds `from` up to `to` and tells of each what was found. Drawings of
 * the same size follow each other, so the order is not that of the seeds; each drawing depends on its
 * seed alone.
 */
export async function drawRandom(
  kind: ContentScreen,
  open: () => Promise<OpenScreen>,
  seeds: readonly number[],
  tell: (seed: number, drawing: Drawing, found: readonly string[]) => void,
): Promise<void> {
  const drawings = seeds.map((seed) => ({ seed, drawing: randomDrawing(kind, seed) }));
  const orderOf = ({ drawing: { size, content } }: (typeof drawings)[number]) =>
    [content.language, content.theme, ...size].join(' ');
  const ordered = drawings.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
  const screen = await open();
  for (const { seed, drawing } of ordered) tell(seed, drawing, await findOn(screen, drawing));
  const errors = screen.errors();
  if (errors.length > 0) throw new Error(`${kind.name}: ${errors.join('; ')}`);
}
