import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleService } from '../../main/build/service-bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Installed = {
  /** Path of the command that npm links. No other package is installed next to it. */
  readonly command: string;
  /** Folder of V8's compile cache for the measured program. */
  readonly cache: string;
  /** Path of a folder for data. */
  readonly data: (name: string) => string;
  readonly remove: () => void;
};

/** Builds the service's command and lays it out as npm installs it, in a temporary folder. */
export async function installService(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-installed-'));
  const home = join(folder, 'node_modules/tillkit');
  mkdirSync(join(home, 'main'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(home, 'package.json'));
  cpSync(join(ROOT, 'main/bin'), join(home, 'main/bin'), { recursive: true });
  await bundleService(ROOT, join(home, 'dist/lib'));
  return {
    command: join(home, 'main/bin/tillkit.js'),
    cache: join(folder, 'cache'),
    data: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
