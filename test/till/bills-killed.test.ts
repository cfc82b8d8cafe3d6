import { expect, it } from 'vitest';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { isPaid } from '../../shared/bill/paid.ts';
import { pieces } from '../../shared/bill/quantity.ts';
import { compact } from '../../shared/terminal/start/compact.ts';
import { DAY } from '../../shared/time/clock.ts';
import { drive, rest } from '../support/till.ts';
import { type BillsWorld, billsWorld, goods, outcome } from './bills-world.ts';

/*
 * A café's table: ordered, split, paid in two parts by phone and by cash. The till is killed before each record becomes
 * durable. Then it starts again, and the guests pay what is due.
 */

const CASH = { method: { kind: 'cash' } };

/** The story up to its end, or up to the power cut. Returns what the screen was told. */
async function play(world: BillsWorld, isDead: () => boolean): Promise<readonly string[]> {
  const screen = world.screen();
  const told: string[] = [];
  const step = async (name: string, work: () => ReturnType<typeof screen.act>) => {
    if (isDead()) return;
    let answered: string | null = null;
    void work().then((one) => {
      answered = outcome(one);
    });
    await drive(world.clock, () => answered !== null || isDead());
    if (answered !== null) told.push(`${name} ${answered}`);
  };
  const lines = [goods('Coffee', 5_200, 2), goods('Bun', 4_500)];
  await step('open', () => screen.act('t4', { act: 'open', name: 'Table 4', lines }));
  await step('add', () => screen.act('t4', { act: 'add', line: goods('Tea', 4_200) }));
  const line = screen.seen('t4')?.lines[0]?.id ?? 'line:';
  const to = { kind: 'new', bill: 'kari', name: 'Kari' } as const;
  const units = [{ line, quantity: pieces(1) }];
  const move = { act: 'move', lines: units, to, discount: null } as const;
  await step('move', () => screen.act('t4', move));
  await step('phone', () => screen.pay('t4', 9_000));
  if (!isDead()) {
    await drive(world.clock, () => isDead() || world.service.payments().length === 1);
    if (!isDead()) world.service.confirm();
    await drive(world.clock, () => isDead() || amountsOf(world.bill('t4')).paid === 9_000);
  }
  await step('see', () => screen.see('t4'));
  await step('cash', () => screen.pay('t4', 4_900, CASH));
  return told;
}

/** The guests pay all that is due, and a cashier decides what the till asks. */
async function finish(world: BillsWorld): Promise<void> {
  await drive(world.clock, () => {
    for (const sale of world.terminal.view().sales) {
      if (sale.state.kind === 'waiting_scan' && world.service.payments().length === 1) {
        world.service.confirm();
      }
      if (sale.actions.includes('capture')) void world.terminal.act(sale.id, 'capture');
    }
    return world.bills.view().open.every(({ sale, id }) => sale === null && !hasOpen(world, id));
  });
  const screen = world.screen();
  for (const { id, due } of world.bills.view().open) {
    await screen.see(id);
    expect(outcome(await screen.pay(id, due, CASH))).toBe('done');
  }
}

const hasOpen = (world: BillsWorld, bill: string) =>
  world.bill(bill).tenders.some(({ state }) => state === 'open');

function audit(world: BillsWorld, told: readonly string[]): void {
  const bills = [...world.terminal.bills.bills().bills.values()];
  const captured = world.captured().reduce((sum, one) => sum + one, 0);
  const byPhone = bills
    .flatMap(({ tenders }) => tenders)
    .filter(({ method, state }) => method.kind === 'phone' && state === 'paid')
    .reduce((sum, { amount }) => sum + amount, 0);
  // What the service took is on a bill, and on no bill twice.
  expect(byPhone).toBe(captured);
  expect(bills.every(isPaid)).toBe(true);
  const total = bills.reduce((sum, bill) => sum + amountsOf(bill).total, 0);
  if (told.includes('add done')) expect(total).toBe(19_100);
  else expect([0, 14_900, 19_100]).toContain(total);
  if (told.includes('move done')) expect(amountsOf(world.bill('kari')).total).toBe(5_200);
}

/** Plays the story on a till that is killed after so many records. */
async function killed(after: number) {
  const world = billsWorld();
  let records = 0;
  world.memory.onAppend(async () => {
    if (records >= after) await new Promise(() => undefined);
    records += 1;
    return { ok: true };
  });
  let cut = false;
  world.service.setFate(() => (cut ? 'dead_before' : 'deliver'));
  const told = await play(world, () => {
    if (records >= after) cut = true;
    return cut;
  });
  world.service.setFate(() => 'deliver');
  return { world: world.restart(), told, records };
}

it('loses and charges nothing twice, whichever record the power cut prevents', async () => {
  const { records } = await killed(Number.POSITIVE_INFINITY);
  expect(records).toBeGreaterThan(10);
  for (let after = 0; after <= records; after += 1) {
    const { world, told } = await killed(after);
    await rest();
    await finish(world);
    audit(world, told);
  }
});

it('has the same bills after a compaction, and a repeat from before it does nothing twice', async () => {
  const { world } = await killed(Number.POSITIVE_INFINITY);
  const before = [...world.terminal.bills.bills().bills.values()];
  const records = compact(world.memory.records, world.clock.now());
  expect(records.filter(({ kind }) => kind === 'bill')).toEqual([]);
  world.memory.records.splice(0, world.memory.records.length, ...records);
  const again = world.restart();
  expect([...again.terminal.bills.bills().bills.values()]).toEqual(before);
  expect(again.terminal.bills.bills().done).toEqual(world.terminal.bills.bills().done);
  expect(compact(records, world.clock.now())).toEqual(records);
});

it('drops a bill that was paid long ago with its sale, and keeps an open one at any age', async () => {
  const { world } = await killed(Number.POSITIVE_INFINITY);
  const sold = (records: ReturnType<typeof compact>) =>
    records.flatMap((one) => (one.kind === 'bill_kept' ? [one.bill.id] : []));
  const later = world.clock.now() + 3 * DAY;
  // The newest sales stay, and with them the bill that one of them pays.
  expect(sold(compact(world.memory.records, later))).toEqual(['t4', 'kari']);
  const withoutSales = world.memory.records.filter(({ kind }) => kind === 'bill');
  expect(sold(compact(withoutSales, later))).toEqual(['kari']);
});

it('says of a repeated payment in cash that it is done, after a wrong clock has dropped the bill', async () => {
  const world = billsWorld();
  const screen = world.screen();
  await screen.act('b', { act: 'open', name: null, lines: [goods('Coffee', 5_200)] });
  const id = { id: 'paid-once' };
  expect(outcome(await screen.pay('b', 5_200, { ...CASH, ...id }))).toBe('done');
  const later = world.clock.now() + 3 * DAY;
  const records = compact(world.memory.records, later);
  world.memory.records.splice(0, world.memory.records.length, ...records);
  const again = world.restart().screen();
  expect(outcome(await again.see('b'))).toBe('bill_gone');
  expect(outcome(await again.pay('b', 5_200, { ...CASH, ...id }))).toBe('done');
  // What became of a phone payment is not known any more.
  expect(outcome(await again.pay('b', 5_200, id))).toBe('bill_gone');
});
