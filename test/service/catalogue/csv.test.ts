import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { changesOfCsv, productsAsCsv } from '../../../service/catalogue/csv.ts';
import { applyChanges } from '../../../shared/catalogue/changes.ts';
import { differencesOf } from '../../../shared/catalogue/differences.ts';
import { decodeText } from '../../../shared/csv/decode.ts';
import type { CsvAmounts } from '../../../shared/protocol/catalogue.ts';
import {
  type CatalogueDocument,
  catalogueDocument,
} from '../../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { finishedAtOnce } from '../../../shared/time/in-pieces.ts';

const EMPTY: CatalogueDocument = { categories: [], products: [] };
const SHOP = catalogueDocument.parse({
  categories: [{ id: 'hot', name: 'Hot' }],
  products: [
    {
      id: 'latte',
      category: 'hot',
      name: { en: 'Latte', nb: 'Kaffe latte' },
      price: 5_200,
      vat_rate: '0.25',
      barcodes: ['7000000000017'],
      deposit: { amount: 300 },
      sold_out: true,
    },
  ],
});

type Given = { readonly amounts?: CsvAmounts; readonly present?: CatalogueDocument };

const read = (text: string, { amounts = 'major', present = EMPTY }: Given = {}) =>
  finishedAtOnce(changesOfCsv(text, { amounts, currency: 'NOK', present }));

function imported(text: string, given: Given = {}): CatalogueDocument {
  const changes = read(text, given);
  if (!changes.ok) throw new Error(JSON.stringify(changes.refusal));
  const applied = applyChanges(given.present ?? EMPTY, changes.value.changes);
  if (!applied.ok) throw new Error(JSON.stringify(applied.refusal));
  return applied.value;
}

