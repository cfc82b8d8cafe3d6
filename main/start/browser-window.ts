import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnChild } from '../../shared/node/children.ts';
import { replaceFile } from '../../shared/node/replace-file.ts';
import { LAUNCH_FILE } from '../host/bridge/pages.ts';
import type { WindowMode } from '../host/settings/window-mode.ts';

/** The file with the address that opens the screen in one more browser. */
export interface LaunchFile {
  write(address: string): void;
  remove(): void;
}

/** Only the till's user can read the file. A disk error is reported, and the start continues. */
export function launchFileIn(directory: string, report: (sentence: string) => void): LaunchFile {
  const path = join(directory, LAUNCH_FILE);
  return {
    write(address) {
      try {
        replaceFile(path, `${address}\n`, { mode: 0o600 });
      } catch (error) {
        report(`The screen's address cannot be kept in ${path}: ${String(error)}`);
      }
    },
    remove: () => rmSync(path, { force: true }),
  };
}

/** The browser's process and how it ended. */
export type BrowserWindow = {
  /** `closed` by the user, or `broken` when it failed. */
  readonly ended: Promise<'closed' | 'broken'>;
  close(): void;
};

/** Switches of a window for the till only: a separate profile, no offers, no questions. */
function switches(address: string, profile: string, mode: WindowMode): readonly string[] {
  return [
    `--app=${address}`,
    `--user-data-dir=${profile}`,
    mode === 'kiosk' ? '--kiosk' : '--window-size=1280,800',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--password-store=basic',
  ];
}

/** Opens the address in the browser's app mode. */
export function openBrowserWindow(
  path: string,
  address: string,
  profile: string,
  mode: WindowMode = 'window',
): BrowserWindow {
  const child = spawnChild(path, switches(address, profile, mode), { stdio: 'ignore' });
  const ended = new Promise<'closed' | 'broken'>((resolve) => {
    child.once('error', () => resolve('broken'));
    child.once('exit', (code) => resolve(code === 0 ? 'closed' : 'broken'));
  });
  return { ended, close: () => child.kill() };
}
