import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saleInput } from '../../../shared/device/till-api/sale.ts';
import { money } from '../../../shared/money/money.ts';
import { vatIn } from '../../../shared/money/vat.ts';
import { agrees, disagreements, soldLine } from '../../../shared/protocol/line-items.ts';
import {
  paymentRequestInput,
  paymentUpdateInput,
} from '../../../shared/protocol/payment-request.ts';
import { validate } from '../../../shared/protocol/validation.ts';

/* The one rule for the members of a line that is sold (D-466). */

type Line = Parameters<typeof disagreements>[0];

function line(change: { readonly [name in keyof Line]?: number | string | null }): Line {
  const usual = { item_cost: 100, total: 100, quantity: '1', vat_rate: null, vat: null };
  // The amounts of a test are whole numbers of minor units.
  return { ...usual, ...change } as Line;
}

/** The same line, with money the other way. */
function returned({ item_cost, total, vat, ...rest }: Line): Line {
  const back = (amount: number | null) => (amount === null ? null : money(0 - amount));
  return { ...rest, item_cost: back(item_cost), total: money(0 - total), vat: back(vat) };
}

const found = (one: Line) => disagreements(one).map(({ member, sentence }) => [member, sentence]);

describe('a line that is sold', () => {
  it.each([
    [{ vat_rate: '0.25', vat: 90 }, 'vat', /^must be the VAT in total at the vat_rate 0\.25$/],
    [{ vat_rate: '0.25', vat: -20 }, 'vat', /^must be the VAT/],
    [{ total: 100_000, item_cost: 100_000, vat_rate: '0.25', vat: 0 }, 'vat', /^must be the VAT/],
    [{ vat: 20 }, 'vat', /^needs the vat_rate/],
    [{ vat_rate: '7.5' }, 'vat_rate', /^must be a fraction below 1, such as "0\.25" for 25 %$/],
    [{ vat_rate: '25', vat: 20 }, 'vat_rate', /^must be a fraction below 1/],
    [{ vat_rate: '1' }, 'vat_rate', /^must be a fraction below 1/],
    [{ quantity: '0' }, 'quantity', /^must be greater than zero$/],
    [{ quantity: '0.000000' }, 'quantity', /^must be greater than zero$/],
    [{ total: 101 }, 'total', /^must not be more than quantity times item_cost$/],
    [{ quantity: '2', total: 202 }, 'total', /^must not be more than quantity/],
    [{ quantity: '0.5', total: 52 }, 'total', /^must not be more than quantity/],
    [{ item_cost: 0 }, 'total', /^must not be more than quantity/],
    [{ total: -100 }, 'total', /^must have the sign of item_cost$/],
  ] as const)(
    'is refused with %j, and so is the same line returned',
    (change, member, sentence) => {
      for (const one of [line(change), returned(line(change))]) {
        expect(found(one)).toEqual([[member, expect.stringMatching(sentence)]]);
      }
    },
  );

  it.each([
    {},
    { vat_rate: '0' },
    { vat_rate: '0', vat: 0 },
    { vat_rate: '0.25' },
    { vat_rate: '0.25', vat: 20 },
    { vat_rate: '0.25', vat: 21 },
    { vat: 0 },
    // A discount, a free line, a price that was rounded, goods by weight.
    { total: 40, vat_rate: '0.15', vat: 5 },
    { total: 0, vat_rate: '0.25', vat: 0 },
    // Goods that were exchanged for others of the same price, with the roundings of several lines.
    { total: 0, vat_rate: '0.25', vat: -4 },
    { quantity: '3', item_cost: 333, total: 1_000 },
    { quantity: '0.335', item_cost: 19_900, total: 6_667, vat_rate: '0.15', vat: 870 },
    // Ten lines of 0.03, each with VAT of 0.01.
    { item_cost: 30, total: 30, vat_rate: '0.25', vat: 10 },
  ])('is taken with %j, and so is the same line returned', (change) => {
    for (const one of [line(change), returned(line(change))]) expect(found(one)).toEqual([]);
  });

  const rates = fc.constantFrom('0', '0.06', '0.12', '0.15', '0.25', '0.077');
  const lines = fc.record({
    price: fc.integer({ min: 0, max: 1_000_000 }),
    pieces: fc.integer({ min: 1, max: 999 }),
    off: fc.nat({ max: 100 }),
    rate: rates,
  });

  it('is taken with what its price, its discount and its rate give', () => {
    fc.assert(
      fc.property(lines, ({ price, pieces, off, rate }) => {
        const total = Math.round((price * pieces * (100 - off)) / 100);
        const vat = vatIn(money(total), Math.round(Number(rate) * 10_000));
        const one = line({
          ...{ item_cost: price, quantity: String(pieces), total, vat_rate: rate, vat },
        });
        expect(found(one)).toEqual([]);
        expect(agrees(returned(one))).toBe(true);
      }),
    );
  });

  it('is taken if it sums up to a hundred lines of one rate, each with its rounded VAT', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(totals, rates, (all, rate) => {
        const hundredths = Math.round(Number(rate) * 10_000);
        const total = all.reduce((sum, one) => sum + one, 0);
        const vat = all.reduce((sum, one) => sum + vatIn(money(one), hundredths), 0);
        const one = line({ item_cost: total, total, vat_rate: rate, vat });
        expect(found(one)).toEqual([]);
      }),
    );
  });

  it('leaves what is no quantity or no amount to the schema, which does not throw', () => {
    const wrong = { product_id: 'a', quantity: 'x', item_cost: 1.5, total: Number.NaN, vat: '1' };
    expect(soldLine.safeParse(wrong).success).toBe(false);
    expect(soldLine.safeParse({ ...wrong, total: 1, item_cost: 1 }).success).toBe(false);
  });
});

describe('each way in refuses a line whose members disagree, by its field', () => {
  const wrong = { product_id: 'a', quantity: '1', item_cost: 100, total: 100 };
  const vat = { ...wrong, vat_rate: '0.25', vat: 90 };
  const rest = { action: 'sale', currency: 'NOK', allow_credit: false, pos_id: '1', pos_tid: '1' };

  it.each([
    ['a payment request', paymentRequestInput, 'line_items', { ...rest, customer: '4798765432' }],
    ['an update of a payment', paymentUpdateInput, 'line_items', {}],
    ['a sale of the till API', saleInput, 'lines', { reference: 'r' }],
  ] as const)('%s', (_, schema, member, more) => {
    const checked = validate(schema, { ...more, amount: 100, [member]: [vat] });
    expect(checked).toMatchObject({
      ok: false,
      refusal: {
        details: { [`${member}.0.vat`]: ['must be the VAT in total at the vat_rate 0.25'] },
      },
    });
    expect(validate(schema, { ...more, amount: 100, [member]: [wrong] }).ok).toBe(true);
  });

  it('but a refund names only what is returned of a sold line', () => {
    const part = { product_id: 'a', quantity: '1', total: 100, vat_rate: '0.25', vat: 90 };
    expect(validate(paymentUpdateInput, { action: 'refund', line_items: [part] }).ok).toBe(true);
  });
});
