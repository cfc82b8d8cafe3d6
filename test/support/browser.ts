import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { LAST_RESORT } from './last-resort.ts';
import { memoryHasRoom } from './quick-folder.ts';

/**
 * Switches that only save processor time. The network service is no process of its own. A picture has
 * few tiles (in pixels). Only without a large folder in memory do tiles and messages lie on a disk.
 */
const savings = () => [
  '--enable-features=NetworkServiceInProcess2',
  '--default-tile-width=2048',
  '--default-tile-height=2048',
  ...(memoryHasRoom() ? [] : [ON_DISK]),
];
/** The driver always adds it, because a container often has little memory for files. */
const ON_DISK = '--disable-dev-shm-usage';

/**
 * A real, headless Chromium. The caller closes it. The sandbox cannot start as root, so it is off for
 * root; the pages under test are our own. `more` are further switches of the browser.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, args, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    headless: true,
    ignoreDefaultArgs: [ON_DISK],
    env: { ...process.env, ...env },
    // The packaged build is a headless shell, which does not know the switch of the full browser.
    args: [
      ...args,
      ...savings(),
      ...more,
      '--disable-gpu',
      '--no-sandbox',
      '--font-render-hinting=none',
      // Megabytes. A page of a test exists for seconds, so collecting its young objects is useless work.
      '--js-flags=--min-semi-space-size=32',
    ],
    timeout: LAST_RESORT,
  });
  browser.on('context', (context) => {
    context.setDefaultTimeout(LAST_RESORT);
    context.setDefaultNavigationTimeout(LAST_RESORT);
  });
  return browser;
}

/** One browser that the files of a worker share, one after the other. */
export type SharedBrowser = {
  /** Launches it for the first caller, and again after a failed launch or after the browser ended. */
  readonly open: () => Promise<Browser>;
  /** Closes everything that was opened in it, so that the next file gets it in its first state. */
  readonly closePages: () => Promise<void>;
  /** The number of contexts that are still open; 0 while there is no browser. */
  readonly pagesLeft: () => Promise<number>;
};

/**
 * Shares the browser that `launch` returns. A failed launch is reported to the files that asked for a
 * browser, and to no other file that this worker runs later.
 */
export function shareBrowser(launch: () => Promise<Browser>): SharedBrowser {
  let opened: Promise<Browser> | undefined;
  const contexts = async () => {
    const browser = await opened?.catch(() => undefined);
    return browser?.contexts() ?? [];
  };
  return {
    open() {
      if (opened !== undefined) return opened;
      const launching = launch();
      opened = launching;
      const forget = () => {
        if (opened === launching) opened = undefined;
      };
      launching.then((browser) => browser.once('disconnected', forget), forget);
      return launching;
    },
    async closePages() {
      await Promise.all((await contexts()).map((context) => context.close()));
    },
    pagesLeft: async () => (await contexts()).length,
  };
}

/**
 * The one browser of this worker, for every file that needs no switches of its own: a launch takes longer
 * than most tests. It ends with the worker. A file that opens pages ends with `closePages`.
 */
export const { open: openBrowser, closePages, pagesLeft } = shareBrowser(launchBrowser);
