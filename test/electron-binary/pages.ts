import { type Browser, chromium, type Page } from 'playwright-core';
import type { MirroredWindow } from './mirror.ts';

const WAIT = 10_000;

/** The pages of an Electron's windows. */
export type Pages = {
  /** The page of a window, once it has loaded something. */
  page(window: MirroredWindow | undefined): Promise<Page>;
  close(): Promise<void>;
};

/** Finds pages by the screen in their address, through Chromium's own remote control. */
export async function openPages(devtools: string): Promise<Pages> {
  let browser: Browser = await chromium.connectOverCDP(devtools);
  const old: Browser[] = [];
  const crashed = new WeakSet<Page>();
  const known = new Map<MirroredWindow, Page>();
  const find = (window: MirroredWindow) =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => screenOf(page.url()) === screenOf(window.url) && !crashed.has(page));
  return {
    async page(window) {
      if (!window) throw new Error('there is no such window');
      const before = known.get(window);
      if (before !== undefined && !before.isClosed() && !crashed.has(before)) return before;
      // The driver gives a page up with its process; who connects anew is given the next one.
      if (before !== undefined) {
        old.push(browser);
        browser = await chromium.connectOverCDP(devtools);
      }
      const until = Date.now() + WAIT;
      while (Date.now() < until) {
        const found = window.loaded.length > 0 ? find(window) : undefined;
        if (found !== undefined) {
          found.once('crash', () => crashed.add(found));
          known.set(window, found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the window has no page: ${window.url}`);
    },
    close: async () => {
      for (const one of [...old, browser]) await one.close().catch(() => undefined);
    },
  };
}

/** `app://cashier/index.html` is the cashier; so is its stand-in's address in a browser. */
function screenOf(address: string): string {
  const { hostname, pathname } = URL.parse(address) ?? { hostname: '', pathname: '' };
  return `${hostname.split('.')[0]}${pathname}`;
}
