import type { Browser, BrowserContextOptions, Disposable, Page } from 'playwright-core';

/*
 * Loading a screen again in an open page takes a third of the time of opening a page: no process is
 * started, and the scripts are compiled already. So tests take a page, and return it for the next test.
 */

/** What must be undone before another test takes the page. */
type Taken = {
  readonly idle: Page[];
  readonly options: BrowserContextOptions;
  readonly scripts: Disposable[];
};

const idlePages = new WeakMap<Browser, Map<string, Page[]>>();
const taken = new WeakMap<Page, Taken>();

/** The events that tests listen to; the driver's own listeners stay. */
const HEARD = [
  ...(['pageerror', 'console', 'dialog', 'download', 'popup', 'websocket'] as const),
  ...(['request', 'requestfailed', 'requestfinished', 'response'] as const),
];

/** A blank page of a context with these options: a returned one, or a new one. */
export async function takePage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const known = idlePages.get(browser) ?? new Map<string, Page[]>();
  idlePages.set(browser, known);
  const key = JSON.stringify(options);
  const idle = known.get(key) ?? [];
  known.set(key, idle);
  let page = idle.pop();
  // `closePages` closes returned pages too.
  while (page?.isClosed() === true) page = idle.pop();
  page ??= await (await browser.newContext(options)).newPage();
  taken.set(page, { idle, options, scripts: [] });
  return page;
}

/** Runs a function in the page before its own scripts, until the page is returned. */
export async function runBefore<T>(
  page: Page,
  script: (given: T) => void,
  given: T,
): Promise<void> {
  const added = await page.addInitScript(script as (given: unknown) => void, given);
  taken.get(page)?.scripts.push(added);
}

/**
 * Returns a page for the next test that takes one with the same options. A page with scripts that were
 * not added by `runBefore` is closed with its context instead. If the test stopped its clock, the clock
 * continues.
 */
export async function leavePage(page: Page): Promise<void> {
  const state = taken.get(page);
  if (state === undefined) throw new Error('this page was not taken, or was left before');
  taken.delete(page);
  for (const event of HEARD) page.removeAllListeners(event);
  for (const other of page.context().pages()) if (other !== page) await other.close();
  const { origin } = new URL(page.url());
  const session = await page.context().newCDPSession(page);
  await page.clock.resume();
  // The storage of the tab is not among the storages of the origin.
  await page.evaluate(() => window.sessionStorage.clear());
  await page.goto('about:blank');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const script of state.scripts) await script.dispose();
  await page.context().clearCookies();
  // The pointer must not be over an element of the next page.
  await page.mouse.move(-1, -1);
  const { viewport, colorScheme = null, reducedMotion = null } = state.options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion });
  if (viewport !== undefined && viewport !== null) await page.setViewportSize(viewport);
  state.idle.push(page);
}

/** Returns every page of this browser that was taken and is still open: for `afterEach`. */
export async function leavePages(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const page of pages.filter((one) => taken.has(one))) await leavePage(page);
}
