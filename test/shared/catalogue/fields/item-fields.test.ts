import { describe, expect, it } from 'vitest';
import { groupFields, groupOf } from '../../../../shared/catalogue/fields/group-fields.ts';
import {
  fieldsOf,
  fractionOf,
  itemOf,
  newItem,
  percentOf,
  withoutVat,
} from '../../../../shared/catalogue/fields/item-fields.ts';
import { entryId, optionId } from '../../../../shared/catalogue/new-entries.ts';
import { formatFor } from '../../../../shared/format/format.ts';
import { money } from '../../../../shared/money/money.ts';
import {
  catalogueDocument,
  optionGroupEntry,
  productEntry,
} from '../../../../shared/protocol/catalogue-document.ts';

const MONEY = { currency: 'NOK', format: formatFor({ language: 'nb', timeZone: 'Europe/Oslo' }) };
const FULL = productEntry.parse({
  id: 'cola',
  category: 'cold',
  name: { en: 'Cola', nb: 'Brus', ar: 'كولا' },
  price: 3_050,
  vat_rate: '0.125',
  picture: 'cola.png',
  barcodes: ['7000000000017', 'own-code-1'],
  kind: 'goods',
  unit: 'pcs',
  options: ['size'],
  note: 'customer',
  deposit: { amount: 300, vat_rate: '0' },
  in_store_item: '12345',
  sold_out: true,
  tare: 20,
  letters: 'CC',
  for_sale_at: ['kasse-1'],
});
const made = (fields: ReturnType<typeof fieldsOf>, before = FULL) =>
  itemOf(fields, { id: before.id, before, currency: 'NOK' });

describe('the form of an item', () => {
  it.each([
    ['with every member', FULL],
    ['with the least', productEntry.parse({ id: 'a', name: 'A', price: 100 })],
    ['with a typed price', productEntry.parse({ id: 'a', name: 'A', price: 'open' })],
    [
      'of returned bottles',
      productEntry.parse({ id: 'a', name: 'A', price: 1, kind: 'deposit_return' }),
    ],
  ])('gives back an item %s as it was', (_, item) => {
    expect(made(fieldsOf(item, MONEY), item)).toEqual({ item });
  });

  it.each([
    ['name', { name: '  ' }],
    ['price', { price: '' }],
    ['price', { price: '1,250' }],
    ['vat', { vat: '125' }],
    ['deposit', { deposit: 'three' }],
    ['barcodes', { barcodes: '7000000000018' }],
    ['barcodes', { barcodes: 'short' }],
    ['inStore', { inStore: '12' }],
    ['letters', { letters: 'ABCD' }],
  ] as const)('names the field %s that is wrong: %o', (field, over) => {
    expect(made({ ...fieldsOf(FULL, MONEY), ...over })).toMatchObject({ wrong: { field } });
  });

  it('of a new item has the tax that most items have', () => {
    const rates = ['0.15', '0.25', '0.25'];
    const products = rates.map((vat_rate, place) => ({
      ...{ id: `p${place}`, name: 'P', price: 1 },
      vat_rate,
    }));
    const document = catalogueDocument.parse({ categories: [], products });
    expect(newItem(document, 'hot')).toMatchObject({ vat: '25', category: 'hot' });
  });
});

it.each([
  ['25', '0.25'],
  ['12,5', '0.125'],
  ['6 %', '0.06'],
  ['0', '0'],
  ['100', null],
  ['', null],
])('%s per cent is the fraction %s', (typed, fraction) => {
  expect(fractionOf(typed)).toBe(fraction);
  if (fraction !== null) expect(fractionOf(percentOf(fraction))).toBe(fraction);
});

it('a price without its tax is the price less the tax in it', () => {
  expect(withoutVat(money(5_200), '0.25')).toBe(4_160);
  expect(withoutVat(money(4_500), '0.15')).toBe(3_913);
  expect(withoutVat(money(100), null)).toBe(100);
});

it('an id of a new entry is a number that the name does not decide', () => {
  expect(entryId({ digits: (length) => '1234567'.slice(0, length) })).toBe('1234-1234');
});

it('an id of an option is made of its name, and is new in its group', () => {
  expect(optionId('Caffè Latté – stor', [])).toBe('caffe-latte-stor');
  expect(optionId('Blåbærøl', ['blabaerol', 'blabaerol-2'])).toBe('blabaerol-3');
  expect(optionId('شاي', ['option-1'])).toBe('option-2');
});

describe('the form of a group of options', () => {
  const group = optionGroupEntry.parse({
    id: 'milk',
    name: { en: 'Milk', nb: 'Melk' },
    min: 1,
    max: 1,
    options: [
      { id: 'whole', name: { en: 'Whole', nb: 'Helmelk' } },
      { id: 'oat', name: 'Oat', surcharge: 600 },
    ],
  });
  const fields = groupFields(group, MONEY);
  const of = (over: Partial<typeof fields>) =>
    groupOf({ ...fields, ...over }, { id: 'milk', currency: 'NOK' });

  it('gives back the group as it was, and makes ids of new options', () => {
    expect(of({})).toEqual({ group });
    const option = { id: '', name: 'Oat', written: '', surcharge: '7' };
    const more = of({ options: [...fields.options, option, { ...option, name: ' ' }] });
    expect(more).toMatchObject({ group: { options: [{}, {}, { id: 'oat-2', surcharge: 700 }] } });
  });

  it.each([
    ['name', { name: '' }],
    ['number', { min: 'one' }],
    ['groups', { min: '3', max: '3' }],
    ['groups', { options: [] }],
  ] as const)('says what is wrong: %s', (wrong, over) => {
    expect(of(over)).toEqual({ wrong });
  });
});
