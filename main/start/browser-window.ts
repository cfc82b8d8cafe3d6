import { spawn } from 'node:child_process';
import type { WindowMode } from '../host/settings/window-mode.ts';

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
  const child = spawn(path, switches(address, profile, mode), { stdio: 'ignore' });
  const ended = new Promise<'closed' | 'broken'>((resolve) => {
    child.once('error', () => resolve('broken'));
    child.once('exit', (code) => resolve(code === 0 ? 'closed' : 'broken'));
  });
  return { ended, close: () => child.kill() };
}
