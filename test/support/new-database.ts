import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A database file of its own in a new directory, removed with `remove`. */
export function newDatabase(): { readonly path: string; readonly remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-test-'));
  return {
    path: join(directory, 'service.db'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
