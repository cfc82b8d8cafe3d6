import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newQuickFolder } from './quick-folder.ts';

/** A database file of its own in a new directory, removed with `remove`. */
export function newDatabase(): { readonly path: string; readonly remove: () => void } {
  const directory = newQuickFolder('tillkit-test-');
  return {
    path: join(directory, 'service.db'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
