import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { randomBooks } from '../../support/random-books.ts';

const TILLKIT = fileURLToPath(new URL('../../../main/bin/tillkit.js', import.meta.url));
const ENTRIES = randomBooks(21, 2);

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillkit-books-command-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function books(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [TILLKIT, 'books', ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

/** One file for each period, as the till writes them; the last one ends in the middle of a line. */
async function writeBooks(entries: readonly BookEntry[] = ENTRIES): Promise<void> {
  await mkdir(join(directory, 'books'));
  let file = 1;
  const texts = new Map<number, string>();
  for (const entry of entries) {
    texts.set(file, `${texts.get(file) ?? ''}${JSON.stringify(entry)}\n`);
    if (entry.fact.kind === 'close') file += 1;
  }
  texts.set(file, `${texts.get(file) ?? ''}{"v":1,"ent`);
  for (const [number, text] of texts) {
    const name = `${String(number).padStart(6, '0')}.jsonl`;
    await writeFile(join(directory, 'books', name), text);
  }
}

it('prints the entries, the receipts, the accounts and the SAF-T file of a folder', async () => {
  await writeBooks();
  await writeFile(join(directory, 'accounts.json'), '{"cash":"1901","vat":{"2500":"2799"}}');
  const [entries, receipts, accounts, audit] = await Promise.all([
    books('export', directory, '--format', 'json'),
    books('export', directory),
    books(
      'export',
      directory,
      '--format',
      'accounts',
      '--accounts',
      join(directory, 'accounts.json'),
    ),
    books(
      ...['export', directory, '--format', 'saf-t', '--organisation', '999888777'],
      ...['--name', 'Bakeri AS', '--time-zone', 'Europe/Oslo'],
    ),
  ]);
  expect(
    entries.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(ENTRIES);
  const sold = ENTRIES.filter(({ receipt }) => receipt !== null).length;
  expect(receipts.out.trimEnd().split('\n').length).toBe(1 + sold);
  expect(accounts.out).toContain(',1901,tender,,cash,');
  expect(accounts.out).toContain(',2799,vat,25,');
  expect(audit).toMatchObject({ code: 0, err: '' });
  expect(audit.out).toContain(`<startDate>${ENTRIES[0]?.day}</startDate>`);
  expect(audit.out.match(/<cashtransaction>/g)?.length).toBe(sold);
});

it('prints all entries of a till whose clock was years ahead for a while, or behind at first', async () => {
  const sold = ENTRIES.filter(({ receipt }) => receipt !== null);
  const wrong: Readonly<Record<number, string>> = { 1: '2038-01-19', 2: '2019-12-31' };
  await writeBooks(
    ENTRIES.map((entry) => ({ ...entry, day: wrong[entry.receipt ?? 0] ?? entry.day })),
  );
  const { out } = await books(
    ...['export', directory, '--format', 'saf-t', '--organisation', '999888777'],
    ...['--name', 'Bakeri AS'],
  );
  expect(out.match(/<cashtransaction>/g)?.length).toBe(sold.length);
  expect(out).toContain('<startDate>2019-12-31</startDate>');
  expect(out).toContain('<endDate>2038-01-19</endDate>');
});

it('prints only the days of a range', async () => {
  await writeBooks();
  const day = ENTRIES.at(-1)?.day ?? '';
  const { out } = await books('export', directory, '--format', 'json', '--from', day);
  const own = ENTRIES.filter((entry) => entry.day === day);
  expect(out.trimEnd().split('\n').length).toBe(own.length);
  expect(own.length).toBeLessThan(ENTRIES.length);
});

it('says what to do about a missing folder, a damaged line and a wrong option', async () => {
  const none = await books('export', directory);
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toContain("name the till's data folder");
  await writeBooks();
  await writeFile(join(directory, 'books', '000002.jsonl'), 'no entry\n');
  const damaged = await books('export', directory);
  expect(damaged.err).toContain('Line 1 of books/000002.jsonl is damaged.');
  const options = [
    ['--format', 'xml'],
    ['--from', 'monday'],
    ['--time-zone', 'Nowhere/Town'],
    ['--format', 'saf-t'],
  ];
  const refused = await Promise.all(options.map((given) => books('export', directory, ...given)));
  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
});
