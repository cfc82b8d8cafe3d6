import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../shared/node/replace-file.ts';
import { LAUNCH_FILE } from '../host/bridge/refused-page.ts';

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
