import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes an executable into `directory` that stands in for Electron's; answers its path. */
export function makeFakeElectron(directory: string): string {
  const path = join(directory, 'electron');
  const main = join(import.meta.dirname, 'main.ts');
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$0" "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}
