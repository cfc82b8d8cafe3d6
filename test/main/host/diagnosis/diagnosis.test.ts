import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import { bookFileName, lineOf } from '../../../../main/host/books/book-files.ts';
import { lastTaken } from '../../../../main/host/books/hand-over.ts';
import { BOOKS_FOLDER } from '../../../../main/host/books/open-books.ts';
import { createDiagnosis, type DiagnosisDeps } from '../../../../main/host/diagnosis/diagnosis.ts';
import {
  checkCloses,
  checkDisk,
  checkFiscal,
  checkJournal,
  checkPrinter,
  checkReceipts,
  checkScreens,
  checkSecrets,
  pass,
} from '../../../../main/host/diagnosis/machine-checks.ts';
import { type FiscalDeviceAt, tcpFiscalDevice } from '../../../../main/host/fiscal/device.ts';
import { encode } from '../../../../main/host/journal/line-format.ts';
import { HANDED_OVER_FILE } from '../../../../main/host/receipts/hand-over.ts';
import { startFiscalDevice } from '../../../../main/testing/fiscal-device.ts';
import { DIAGNOSIS_CHECKS } from '../../../../shared/device/diagnosis/checks.ts';
import { sayDiagnosis } from '../../../../shared/device/diagnosis/say.ts';
import { CHECKS, type CheckResult } from '../../../../shared/device/pairing/checks.ts';
import type { PrinterState } from '../../../../shared/device/printing/faults.ts';
import type { SaleView } from '../../../../shared/terminal/sale/state.ts';
import { sale } from '../../../screens/cashier/sales.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { randomBooks } from '../../../support/random-books.ts';
import { rest } from '../../../support/till.ts';
import { opened } from '../journal/records.ts';

const OPEN = sale({ kind: 'waiting_approval', expires: 1 });
const REACHED: readonly CheckResult[] = CHECKS.map((id, index) => ({
  ...{ number: index + 1, id, state: 'passed', reason: null, fact: 'x' },
}));

function start(over: Partial<DiagnosisDeps> = {}) {
  let sales: readonly SaleView[] = [];
  const asked: string[] = [];
  const written: number[] = [];
  const look = (id: string) => async () => {
    asked.push(id);
    return pass(id);
  };
  const diagnosis = createDiagnosis({
    service: async () => REACHED,
    machine: {
      journal: look('journal'),
      disk: look('disk'),
      secrets: look('secrets'),
      printer: look('printer'),
      fiscal: look('fiscal'),
      closes: look('closes'),
      receipts: look('receipts'),
      screens: look('screens'),
      version: look('version'),
    },
    view: () => ({ sales }),
    clock: createManualClock(),
    write: async (results) => {
      written.push(results.length);
      return { ok: true, value: { id: '/data/support/x.zip' } };
    },
    ...over,
  });
  return { diagnosis, asked, written, sell: (next: readonly SaleView[]) => (sales = next) };
}

describe('a diagnosis', () => {
  it('runs every check once in order and publishes each result at once', async () => {
    const { diagnosis, asked } = start();
    const shown: number[] = [];
    diagnosis.subscribe(() => shown.push(diagnosis.view()?.results.length ?? -1));
    expect(diagnosis.view()).toBe(null);
    expect(diagnosis.start()).toEqual({ ok: true, value: null });
    expect(diagnosis.start()).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    await rest();
    expect(diagnosis.view()?.state).toBe('done');
    expect(diagnosis.view()?.results.map(({ id, number }) => [number, id])).toEqual(
      DIAGNOSIS_CHECKS.map((id, index) => [index + 1, id]),
    );
    const own = DIAGNOSIS_CHECKS.slice(CHECKS.length);
    expect(asked).toEqual(own);
    expect(shown).toEqual([0, ...own.map((_, at) => CHECKS.length + at), 15, 15]);
  });

  it('is refused while a sale is on the screen, and permitted while a sale is set aside', async () => {
    const { diagnosis, sell, written } = start();
    sell([OPEN]);
    for (const refused of [diagnosis.start(), await diagnosis.bundle()]) {
      expect(refused).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    }
    expect([diagnosis.view(), written]).toEqual([null, []]);
    sell([{ ...OPEN, aside: true }]);
    expect(await diagnosis.bundle()).toEqual({ ok: true, value: { id: '/data/support/x.zip' } });
    expect(written).toEqual([15]);
  });

  it('ends when a sale begins', async () => {
    const given = start({ service: async () => REACHED });
    given.diagnosis.subscribe(() => {
      if (given.diagnosis.view()?.results.length === 8) given.sell([OPEN]);
    });
    given.diagnosis.start();
    await rest();
    expect(given.asked).toEqual(['journal', 'disk']);
    expect(given.diagnosis.view()?.state).toBe('broken_off');
    expect(given.diagnosis.view()?.results.at(-1)).toMatchObject({ reason: 'not_asked' });
    given.sell([]);
    expect(given.diagnosis.start().ok).toBe(true);
  });

  it('continues when one check fails', async () => {
    const { diagnosis } = start({ service: () => Promise.reject(new Error('a bug')) });
    diagnosis.start();
    await rest();
    expect(diagnosis.view()?.results[0]).toMatchObject({ state: 'skipped', reason: 'not_asked' });
    expect(diagnosis.view()?.results.at(-1)).toMatchObject({ state: 'passed' });
  });
});

