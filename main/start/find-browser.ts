import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Machine } from '../host/adapters/machine.ts';

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
] as const;

const MAC = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
] as const;

const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
] as const;

/** An installed Chromium browser, which can show a page as an app; null without one. */
export function findBrowser(machine: Machine): string | null {
  const override = machine.env.CHROMIUM_PATH;
  if (override) return existsSync(override) ? override : null;
  return places(machine).find((path) => existsSync(path)) ?? null;
}

function places({ platform, home, env }: Machine): readonly string[] {
  switch (platform) {
    case 'darwin':
      return ['/Applications', join(home, 'Applications')].flatMap((folder) =>
        MAC.map((name) => join(folder, name)),
      );
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
        .map((name) => env[name])
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => WINDOWS.map((name) => join(folder, name)));
    default:
      return COMMANDS.flatMap((command) =>
        (env.PATH ?? '').split(delimiter).map((folder) => join(folder || '.', command)),
      );
  }
}

/**
 * Folder of the browser's profile for this till. A browser in a snap may not write to hidden
 * folders of the home directory, where the data directory usually is.
 */
export function profileDirectory(browser: string, data: string, home: string): string {
  const real = existsSync(browser) ? realpathSync(browser) : browser;
  const inSnap = browser.startsWith('/snap/') || real.startsWith('/snap/') || /\/snap$/.test(real);
  return inSnap ? join(home, 'snap/chromium/common/tillkit-screen') : join(data, 'screen-profile');
}
