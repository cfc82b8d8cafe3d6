import { existsSync } from 'node:fs';
import packaged from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { LAST_RESORT } from './last-resort.ts';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** `CHROMIUM_PATH` first, then an installed browser, then the one that came with the packages. */
async function findChromium(): Promise<{ path: string; args: string[] }> {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') return { path: given, args: [] };
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, args: [] };
  return { path: await packaged.executablePath(), args: packaged.args };
}

/**
 * A real, headless Chromium. The caller closes it. As root the sandbox cannot start, so it is off
 * there; the pages under test are our own. `more` are further switches of the browser.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, args } = await findChromium();
  const kept = args.filter((arg) => !arg.startsWith('--window-size') && arg !== '--single-process');
  const browser = await chromium.launch({
    executablePath: path,
    headless: true,
    // The packaged build is a headless shell, which does not know the switch of the full browser.
    args: [
      ...kept,
      ...more,
      '--disable-gpu',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
    ],
    timeout: LAST_RESORT,
  });
  browser.on('context', (context) => {
    context.setDefaultTimeout(LAST_RESORT);
    context.setDefaultNavigationTimeout(LAST_RESORT);
  });
  return browser;
}

let opened: Promise<Browser> | undefined;

/**
 * The one browser of this worker, for everyone who needs no switches of their own: starting one takes
 * longer than most tests. It ends with the worker; who opens pages in it ends with `closePages`.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= launchBrowser();
  return opened;
}

/** Closes all that was opened in the worker's browser, so that the next file finds it as at first. */
export async function closePages(): Promise<void> {
  const browser = await opened;
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Whether all of them are closed. */
export async function pagesLeft(): Promise<number> {
  return (await opened)?.contexts().length ?? 0;
}
