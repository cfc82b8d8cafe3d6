import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { takeOverOldBills } from '../../../main/host/bills/take-over.ts';
import { amountsOf, isPaid } from '../../../shared/bill/amounts.ts';
import { money } from '../../../shared/money/money.ts';
import { drive, rest } from '../../support/till.ts';
import { type BillsWorld, billsWorld, outcome } from '../bills-world.ts';

/*
 * The files beside this test were written by the version before bills: Table 4 with 149.00, Table 7 with 10.00 off a bun
 * and 20 % off everything, Kari with 194.00 and the sale `sale-1`, and a basket with 5.00 off.
 */

const TABLES = readFileSync(join(import.meta.dirname, 'tables.json'), 'utf8');
const BASKET = readFileSync(join(import.meta.dirname, 'basket.json'), 'utf8');
const ALL = ['- 13000', 'Table 4 14900', 'Table 7 14720'];

function folderOf(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-old-bills-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

/** A till of the version before, with the sale of Kari. */
async function before() {
  const world = billsWorld();
  const started = await world.terminal.start({
    ...{ amount: money(19_400), text: null, label: 'Kari' },
    method: { kind: 'qr' },
  });
  const sale = started.ok ? started.value.id : '';
  await world.becomes('waiting_scan');
  return { world, sale, tables: TABLES.replace('sale-1', sale) };
}

const said: string[] = [];
const takeOver = (world: BillsWorld, directory: string) =>
  takeOverOldBills({ directory, terminal: world.terminal, report: (one) => said.push(one) });

const tenders = (world: BillsWorld) =>
  [...world.terminal.bills.bills().bills.values()].flatMap((bill) => bill.tenders);

it('takes every bill over with its lines, its discounts and the sale that pays it', async () => {
  const { world, tables } = await before();
  const directory = folderOf({ 'tables.json': tables, 'basket.json': BASKET });
  await takeOver(world, directory);
  expect(world.list().toSorted()).toEqual([ALL[0], 'Kari 0', ...ALL.slice(1)]);
  const table = [...world.terminal.bills.bills().bills.values()].find(
    (one) => one.name === 'Table 7',
  );
  expect(table?.percent).toMatchObject({ basisPoints: 2_000 });
  expect(readdirSync(directory).toSorted()).toEqual([
    'basket.json.taken-over',
    'tables.json.taken-over',
  ]);
  world.service.confirm();
  await world.becomes('paid');
  expect(tenders(world)).toMatchObject([{ state: 'paid', amount: 19_400 }]);
  expect(world.list().toSorted()).toEqual(ALL);
});

it('gives a bill that is being paid its discount on everything in money, as the earlier version rounded it', async () => {
  const { world, tables } = await before();
  const files = JSON.parse(tables);
  const kari = files.tables.find(({ name }: { readonly name: string }) => name === 'Kari');
  kari.basket.discount = { kind: 'percent', basisPoints: 1_234 };
  await takeOver(world, folderOf({ 'tables.json': JSON.stringify(files) }));
  const bill = [...world.terminal.bills.bills().bills.values()].find(({ name }) => name === 'Kari');
  // 12.34 % of 194.00 is 23.9396.
  expect(bill).toMatchObject({ percent: null, discounts: [{ amount: 2_394 }] });
  expect(tenders(world)).toMatchObject([{ state: 'open', amount: 17_006 }]);
});

it('has the same bills if the till is killed before any record of it, and charges nobody twice', async () => {
  for (let after = 0, done = false; !done; after += 1) {
    const { world, tables } = await before();
    const directory = folderOf({ 'tables.json': tables, 'basket.json': BASKET });
    let records = 0;
    let isOver = false;
    world.memory.onAppend(async () => {
      if (records >= after) await new Promise(() => undefined);
      records += 1;
      return { ok: true };
    });
    void takeOver(world, directory).then(() => {
      isOver = true;
    });
    await rest();
    done = isOver;
    const again = world.restart();
    await takeOver(again, directory);
    expect(again.list().toSorted(), `killed after ${after}`).toEqual([
      ALL[0],
      'Kari 0',
      ...ALL.slice(1),
    ]);
    expect(tenders(again)).toHaveLength(1);
    again.service.confirm();
    await drive(again.clock, () => {
      const [sale] = again.terminal.view().sales;
      if (sale?.actions.includes('capture')) void again.terminal.act(sale.id, 'capture');
      return sale?.state.kind === 'paid' && tenders(again)[0]?.state === 'paid';
    });
    expect(again.captured()).toEqual([19_400]);
  }
});

it.each([
  ['before the files have other names', { 'tables.json': TABLES, 'basket.json': BASKET }],
  ['between the two names', { 'basket.json': BASKET }],
  ['after both names', {}],
])('makes no second bill if the till is killed %s', async (_, files) => {
  const world = billsWorld();
  await takeOver(world, folderOf({ 'tables.json': TABLES, 'basket.json': BASKET }));
  const again = world.restart();
  await takeOver(again, folderOf(files));
  // The sale of Kari is not in this till's journal: the name of the bill shows it.
  expect(again.list().toSorted()).toEqual([ALL[0], 'Kari ? 19400', ...ALL.slice(1)]);
});

it('does not give a discount again that a person took off before the files had other names', async () => {
  const world = billsWorld();
  const files = { 'tables.json': TABLES };
  await takeOver(world, folderOf(files));
  const id = world.bills.view().open.find(({ name }) => name === 'Table 7')?.id ?? '';
  const screen = world.screen();
  await screen.see(id);
  expect(outcome(await screen.act(id, { act: 'discount_bill', discount: null }))).toBe('done');
  const again = world.restart();
  await takeOver(again, folderOf(files));
  expect(again.list()).toContain('Table 7 18400');
});

it('takes the bill as the screen had it, if its basket was taken from a table', async () => {
  const world = billsWorld();
  const { tables } = JSON.parse(TABLES);
  const shown = { ...JSON.parse(BASKET), table: tables[0].id };
  await takeOver(world, folderOf({ 'tables.json': TABLES, 'basket.json': JSON.stringify(shown) }));
  expect(world.list().toSorted()).toEqual(['Kari ? 19400', 'Table 4 13000', 'Table 7 14720']);
});

it('finds the sale of a table that the till was starting when its power was cut', async () => {
  const { world, sale } = await before();
  const { v, tables } = JSON.parse(TABLES);
  const starting = { after: 0, code: null, amount: 19_400, label: 'Kari' };
  const cut = tables.map((one: { name: string }) =>
    one.name === 'Kari' ? { ...one, sale: null, starting } : { ...one, sale: null },
  );
  await takeOver(world, folderOf({ 'tables.json': JSON.stringify({ v, tables: cut }) }));
  expect(tenders(world)).toMatchObject([{ id: `s-${sale}`, state: 'open' }]);
});

it('closes a bill whose sale was paid while the till was off, and opens one whose sale failed', async () => {
  for (const [end, left] of [
    ['paid', []],
    ['aborted', ['Kari 19400']],
  ] as const) {
    const { world, sale, tables } = await before();
    if (end === 'paid') world.service.confirm();
    else await world.terminal.act(sale, 'cancel');
    await world.becomes(end);
    await takeOver(world, folderOf({ 'tables.json': tables }));
    const again = world.restart();
    await rest();
    expect(again.list().filter((one) => one.startsWith('Kari'))).toEqual(left);
    const bills = [...again.terminal.bills.bills().bills.values()];
    expect(bills.filter(isPaid).map((bill) => amountsOf(bill).paid)).toEqual(
      end === 'paid' ? [19_400] : [],
    );
  }
});

it('keeps the files while the disk is full, and an unreadable one under another name', async () => {
  const world = billsWorld();
  const directory = folderOf({ 'tables.json': TABLES, 'basket.json': '{' });
  const failure = { kind: 'full', description: 'The disk is full.' } as const;
  world.memory.onAppend(async () => ({ ok: false, failure }));
  await takeOver(world, directory);
  expect(readdirSync(directory).toSorted()).toEqual(['basket.json.broken', 'tables.json']);
  expect(said.slice(-2)).toEqual([
    'The open bills in basket.json could not be read; the file is now basket.json.broken.',
    'The open bill Table 4 cannot be saved; the next start tries again.',
  ]);
  world.memory.onAppend(async () => ({ ok: true }));
  await takeOver(world, directory);
  expect(world.list()).toHaveLength(3);
  mkdirSync(join(directory, 'empty'));
  await takeOver(world, join(directory, 'empty'));
  expect(outcome(await world.screen().call({ type: 'restore_bill' }))).toBe('done');
});
