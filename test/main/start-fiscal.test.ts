import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFiscalDevice } from '../../main/testing/fiscal-device.ts';
import { startPrinter, type TestPrinter } from '../support/printer.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { tillProgram } from './start/till-program.ts';

/* The till program with a fiscal device over TCP: both are stopped in the middle of a transaction. */

let folder: string;
let printer: TestPrinter;
let till: ReturnType<typeof tillProgram>;
let device: Awaited<ReturnType<typeof startFiscalDevice>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-start-fiscal-'));
  printer = await startPrinter();
  device = await startFiscalDevice({ file: join(folder, 'device.json'), port: 0 });
  till = tillProgram(join(folder, 'till'));
});
afterEach(async () => {
  await till.kill();
  await device.stop();
  await printer.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bread = (id: string, price: number) => ({
  ...{ type: 'bill', id, bill: `bill-${id}`, version: 0 },
  act: {
    ...{ act: 'open', name: null },
    lines: [
      {
        ...{ kind: 'goods', product: null, name: 'Bread', unit: 'piece', quantity: 1_000 },
        ...{ price, vatRate: '0.15', options: [], note: null },
      },
    ],
  },
});
const pay = (id: string, amount: number) => ({
  ...{ type: 'pay_bill', id: `pay-${id}`, bill: `bill-${id}`, version: 1, amount, tip: 0 },
  method: { kind: 'other', name: 'Card' },
});

const inState = (state: string) => () =>
  device.state().transactions.filter((one) => one.state === state).length;

test('a sale has one transaction, whether the till or the device is stopped in the middle of it', async () => {
  await giveKeys(join(folder, 'till'));
  await (await till.start())({ type: 'read_report', period: null });
  await till.kill();
  const path = till.fileNamed('settings.json');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  const { port } = device;
  const fiscal = { host: '127.0.0.1', port, without: 'block_sales' };
  const paper = { kind: 'network', host: '127.0.0.1', port: printer.port, receipts: 'always' };
  const more = { other_tenders: ['Card'], language: 'en', printer: paper };
  writeFileSync(path, JSON.stringify({ ...settings, ...more, fiscal }));

  const first = await till.start();
  await first(bread('1', 4_449));
  expect(await first(pay('1', 4_449))).toMatchObject({ ok: true });
  await expect.poll(inState('finished')).toBe(1);
  const texts = () => printer.papers().flatMap(({ lines }) => lines.map(({ text }) => text));
  await expect.poll(() => texts().some((text) => text.includes('SIMULATED-1'))).toBe(true);
  expect(texts().join('\n')).toContain('Signature');

  // The till is killed after the device has begun and before it answers.
  await first(bread('2', 3_900));
  device.be('slow');
  void first(pay('2', 3_900));
  await expect.poll(inState('open')).toBe(1);
  await till.kill();
  device.release();
  const second = await till.start();
  await expect.poll(inState('cancelled')).toBe(1);
  expect(await second(pay('2', 3_900))).toMatchObject({ ok: true });
  await expect.poll(inState('finished')).toBe(2);

  // The device goes away, and comes back with what it remembers.
  await second(bread('3', 5_275));
  await device.stop();
  expect(await second(pay('3', 5_275))).toMatchObject({ ok: false });
  device = await startFiscalDevice({ file: join(folder, 'device.json'), port });
  const again = { ...pay('3', 5_275), id: 'pay-3-again' };
  expect(await second(again)).toMatchObject({ ok: true });
  await expect.poll(inState('finished')).toBe(3);
  await expect.poll(inState('open')).toBe(0);
  const closed = await second({
    ...{ type: 'close_period', id: 'close', keep: 0, openBills: [], counted: null },
  });
  expect(closed.value?.report?.report).toMatchObject({
    sales: { count: 3 },
    fiscal: { signed: 3, failed: 0, unsigned: [], started: [] },
  });
});
