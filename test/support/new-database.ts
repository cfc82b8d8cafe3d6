import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newQuickFolder } from './quick-folder.ts';

/** A new database file in a new directory, which `remove` removes. */
export function newDatabase(): { readonly path: string; readonly remove: () => void } {
  const directory = newQuickFolder('tillkit-test-');
  return {
    path: join(directory, 'service.db'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
