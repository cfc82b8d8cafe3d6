import { describe, expect, it } from 'vitest';
import { pieces, quantity } from '../../../shared/bill/quantity.ts';
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import { alike } from '../../../shared/catalogue/language.ts';
import {
  type Choices,
  choose,
  chosenOptions,
  missingGroup,
  type OptionGroup,
} from '../../../shared/catalogue/options.ts';
import { linesOfOrder, type Order } from '../../../shared/catalogue/order.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { plainProduct } from './products.ts';

const option = (id: string, surcharge = 0) => ({
  id,
  name: alike(id),
  surcharge: money(surcharge),
});
const MILK: OptionGroup = {
  id: 'milk',
  name: alike('Milk'),
  min: 1,
  max: 1,
  options: [option('whole'), option('oat', 600)],
};
const SAUCES: OptionGroup = {
  id: 'sauces',
  name: alike('Sauces'),
  min: 0,
  max: 2,
  options: [option('garlic', 500), option('chilli', 500), option('curry', 500)],
};
const CATALOGUE: Catalogue = {
  categories: [],
  products: [],
  optionGroups: [MILK, SAUCES],
  inStoreCodes: [],
  openPriceVatRate: null,
};
const NOTHING: Choices = new Map();
const pressed = (group: OptionGroup, ...ids: readonly string[]) =>
  ids.reduce((choices: Choices, id) => choose(choices, group, id), NOTHING).get(group.id);

describe('options of a group', () => {
  it('with one choice replace each other, and a second press takes one back', () => {
    expect(pressed(MILK, 'whole', 'oat')).toEqual(['oat']);
    expect(pressed(MILK, 'oat', 'oat')).toEqual([]);
  });

  it('with several choices are added until the group is full', () => {
    expect(pressed(SAUCES, 'curry', 'garlic', 'chilli')).toEqual(['curry', 'garlic']);
    expect(pressed(SAUCES, 'curry', 'garlic', 'curry', 'chilli')).toEqual(['garlic', 'chilli']);
  });

  it('that the shop has removed since are not counted, and are not in the way of others', () => {
    const [, oat] = MILK.options;
    const now = { ...MILK, options: oat === undefined ? [] : [oat] };
    const before = choose(NOTHING, MILK, 'whole');
    expect(missingGroup([now], before)).toBe(now);
    const full = choose(choose(NOTHING, SAUCES, 'garlic'), SAUCES, 'chilli');
    const fewer = { ...SAUCES, options: SAUCES.options.slice(1) };
    expect(choose(full, fewer, 'curry').get('sauces')).toEqual(['chilli', 'curry']);
  });

  it('are asked until enough are chosen', () => {
    expect(missingGroup([SAUCES, MILK], NOTHING)).toBe(MILK);
    expect(missingGroup([SAUCES, MILK], choose(NOTHING, MILK, 'whole'))).toBeNull();
  });

  it('are on the line in the order of the catalogue', () => {
    const choices = choose(choose(NOTHING, SAUCES, 'curry'), SAUCES, 'garlic');
    expect(chosenOptions([MILK, SAUCES], choices, 'en').map((one) => one.option)).toEqual([
      'garlic',
      'curry',
    ]);
  });
});

describe('an order', () => {
  const order = (over: Partial<Order> = {}): Order => ({
    product: plainProduct(),
    quantity: pieces(2),
    price: null,
    choices: NOTHING,
    note: 'no ice',
    ...over,
  });
  const linesOf = (over: Partial<Order>) => linesOfOrder(CATALOGUE, order(over), 'nb');

  it('asks for the options that a product needs, and then for its price', () => {
    const product = plainProduct({ options: ['milk'], price: null });
    const choices = choose(NOTHING, MILK, 'oat');
    expect(linesOf({ product })).toEqual({ kind: 'ask_options', group: MILK });
    expect(linesOf({ product, choices })).toEqual({ kind: 'ask_price' });
    expect(linesOf({ product, choices, price: money(4_000) })).toMatchObject({
      kind: 'lines',
      lines: [{ price: 4_000, options: [{ group: 'milk', option: 'oat', surcharge: 600 }] }],
    });
  });

  it('has a note only if the product has notes', () => {
    expect(linesOf({})).toMatchObject({ lines: [{ note: null }] });
    const product = plainProduct({ note: 'kitchen' });
    expect(linesOf({ product })).toMatchObject({
      lines: [{ note: { to: 'kitchen', text: 'no ice' } }],
    });
  });

  it('has a line for the deposit of each whole unit', () => {
    const product = plainProduct({ deposit: { amount: money(300), vatRate: null } });
    expect(linesOf({ product })).toMatchObject({
      lines: [
        { kind: 'goods', quantity: 2_000 },
        { kind: 'deposit', name: 'Pant: Flat white', quantity: 2_000, price: 300, vatRate: null },
      ],
    });
    expect(linesOf({ product, quantity: quantity(335) })).toMatchObject({ lines: [{}] });
  });

  it('has the price of a label in place of the price by weight', () => {
    const product = plainProduct({ unit: 'kg' });
    expect(linesOf({ product, quantity: quantity(335) })).toMatchObject({
      lines: [{ unit: 'kg', quantity: 335, price: 5_200 }],
    });
    expect(linesOf({ product, quantity: pieces(1), price: money(3_347) })).toMatchObject({
      lines: [{ unit: 'pcs', quantity: 1_000, price: 3_347 }],
    });
  });

  it('of a returned bottle is a line that is subtracted', () => {
    const product = plainProduct({ kind: 'deposit_return', price: money(300) });
    expect(linesOf({ product })).toMatchObject({ lines: [{ kind: 'deposit_return' }] });
  });

  it('of a product that is sold out has no lines', () => {
    expect(linesOf({ product: plainProduct({ soldOut: true }), price: ZERO })).toEqual({
      kind: 'sold_out',
    });
  });
});
