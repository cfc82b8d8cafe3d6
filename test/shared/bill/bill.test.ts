import { describe, expect, it } from 'vitest';
import type { BillAct, Discount, NewLine } from '../../../shared/bill/acts.ts';
import { amountsOf, equalShares, linesOf } from '../../../shared/bill/amounts.ts';
import { type Bills, NO_BILLS } from '../../../shared/bill/bill.ts';
import type { BillResult } from '../../../shared/bill/commands.ts';
import { decideBill, decideResult } from '../../../shared/bill/decide.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import { pieces, quantity, quantityText, readQuantity } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { type LineId, lineId } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { ANYTHING } from '../../support/permits.ts';

const PERMIT = ANYTHING;

/** Bills in the hands of one person who always sees the present version. */
function till() {
  let state: Bills = NO_BILLS;
  let next = 0;
  const bill = (id: string) => state.bills.get(id);
  const give = (id: string, act: BillAct, version = bill(id)?.version ?? 0, permit = PERMIT) => {
    next += 1;
    const command = { id: `c${next}`, bill: id, version, by: 'Kim', approvedBy: null, ...act };
    const decision = decideBill(state, command, 0, permit);
    if (decision.ok && decision.record !== null) state = reduceBill(state, decision.record);
    return decision.ok ? command.id : decision.reason;
  };
  const hear = (result: BillResult) => {
    const decision = decideResult(state, result, 0);
    if (decision.ok && decision.record !== null) state = reduceBill(state, decision.record);
  };
  return {
    give,
    hear,
    bill,
    total: (id: string) => {
      const found = bill(id);
      return found === undefined ? null : amountsOf(found).total;
    },
  };
}

const goods = (name: string, price: number, count = 1): NewLine => ({
  kind: 'goods',
  product: name,
  name,
  unit: 'piece',
  quantity: pieces(count),
  price: money(price),
  vatRate: '0.25',
  options: [],
  note: null,
});

const TABLE = 'table-4';
const open = (shop: ReturnType<typeof till>, ...lines: readonly NewLine[]) => {
  shop.give(TABLE, { act: 'open', name: 'Table 4', lines: [] });
  return lines.map((line) => lineId(shop.give(TABLE, { act: 'add', line }), 0));
};
const toKari = { kind: 'new', bill: 'kari', name: 'Kari' } as const;

