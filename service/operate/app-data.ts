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
      return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'tillkit');
  }
}
