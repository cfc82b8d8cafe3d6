import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyPrograms } from './binaries.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tillkit-programs-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The package as it is installed; `linked` if npm let it make its links. */
function packageIn(name: string, linked: boolean): string {
  const native = join(scratch, name, 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library');
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' };
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify([link]));
  if (linked) symlinkSync('libpq.so.5.18', join(native, 'lib/libpq.so'));
  return native;
}

it.each([true, false])(
  'a copy of the PostgreSQL programs works without access to the checkout (links made: %s)',
  (linked) => {
    const native = packageIn(`links-${linked}`, linked);
    const copy = copyPrograms(native, join(scratch, `copy-${linked}`));
    // Root can enter every folder, so the test removes the package instead of locking it.
    renameSync(native, `${native}-away`);
    expect(readFileSync(join(copy, 'lib/libpq.so'), 'utf8')).toBe('library');
  },
);

it('other users can run the copy of a package that only its owner can read', () => {
  const native = packageIn('private', false);
  chmodSync(join(native, 'lib/libpq.so.5.18'), 0o700);
  chmodSync(join(native, 'pg-symlinks.json'), 0o600);
  chmodSync(join(native, 'lib'), 0o700);
  const copy = copyPrograms(native, join(scratch, 'copy-private'));
  const modes = ['', 'lib', 'lib/libpq.so.5.18', 'pg-symlinks.json'].map(
    (name) => statSync(join(copy, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o755, 0o755, 0o755, 0o644]);
});

it('a second caller gets the copy that exists', () => {
  const native = packageIn('twice', true);
  const copy = join(scratch, 'copy-twice');
  expect([copyPrograms(native, copy), copyPrograms(native, copy)]).toEqual([copy, copy]);
});
