import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenBackend } from '../../../main/host/bridge/screen-backend.ts';
import { openTill } from '../../../main/host/till/open-till.ts';
import { CASHIER } from '../../../main/host/till/presence.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { money } from '../../../shared/money/money.ts';
import { billOf, lineItemsOf } from '../../support/basket-bill.ts';
import { middayZone } from '../../support/midday-zone.ts';
import { startPrinter, type TestPrinter } from '../../support/printer.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { ON_THIS_MACHINE } from '../../support/sold-till.ts';

/*
 * The paper of a shop's day: a receipt with goods, its copy after a refund, and the slip of the day. An
 * independent decoder reads them from the printed bytes.
 */
const CUSTOMER = '4798765432';
let service: TestService;
let printer: TestPrinter;
let folder: string;
beforeEach(async () => {
  [service, printer] = await Promise.all([startTestService({ clock: 'system' }), startPrinter()]);
  folder = mkdtempSync(join(tmpdir(), 'tillkit-goods-paper-'));
});
afterEach(async () => {
  await printer.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(columns: 32 | 48) {
  const settings: TillSettings = {
    shop: { name: 'Fjord Kaffe', address: null, organisationNumber: '987654321' },
    ...{ currency: 'NOK', locale: 'nb-NO', language: 'nb', paidDwellSeconds: 8 },
    timeZone: middayZone(Date.now()),
    posId: service.ready.pos[0]?.id ?? '',
    printer: {
      receipts: 'always',
      connection: {
        ...{ kind: 'network', host: '127.0.0.1', port: printer.port },
        form: { columns, codePage: 'pc865', cut: 'partial', drawer: 'opened' },
      },
    },
  };
  const given = { service: service.ready, directory: folder, settings, report: () => undefined };
  const till = await openTill({ ...given, ...ON_THIS_MACHINE, presence: CASHIER });
  const { source, dispatch } = createScreenBackend(till.terminal, settings, till);
  const sale = () => source.snapshot().view.sales[0];
  return { source, dispatch, sale, close: () => till.close() };
}

function idOf(answered: AnyAnswer): string {
  if (!answered.ok) throw new Error(answered.refusal.description);
  const { id = '', sale = id }: { id?: string; sale?: string } = Object(answered.value);
  return sale;
}

/** Waits for `count` papers and returns the lines of the newest one. */
async function paper(count: number): Promise<{ lines: readonly string[]; drawer: number }> {
  await expect.poll(() => printer.papers().length).toBe(count);
  const found = printer.papers()[count - 1];
  // A printer prints all kinds of spaces alike.
  const lines = found?.lines.map(({ text }) => text.replaceAll(/\s/g, ' ')) ?? [];
  return { lines, drawer: found?.drawer ?? 0 };
}

const price = money(5_200);
const coffee = { product: 'a', name: 'Flat white', quantity: 2, price, vatRate: '0.25' } as const;
const bun = { ...coffee, name: 'Skolebrød', quantity: 1, price: money(4_500), vatRate: '0.15' };
const BILL = billOf({
  lines: [
    { ...coffee, discount: { kind: 'percent', basisPoints: 1_000 } },
    { ...bun, discount: null },
  ],
  discount: { kind: 'amount', amount: money(1_000) },
});

it.each([32, 48] as const)('a till prints the papers of a day with %i columns', async (columns) => {
  const till = await open(columns);
  const row = (left: string, right: string) => {
    const width = columns - right.length;
    return `${left.padEnd(width)}${right}`;
  };
  try {
    const request = {
      amount: BILL.total,
      lines: lineItemsOf(BILL),
      method: { kind: 'phone', msisdn: CUSTOMER },
    };
    const saleId = idOf(await till.dispatch({ type: 'start_sale', request }));
    await expect.poll(() => till.sale()?.tid ?? null).not.toBe(null);
    const tid = till.sale()?.tid ?? '';
    await service.service.simulator.claim(tid, CUSTOMER);
    await service.service.simulator.confirm(tid, {});
    const receipt = await paper(1);
    const goods = [
      // With its share of the discount on the whole.
      row('2 x Flat white', 'kr 104,00'),
      row('  Rabatt', 'kr -17,15'),
      row('Skolebrød', 'kr 45,00'),
      row('  Rabatt', 'kr -3,25'),
      '-'.repeat(columns),
    ];
    const first = receipt.lines.indexOf(goods[0] ?? '');
    expect(receipt.lines.slice(first, first + goods.length)).toEqual(goods);
    const total = receipt.lines.findIndex((line) => /^Sum +kr 128,60$/.test(line));
    expect(receipt.lines.slice(total + 1, total + 3)).toEqual([
      row('herav mva. 25 %', 'kr 17,37'),
      row('herav mva. 15 %', 'kr 5,45'),
    ]);
    expect(receipt.lines.filter((line) => line.includes('mva.'))).toHaveLength(2);
    // A payment by phone moves nothing in the drawer.
    expect(receipt.drawer).toBe(0);

    const hired = { kind: 'add', name: 'Marte', role: 'supervisor', pin: '4711' };
    const personId = idOf(await till.dispatch({ type: 'staff', change: hired }));
    const approve = { type: 'approve', personId, pin: '4711', tid, amount: 4_500 };
    const approvalId = idOf(await till.dispatch(approve));
    idOf(await till.dispatch({ type: 'refund', approvalId }));
    const state = () => till.source.snapshot().view.refunds[0]?.state;
    await expect.poll(state).toBe('done');
    idOf(await till.dispatch({ type: 'print_receipt', saleId }));
    const copy = await paper(2);
    expect(copy.lines[0]).toBe('KOPI');
    expect(copy.lines).toEqual(expect.arrayContaining(goods));
    const back = copy.lines.findIndex((line) => line.startsWith('Refundert'));
    expect(copy.lines.slice(back, back + 2).join(' ')).toContain('kr -45,00');

    idOf(await till.dispatch({ type: 'print_day' }));
    const day = await paper(3);
    expect(day.lines).toEqual(
      expect.arrayContaining([
        row('Telefonnummer x 1', 'kr 128,60'),
        row('Betalt x 1', 'kr 128,60'),
        row('Refundert x 1', 'kr -45,00'),
        row('Refundert, helt eller delvis', '1'),
        expect.stringMatching(/^Dag +\S+ \d+\. \S+ \d{4}$/),
      ]),
    );
    // On narrow paper the total has a separate line.
    expect(day.lines.join(' ')).toMatch(/Netto betalt +kr 83,60/);
    expect(day.drawer).toBe(0);
    await till.dispatch({ type: 'lock' });
    const locked = await till.dispatch({ type: 'print_day' });
    expect(locked).toMatchObject({ refusal: { details: { reason: 'locked' } } });
  } finally {
    await till.close();
  }
});
