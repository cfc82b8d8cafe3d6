import type { Browser, Page } from 'playwright-core';
import type { KioskCommand } from '../../../shared/device/kiosk/commands.ts';
import type { KioskView } from '../../../shared/device/kiosk/contract.ts';
import { leavePage, runBefore, takePage } from '../../support/reused-page.ts';
import { settled } from '../../support/settled.ts';
import { NOW } from './views.ts';

export type KioskPage = {
  readonly page: Page;
  /** Errors of the page's own; a test expects none. */
  readonly errors: readonly string[];
  show(view: KioskView): Promise<void>;
  link(up: boolean): Promise<void>;
  commands(): Promise<readonly KioskCommand[]>;
  /** Everything that was read aloud. */
  spoken(): Promise<readonly string[]>;
  close(): Promise<void>;
};

export const SIZES = {
  portrait: { width: 1080, height: 1920 },
  landscape: { width: 1920, height: 1080 },
  small: { width: 800, height: 1280 },
  wide: { width: 1280, height: 800 },
  desk: { width: 1024, height: 768 },
} as const;

/** Opens the built kiosk with a scripted host and a stopped clock. */
export async function openKiosk(
  browser: Browser,
  origin: string,
  first: KioskView,
  size: keyof typeof SIZES = 'portrait',
  /** The device's time zone. */
  timezoneId = 'Europe/Oslo',
): Promise<KioskPage> {
  const page = await takePage(browser, {
    viewport: SIZES[size],
    timezoneId,
    reducedMotion: 'reduce',
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.clock.setFixedTime(NOW);
  await runBefore(page, installHost, first);
  await page.goto(origin);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const read = (name: string) => page.evaluate((key) => Reflect.get(window, key), name);
  return {
    page,
    errors,
    show: async (next) => {
      await page.evaluate((given) => {
        for (const listener of Reflect.get(window, 'listeners')) listener(given);
      }, next);
      await settled(page);
    },
    link: (up) =>
      page.evaluate((given) => {
        for (const listener of Reflect.get(window, 'links')) listener(given);
      }, up),
    commands: () => read('said'),
    spoken: () => read('spoken'),
    close: () => leavePage(page),
  };
}

/**
 * What looks wrong with the keys: the ring of the chosen one meets another key or is cut off, the word
 * and the price of the key that buys stand on two lines, or the settings do not begin at the margin.
 */
export function faultsOfKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const chosen = document.querySelector('.good-chosen');
    const list = document.querySelector('.goods')?.getBoundingClientRect();
    if (chosen !== null && list !== undefined) {
      const spreads = getComputedStyle(chosen).boxShadow.matchAll(/([\d.]+)px(?= *(?:,|$))/g);
      const ring = Math.max(...[...spreads].map(([, width]) => Number(width)));
      const { left, right, top, bottom } = chosen.getBoundingClientRect();
      for (const other of document.querySelectorAll('.good:not(.good-chosen)')) {
        const box = other.getBoundingClientRect();
        const beside = box.left > right + ring || box.right < left - ring;
        if (beside || box.top > bottom + ring || box.bottom < top - ring) continue;
        found.push(`the ring of the chosen key meets ${other.textContent}`);
      }
      const isSeen = top >= list.top && bottom <= list.bottom;
      if (isSeen && (top - ring < list.top || bottom + ring > list.bottom)) {
        found.push('the ring of the chosen key is cut off');
      }
    }
    const key = document.querySelector('.kiosk-choose .kiosk-yellow');
    const line = key?.querySelector('.pay-line') ?? key;
    const [word, price] = [...(line?.children ?? [])].map((one) => one.getBoundingClientRect());
    if (word !== undefined && price !== undefined && price.top > word.bottom - 1) {
      found.push('the key that buys has two lines');
    }
    const aid = document.querySelector('.aids > .aid')?.getBoundingClientRect();
    if (aid !== undefined) {
      const turned = document.documentElement.dir === 'rtl';
      const margin = turned ? innerWidth - aid.right : aid.left;
      const wanted = 3.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (Math.abs(margin - wanted) > 1) found.push(`the settings begin at ${margin} pixels`);
    }
    return found;
  });
}

/** Runs in the page: the scripted host and the scripted voice. */
function installHost(given: KioskView): void {
  const listeners: ((view: unknown) => void)[] = [];
  const links: ((up: boolean) => void)[] = [];
  const said: unknown[] = [];
  const spoken: string[] = [];
  Object.assign(window, { listeners, links, said, spoken, hushes: 0 });
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      speak: ({ text, onend }: SpeechSynthesisUtterance) => {
        spoken.push(text);
        queueMicrotask(() => Reflect.apply(onend ?? (() => undefined), null, []));
      },
      cancel: () => Reflect.set(window, 'hushes', Reflect.get(window, 'hushes') + 1),
      // The kiosk must not use a voice that runs on a server.
      getVoices: () =>
        ['en-GB', 'nb-NO', 'de-DE', 'ar'].flatMap((lang) => [
          { lang, localService: false },
          { lang, localService: true },
        ]),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', {
    value: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
  Reflect.set(window, 'tillkitKiosk', {
    subscribe(listener: (view: unknown) => void) {
      listeners.push(listener);
      listener(given);
      return () => undefined;
    },
    onLink(listener: (up: boolean) => void) {
      links.push(listener);
      return () => undefined;
    },
    call: async (command: unknown) => {
      said.push(command);
      return { ok: true, value: null };
    },
  });
}
