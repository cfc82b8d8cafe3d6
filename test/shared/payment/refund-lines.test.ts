import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { salesLines } from '../../../shared/ledger/sales.ts';
import { ratedItem } from '../../../shared/lines/line-item.ts';
import { add, type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { refundable } from '../../../shared/payment/amounts.ts';
import type { Command, WantedLine } from '../../../shared/payment/commands.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { decide } from '../../../shared/payment/decide.ts';
import { outcomeOf } from '../../../shared/payment/outcome.ts';
import { type Payment, refundedLines } from '../../../shared/payment/payment.ts';
import {
  plainQuantity,
  refundAmounts,
  refundableLines,
  restOf,
  stepQuantity,
} from '../../../shared/payment/refund-lines.ts';
import { statementOfPayment } from '../../../shared/payment/statement.ts';
import { vatOf } from '../../../shared/payment/vat.ts';
import type { LineItem } from '../../../shared/protocol/line-items.ts';
import { outcome } from '../../../shared/protocol/outcome.ts';
import { draft, TERMS } from '../../support/drafts.ts';

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0);
const NO_MONEY = { total: ZERO, vat: ZERO };

/** A line whose price for one is the lowest that its total can have. */
function item(change: Partial<LineItem> = {}): LineItem {
  const line = {
    product_id: 'coffee',
    description: 'Coffee',
    metadata: null,
    tags: null,
    vat_rate: '0.25',
    quantity: '3',
    vat: money(20),
    total: money(100),
    ...change,
  };
  return { ...line, item_cost: money(Math.ceil(line.total / Number(line.quantity))) };
}

const confirm: Command = { kind: 'confirm', additionalAmount: null, credit: false };
const captureAll: Command = { kind: 'capture', part: null };

/** A refund of lines; the amount is the sum of their totals unless another one is given. */
function refundOf(id: string, lines: readonly WantedLine[], change: { amount?: number } = {}) {
  const amount = money(change.amount ?? lines.reduce((sum, { total }) => sum + total, 0));
  const part = { id, amount, additionalAmount: ZERO, currency: 'NOK' };
  return { kind: 'refund', part, text: null, lines } satisfies Command;
}
const wanted = (quantity: string, total: number, change: Partial<WantedLine> = {}): WantedLine => ({
  product: 'coffee',
  index: null,
  quantity,
  total: money(total),
  ...change,
});

function paid(
  items: readonly LineItem[] | null,
  change: Parameters<typeof draft>[0] = {},
): Payment {
  const amount = items === null ? 100 : items.reduce((sum, { total }) => sum + total, 0);
  const request = draft({ amount, line_items: items === null ? null : [...items], ...change });
  const customer = { kind: 'known', customerId: 'c1' } as const;
  const made = createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: NOW });
  return play(play(made, confirm), captureAll);
}

function play(payment: Payment, command: Command): Payment {
  const decision = decide(payment, command, NOW, TERMS);
  if (!decision.ok) throw new Error(JSON.stringify(decision.refusal));
  return decision.value.next;
}

function refusalOf(payment: Payment, command: Command) {
  const decision = decide(payment, command, NOW, TERMS);
  return decision.ok ? null : decision.refusal;
}
const detailsOf = (payment: Payment, command: Command) => refusalOf(payment, command)?.details;