describe('the checks of the machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillkit-look-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('report a missing, an intact and a damaged journal', async () => {
    expect(await checkJournal(folder)).toMatchObject({ reason: 'journal_missing' });
    const path = join(folder, 'terminal.journal');
    writeFileSync(path, Buffer.concat([opened(1), opened(2)].map(encode)));
    expect(await checkJournal(folder)).toMatchObject({ state: 'passed' });
    writeFileSync(path, Buffer.concat([encode(opened(1)), Buffer.from('x\n'), encode(opened(2))]));
    expect(await checkJournal(folder)).toMatchObject({
      state: 'failed',
      reason: 'journal_damaged',
    });
  });

  it('fail for a journal that an ordinary user cannot write', async () => {
    const path = join(folder, 'terminal.journal');
    writeFileSync(path, encode(opened(1)));
    chmodSync(path, 0o400);
    const isRoot = process.getuid?.() === 0;
    const { state } = await checkJournal(folder);
    expect(state).toBe(isRoot || process.platform === 'win32' ? 'passed' : 'failed');
  });

  it('report the free space of the disk, or that it is unknown', async () => {
    const disk = await checkDisk(folder);
    expect(Number(disk.fact)).toBeGreaterThanOrEqual(0);
    expect(await checkDisk(join(folder, 'gone'))).toMatchObject({ reason: 'disk_unknown' });
  });

  it('report a key in a file, a missing customer display and a missing window', () => {
    expect(checkSecrets('os').state).toBe('passed');
    expect(checkSecrets('file')).toMatchObject({ state: 'warning', reason: 'secrets_in_file' });
    expect(checkScreens(null).state).toBe('passed');
    const there = { windows: 1, displays: 2, customerDisplay: 'missing' } as const;
    expect(checkScreens(there)).toMatchObject({ reason: 'display_missing', fact: '1/2' });
    expect(checkScreens({ ...there, windows: 0 })).toMatchObject({ state: 'failed' });
  });

  it('report no printer, a silent one, low paper, no paper and waiting jobs', async () => {
    const settings = {
      receipts: 'always',
      connection: { kind: 'system', name: 'TM', paper: 80 },
    } as const;
    const look = (state: PrinterState, jobs = 0) =>
      checkPrinter(settings, {
        view: () => ({
          ...{ printer: 'system', receipts: 'always' },
          jobs: Array.from({ length: jobs }, (_, at) => ({
            ...{ id: `${at}`, what: 'receipt', number: 1, saleId: 's', at: 0 },
            ...{ state: 'failed', why: 'unsure' },
          })),
        }),
        printerState: async () => state,
      });
    expect(await checkPrinter(undefined, null)).toMatchObject({ reason: 'no_printer' });
    expect(await look({ kind: 'silent' })).toMatchObject({ reason: 'printer_silent' });
    expect(await look({ kind: 'ready', paper: 'enough' })).toMatchObject({ state: 'passed' });
    expect(await look({ kind: 'ready', paper: 'low' })).toMatchObject({ reason: 'paper_low' });
    expect(await look({ kind: 'fault', why: 'no_paper' })).toMatchObject({ state: 'failed' });
    expect(await look({ kind: 'silent' }, 2)).toMatchObject({
      reason: 'receipts_waiting',
      fact: '2',
    });
  });

  it('name the first Z report that the service does not have, and nothing of the open period', async () => {
    expect(await checkCloses(folder, realFiles)).toEqual(pass(null));
    mkdirSync(join(folder, BOOKS_FOLDER));
    const periods: string[] = [''];
    for (const entry of randomBooks(3, 2)) {
      periods.push(`${periods.pop()}${lineOf(entry)}`);
      if (entry.fact.kind === 'close') periods.push('');
    }
    for (const [index, text] of periods.entries()) {
      writeFileSync(join(folder, BOOKS_FOLDER, bookFileName(index + 1)), text);
    }
    const waits = { state: 'warning', reason: 'close_waiting' };
    expect(await checkCloses(folder, realFiles)).toEqual({ ...waits, fact: '1' });
    const taken = lastTaken(folder, realFiles);
    taken.write({ number: 1, hash: 'a' });
    expect(await checkCloses(folder, realFiles)).toEqual({ ...waits, fact: '2' });
    taken.write({ number: 2, hash: 'b' });
    expect(await checkCloses(folder, realFiles)).toEqual(pass(null));
  });

  it('name the newest receipts that the service has refused', () => {
    const FILE = { email: false, wanted: [{ after: 0, until: null }], refused_seen: 0 };
    const keep = (refused: readonly number[], seen = {}) =>
      writeFileSync(
        join(folder, HANDED_OVER_FILE),
        JSON.stringify({ receipt: 9, link: null, ...FILE, refused, ...seen }),
      );
    expect(checkReceipts(folder, realFiles)).toEqual(pass(null));
    keep([]);
    expect(checkReceipts(folder, realFiles)).toEqual(pass(null));
    keep([1, 2, 3, 4, 5, 6]);
    expect(checkReceipts(folder, realFiles)).toMatchObject({
      reason: 'receipts_refused',
      fact: '…, R2, R3, R4, R5, R6',
    });
    keep([1, 2, 3], { refused_seen: 2 });
    expect(checkReceipts(folder, realFiles)).toMatchObject({ state: 'warning', fact: 'R3' });
    keep([1, 2, 3], { refused_seen: 3 });
    expect(checkReceipts(folder, realFiles)).toEqual({
      ...{ state: 'passed', reason: 'refused_seen', fact: 'R1, R2, R3' },
    });
  });

  it('report no fiscal device, one that answers and one that is absent', async () => {
    const till = { posId: 'till', locale: 'de-DE' };
    const deviceAt: FiscalDeviceAt = (at) => tcpFiscalDevice({ ...at, clock: createManualClock() });
    expect(await checkFiscal(null, deviceAt)).toMatchObject({ reason: 'no_fiscal' });
    expect(await checkFiscal(till, deviceAt)).toMatchObject({ reason: 'no_fiscal' });
    const device = await startFiscalDevice({ file: join(folder, 'device.json'), port: 0 });
    const fiscal = { host: '127.0.0.1', port: device.port };
    expect(await checkFiscal({ ...till, fiscal }, deviceAt)).toMatchObject({ state: 'passed' });
    await device.stop();
    expect(await checkFiscal({ ...till, fiscal }, deviceAt)).toEqual({
      ...{ state: 'failed', reason: 'fiscal_absent', fact: `127.0.0.1:${device.port}` },
    });
  });
});

it('every result is a complete sentence', () => {
  const reasons = [
    'no_answer',
    'no_paper',
    'disk_low',
    'clock_off',
    'earlier_failed',
    null,
  ] as const;
  for (const id of DIAGNOSIS_CHECKS) {
    for (const reason of reasons) {
      const said = sayDiagnosis({ number: 1, id, state: 'failed', reason, fact: 'x' });
      expect([id, reason, said]).toEqual([id, reason, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
  }
  const no = { number: 1, state: 'failed', reason: 'no_answer', fact: 'x' } as const;
  expect(sayDiagnosis({ ...no, id: 'address' })).toContain('No answer comes from x');
  expect(sayDiagnosis({ ...no, id: 'printer' })).toContain('The printer does not respond');
});
