import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { closePages, openBrowser } from './browser.ts';
import { type Screens, serveScreen } from './screens.ts';

/** One screen as the product builds it, and a browser, for all tests of a file. */
export function screenOf(name: Parameters<typeof serveScreen>[0]) {
  let screens: Screens | null = null;
  let browser: Browser | null = null;
  beforeAll(async () => {
    [screens, browser] = await Promise.all([serveScreen(name), openBrowser()]);
  });
  afterAll(async () => {
    await closePages();
    await screens?.stop();
  });
  return {
    browser: () => opened(browser),
    origin: () => opened(screens).origin,
    /** Folder of the built files. */
    dir: () => opened(screens).dir,
  };
}

function opened<T>(one: T | null): T {
  if (one === null) throw new Error('the screen is served only after `beforeAll`');
  return one;
}