describe('a bill', () => {
  it('does not charge a line that moved to another bill', () => {
    const shop = till();
    const [coffee = 'line:'] = open(shop, goods('Coffee', 5_200), goods('Salad', 9_700));
    shop.give(TABLE, {
      act: 'move',
      lines: [{ line: coffee, quantity: pieces(1) }],
      to: toKari,
      discount: null,
    });
    expect([shop.total(TABLE), shop.total('kari')]).toEqual([9_700, 5_200]);
  });

  it('refuses a command of a screen that saw an older version', () => {
    const shop = till();
    open(shop, goods('Coffee', 5_200));
    const seen = shop.bill(TABLE)?.version;
    shop.give(TABLE, { act: 'add', line: goods('Cake', 8_900) });
    const pay = {
      act: 'pay',
      tender: 'tender:t',
      method: { kind: 'cash' },
      amount: money(5_200),
      tip: money(0),
    } as const;
    expect(shop.give(TABLE, pay, seen)).toBe('changed');
    expect(shop.give(TABLE, { act: 'add', line: goods('Toast', 4_200) }, seen)).toBe('changed');
    expect(shop.total(TABLE)).toBe(14_100);
  });

  it('keeps a discount in per cent as a rule when a sale was cancelled and a line is removed', () => {
    const shop = till();
    const [, salad = 'line:'] = open(shop, goods('Espresso', 4_000), goods('Salad', 11_800));
    shop.give(TABLE, {
      act: 'discount_bill',
      discount: { kind: 'percent', basisPoints: 2_000, reason: 'regular' },
    });
    const pay = {
      act: 'pay',
      tender: 'tender:t',
      method: { kind: 'phone' },
      amount: money(12_640),
      tip: money(0),
    } as const;
    shop.give(TABLE, pay);
    expect(shop.give(TABLE, { act: 'remove', line: salad })).toBe('being_paid');
    shop.hear({ id: 'result:tender:t', bill: TABLE, act: 'tender_failed', tender: 'tender:t' });
    shop.give(TABLE, { act: 'remove', line: salad });
    expect(shop.total(TABLE)).toBe(3_200);
    shop.give(TABLE, { act: 'add', line: goods('Cake', 5_000) });
    expect(shop.total(TABLE)).toBe(7_200);
  });

  it('asks how much of a discount in money goes along with lines', () => {
    const shop = till();
    const [line = 'line:'] = open(shop, goods('Menu', 45_000));
    shop.give(TABLE, {
      act: 'discount_bill',
      discount: { kind: 'amount', amount: money(5_000), reason: 'late' },
    });
    const move = { act: 'move', lines: [{ line, quantity: pieces(1) }], to: toKari } as const;
    expect(shop.give(TABLE, { ...move, discount: null })).toBe('choose_discount');
    expect(shop.give(TABLE, { ...move, discount: money(2_000) })).toBe('discount_too_large');
    shop.give(TABLE, { ...move, discount: money(5_000) });
    expect(shop.total('kari')).toBe(40_000);
  });

  it('divides money off a line among the parts of the line', () => {
    const shop = till();
    const [line = 'line:'] = open(shop, goods('Beer', 5_000, 2));
    shop.give(TABLE, {
      act: 'discount_line',
      line,
      discount: { kind: 'amount', amount: money(8_000), reason: 'warm' },
    });
    shop.give(TABLE, {
      act: 'move',
      lines: [{ line, quantity: pieces(1) }],
      to: toKari,
      discount: null,
    });
    expect([shop.total(TABLE), shop.total('kari')]).toEqual([1_000, 1_000]);
  });

  it('takes the money that was said off a part of a weighed line, whose price is rounded anew', () => {
    const shop = till();
    const cheese = { ...goods('Cheese', 6_497), unit: 'kg', quantity: quantity(1_603) } as const;
    const [line = 'line:'] = open(shop, cheese);
    const lines = [{ line, quantity: quantity(858) }];
    shop.give(TABLE, { act: 'move', lines, to: toKari, discount: null });
    const discount = { kind: 'amount', amount: money(3_595), reason: 'late' } as const;
    shop.give(TABLE, { act: 'discount_line', line, discount });
    const [rest] = linesOf(shop.bill(TABLE) ?? { lines: [], discounts: [] });
    expect(rest).toMatchObject({ gross: 4_840, discount: 3_595, total: 1_245 });
  });

  it('takes other options until it is paid, at the new price and with the per cent that it has', () => {
    const shop = till();
    const [line = 'line:'] = open(shop, goods('Latte', 5_000, 2));
    const options = [{ group: 'milk', option: 'oat', name: 'Oat milk', surcharge: money(600) }];
    const off = { kind: 'percent', basisPoints: 1_000, reason: 'regular' } as const;
    shop.give(TABLE, { act: 'discount_bill', discount: off });
    shop.give(TABLE, { act: 'options', line, options });
    expect(shop.total(TABLE)).toBe(10_080);
    const amount = shop.total(TABLE) ?? money(0);
    shop.give(TABLE, {
      act: 'pay',
      tender: 'tender:t',
      method: { kind: 'cash' },
      amount,
      tip: money(0),
    });
    expect(shop.give(TABLE, { act: 'options', line, options: [] })).toBe('paid');
  });

  it('keeps the options of a line with money off, which was given for its price', () => {
    const shop = till();
    const [line = 'line:'] = open(shop, goods('Latte', 5_000, 2));
    const discount = { kind: 'amount', amount: money(9_000), reason: 'cold' } as const;
    shop.give(TABLE, { act: 'discount_line', line, discount });
    expect(shop.give(TABLE, { act: 'options', line, options: [] })).toBe('money_off');
    expect(shop.total(TABLE)).toBe(1_000);
  });

  it('has weights, options and deposits, and returned deposits can be more than its goods', () => {
    const shop = till();
    const cheese = { ...goods('Cheese', 19_900), unit: 'kg', quantity: quantity(335) };
    const latte = {
      ...goods('Latte', 4_900),
      options: [{ group: 'milk', option: 'oat', name: 'Oat milk', surcharge: money(600) }],
    };
    open(shop, cheese, latte);
    expect(shop.total(TABLE)).toBe(6_667 + 5_500);
    const bottles = { ...goods('Bottle', 300, 99), kind: 'deposit_return', vatRate: null } as const;
    shop.give(TABLE, { act: 'add', line: { ...bottles, quantity: pieces(2) } });
    expect(shop.total(TABLE)).toBe(11_567);
    shop.give(TABLE, { act: 'add', line: bottles });
    expect(shop.total(TABLE)).toBe(11_567 - 29_700);
  });

  it('needs a supervisor for a discount above the limit of the person', () => {
    const shop = till();
    open(shop, goods('Cake', 10_000));
    const off = (basisPoints: number) =>
      shop.give(
        TABLE,
        { act: 'discount_bill', discount: { kind: 'percent', basisPoints, reason: 'kind' } },
        undefined,
        { ...ANYTHING, discountMax: 1_000 },
      );
    expect(off(1_001)).toBe('needs_approval');
    off(1_000);
    expect(shop.total(TABLE)).toBe(9_000);
  });

  it('needs a supervisor for discounts that together exceed the limit of the person', () => {
    const shop = till();
    open(shop, goods('Cake', 10_000), goods('Tea', 3_333));
    const permit = { ...ANYTHING, discountMax: 2_000 };
    const [cake = 'line:', tea = 'line:'] = shop.bill(TABLE)?.lines.map(({ id }) => id) ?? [];
    const percent = (basisPoints: number) =>
      ({ kind: 'percent', basisPoints, reason: 'kind' }) as const;
    const onLine = (line: LineId, basisPoints: number) =>
      shop.give(
        TABLE,
        { act: 'discount_line', line, discount: percent(basisPoints) },
        undefined,
        permit,
      );
    const onBill = (discount: Discount) =>
      shop.give(TABLE, { act: 'discount_bill', discount }, undefined, permit);
    onLine(cake, 2_000);
    expect(onBill(percent(2_000))).toBe('needs_approval');
    expect(onBill({ kind: 'amount', amount: money(2_600), reason: 'kind' })).toBe('needs_approval');
    // On each line a part of the limit is left.
    onLine(cake, 1_000);
    onLine(tea, 1_000);
    onBill(percent(1_000));
    expect(shop.total(TABLE)).toBe(8_100 + 2_700);
    expect(onLine(tea, 2_000)).toBe('needs_approval');
  });

  it('needs a supervisor to leave money off the bill on fewer goods than it was allowed for', () => {
    const shop = till();
    open(shop, goods('Cake', 10_000, 2), goods('Tea', 2_000));
    const permit = { ...ANYTHING, discountMax: 2_000 };
    const give = (act: BillAct) => shop.give(TABLE, act, undefined, permit);
    const [cake = 'line:', tea = 'line:'] = shop.bill(TABLE)?.lines.map(({ id }) => id) ?? [];
    const discount = { kind: 'amount', amount: money(2_000), reason: 'kind' } as const;
    give({ act: 'discount_bill', discount });
    const move = { act: 'move', lines: [{ line: cake, quantity: pieces(2) }], to: toKari } as const;
    expect(give({ act: 'remove', line: cake })).toBe('needs_approval');
    expect(give({ ...move, discount: money(0) })).toBe('needs_approval');
    give({ act: 'set_quantity', line: cake, quantity: pieces(1) });
    expect(shop.total(TABLE)).toBe(10_000);
    expect(give({ act: 'remove', line: tea })).not.toBe('needs_approval');
    expect(shop.total(TABLE)).toBe(8_000);
    give({ act: 'discount_bill', discount: null });
    give({ act: 'remove', line: cake });
    expect(shop.bill(TABLE)?.lines).toEqual([]);
  });

  it('is paid by several tenders, and what failed is due again', () => {
    const shop = till();
    open(shop, goods('Menu', 10_000));
    const [first = money(0), second = money(0)] = equalShares(money(10_000), 3);
    expect([first, second]).toEqual([3_334, 3_333]);
    shop.give(TABLE, {
      act: 'pay',
      tender: 'tender:a',
      method: { kind: 'phone' },
      amount: first,
      tip: money(0),
    });
    const cash = {
      act: 'pay',
      tender: 'tender:b',
      method: { kind: 'cash' },
      tip: money(0),
    } as const;
    expect(shop.give(TABLE, { ...cash, amount: second })).toBe('unclear');
    shop.hear({ id: 'result:tender:a', bill: TABLE, act: 'tender_failed', tender: 'tender:a' });
    expect(shop.give(TABLE, { ...cash, amount: money(10_001) })).toBe('more_than_due');
    shop.give(TABLE, { ...cash, amount: money(10_000) });
    const bill = shop.bill(TABLE);
    expect(bill !== undefined && isPaid(bill)).toBe(true);
    expect(linesOf({ lines: bill?.lines ?? [], discounts: [] })[0]?.vat).toBe(2_000);
  });
});

it('the amounts of a version of a bill are derived once, whoever reads them', () => {
  const shop = till();
  open(shop, goods('Latte', 5_000, 2));
  const bill = shop.bill(TABLE);
  if (bill === undefined) throw new Error('no bill');
  let reads = 0;
  const watched = Object.defineProperty({ ...bill }, 'lines', {
    get: () => {
      reads += 1;
      return bill.lines;
    },
  });
  const first = amountsOf(watched);
  const readOnce = reads;
  expect(amountsOf(watched)).toBe(first);
  expect(reads).toBe(readOnce);
});

it('a quantity is a decimal with three decimals', () => {
  expect(readQuantity('0.335')).toBe(335);
  expect(readQuantity('2')).toBe(2_000);
  expect(readQuantity('0.3355')).toBeNull();
  expect(quantityText(quantity(335))).toBe('0.335');
  expect(quantityText(quantity(2_500))).toBe('2.5');
  expect(quantityText(pieces(12))).toBe('12');
});
