import { expect, it } from 'vitest';
import { billsWorld, goods, outcome } from './bills-world.ts';

/* The rules of a shop that change while bills are open. */

const CASHIER = () => ({ id: 'kim', name: 'Kim', role: 'cashier' }) as const;

it('a discount keeps the limit at which it was given, and the next one has the new limit', async () => {
  let cashier = 2_000;
  const rules = () => ({ discounts: { cashier, supervisor: 10_000 } });
  const world = billsWorld({ giver: CASHIER, rules });
  const screen = world.screen();
  for (const bill of ['a', 'b']) {
    await screen.act(bill, { act: 'open', name: null, lines: [goods('Salad', 12_000)] });
  }
  const discount = { kind: 'percent', basisPoints: 2_000, reason: 'regular' } as const;
  const give = (bill: string) => screen.act(bill, { act: 'discount_bill', discount });
  expect(outcome(await give('a'))).toBe('done');
  cashier = 500;
  expect(outcome(await give('b'))).toBe('bill_needs_approval');
  expect(world.list()).toEqual(['- 9600', '- 12000']);
  expect(outcome(await screen.pay('a', 9_600, { method: { kind: 'cash' } }))).toBe('done');
});

it('a discount for members needs the number on the bill, whatever the role of the person', async () => {
  const rules = () => ({ discounts: { cashier: 1_000, supervisor: 10_000, members: 2_000 } });
  const screen = billsWorld({ giver: CASHIER, rules }).screen();
  await screen.act('a', { act: 'open', name: null, lines: [goods('Salad', 12_000)] });
  const discount = { kind: 'percent', basisPoints: 2_000, reason: 'regular' } as const;
  const give = async () => outcome(await screen.act('a', { act: 'discount_bill', discount }));
  expect(await give()).toBe('bill_needs_approval');
  await screen.act('a', { act: 'member', number: '4711' });
  expect(await give()).toBe('done');
  expect(outcome(await screen.act('a', { act: 'member', number: null }))).toBe(
    'bill_needs_approval',
  );
});
