import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openReceiptCodes } from '../../../../main/host/books/receipt-codes.ts';
import { HANDED_OVER_FILE } from '../../../../main/host/receipts/hand-over.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import type { NumberedEntry } from '../../../../shared/books/entry.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { SETTINGS } from '../../../till/books-world.ts';
import { type Command, runCommand } from '../../start/run-till.ts';
import type { Cut, Handed } from './killed/till-program.ts';

/*
 * A real till is killed between a sale and the hand-over of its receipt, and between the answer of a real service and the
 * note of it. Its books are the outbox: the service has every receipt once.
 */

let service: TestService;
let folder: string;
let running: Command | null = null;
beforeEach(async () => {
  service = await startTestService({ clock: 'system' });
  folder = mkdtempSync(join(tmpdir(), 'tillkit-receipts-killed-'));
});
afterEach(async () => {
  running?.signal('SIGKILL');
  await running?.ended;
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('every receipt is at the service once with one content, wherever the till is killed', async () => {
  const directory = join(folder, 'till');
  mkdirSync(directory);
  const posId = service.ready.pos[0]?.id ?? '';
  const settings = { ...SETTINGS, posId, receiptLinks: true };
  let starts = 0;
  const start = (payments: number, cut: Cut | null): Command => {
    starts += 1;
    // The shop has another name at each start, so that a receipt that is made again is another one.
    const shop = { ...SETTINGS.shop, name: `Bakery ${starts}` };
    const now = { directory, settings: { ...settings, shop } };
    const handed: Handed = { ...now, service: service.ready, payments, cut };
    const path = join(folder, 'handed.json');
    writeFileSync(path, JSON.stringify(handed));
    running = runCommand('test/main/host/receipts/killed/till-program.ts', [path]);
    return running;
  };
  const outputs: string[] = [];
  const cuts: readonly Cut[] = [
    { at: 'before_entry', receipt: 1 },
    { at: 'after_entry', receipt: 2 },
    { at: 'before_put', receipt: 3 },
    { at: 'before_put', receipt: 3 },
    { at: 'after_put', receipt: 4 },
    { at: 'after_put', receipt: 4 },
  ];
  for (const cut of cuts) {
    const till = start(cut.receipt, cut);
    const notCut = till.line(/All is handed over/).then(
      () => null,
      () => till.ended,
    );
    const ended = await Promise.race([till.ended, notCut]);
    if (ended === null) throw new Error(`no power cut at ${JSON.stringify(cut)}`);
    outputs.push(ended.text);
  }
  const last = start(5, null);
  await last.line(/All is handed over/);
  last.signal('SIGKILL');
  outputs.push((await last.ended).text);

  const entries = entriesIn(join(directory, 'books'));
  expect(entries.map(({ receipt }) => receipt)).toEqual([1, 2, 3, 4, 5]);
  const { link } = JSON.parse(readFileSync(join(directory, HANDED_OVER_FILE), 'utf8'));
  const codes = openReceiptCodes(directory, posId, MACHINE_PORTS);
  const puts = [...outputs.join('').matchAll(/^PUT (\S+) (\S+)$/gm)].map(
    ([, code = '', body = '']) => ({
      code,
      body,
    }),
  );
  expect(new Set(puts.map(({ code }) => code))).toEqual(new Set(entries.map(codes.codeOf)));
  // One content for each, also of the receipt that was sent three times.
  expect(new Set(puts.map(({ code, body }) => `${code} ${body}`)).size).toBe(5);
  const fourth = puts.filter(({ code }) => code.includes('-R4.'));
  expect(fourth).toHaveLength(3);
  expect(outputs.join('')).not.toContain('refused receipt');
  for (const entry of entries) {
    const page = await fetch(`${link}${codes.codeOf(entry)}`);
    const text = await page.text();
    expect(text).toContain(`Receipt ${posId}-R${entry.receipt}`);
    expect(text.replaceAll('\u00a0', ' ')).toContain(`kr 10.0${entry.receipt}`);
  }
});

function entriesIn(books: string): readonly NumberedEntry[] {
  return readdirSync(books)
    .sort()
    .flatMap((name) => readFileSync(join(books, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ receipt }) => receipt !== null);
}