describe('a refund by line', () => {
  it('returns the difference of rounded totals, and the outcome shows lines with their VAT', () => {
    let payment = paid([item()]);
    for (const [id, total] of [
      ['a', 33],
      ['b', 34],
      ['c', 33],
    ] as const) {
      payment = play(payment, refundOf(id, [wanted('1.000', total)]));
    }
    expect(refundable(payment).amount).toBe(0);
    const shown = outcome.parse(outcomeOf(payment)).refunds.map(({ line_items }) => line_items);
    expect(
      shown.map((lines) =>
        lines?.map(({ index, quantity, total, vat }) => [index, quantity, total, vat]),
      ),
    ).toEqual([[[0, '1', 33, 7]], [[0, '1', 34, 6]], [[0, '1', 33, 7]]]);
  });

  it('is in the books and in the VAT with its own lines, and an amount with the lines that are left', () => {
    const bun = item({ product_id: 'bun', vat_rate: '0.15', quantity: '1', vat: null });
    const items = [item(), bun];
    const line = play(paid(items), refundOf('a', [wanted('1', 100, { product: 'bun' })]));
    const booked = salesLines(line, 'refund', line.refunds);
    expect(
      booked.map(({ productId, quantity, total, vat }) => [productId, quantity, total, vat]),
    ).toEqual([['bun', 1, 100, 13]]);
    const vat = vatOf(items, statementOfPayment(line), refundedLines(line));
    expect(vat.map(({ rate, refunded }) => [rate, refunded.amount, refunded.vat])).toEqual([
      [2_500, 0, 0],
      [1_500, 100, 13],
    ]);
    const part = { id: 'b', amount: money(50), additionalAmount: ZERO, currency: 'NOK' };
    const both = play(line, { kind: 'refund', part, text: null });
    const rest = salesLines(both, 'refund', both.refunds);
    expect(rest.map(({ productId, total, vat: tax }) => [productId, total, tax])).toEqual([
      ['coffee', 50, 10],
    ]);
  });

  it('a refund of an amount has no lines in the outcome', () => {
    const part = { id: 'a', amount: money(10), additionalAmount: ZERO, currency: 'NOK' };
    const payment = play(paid([item()]), { kind: 'refund', part, text: null });
    expect(outcomeOf(payment).refunds).toEqual([
      { id: 'a', amount: 10, additional_amount: 0, chat_message_data_text: null },
    ]);
  });

  it('refuses a unit that another refund has returned, and names the line', () => {
    const one = paid([item({ quantity: '1' }), item({ product_id: 'tea', total: money(50) })]);
    const refunded = play(one, refundOf('a', [wanted('1', 100)]));
    const again = refusalOf(refunded, refundOf('b', [wanted('1', 100)]));
    expect(again?.type).toBe('validation_error');
    expect(again?.details).toEqual({
      'line_items.0.quantity': ['all of "Coffee" (line 0) is refunded already'],
    });
  });

  it.each([
    ['more than was sold', wanted('3.001', 100), 'line_items.0.quantity'],
    ['a quantity of nothing', wanted('0', 0), 'line_items.0.quantity'],
    ['a total that is not that of the rule', wanted('1', 34), 'line_items.0.total'],
    [
      'a product that was not sold',
      wanted('1', 33, { product: 'cake' }),
      'line_items.0.product_id',
    ],
    ['the place of another product', wanted('1', 33, { index: 1 }), 'line_items.0.index'],
  ])('refuses %s by its field', (_, line, field) => {
    expect(Object.keys(detailsOf(paid([item()]), refundOf('a', [line])) ?? {})).toEqual([field]);
  });

  it('refuses lines that do not add up to the amount', () => {
    expect(detailsOf(paid([item()]), refundOf('a', [wanted('1', 33)], { amount: 40 }))).toEqual({
      line_items: ['the totals of the lines must add up to amount'],
    });
  });

  it('two sold lines of one product need the place, and each one is named once', () => {
    const payment = paid([item(), item({ quantity: '1' })]);
    expect(detailsOf(payment, refundOf('a', [wanted('1', 33)]))).toEqual({
      'line_items.0.product_id': ['is that of several lines; add index (0, 1)'],
    });
    const second = wanted('1', 100, { index: 1 });
    expect(detailsOf(payment, refundOf('a', [second, second]))).toEqual({
      'line_items.1.product_id': ['is the same line again; name each line once'],
    });
    const done = play(payment, refundOf('a', [second]));
    expect(
      restOf(done.lineItems ?? [], refundedLines(done)).map(({ quantity }) => quantity),
    ).toEqual(['3', '0']);
  });

  it('refuses lines of a payment without lines, and of one of which only a part was captured', () => {
    expect(refusalOf(paid(null), refundOf('a', [wanted('1', 33)]))?.type).toBe('validation_error');
    const part = { id: 'c', amount: money(50), additionalAmount: ZERO, currency: 'NOK' };
    const request = draft({ amount: 100, line_items: [item()] });
    const customer = { kind: 'known', customerId: 'c1' } as const;
    const made = createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: NOW });
    const half = play(play(made, confirm), { kind: 'capture', part });
    expect(refusalOf(half, refundOf('a', [wanted('1', 33)]))?.type).toBe('Conflict');
  });

  it('a repeat with the same lines is the same refund; other lines under its id are refused', () => {
    const payment = paid([item(), item({ product_id: 'tea' })]);
    const both = [wanted('1', 33), wanted('1', 33, { product: 'tea' })];
    const done = play(payment, refundOf('a', both));
    const repeat = [wanted('1.0', 33, { product: 'tea', index: 1 }), wanted('1', 33, { index: 0 })];
    expect(play(done, refundOf('a', repeat))).toBe(done);
    const other = [wanted('2', 66)];
    expect(refusalOf(done, refundOf('a', other))?.type).toBe('Conflict');
    const part = { id: 'a', amount: money(66), additionalAmount: ZERO, currency: 'NOK' };
    expect(refusalOf(done, { kind: 'refund', part, text: null })?.type).toBe('Conflict');
  });
});

