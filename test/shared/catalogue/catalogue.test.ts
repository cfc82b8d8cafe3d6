import { describe, expect, it } from 'vitest';
import {
  findProducts,
  productOfCode,
  productsIn,
  soldAt,
} from '../../../shared/catalogue/catalogue.ts';
import { alike } from '../../../shared/catalogue/language.ts';
import { catalogueOf } from '../../../shared/catalogue/schema.ts';
import { catalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import { checkDigit } from '../../../shared/protocol/gtin.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';

const COFFEE = { id: 'flat-white', name: 'Flat white', price: 5_200, vat_rate: '0.25' };
const FILE = {
  categories: [
    { id: 'hot', name: { en: 'Hot', nb: 'Varmt' } },
    { id: 'food', name: 'Mat' },
  ],
  products: [
    { ...COFFEE, category: 'hot', picture: 'flat-white.svg' },
    { id: 'toast', name: { en: 'Cheese toast', nb: 'Ostetoast' }, price: 8_900, category: 'food' },
    { id: 'roe', name: { en: 'Crème brûlée', nb: 'Rød grøt' }, price: 'open' },
    { id: 'beans', name: 'Kaffebønner', price: 11_900, barcodes: ['7000000000031'] },
  ],
  open_price_vat_rate: '0.15',
};

function read(file: unknown) {
  const checked = validate(catalogueDocument.transform(catalogueOf), file);
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusal.details));
  return checked.value;
}

function wrongFields(file: unknown): readonly string[] {
  const checked = validate(catalogueDocument.transform(catalogueOf), file);
  return checked.ok ? [] : Object.keys(checked.refusal.details ?? {});
}

const withProduct = (over: object) => ({ ...FILE, products: [{ ...COFFEE, ...over }] });

describe('a catalogue', () => {
  it('is read with a value for every member that the file omits', () => {
    const { products, openPriceVatRate } = read(FILE);
    expect(products[0]).toEqual({
      id: 'flat-white',
      category: 'hot',
      name: alike('Flat white'),
      price: 5_200,
      vatRate: '0.25',
      picture: 'flat-white.svg',
      barcodes: [],
      kind: 'goods',
      unit: 'pcs',
      options: [],
      note: null,
      deposit: null,
      inStoreItem: null,
      tare: null,
      letters: null,
      forSaleAt: null,
      soldOut: false,
    });
    const { name } = products[2] ?? {};
    expect(name).toEqual({
      ...{ en: 'Crème brûlée', nb: 'Rød grøt' },
      ...{ de: 'Crème brûlée', ar: 'Crème brûlée' },
    });
    expect(products[2]).toMatchObject({ price: null, vatRate: null, picture: null });
    expect(openPriceVatRate).toBe('0.15');
  });

  it.each([
    ['a price with a fraction', { price: 52.5 }, 'products.0.price'],
    ['a price below zero', { price: -1 }, 'products.0.price'],
    ['a rate in per cent', { vat_rate: '25' }, 'products.0.vat_rate'],
    ['a picture in another folder', { picture: '../secret.svg' }, 'products.0.picture'],
    ['a hidden picture', { picture: '.svg' }, 'products.0.picture'],
    ['a picture of another kind', { picture: 'coffee.html' }, 'products.0.picture'],
    ['an unknown category', { category: 'cold' }, 'products.0.category'],
    ['an empty name', { name: '' }, 'products.0.name'],
    ['a barcode of three digits', { barcodes: ['123'] }, 'products.0.barcodes.0'],
    ['an unknown option group', { options: ['milk'] }, 'products.0.options'],
    ['an unknown field', { prize: 5 }, 'products.0'],
  ])('with %s is refused with the path of the wrong field', (_name, over, field) => {
    expect(wrongFields(withProduct(over))).toEqual([field]);
  });

  it('is refused when an id or a barcode occurs twice', () => {
    const twice = { ...FILE, products: [COFFEE, COFFEE] };
    expect(wrongFields(twice)).toEqual(['products.1.id']);
    const code = { barcodes: ['7000000000031'] };
    const alike = {
      ...FILE,
      products: [
        { ...COFFEE, ...code },
        { ...COFFEE, id: 'b', ...code },
      ],
    };
    expect(wrongFields(alike)).toEqual(['products.1.barcodes']);
  });

  it('is refused when two products have one barcode in two forms', () => {
    const forms = ['036000291452', '0036000291452'];
    const products = forms.map((code, at) => ({ ...COFFEE, id: `p${at}`, barcodes: [code] }));
    expect(wrongFields({ ...FILE, products })).toEqual(['products.1.barcodes']);
  });

  it.each([
    [
      'more must be chosen than there are',
      { min: 2, max: 2, options: [{ id: 'oat', name: 'Oat' }] },
    ],
    ['more must be chosen than may be', { min: 2, max: 1 }],
  ])('is refused with an option group of which %s', (_name, over) => {
    const group = {
      ...{ id: 'milk', name: 'Milk' },
      options: [
        { id: 'whole', name: 'Whole milk' },
        { id: 'oat', name: 'Oat milk', surcharge: 600 },
      ],
      ...over,
    };
    expect(wrongFields({ ...FILE, option_groups: [group] })).toEqual(['option_groups.0.min']);
  });

  it.each([
    ...['21IIIIPPPPPP.PC', '31IIIIIPPP.PPC', '21IIIIIPPP.PPP', '21IIIIIPP.WWWC', '2IIIIIIIIIII.C'],
    ...['21IIIIIPPPPPC', '21IIIIIP.PPP.PC', '21IIIIIP.PPPPC', '21IIIII.PPPPPC'],
  ])('is refused with the pattern %s for codes of the shop', (pattern) => {
    expect(wrongFields({ ...FILE, in_store_codes: [pattern] })).toEqual(['in_store_codes.0']);
  });

  it('is refused with too many products or with too long a name', () => {
    const products = Array.from({ length: LIMITS.productsMax + 1 }, (_, at) => ({
      ...COFFEE,
      id: `p${at}`,
    }));
    expect(wrongFields({ ...FILE, products })).toEqual(['products']);
    const name = 'x'.repeat(LIMITS.productNameMax + 1);
    expect(wrongFields(withProduct({ name }))).toEqual(['products.0.name']);
  });
});

