import { expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { goods, outcome } from './bills-world.ts';
import { type BooksWorld, booksWorld } from './books-world.ts';
import { registerAt } from './register-at.ts';

/* The drawer and the books of a till by a screen and by a cash register: two carriers of the same commands. */

const CASH = [{ value: 100, count: 120 }];

/** Each command as a screen and as a register gives it. */
const COMMANDS = [
  ['float', { act: 'float', amount: 10_000 }],
  ['pay in', { act: 'pay_in', amount: 3_000, reason: 'Coins' }],
  ['pay out', { act: 'pay_out', amount: 500, reason: 'Milk' }],
  ['open', { act: 'no_sale', reason: 'Change' }],
  ['count', { act: 'count', counted: CASH, reason: 'Counted twice' }],
  ['close', { act: 'close', counted: CASH, keep: 2_000, reason: 'Coins' }],
] as const;

/** The command of a screen for an act of a register. */
function onScreen(id: string, act: (typeof COMMANDS)[number][1]): object {
  switch (act.act) {
    case 'count':
      return { ...act, type: 'count_drawer', id };
    case 'close':
      return { ...act, type: 'close_period', id, openBills: [] };
    default:
      return { type: 'drawer', id, act };
  }
}

it('a register books the same as a screen, once for each command', async () => {
  const [screen, till] = [await booksWorld({ giver: null }), await booksWorld({ giver: null })];
  const register = await registerAt(till, money(50_000));
  for (const world of [screen, till]) {
    await world.order('a', goods('Bun', 4_000));
    await world.pay('a', 4_000, { kind: 'cash' }, { id: 'p1' });
    await world.act('a', { act: 'rename', name: 'x' });
  }
  for (const [name, act] of COMMANDS) {
    const id = name.replace(' ', '-');
    for (const _ of [1, 2]) {
      expect([name, outcome(await screen.run(onScreen(id, act)))]).toEqual([name, 'done']);
      const body = { command_id: id, act };
      const { status } = await register.call('POST', 'drawer/', { body });
      expect([name, status]).toEqual([name, 200]);
    }
  }
  const approval = { receipt: 1, lines: null, amount: 1_500, tip: 0, approval: 'approved' };
  expect(outcome(await screen.run({ type: 'refund_receipt', id: 'back', ...approval }))).toBe(
    'done',
  );
  const body = { command_id: 'back', approver: 'Marte', amount: 1_500 };
  expect((await register.call('POST', 'receipts/1/refund/', { body })).json.given).toBe(1_500);
  const facts = (world: BooksWorld) =>
    world.entries().map(({ fact, receipt }) => ({ ...fact, receipt, by: '' }));
  expect(facts(till)).toEqual(facts(screen));
  expect(till.drawer).toEqual(screen.drawer);
  const people = new Set(till.entries().map(({ fact }) => fact.by));
  expect(people).toContain('Cash register');
});

it('a refund whose id named another command is refused, and gives nothing back', async () => {
  const world = await booksWorld({ giver: null });
  const register = await registerAt(world, money(50_000));
  for (const bill of ['a', 'b']) {
    await world.order(bill, goods('Bun', 4_000));
    await world.pay(bill, 4_000, { kind: 'cash' }, { id: `p-${bill}` });
  }
  const act = { act: 'pay_in', amount: 700, reason: 'Coins' };
  await register.call('POST', 'drawer/', { body: { command_id: 'coins', act } });
  const refund = (receipt: number, id: string) =>
    register.call('POST', `receipts/${receipt}/refund/`, {
      body: { command_id: id, approver: 'Marte', amount: 1_500 },
    });
  expect((await refund(1, 'back')).json.given).toBe(1_500);
  const booked = world.entries().length;
  for (const id of ['back', 'coins']) {
    const { status, json } = await refund(2, id);
    expect([status, json.error_type, json.error_details?.reason]).toEqual([
      ...[409, 'refund_refused', 'id_used'],
    ]);
  }
  expect(world.entries()).toHaveLength(booked);
});

it('a register does not close at a till with staff, where a supervisor closes', async () => {
  const world = await booksWorld();
  const register = await registerAt(world, money(50_000));
  const body = { command_id: 'z1', act: { act: 'close', counted: null, keep: 0 } };
  const refused = await register.call('POST', 'drawer/', { body });
  expect([refused.status, refused.json.error_details?.reason]).toEqual([409, 'role']);
  expect(world.entries().every(({ fact }) => fact.kind !== 'close')).toBe(true);
});

it('a sale and what is left of it have the number of their receipt', async () => {
  const world = await booksWorld();
  const register = await registerAt(world, money(50_000));
  await world.order('a', goods('Bun', 4_000));
  await world.byPhone('a', 4_000);
  const sale = world.terminal.view().sales[0]?.id ?? '';
  expect((await register.read(sale)).json.receipt).toBe(1);
  const left = await register.call('GET', `refunds/left/?sale=${sale}`);
  expect(left.json.tenders).toMatchObject([{ receipt: 1, amount: 4_000 }]);
});