const decimals = fc.integer({ min: 1, max: 9_999 }).map((value) => String(value / 1_000));
const anyItem = fc
  .record({
    product_id: fc.constantFrom('a', 'b', 'c'),
    vat_rate: fc.constantFrom('0.25', '0.15', '0.12', '0', null),
    quantity: fc.oneof(fc.constantFrom('1', '2', '3', '7'), decimals),
    total: fc.integer({ min: 0, max: 100_000 }).map(money),
    stated: fc.boolean(),
  })
  .map(({ stated, ...given }) => {
    const line = item({ ...given, vat: null });
    return stated ? { ...line, vat: ratedItem(line).vat } : line;
  });
/** A refund of an amount, or of up to some thousandths of one line. */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), at: fc.nat(), units: fc.nat(9_999) }),
  fc.record({ kind: fc.constant('amount' as const), per: fc.integer({ min: 1, max: 1_000 }) }),
);

describe('random sales and refunds', () => {
  it('return exactly what was sold: each line, each VAT rate and the books (D-250)', () => {
    fc.assert(
      fc.property(
        fc.array(anyItem, { minLength: 1, maxLength: 5 }),
        fc.array(anyStep, { maxLength: 12 }),
        (items, steps) => {
          fc.pre(items.some(({ total }) => total > 0));
          let payment = paid(items);
          const sales = [];
          for (const [number, step] of [...steps, ...lastSteps(items)].entries()) {
            const command = commandOf(payment, step, `r${number}`);
            if (command === null) continue;
            const decision = decide(payment, command, NOW, TERMS);
            if (!decision.ok) throw new Error(JSON.stringify(decision.refusal));
            payment = decision.value.next;
            sales.push(...salesLines(payment, 'refund', payment.refunds));
          }
          expect(refundable(payment).amount).toBe(0);
          for (const { net } of vatOf(items, statementOfPayment(payment), refundedLines(payment))) {
            expect(net).toEqual({ amount: 0, vat: 0 });
          }
          const sold = salesLines(payment, 'capture', payment.captures);
          expect(booksOf(sales)).toEqual(booksOf(sold));
        },
      ),
    );
  });

  it('name each line with the most that a refund can return of it, also after refunds of amounts (D-397)', () => {
    fc.assert(
      fc.property(
        fc.array(anyItem, { minLength: 1, maxLength: 5 }),
        fc.array(anyStep, { maxLength: 6 }),
        (items, steps) => {
          fc.pre(items.some(({ total }) => total > 0));
          let payment = paid(items);
          for (const [number, step] of steps.entries()) {
            const command = commandOf(payment, step, `r${number}`);
            if (command !== null) payment = play(payment, command);
          }
          const refunded = refundedLines(payment);
          const lines = refundableLines(items, refunded, refundable(payment).amount);
          const isTaken = (index: number, quantity: string) => {
            const line = items[index];
            if (line === undefined) throw new Error('no such line');
            const { total } = refundAmounts(line, index, quantity, refunded);
            const order = refundOf('last', [{ product: line.product_id, index, quantity, total }]);
            return refusalOf(payment, order) === null;
          };
          for (const { index, item: line, quantity, total } of lines) {
            // A free line goes back together with others.
            if (total > 0) expect(isTaken(index, quantity)).toBe(true);
            const step = Number(line.quantity) % 1 === 0 ? 1 : 0.001;
            const more = plainQuantity((Number(quantity) + step).toFixed(3));
            expect(isTaken(index, more)).toBe(false);
          }
          const named = new Set(lines.map(({ index }) => index));
          for (const { index, quantity } of restOf(items, refunded)) {
            if (!named.has(index) && quantity !== '0') expect(isTaken(index, quantity)).toBe(false);
          }
        },
      ),
    );
  });

  it('name no line that an amount has used up, and keep pieces whole', () => {
    const items = [
      item({ quantity: '3', total: money(300) }),
      item({ quantity: '0.5', total: money(200) }),
    ];
    const left = (amount: number) =>
      refundableLines(items, [], money(amount)).map(({ index, quantity, total }) => [
        ...[index, quantity, total],
      ]);
    expect(left(500)).toEqual([
      [0, '3', 300],
      [1, '0.5', 200],
    ]);
    expect(left(250)).toEqual([
      [0, '2', 200],
      [1, '0.5', 200],
    ]);
    expect(left(99)).toEqual([[1, '0.248', 99]]);
    const bottle = item({ quantity: '2', item_cost: money(-30), total: money(-60), vat: null });
    const lines = refundableLines([...items, bottle], [], money(440));
    expect(lines.map(({ index, total }) => [index, total])).toEqual([
      [0, 300],
      [1, 200],
      [2, -60],
    ]);
    expect(left(0)).toEqual([]);
  });

  it('return a line’s total and VAT in any steps, and never more for less', () => {
    fc.assert(
      fc.property(anyItem, fc.array(fc.nat(5_000), { maxLength: 10 }), (line, parts) => {
        const refunded: { index: number; quantity: string; total: MoneyInteger }[] = [];
        let sum = NO_MONEY;
        for (const units of [...parts, 9_999]) {
          const left = restOf([line], refunded)[0]?.quantity ?? '0';
          const quantity = units === 9_999 ? left : smaller(String(units / 1_000), left);
          const step = refundAmounts(line, 0, quantity, refunded);
          expect(Math.min(step.total, step.vat)).toBeGreaterThanOrEqual(0);
          sum = { total: add(sum.total, step.total), vat: add(sum.vat, step.vat) };
          refunded.push({ index: 0, quantity, total: step.total });
        }
        expect(sum).toEqual({ total: line.total, vat: ratedItem(line).vat });
        expect(restOf([line], refunded)).toMatchObject([{ quantity: '0', total: 0, vat: 0 }]);
      }),
    );
  });

  it('one piece more stays between nothing and what is left', () => {
    expect(stepQuantity('1', 1, '2.5')).toBe('2');
    expect(stepQuantity('2', 1, '2.5')).toBe('2.5');
    expect(stepQuantity('0.5', -1, '2.5')).toBe('0');
  });
});