describe('products', () => {
  const catalogue = read(FILE);
  const ids = (query: string) => findProducts(catalogue, query).map(({ id }) => id);

  it('are found by their name in either language, without accents', () => {
    expect(ids('oste')).toEqual(['toast']);
    expect(ids('CREME bru')).toEqual(['roe']);
    expect(ids('rod grot')).toEqual(['roe']);
    expect(ids('rød')).toEqual(['roe']);
    expect(ids('white flat')).toEqual(['flat-white']);
    expect(ids('nothing')).toEqual([]);
  });

  it('whose name begins with the search text come first', () => {
    const names = ['Iced tea', 'Tea', 'Cheese toast'];
    const products = names.map((name, at) => ({ ...COFFEE, id: `p${at}`, name }));
    expect(findProducts(read({ ...FILE, products }), 'te').map(({ id }) => id)).toEqual([
      'p1',
      'p0',
    ]);
  });

  it('are listed by category, or all of them without a category', () => {
    expect(productsIn(catalogue, 'food').map(({ id }) => id)).toEqual(['toast']);
    expect(productsIn(catalogue, null)).toHaveLength(4);
  });

  it('are found by their barcode in any of its forms', () => {
    const products = [{ ...COFFEE, barcodes: ['036000291452'] }];
    const american = read({ ...FILE, products });
    expect(productOfCode(catalogue, '7000000000031', 'NOK')?.product.id).toBe('beans');
    expect(productOfCode(catalogue, '7000000000032', 'NOK')).toBeNull();
    expect(productOfCode(american, '0036000291452', 'NOK')?.product.id).toBe('flat-white');
    expect(productOfCode(american, '00036000291452', 'NOK')?.product.id).toBe('flat-white');
  });

  it('are found by a code of the shop, whose pattern says where the decimals begin', () => {
    const products = [{ ...COFFEE, in_store_item: '12345' }];
    const patterns = [
      ...['20IIIIIPPPP.PC', '21IIIIIPPPPP.C', '22IIIIIPPP.PPC', '23IIIIIPP.PPPC'],
      ...['24IIIIIWW.WWWC', '25IIIIIWWWW.WC', '02IIIIIVPP.PPC', '28IIIIIWWW.WWC'],
    ];
    const shop = read({ ...FILE, products, in_store_codes: patterns });
    const found = (digits: string, currency = 'NOK') => {
      const one = productOfCode(shop, `${digits}${checkDigit(digits)}`, currency);
      return one && [one.quantity, one.price];
    };
    expect(found('201234501995')).toEqual([1_000, 19_950]);
    expect(found('211234500199')).toEqual([1_000, 19_900]);
    expect(found('221234503347')).toEqual([1_000, 3_347]);
    expect(found('241234500335')).toEqual([335, null]);
    expect(found('251234500335')).toEqual([33_500, null]);
    expect(found('281234500335')).toEqual([3_350, null]);
    // A UPC-A is an EAN-13 without the zero in front.
    expect(found('021234501995')).toEqual([1_000, 1_995]);
    expect(found('21234501995')).toEqual([1_000, 1_995]);
    expect(found('229999903347')).toBeNull();
    expect(found('271234500335')).toBeNull();
    expect(productOfCode(shop, '2212345003350', 'NOK')).toBeNull();
    // A currency with fewer decimals takes only what it can have.
    expect(found('221234503300', 'JPY')).toEqual([1_000, 33]);
    expect(found('221234503347', 'JPY')).toBeNull();
    expect(found('231234503347', 'KWD')).toEqual([1_000, 3_347]);
  });

  it('are found by the number before an add-on, unless the product has it with the add-on', () => {
    const id = (text: string, barcodes: readonly string[]) =>
      productOfCode(
        read({ ...FILE, products: [{ ...COFFEE, barcodes: [...barcodes] }] }),
        text,
        'NOK',
      )?.product.id;
    expect(id('700000000003412', ['7000000000034'])).toBe('flat-white');
    expect(id('7000000000034 12345', ['7000000000034'])).toBe('flat-white');
    expect(id('03600029145212', ['036000291452'])).toBe('flat-white');
    expect(id('700000000003412', ['700000000003412'])).toBe('flat-white');
    expect(id('700000000003112', ['7000000000034'])).toBeUndefined();
  });
});

it('of one point of sale has what all sell and what it sells itself, in the same order', () => {
  const [coffee, toast, ...rest] = FILE.products;
  const only = (till: string) => ({ for_sale_at: [till] });
  const all = read({
    ...FILE,
    products: [{ ...coffee, ...only('kasse-2') }, { ...toast, ...only('kasse-1') }, ...rest],
  });
  const ids = (till: string) => soldAt(all, till).products.map(({ id }) => id);
  expect(ids('kasse-1')).toEqual(['toast', 'roe', 'beans']);
  expect(ids('kasse-3')).toEqual(['roe', 'beans']);
});
