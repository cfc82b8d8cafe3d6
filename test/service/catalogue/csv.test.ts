import { describe, expect, it } from 'vitest';
import { changesOfCsv, productsAsCsv } from '../../../service/catalogue/csv.ts';
import { applyChanges } from '../../../shared/catalogue/changes.ts';
import { catalogueDocument } from '../../../shared/protocol/catalogue-document.ts';

const document = catalogueDocument.parse({
  categories: [{ id: 'hot', name: 'Hot' }],
  option_groups: [{ id: 'milk', name: 'Milk', options: [{ id: 'oat', name: 'Oat' }] }],
  products: [
    {
      id: 'latte',
      category: 'hot',
      name: { en: 'Latte', nb: 'Kaffe latte', de: 'Milchkaffee' },
      price: 5_200,
      vat_rate: '0.25',
      barcodes: ['7000000000017', '7000000000024'],
      options: ['milk'],
      note: 'kitchen',
      unit: 'pcs',
      sold_out: true,
      letters: 'L',
      for_sale_at: ['kasse-1', 'kasse-2'],
    },
    { id: 'cola', name: '=Cola, "0.5 l"', price: 3_000, deposit: { amount: 300 } },
    { id: 'nuts', name: 'Nuts', price: 19_900, unit: 'kg', tare: 20 },
    { id: 'cake', name: 'Cake', price: 'open' },
  ],
});

describe('products as CSV', () => {
  it('come back as they were', () => {
    const changes = changesOfCsv(productsAsCsv(document));
    if (!changes.ok) throw new Error(JSON.stringify(changes.refusal));
    const empty = { ...document, products: [] };
    expect(applyChanges(empty, changes.value)).toEqual({ ok: true, value: document });
  });

  it('never begin a cell like a formula of a spreadsheet', () => {
    expect(productsAsCsv(document)).toContain(`"'=Cola, ""0.5 l"""`);
  });

  it('may be separated by semicolons and begin with a byte order mark', () => {
    const changes = changesOfCsv('\uFEFFid;name_en;price\r\ntea;Tea;3400\r\n');
    expect(changes).toEqual({
      ok: true,
      value: [{ kind: 'put_product', product: { id: 'tea', name: 'Tea', price: 3_400 } }],
    });
  });

  it.each([
    ['an unknown column', 'id,name_en,colour\n', { csv: [expect.stringContaining('colour')] }],
    ['no column id', 'name_en,price\nTea,1\n', { csv: [expect.stringContaining('columns')] }],
    ['no products', 'id,name_en,price\n', { csv: ['The file has no products.'] }],
    ['a broken quote', 'id,name_en\n"tea,Tea\n', { csv: [expect.stringContaining('CSV')] }],
    [
      'wrong cells',
      'id,name_en,price\ntea,Tea,1.5\n,Bun,1\n',
      {
        'row 2.price': ['must be a whole number of minor units, or "open"'],
        'row 3.id': ['is required'],
      },
    ],
  ])('with %s are refused, with the place', (_what, text, details) => {
    expect(changesOfCsv(text)).toMatchObject({ ok: false, refusal: { details } });
  });
});
