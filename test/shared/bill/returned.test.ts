import { expect, it } from 'vitest';
import type { BillAct, NewLine } from '../../../shared/bill/acts.ts';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import { type Bills, NO_BILLS } from '../../../shared/bill/bill.ts';
import { decideBill, type Permit } from '../../../shared/bill/decide.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import { pieces, quantity } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { partsOfTender } from '../../../shared/books/receipts.ts';
import { tenderId } from '../../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { ANYTHING } from '../../support/permits.ts';

const RULE = { pieces: 24, piece: money(300), bill: money(6_000), approvalFrom: money(2_000) };
const CASHIER: Permit = { ...ANYTHING, returns: RULE, drawer: money(10_000) };
const SUPERVISOR: Permit = { ...CASHIER, returns: { ...RULE, approvalFrom: null } };

function till() {
  let state: Bills = NO_BILLS;
  let next = 0;
  const bill = (id: string) => state.bills.get(id);
  function give(
    act: BillAct,
    { id = 'a', by = 'Kim', permit = CASHIER, approvedBy = null as string | null } = {},
  ): string | null {
    next += 1;
    const version = bill(id)?.version ?? 0;
    const command = { ...act, id: `c${next}`, bill: id, version, by, approvedBy };
    const decided = decideBill(state, command, 0, permit);
    if (decided.ok && decided.record !== null) state = reduceBill(state, decided.record);
    return decided.ok ? null : decided.reason;
  }
  const open = (id: string, ...lines: NewLine[]) => give({ act: 'open', name: id, lines }, { id });
  const lineOf = (id: string, place: number) => bill(id)?.lines[place]?.id ?? 'line:';
  return { give, open, bill, lineOf };
}

const line = (more: Partial<NewLine>): NewLine => ({
  ...{ kind: 'goods', product: 'cola', name: 'Cola', unit: 'pcs', quantity: pieces(1) },
  ...{ price: money(2_500), vatRate: '0.25', options: [], note: null },
  ...more,
});
const bottles = (count: number, price = 200) =>
  line({
    ...{ kind: 'deposit_return', product: 'bottle', name: 'Bottle', vatRate: null },
    ...{ price: money(price), quantity: pieces(count) },
  });
const add = (one: NewLine): BillAct => ({ act: 'add', line: one });
const pay = (amount: number, more: Partial<Extract<BillAct, { act: 'pay' }>> = {}): BillAct => ({
  ...{ act: 'pay', tender: tenderId('p'), method: { kind: 'cash' } },
  ...{ amount: money(amount), tip: ZERO, ...more },
});

it('no person gives away the goods as a returned deposit of any value', () => {
  const { give, open, lineOf } = till();
  open('a', line({ price: money(10_000) }));
  expect(give(add(bottles(1, 9_900)))).toBe('deposit_too_large');
  expect(give(add(bottles(1, 9_900)), { permit: SUPERVISOR })).toBe('deposit_too_large');
  expect(give(add(bottles(25, 1)))).toBe('deposits_too_many');
  expect(give(add(bottles(21, 300)), { permit: SUPERVISOR })).toBe('deposits_too_much');
  expect(give(add(bottles(10)))).toBe('needs_approval');
  expect(give(add(bottles(9)))).toBeNull();
  const more = { act: 'set_quantity', line: lineOf('a', 1), quantity: pieces(10) } as const;
  expect(give(more)).toBe('needs_approval');
  expect(give(more, { approvedBy: 'Grace' })).toBeNull();
  const options = [{ group: 'g', option: 'o', name: 'Crate', surcharge: money(9_000) }];
  expect(give({ act: 'options', line: lineOf('a', 1), options })).toBe('deposit_too_large');
});