const smaller = (one: string, other: string) => (Number(one) < Number(other) ? one : other);
type Step = { kind: 'line'; at: number; units: number } | { kind: 'amount'; per: number };
const lastSteps = (items: readonly LineItem[]): Step[] => [
  ...items.map((_, at): Step => ({ kind: 'line', at, units: 9_999 })),
  { kind: 'amount', per: 1_000 },
];

/** The refund of a step, cut down to what is left; null if it would move no money. */
function commandOf(payment: Payment, step: Step, id: string): Command | null {
  const left = refundable(payment).amount;
  if (step.kind === 'amount') {
    const amount = money(Math.ceil((left * step.per) / 1_000));
    const part = { id, amount, additionalAmount: ZERO, currency: 'NOK' };
    return amount === 0 ? null : { kind: 'refund', part, text: null };
  }
  const rests = restOf(payment.lineItems ?? [], refundedLines(payment));
  const rest = rests[step.at % rests.length];
  if (rest === undefined) return null;
  const quantity = smaller(String(step.units / 1_000), rest.quantity);
  const refunded = refundedLines(payment);
  const { total } = refundAmounts(rest.item, rest.index, quantity, refunded);
  if (total === 0 || total > left) return null;
  return refundOf(id, [{ product: rest.item.product_id, index: rest.index, quantity, total }]);
}

function booksOf(
  lines: readonly { productId: string; vatRate: number; total: number; vat: number }[],
) {
  const books = new Map<string, { total: number; vat: number }>();
  for (const { productId, vatRate, total, vat } of lines) {
    const before = books.get(`${productId} ${vatRate}`) ?? { total: 0, vat: 0 };
    const sum = { total: before.total + total, vat: before.vat + vat };
    books.set(`${productId} ${vatRate}`, sum);
  }
  return new Map([...books].filter(([, { total, vat }]) => total !== 0 || vat !== 0).sort());
}
