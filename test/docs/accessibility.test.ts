import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/reference/accessibility.md', ROOT), 'utf8');

const STATUS = ['met', 'builder', 'not met', 'not applicable'];
/** A row of a clause: its number and name, its status, how it is met, and a test if it has one. */
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, clause = '', status = '', , test = '']) => ({ clause, status, test }));

test('each clause of the page has a status, and what is met has a test that exists', () => {
  expect(rows.length).toBeGreaterThan(50);
  for (const { clause, status, test } of rows) {
    expect([clause, STATUS.includes(status)]).toEqual([clause, true]);
    const file = /^`(test\/[\w/.-]+\.test\.ts)`$/.exec(test)?.[1];
    if (file !== undefined)
      expect([clause, existsSync(new URL(file, ROOT))]).toEqual([clause, true]);
    if (status === 'met') expect([clause, file]).toEqual([clause, expect.any(String)]);
    else if (file === undefined) expect([clause, test]).toEqual([clause, '']);
  }
});

test('the clauses on closed functionality are complete: 5.1.3.1 to 5.1.3.16 and 5.2 to 5.9', () => {
  const numbers = rows.map(({ clause }) => clause.split(' ')[0]);
  const sound = Array.from({ length: 16 }, (_, index) => `5.1.3.${index + 1}`);
  const generic = Array.from({ length: 8 }, (_, index) => `5.${index + 2}`);
  for (const number of [...sound, ...generic]) expect(numbers).toContain(number);
});
