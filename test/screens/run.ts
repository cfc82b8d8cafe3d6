import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEPT } from './keep-picture.ts';
import { APPS, KEPT_BYTES_MAX, keptPictures } from './list.ts';

/*
 * `npm run screens`: draws every state of every screen in both themes and languages by the galleries
 * of the tests. All pictures go to test-artifacts/screens, those on the list, small, to docs/screens.
 * Names of apps after it limit it to these.
 */

/** Measures the screens for the design system's page; its figures change with the pictures. */
const FIGURES = 'test/docs/design-system.test.ts';

const wanted = process.argv.slice(2);
const apps = Object.entries(APPS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
if (apps.length === 0 || apps.length < wanted.length) {
  console.error(`Screens are ${Object.keys(APPS).join(', ')}.`);
  process.exit(2);
}
mkdirSync(KEPT, { recursive: true });
const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...apps.map(([, app]) => app.gallery), FIGURES],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PICTURES: 'renew' } },
);

const expected = new Set(keptPictures().map((name) => `${name}.png`));
for (const name of readdirSync(KEPT)) if (!expected.has(name)) rmSync(join(KEPT, name));
const there = readdirSync(KEPT);
const bytes = there.reduce((sum, name) => sum + statSync(join(KEPT, name)).size, 0);
console.log(`docs/screens: ${there.length} of ${expected.size} pictures, ${bytes} bytes`);
const good = status === 0 && there.length === expected.size && bytes <= KEPT_BYTES_MAX;
if (!good) console.error(`Something is missing, wrong, or above ${KEPT_BYTES_MAX} bytes.`);
process.exit(good ? 0 : 1);
