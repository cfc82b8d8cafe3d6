import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './run-folder.ts';

it('root uses /tmp if other users cannot enter its temporary folder', () => {
  // Not in the run's folder: an ordinary user may have a private one.
  const folder = mkdtempSync('/tmp/tillkit-private-');
  const inner = join(folder, 'tmp');
  mkdirSync(inner);
  for (const path of [folder, inner]) chmodSync(path, 0o755);
  expect([temporaryFolder(inner, true), temporaryFolder(inner, false)]).toEqual([inner, inner]);
  chmodSync(folder, 0o700);
  expect([temporaryFolder(inner, true), temporaryFolder(inner, false)]).toEqual(['/tmp', inner]);
  rmSync(folder, { recursive: true });
});

it('root uses its own folder if nothing else is open to other users', () => {
  expect(temporaryFolder('/root/tmp', true, () => false)).toBe('/root/tmp');
});
