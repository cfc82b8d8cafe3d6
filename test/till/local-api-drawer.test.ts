import { expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { goods } from './bills-world.ts';
import { booksWorld } from './books-world.ts';
import { registerAt } from './register-at.ts';

/* The drawer and the books of a till by a cash register; both-carriers.test.ts compares it with a screen. */

it('a refund whose id named another command is refused, and gives nothing back', async () => {
  const world = await booksWorld({ giver: null });
  const register = await registerAt(world, money(50_000));
  for (const bill of ['a', 'b']) {
    await world.order(bill, goods('Bun', 4_000));
    await world.pay(bill, 4_000, { kind: 'cash' }, { id: `p-${bill}` });
  }
  const act = { act: 'pay_in', amount: 700, reason: 'Coins' };
  await register.call('POST', 'commands/drawer/', { body: { id: 'coins', act } });
  const refund = (receipt: number, id: string) =>
    register.call('POST', 'commands/refund_receipt/', {
      body: { id, receipt, approver: 'Marte', lines: null, amount: 1_500, tip: 0 },
    });
  expect((await refund(1, 'back')).json.receipt?.left).toMatchObject({ total: 2_500 });
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
  const body = { id: 'z1', counted: null, keep: 0, openBills: [] };
  const refused = await register.call('POST', 'commands/close_period/', { body });
  expect([refused.status, refused.json.error_details?.reason]).toEqual([403, 'role']);
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
