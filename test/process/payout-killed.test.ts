import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { NumberedEntry } from '../../shared/books/entry.ts';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { SETTINGS } from '../till/books-world.ts';
import type { Handed } from './payout-till.ts';

/*
 * A customer brings bottles worth more than a cola, so the till pays out in cash. Its process is killed before each write
 * and each flush of its journal and its books, before and after the pulse for the drawer, and before and after the paper.
 */

let running: Command | null = null;
afterEach(async () => {
  running?.signal('SIGKILL');
  await running?.ended;
});

const PAID = 2_550 - 12 * 300;
/** More steps than a payout has. */
const STEPS_MAX = 40;

it('a payout is booked once and paid out once, and its receipt is there, whenever the process of the till is killed', async () => {
  const folder = newQuickFolder('tillkit-payout-killed-');
  const directory = join(folder, 'till');
  mkdirSync(directory);
  const form = { columns: 48, codePage: 'pc858', cut: 'partial', drawer: 'opened' } as const;
  const connection = { kind: 'network', host: '127.0.0.1', port: 9, form } as const;
  const settings = { ...SETTINGS, printer: { receipts: 'always', connection } } as const;
  // The service is away: a payout needs none.
  const service: Handed['service'] = {
    base_url: 'http://127.0.0.1:9/merchant/v1',
    merchant: { id: 'shop', name: 'Shop', address: null, organisation_number: null },
    users: [{ id: 'pos', secret: 'secret' }],
  };
  const outside = join(folder, 'outside.txt');
  writeFileSync(outside, '');
  const run = (customers: number, after: number | null): Command => {
    const handed: Handed = { directory, settings, service, customers, after, outside };
    const path = join(folder, 'handed.json');
    writeFileSync(path, JSON.stringify(handed));
    running = runCommand('test/process/payout-till.ts', [path]);
    return running;
  };

  let kills = 0;
  let lookedFor: readonly number[] = [];
  for (;;) {
    if (kills > STEPS_MAX) throw new Error('a payout has no end');
    // Each start repeats the commands of those before, and is killed in the payout of one more customer.
    const { code, text } = await run(kills + 1, kills).ended;
    const [, steps] = /All is paid out in (\d+) steps/.exec(text) ?? [];
    if (steps !== undefined) {
      expect(Number(steps)).toBe(kills);
      const [, named = ''] = /A person looks for: ([\d ]*)\./.exec(text) ?? [];
      lookedFor = named.split(' ').filter(Boolean).map(Number);
      break;
    }
    // A signal ended it, and no error did.
    expect([code, text]).toEqual([null, text]);
    kills += 1;
  }
  // A record of the journal and an entry of the books, each with its flush; the drawer; the paper.
  expect(kills).toBe(8);

  const customers = kills + 1;
  const all = Array.from({ length: customers }, (_, index) => index + 1);
  const receipts = entriesIn(join(directory, 'books'));
  expect(receipts.map(({ receipt }) => receipt)).toEqual(all);
  const given = receipts.map(({ fact }) => (fact.kind === 'receipt' ? fact : null));
  expect(given.map((fact) => fact?.total)).toEqual(all.map(() => PAID));
  expect(new Set(given.map((fact) => fact?.id)).size).toBe(customers);
  const left = readFileSync(outside, 'utf8').trim().split('\n');
  const papers = left.filter((what) => what.startsWith('paper'));
  const printed = papers.map((paper) => Number(paper.split(' ')[1]));
  expect(new Set(printed).size).toBe(printed.length);
  expect([...new Set([...printed, ...lookedFor])].sort((one, other) => one - other)).toEqual(all);
  // Only a receipt that was in the printer can be on paper and be looked for.
  expect(lookedFor.length).toBeLessThanOrEqual(2);
  // One pulse for the float and one for each payout at most; the power may fail before a pulse.
  const pulses = left.filter((what) => what === 'drawer').length;
  expect(pulses).toBeGreaterThanOrEqual(2);
  expect(pulses).toBeLessThanOrEqual(1 + customers);
});

function entriesIn(books: string): readonly NumberedEntry[] {
  return readdirSync(books)
    .sort()
    .flatMap((name) => readFileSync(join(books, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ receipt }) => receipt !== null);
}
