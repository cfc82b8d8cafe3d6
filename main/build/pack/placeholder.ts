import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes what the packager takes for an unpacked Electron where there is none: everything around the
 * application is a stand-in, the application's own archive is the real one.
 */
export function makePlaceholder(folder: string, version: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  for (const language of ['en-US', 'nb'])
    writeFileSync(join(folder, `locales/${language}.pak`), '');
}