const word = fc
  .array(
    fc.constantFrom(
      ...[',', ';', '"', "'", ' ', '|', '=', '+', '-', '@', '＝', '1', 'a', 'å', 'م', '39', '.'],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((signs) => signs.join('').trim() || 'x');
const sum = fc.integer({ min: 0, max: 99_999_999 });
const rate = fc.constantFrom('0', '0.15', '0.25');
const name = fc.oneof(
  word,
  fc.record({ en: word, nb: word, de: word, ar: word }, { requiredKeys: ['en', 'nb'] }),
);
const product = fc.record(
  {
    id: fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/),
    name,
    price: fc.oneof(sum, fc.constant('open')),
    category: fc.constant('hot'),
    vat_rate: rate,
    unit: word.map((text) => text.slice(0, 10).trim()),
    kind: fc.constantFrom('goods', 'deposit_return'),
    options: fc.constant(['milk']),
    note: fc.constantFrom('kitchen', 'customer'),
    deposit: fc.record({ amount: sum, vat_rate: rate }, { requiredKeys: ['amount'] }),
    picture: fc.constant('a.png'),
    sold_out: fc.constant(true),
    tare: fc.integer({ min: 1, max: LIMITS.productTareMax }),
    letters: fc.constantFrom('L', '=1', '-', '39'),
    for_sale_at: fc.constant(['kasse-1', 'kasse-2']),
  },
  { requiredKeys: ['id', 'name', 'price'] },
);
const frame = {
  categories: [{ id: 'hot', name: 'Hot' }],
  option_groups: [{ id: 'milk', name: 'Milk', options: [{ id: 'oat', name: 'Oat' }] }],
};
const catalogues = fc
  .uniqueArray(product, { selector: ({ id }) => id, minLength: 1, maxLength: 6 })
  .map((products) => catalogueDocument.parse({ ...frame, products }));

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('products as CSV', () => {
  it('come back as they were, with every delimiter, end of lines and encoding of a spreadsheet', () => {
    fc.assert(
      fc.property(
        catalogues,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r\r\n', '\r', '\n\n'),
        fc.constantFrom(utf8, utf16),
        (document, delimiter, end, encode) => {
          // A spreadsheet opens the file and saves it in its own way.
          const cells: string[][] = parse(productsAsCsv(document, 'NOK'), { bom: true });
          const saved = stringify(cells, { delimiter, record_delimiter: end });
          const present = { ...document, products: [] };
          const back = imported(decodeText(encode(saved)), { present });
          expect(differencesOf(document, back)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('have amounts in major units, or in minor units if the reader says so', () => {
    const file = 'id;name_en;price\ntea;Tea;39\n';
    expect(imported(file).products[0]?.price).toBe(3_900);
    expect(imported(file, { amounts: 'minor' }).products[0]?.price).toBe(39);
    expect(read(file)).toMatchObject({
      value: { example: { row: 2, cell: '39', major: 3_900, minor: 39 } },
    });
    expect(imported('id;name_en;price\ntea;Tea;39,5\n').products[0]?.price).toBe(3_950);
  });

  it('are all taken with empty rows and every end of lines', () => {
    for (const end of ['\n\n', '\r\r\n', '\r\n\r\n']) {
      const rows = Array.from({ length: 300 }, (_, at) => `p${at},Product ${at},10`);
      const file = ['id,name_en,price', ...rows].join(end);
      expect(imported(file).products).toHaveLength(300);
    }
  });

  it('are read from Windows-1252 and from UTF-16, with or without a byte order mark', () => {
    const file = 'id;name_en;price\nbun;Kanelbolle på brød;45\n';
    const encodings = [
      Buffer.from(file, 'latin1'),
      Buffer.from(`\ufeff${file}`, 'utf16le'),
      Buffer.from(`\ufeff${file}`, 'utf16le').swap16(),
      Buffer.from(file, 'utf16le'),
    ];
    for (const bytes of encodings) {
      expect(imported(decodeText(bytes)).products[0]?.name).toBe('Kanelbolle på brød');
    }
  });

  it('keep what the file has no column for, and lose what it has an empty cell for', () => {
    const [latte] = SHOP.products;
    const left = imported('id,price\nlatte,54\n', { present: SHOP });
    expect(left.products).toEqual([{ ...latte, price: 5_400 }]);
    const file = 'id,category,vat_rate,barcodes,deposit,sold_out,name_nb\nlatte,,,,,,\n';
    expect(imported(file, { present: SHOP }).products).toEqual([
      { id: 'latte', name: 'Latte', price: 5_200 },
    ]);
  });

  it.each(['yes', 'Ja', '1', 'TRUE', 'x', 'نعم'])('are sold out with %s', (mark) => {
    const file = `id,name_en,price,sold_out\ntea,Tea,39,${mark}\nbun,Bun,1,nei\n`;
    expect(imported(file).products.map((one) => one.sold_out)).toEqual([true, undefined]);
  });

  it('end before trailing delimiters and empty rows of them', () => {
    const file = 'id;name_en;price;;\nlatte;Latte, large;52;;\n;;;;\n;;;;\n';
    expect(imported(file).products).toEqual([{ id: 'latte', name: 'Latte, large', price: 5_200 }]);
  });

  const many = Array.from({ length: LIMITS.productsMax + 1 }, (_, at) => `p${at},P,1`).join('\n');
  it.each([
    ['an unknown column', 'id,colour\n', { csv: [expect.stringContaining('colour')] }],
    ['no column id', 'name_en,price\nTea,1\n', { csv: [expect.stringContaining('columns')] }],
    ['no products', 'id,name_en,price\n', { csv: ['The file has no products.'] }],
    [
      'a broken quote',
      'id,name_en\n"tea,Tea\n',
      { csv: [expect.stringContaining('Row 2 has a quote')] },
    ],
    ['a column twice', 'id,price,price\nt,1,2\n', { csv: [expect.stringContaining('price is')] }],
    ['a short row', 'id,name_en,price\n\ntea,Tea\n', { csv: [expect.stringContaining('Row 3')] }],
    ['a long row', 'id,price\ntea,1,x\n', { csv: [expect.stringContaining('Row 2: cell 3')] }],
    ['lost characters', 'id,name_en\nt,\ufffd\n', { csv: [expect.stringContaining('UTF-8')] }],
    ['too many', `id,name_en,price\n${many}`, { csv: [expect.stringContaining('row 502')] }],
    [
      'wrong cells',
      'id,name_en,price,sold_out,category\n\ntea,Tea,1.555,maybe,\n,Bun,1,,cold\ntea,T,1,,\n',
      {
        'row 3.price': ['must be an amount such as 39.00, at most 9999999999.99, or open'],
        'row 3.sold_out': ['must be yes or no, or empty'],
        'row 4.id': ['is required'],
        'row 4.category': ['names no category of the shop'],
        'row 5.id': ['tea is in row 3 too'],
      },
    ],
  ])('with %s are refused, with the place', (_what, text, details) => {
    expect(read(text)).toMatchObject({ ok: false, refusal: { details } });
  });

  const LONG = 'x'.repeat(LIMITS.productNameMax + 1);
  const TOO_LONG = [`must be at most ${LIMITS.productNameMax} characters`];
  it.each([
    ['a name in one language', `id,name_en,price\nt,${LONG},1\n`, { 'row 2.name_en': TOO_LONG }],
    [
      'a name in two, and columns in capitals',
      `ID,Name_EN,NAME_NB,Price\nt,Tea,${LONG},x\n`,
      { 'row 2.NAME_NB': TOO_LONG, 'row 2.Price': [expect.stringContaining('39.00')] },
    ],
    [
      'a list',
      'id,name_en,price,barcodes,options\nt,T,1,7000000000017 7,a b/c\n',
      { 'row 2.barcodes': expect.anything(), 'row 2.options': expect.anything() },
    ],
    [
      'a deposit',
      'id,name_en,price,deposit,deposit_vat_rate\nt,T,1,x,25\n',
      {
        'row 2.deposit': ['must be an amount such as 39.00, at most 9999999999.99'],
        'row 2.deposit_vat_rate': ['must be a fraction below 1, such as 0.25 for 25 %'],
      },
    ],
    [
      'the columns of another program',
      'Handle,Name,SKU,Category,Default price,Barcode,Sold by weight\nt,Tea,t,,free,7,N\n',
      {
        'row 2.Default price': [expect.stringContaining('39.00')],
        'row 2.Barcode': expect.anything(),
      },
    ],
  ])('name a wrong cell by the column of the file: %s', (_what, text, details) => {
    expect(read(text)).toMatchObject({ ok: false, refusal: { details } });
  });

  it('say that a name or a price is missing', () => {
    const missing = { 'row 2.name_en': ['is required'], 'row 2.price': ['is required'] };
    for (const file of ['id,note\ntea,kitchen\n', 'id,name_en,price\ntea,,\n']) {
      expect(read(file)).toMatchObject({ refusal: { details: missing } });
    }
  });

  it('say how an amount is written in the meaning that the reader chose', () => {
    const [file, currency] = ['id;name_en;price\nt;T;x\n', 'JPY'] as const;
    const said = (amounts: CsvAmounts, of: string) =>
      finishedAtOnce(changesOfCsv(file, { amounts, currency: of, present: EMPTY }));
    const sentence = (text: string) => ({
      refusal: { details: { 'row 2.price': [expect.stringContaining(`such as ${text}, at`)] } },
    });
    expect(said('minor', 'NOK')).toMatchObject(sentence('3900 for 39.00'));
    expect(said('major', currency)).toMatchObject(sentence('3900'));
  });
});

/** Files in the formats of other programs, with what each of them must become. */
const FOREIGN = [
  [
    'Shopify',
    `Handle,Title,Body (HTML),Vendor,Product Category,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Taxable,Variant Barcode,Image Src,Status
tee,Tee,<p>Soft</p>,Acme,Apparel,Shirts,Size,S,TEE-S,199.00,true,'7000000000017,a.png,active
tee,,,,,,,M,TEE-M,209.00,true,,,
tee,,,,,,,,,,,,b.png,
old,Old,,,,,Title,Default Title,OLD,1.00,true,,,archived
mug,Mug,,,,,Title,Default Title,,99.00,true,,,active
`,
    [
      {
        id: 'TEE-S',
        name: 'Tee – S',
        price: 19_900,
        barcodes: ['7000000000017'],
        category: 'shirts',
      },
      { id: 'TEE-M', name: 'Tee – M', price: 20_900, category: 'shirts' },
      { id: 'mug', name: 'Mug', price: 9_900 },
    ],
    ['Body (HTML)', 'Vendor', 'Product Category', 'Option1 Name', 'Variant Taxable', 'Image Src'],
    [4, 5],
  ],
  [
    'Square',
    `Token,Item Name,Variation Name,SKU,Description,Categories,GTIN,Price,Sellable,Archived,Tax - MVA (25%)
A,Coffee,Small,C-S,Hot,"Drinks, New",,35.00,Y,N,Y
A,Coffee,Large,C-L,Hot,"Drinks, New",7000000000017,variable,Y,N,N
`,
    [
      { id: 'C-S', name: 'Coffee – Small', price: 3_500, category: 'drinks', vat_rate: '0.25' },
      {
        ...{ id: 'C-L', name: 'Coffee – Large', price: 'open', category: 'drinks' },
        barcodes: ['7000000000017'],
      },
    ],
    ['Description', 'Categories'],
    [],
  ],
  [
    'WooCommerce',
    `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Tax status","Tax class","In stock?","Regular price",Categories,Parent,"Attribute 1 name","Attribute 1 value(s)"
10,variable,HOOD,,Hoodie,1,taxable,,1,,Clothing > Hoodies,,Colour,"Red, Blue"
11,variation,HOOD-R,7000000000017,Hoodie - Red,1,taxable,parent,0,450,Clothing > Hoodies,HOOD,Colour,Red
12,simple,CAP,,Cap,1,taxable,,1,150,,,,
`,
    [
      {
        ...{ id: 'HOOD-R', name: 'Hoodie - Red', price: 45_000, category: 'hoodies' },
        ...{ barcodes: ['7000000000017'], sold_out: true },
      },
      { id: 'CAP', name: 'Cap', price: 15_000 },
    ],
    ['Tax status', 'Tax class', 'Parent', 'Attribute 1 name', 'Attribute 1 value(s)'],
    [2],
  ],
  [
    'Loyverse',
    `Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Default price,Cost,Barcode,Available for sale [Oslo],Price [Oslo],"Tax - ""MVA"" (15%)"
tea,10001,Tea,Hot,,N,Size,Small,39.00,5,,Y,39.00,Y
tea,10002,,,,,,Large,49.00,6,7000000000017,Y,49.00,Y
nuts,10003,Nuts,,,Y,,,199.00,0,,Y,199.00,N
off,10004,Off,,,N,,,1.00,0,,N,1.00,N
`,
    [
      { id: '10001', name: 'Tea – Small', price: 3_900, category: 'hot', vat_rate: '0.15' },
      {
        ...{ id: '10002', name: 'Tea – Large', price: 4_900, category: 'hot', vat_rate: '0.15' },
        barcodes: ['7000000000017'],
      },
      { id: '10003', name: 'Nuts', price: 19_900, unit: 'kg' },
    ],
    ['Option 1 name', 'Cost'],
    [5],
  ],
] as const;

describe('a file of another program', () => {
  it.each(FOREIGN)(
    '%s is translated, and names what is left out',
    (_who, file, products, columns, rows) => {
      expect(imported(file).products).toEqual(products);
      expect(read(file)).toMatchObject({ value: { not_taken: { columns, rows } } });
      // A second import finds every product and category again.
      const present = imported(file);
      expect(differencesOf(present, imported(file, { present }))).toEqual([]);
    },
  );

  it('has the columns named of which one cell has no place: a price of one place, a second tax, a second category', () => {
    const loyverse = `Handle,SKU,Name,Sold by weight,Default price,Price [Oslo],Price [Bergen]
tea,1,Tea,N,39.00,39.00,39.00
nut,2,Nut,N,39.00,39.00,42.00
`;
    const square = `Token,Item Name,Variation Name,SKU,Reporting Category,Categories,Price,Tax - A (25%),Tax - B (15%)
A,Tea,Regular,1,Hot,Hot,39.00,Y,N
B,Nut,Regular,2,Dry,,39.00,Y,Y
C,Cup,Regular,3,Hot,Cups,39.00,N,N
`;
    const notTaken = [loyverse, square].map((file) => {
      const done = read(file);
      return done.ok ? done.value.not_taken.columns : [];
    });
    expect(notTaken).toEqual([
      ['Price [Bergen]'],
      ['Reporting Category', 'Tax - A (25%)', 'Tax - B (15%)'],
    ]);
  });

  it('lets other work run between its pieces, and costs no more for names that begin alike', () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => {
      return `h${at},Item,${String.fromCodePoint(0x4e00 + at)},1.00\n`;
    });
    const file = `Handle,Title,Type,Variant Price\n${rows.join('')}`;
    const looks = vi.spyOn(Set.prototype, 'has');
    onTestFinished(() => looks.mockRestore());
    const reading = { amounts: 'major', currency: 'NOK', present: EMPTY } as const;
    const pieces = [...changesOfCsv(file, reading)];
    expect(pieces.length).toBeGreaterThan(rows.length / 100);
    expect(looks.mock.calls.length).toBeLessThan(20 * rows.length);
    const few = imported(`Handle,Title,Type,Variant Price\n${rows.slice(0, 3).join('')}`);
    expect(few.categories.map(({ id }) => id)).toEqual(['category', 'category-2', 'category-3']);
  });
});
