import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's folder for application data, by the rules of the operating system. */
export function appDataDirectory(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  switch (platform) {
    case 'win32':
      return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'tillkit');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'tillkit');
    default:
      return join(xdgFolder(homedir(), environment.XDG_DATA_HOME, '.local/share'), 'tillkit');
  }
}

/** A folder by the rules of Linux desktops: the environment variable, if it is an absolute path. */
export function xdgFolder(home: string, configured: string | undefined, usual: string): string {
  return configured?.startsWith('/') === true ? configured : join(home, usual);
}