it('returned deposits that are there move and become fewer under any rule', () => {
  const { give, open, lineOf } = till();
  open('a', line({}));
  give(add(bottles(20)), { approvedBy: 'Grace' });
  const none = { ...CASHIER, returns: { ...RULE, pieces: 0, approvalFrom: money(0) } };
  const units = [{ line: lineOf('a', 1), quantity: pieces(12) }];
  const to = { kind: 'new', bill: 'b', name: 'b' } as const;
  expect(give({ act: 'move', lines: units, to, discount: null }, { permit: none })).toBeNull();
  const fewer = { act: 'set_quantity', line: lineOf('a', 1), quantity: pieces(3) } as const;
  expect(give(fewer, { permit: none })).toBeNull();
  // Two bills with allowed deposits do not become one with more.
  give(add(bottles(20)), { id: 'a', approvedBy: 'Grace' });
  const back = { kind: 'open', bill: 'a', version: 5 } as const;
  const all = [{ line: lineOf('b', 0), quantity: pieces(12) }];
  expect(give({ act: 'move', lines: all, to: back, discount: null }, { id: 'b' })).toBe(
    'deposits_too_many',
  );
});

it('bottles that are worth as much as the goods end the bill without money, and so not by phone', () => {
  const { give, open } = till();
  open('a', line({ price: money(1_800) }), bottles(9));
  expect(give(pay(0, { method: { kind: 'phone' } }))).toBe('no_tender');
  expect(give(pay(0))).toBeNull();
});

it('bottles that are worth more than the goods are paid out once, completely and in cash', () => {
  const { give, open, bill } = till();
  open('a', line({ price: money(1_500) }), bottles(9));
  const due = amountsOf(bill('a') as never).due;
  expect(due).toBe(-300);
  expect(give(pay(-300, { method: { kind: 'phone' } }))).toBe('payout_in_cash');
  expect(give(pay(-300, { method: { kind: 'other', name: 'Card' } }))).toBe('payout_in_cash');
  expect(give(pay(-200))).toBe('payout_in_cash');
  expect(give(pay(0))).toBe('payout_in_cash');
  expect(give(pay(-300, { tip: money(100) }))).toBe('no_tender');
  expect(give(pay(-300), { permit: { ...CASHIER, drawer: money(299) } })).toBe('payout_no_cash');
  const seen = bill('a');
  expect(give(pay(-300))).toBeNull();
  expect([isPaid(bill('a') as never), amountsOf(bill('a') as never).due]).toEqual([true, 0]);
  expect(give(pay(-300))).toBe('no_tender');
  const receipt = partsOfTender(seen as never, money(-300), 'Part');
  expect(receipt).toMatchObject({
    total: -300,
    gross: -300,
    vat: [
      { vatRate: '0.25', total: 1_500, vat: 300 },
      { vatRate: null, total: -1_800, vat: 0 },
    ],
    returned: [{ by: 'Kim', approvedBy: null, pieces: 9, amount: 1_800 }],
  });
});

it('what a customer has paid already goes back by a refund and not as a payout', () => {
  const { give, open } = till();
  open('a', line({ price: money(1_500) }));
  give(pay(1_000, { tender: tenderId('x') }));
  expect(give(add(bottles(3)))).toBe('paid_more');
  expect(give(add(bottles(2)))).toBeNull();
});

it('the first payment says who took deposits back, and a later one what has changed since', () => {
  const { give, open, bill, lineOf } = till();
  open('a', line({ quantity: pieces(3) }), bottles(4));
  give(add({ ...bottles(1), name: 'Can', quantity: quantity(1_500) }), { by: 'Ada' });
  const first = partsOfTender(bill('a') as never, money(2_000), 'Part').returned;
  expect(first).toEqual([
    { by: 'Kim', approvedBy: null, pieces: 4, amount: 800 },
    { by: 'Ada', approvedBy: null, pieces: 2, amount: 300 },
  ]);
  give(pay(2_000));
  expect(partsOfTender(bill('a') as never, money(1_000), 'Part').returned).toBeUndefined();
  give({ act: 'remove', line: lineOf('a', 2) });
  const rest = amountsOf(bill('a') as never).due;
  const last = partsOfTender(bill('a') as never, rest, 'Part').returned;
  expect(last).toEqual([{ by: 'Ada', approvedBy: null, pieces: -2, amount: -300 }]);
});
