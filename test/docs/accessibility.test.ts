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

test('each clause of the page has a status, and each met clause names an existing test', () => {
  expect(rows.length).toBeGreaterThan(90);
  const wrong: string[] = [];
  for (const { clause, status, test } of rows) {
    const [, file, title = ''] = /^`(test\/[\w/.-]+\.test\.ts)`: (.+)$/.exec(test) ?? [];
    if (!STATUS.includes(status)) wrong.push(`${clause}: status ${status}`);
    if (file === undefined && (status === 'met' || test !== '')) wrong.push(`${clause}: no test`);
    else if (file !== undefined && !titlesOf(file).some((one) => one.includes(title)))
      wrong.push(`${clause}: ${file} has no test "${title}"`);
  }
  expect(wrong).toEqual([]);
});

/** The titles of a file’s tests, as they are written: a row may leave out a place for a value. */
function titlesOf(file: string): readonly string[] {
  const path = new URL(file, ROOT);
  if (!existsSync(path)) return [];
  const calls = readFileSync(path, 'utf8').matchAll(
    /\b(?:it|test)\b[^'`]*?(?:\.each[\s\S]*?\)\s*)?\(\s*(['`])(.*?)\1/g,
  );
  return [...calls].map(([, , title = '']) => title);
}

test('the clauses on closed functionality are complete: 5.1.3.1 to 5.1.3.16 and 5.2 to 5.9', () => {
  const numbers = rows.map(({ clause }) => clause.split(' ')[0]);
  const sound = Array.from({ length: 16 }, (_, index) => `5.1.3.${index + 1}`);
  const generic = Array.from({ length: 8 }, (_, index) => `5.${index + 2}`);
  for (const number of [...sound, ...generic]) expect(numbers).toContain(number);
});

test('every section on software has a row: 11.1 to 11.8, with the parts of 11.5 to 11.8', () => {
  const software = rows.filter(({ clause }) => clause.startsWith('11.'));
  const sections = new Set(software.map(({ clause }) => clause.split('.').slice(0, 2).join('.')));
  expect([...sections].map((one) => one.split(' ')[0])).toEqual(
    Array.from({ length: 8 }, (_, index) => `11.${index + 1}`),
  );
  for (const part of ['11.5.1', '11.5.2.1', '11.5.2.5', '11.6.1', '11.6.2', '11.8.1'])
    expect(software.some(({ clause }) => clause.startsWith(`${part} `))).toBe(true);
});
