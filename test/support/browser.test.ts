import type { Browser } from 'playwright-core';
import { expect, it } from 'vitest';
import { shareBrowser } from './browser.ts';

/** A browser with one open context, which a test can end. */
function fakeBrowser() {
  const ends: (() => void)[] = [];
  const browser = {
    contexts: () => [{}],
    once: (_event: 'disconnected', listener: () => void) => ends.push(listener),
  } as unknown as Browser;
  return { browser, end: () => ends.map((listener) => listener()) };
}

it('a failed launch fails only the test file that requested the browser', async () => {
  const { browser } = fakeBrowser();
  const results = [() => Promise.reject(new Error('no library')), () => Promise.resolve(browser)];
  const shared = shareBrowser(() => results.shift()?.() ?? Promise.reject(new Error('once more')));
  await expect(shared.open()).rejects.toThrow('no library');
  expect(await shared.pagesLeft()).toBe(0);
  await shared.closePages();
  expect(await shared.open()).toBe(browser);
});

it('a browser that has ended is replaced for the next test file', async () => {
  const [first, second] = [fakeBrowser(), fakeBrowser()];
  const browsers = [first.browser, second.browser];
  const shared = shareBrowser(async () => browsers.shift() ?? Promise.reject(new Error('a third')));
  expect(await shared.open()).toBe(first.browser);
  expect(await shared.open()).toBe(first.browser);
  first.end();
  expect(await shared.pagesLeft()).toBe(0);
  expect(await shared.open()).toBe(second.browser);
  expect(await shared.pagesLeft()).toBe(1);
});
