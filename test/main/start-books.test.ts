import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyAt } from '../../main/commands/journal/verify.ts';
import { startPrinter, type TestPrinter } from '../support/printer.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { tillProgram } from './start/till-program.ts';

/* A bakery's day on the till program, from the float to the Z report, with two power cuts and the printer's protocol. */

let folder: string;
let printer: TestPrinter;
let till: ReturnType<typeof tillProgram>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-start-books-'));
  printer = await startPrinter();
  till = tillProgram(folder);
});
afterEach(async () => {
  await till.kill();
  await printer.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The till's settings with the printer of this test. */
function connectPrinter(): void {
  const path = till.fileNamed('settings.json');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  const network = { kind: 'network', host: '127.0.0.1', port: printer.port };
  const more = { receipts: 'on_request', drawer: 'opened' };
  const shop = { ...settings, language: 'nb', printer: { ...network, ...more } };
  writeFileSync(path, JSON.stringify({ ...shop, other_tenders: ['Bankterminal'] }));
}

const bread = (id: string, price: number) => ({
  ...{ type: 'bill', id, bill: `bill-${id}`, version: 0 },
  act: {
    ...{ act: 'open', name: null },
    lines: [
      {
        ...{ kind: 'goods', product: null, name: 'Brød', unit: 'piece', quantity: 1_000 },
        ...{ price, vatRate: '0.15', options: [], note: null },
      },
    ],
  },
});
const pay = (id: string, amount: number, how: object) => ({
  ...{ type: 'pay_bill', id: `pay-${id}`, bill: `bill-${id}`, version: 1, amount, tip: 0 },
  method: how,
});
const cash = (received: number) => ({ kind: 'cash', received });
const card = { kind: 'other', name: 'Bankterminal' };

test('a bakery’s day adds up over two power cuts, and the paper says what the books say', async () => {
  await giveKeys(folder);
  await (await till.start())({ type: 'read_report', period: null });
  await till.kill();
  connectPrinter();

  const morning = await till.start();
  const float = { type: 'drawer', id: 'float', act: { act: 'float', amount: 100_000 } };
  expect(await morning(float)).toMatchObject({ ok: true });
  expect(await morning(bread('1', 4_449))).toMatchObject({ ok: true });
  expect(await morning(pay('1', 4_449, cash(5_000)))).toMatchObject({ ok: true });
  await morning(bread('2', 3_900));
  expect(await morning(pay('2', 3_900, card))).toMatchObject({ ok: true });
  await morning(bread('3', 5_275));
  // This one may be killed before or after its record and its entry.
  void morning(pay('3', 5_275, cash(6_000)));
  await till.kill();

  const noon = await till.start();
  expect(await noon(float)).toMatchObject({ ok: true });
  expect(await noon(pay('3', 5_275, cash(6_000)))).toMatchObject({ ok: true });
  const milk = {
    type: 'drawer',
    id: 'milk',
    act: { act: 'pay_out', amount: 2_500, reason: 'Melk' },
  };
  printer.mood.cause |= 0x20;
  expect(await noon(milk)).toMatchObject({ ok: true });
  // The drawer opens without paper.
  await expect.poll(() => printer.drawer).toContain('now');
  printer.mood.cause = 0x12;
  void noon({
    type: 'drawer',
    id: 'bank',
    act: { act: 'pay_out', amount: 50_000, reason: 'Bank' },
  });
  await till.kill();

  const evening = await till.start();
  await evening({
    type: 'drawer',
    id: 'bank',
    act: { act: 'pay_out', amount: 50_000, reason: 'Bank' },
  });
  const close = {
    ...{ type: 'close_period', id: 'close', keep: 50_000, openBills: [] },
    // 1000.00 + 44.00 + 53.00 - 25.00 - 500.00 = 572.00
    counted: [
      { value: 50_000, count: 1 },
      { value: 100, count: 72 },
    ],
  };
  const closed = await evening(close);
  expect(closed).toMatchObject({ ok: true });
  const report = closed.value?.report?.report;
  expect(report).toMatchObject({
    receipts: { first: 1, last: 3 },
    net: 13_624,
    rounding: -24,
    tenders: [
      { kind: 'cash', sales: { count: 2, amount: 9_700 } },
      { kind: 'other', name: 'Bankterminal', sales: { count: 1, amount: 3_900 } },
    ],
    drawer: {
      opening: 100_000,
      payOut: { count: 3, amount: 59_700 },
      difference: 0,
      expected: 50_000,
    },
    grand: { net: 13_624 },
  });
  await evening({ type: 'print_report', period: 1, on: 'printer' });
  await evening({ type: 'print_booked', receipt: 1 });
  const texts = () =>
    printer.papers().map(({ lines }) => lines.map(({ text }) => text.replaceAll(/\s+/g, ' ')));
  const withText = (text: string) =>
    texts().find((lines) => lines.some((line) => line.includes(text)));
  await expect.poll(() => withText('Z-rapport 1') !== undefined).toBe(true);
  await expect.poll(() => withText('Vekslepenger') !== undefined).toBe(true);
  expect(withText('Z-rapport 1')).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Netto'),
      expect.stringContaining('Bankterminal x 1'),
      expect.stringContaining('Øreavrunding'),
      expect.stringContaining('Veksel ved start'),
    ]),
  );
  expect(withText('Vekslepenger')?.join('\n')).toMatch(/Mottatt kontant.*50,00[\s\S]*6,00/);
  // The drawer opens by pulses of their own: no paper opens it.
  expect(printer.papers().some(({ drawer }) => drawer > 0)).toBe(false);
  await expect.poll(() => printer.drawer.length).toBeGreaterThan(0);

  await till.kill();
  const data = dirname(dirname(till.fileNamed('000001.jsonl')));
  expect(await verifyAt(data, null)).toMatchObject({ ok: true });
  const again = await till.start();
  expect((await again(close)).value?.report?.report).toEqual(report);
});
