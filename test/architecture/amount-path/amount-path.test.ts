import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { textOf } from '../sources.ts';

const SELL = fileURLToPath(new URL('sell.ts', import.meta.url));
const node = ['--disable-warning=ExperimentalWarning', SELL];
const path: readonly string[] = JSON.parse(execFileSync(process.execPath, node).toString());

test('at most 150 functions pass on the amount of a sale from the keypad to the ledger', () => {
  expect(path.length, path.join('\n')).toBeLessThanOrEqual(150);
});

test('every stop that docs/architecture.md lists outside the screens is on the path', () => {
  const [, table = ''] = /\| Stop \|([\s\S]*?)\n\n/.exec(textOf('docs/architecture.md')) ?? [];
  const stops = [...table.matchAll(/`((?:main|service|shared)\/[\w/.-]+\.ts)` \|/g)];
  const passed = new Set(path.map((name) => name.split(' ')[0]));
  expect(stops.length).toBeGreaterThan(8);
  expect(stops.map(([, file]) => file).filter((file) => !passed.has(file))).toEqual([]);
});
