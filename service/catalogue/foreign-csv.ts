import { fractionOf } from '../../shared/catalogue/fields/item-fields.ts';
import { nameIn } from '../../shared/catalogue/schema.ts';
import type { CsvRow, ReadCsv } from '../../shared/csv/read.ts';
import type { ImportNotes } from '../../shared/protocol/catalogue.ts';
import type { CatalogueDocument } from '../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { InPieces } from '../../shared/time/in-pieces.ts';

/** How another program writes its items. Of several columns for one thing the first one that has a text counts. */
type Format = {
  /** Columns that only this program's file has together. */
  readonly marks: readonly string[];
  /** Rows with the same text here are variants of one item. */
  readonly item: readonly string[];
  readonly name: readonly string[];
  /** What distinguishes the variants of an item; it stands behind the name. */
  readonly variant: readonly string[];
  readonly sku: string;
  readonly barcode: readonly string[];
  readonly category: readonly string[];
  readonly price: readonly string[];
  /** Columns whose text makes a row no item that is sold. */
  readonly skip: Readonly<Record<string, RegExp>>;
  readonly soldOut?: { readonly column: string; readonly is: RegExp };
  readonly byWeight?: string;
};

const FORMATS: readonly Format[] = [
  {
    // Shopify: only the first row of a handle has the title and the type.
    marks: ['Handle', 'Title', 'Variant Price'],
    item: ['Handle'],
    name: ['Title'],
    variant: ['Option1 Value', 'Option2 Value', 'Option3 Value'],
    sku: 'Variant SKU',
    barcode: ['Variant Barcode'],
    category: ['Type', 'Product Category'],
    price: ['Variant Price'],
    skip: { Status: /^(?:draft|archived)$/i },
  },
  {
    // Square.
    marks: ['Item Name', 'Variation Name', 'Price'],
    item: ['Token', 'Item Name'],
    name: ['Item Name'],
    variant: ['Variation Name'],
    sku: 'SKU',
    barcode: ['GTIN'],
    category: ['Categories', 'Category', 'Reporting Category'],
    price: ['Price'],
    skip: { Archived: /^y/i, Sellable: /^n/i },
  },
  {
    // WooCommerce: a variation names its parent, whose row is no item.
    marks: ['Type', 'Name', 'Regular price'],
    item: ['ID', 'SKU', 'Name'],
    name: ['Name'],
    variant: [],
    sku: 'SKU',
    barcode: ['GTIN, UPC, EAN, or ISBN'],
    category: ['Categories'],
    price: ['Regular price'],
    skip: { Type: /variable|grouped|external/i, Published: /^-1$/ },
    soldOut: { column: 'In stock?', is: /^0$/ },
  },
  {
    // Loyverse: only the first row of a handle has name and category.
    marks: ['Handle', 'Name', 'Sold by weight'],
    item: ['Handle'],
    name: ['Name'],
    variant: ['Option 1 value', 'Option 2 value', 'Option 3 value'],
    sku: 'SKU',
    barcode: ['Barcode'],
    category: ['Category'],
    price: ['Default price', 'Price', 'Price ['],
    skip: { 'Available for sale [': /^n/i, 'Available for sale': /^n/i },
    byWeight: 'Sold by weight',
  },
];

/** `Tax - VAT (25%)` of Square, `Tax - "VAT" (25%)` of Loyverse. */
const TAX = /^Tax - .*\((\d+(?:[.,]\d+)?)\s*%\)$/;

/** What programs write as the only variant of an item. */
const NO_VARIANT = /^(?:default title|regular|standard|default)$/i;

type Translated = {
  readonly rows: readonly {
    readonly row: number;
    readonly cells: Readonly<Record<string, string>>;
  }[];
  /** What the file calls the columns of the product. */
  readonly named: ReadonlyMap<string, string>;
  /** Categories that the shop does not have yet. */
  readonly categories: CatalogueDocument['categories'];
  readonly notTaken: ImportNotes['not_taken'];
};

/**
 * A file of Shopify, Square, WooCommerce or Loyverse in the product's own columns; null for every other file. Each
 * variant is a product. Its id is the SKU, or made of item and variant, so that a second import finds it again (D-463).
 */
export function* translated(
  file: ReadCsv,
  present: CatalogueDocument,
): InPieces<Translated | null> {
  const format = FORMATS.find(({ marks }) => marks.every((mark) => file.columns.includes(mark)));
  if (format === undefined) return null;
  const used = new Set<string>();
  /** Columns with a text that has no place, in a row where another column had its place. */
  const lost = new Set<string>();
  const columnsOf = (named: string) =>
    file.columns.filter((one) => one === named || (named.endsWith('[') && one.startsWith(named)));
  const firstOf = (cells: CsvRow['cells'], named: readonly string[]) => {
    const columns = named.flatMap(columnsOf);
    for (const one of columns) used.add(one);
    return columns.map((one) => cells.get(one) ?? '').find((cell) => cell !== '') ?? '';
  };
  const itemOf = (cells: CsvRow['cells']) => firstOf(cells, format.item);
  const textOf = (cells: CsvRow['cells'], named: readonly string[]) => {
    const value = firstOf(cells, named);
    for (const one of named.flatMap(columnsOf)) {
      if ((cells.get(one) || value) !== value) lost.add(one);
    }
    return value;
  };
  const namedBy = (named: readonly string[]) => named.flatMap(columnsOf)[0];
  const taxes = file.columns.flatMap((column) => {
    const percent = TAX.exec(column)?.[1];
    const rate = percent === undefined ? null : fractionOf(percent);
    return rate === null ? [] : [{ column, rate }];
  });
  const categories = categoryFinder(present);
  const rows: Translated['rows'][number][] = [];
  const skipped: number[] = [];
  let first: CsvRow['cells'] = new Map();
  for (const [at, { row, cells }] of file.rows.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
    const same = itemOf(cells) === itemOf(first);
    if (!same) first = cells;
    const carried = (named: readonly string[]) => textOf(cells, named) || textOf(first, named);
    const skips = Object.entries(format.skip).some(([named, no]) => {
      return no.test(named.startsWith('Available') ? textOf(cells, [named]) : carried([named]));
    });
    const price = textOf(cells, format.price);
    if (skips || (price === '' && format.byWeight === undefined)) {
      skipped.push(row);
      continue;
    }
    const variants = format.variant.map((named) => firstOf(cells, [named]));
    const variant = variants.filter((one) => one !== '' && !NO_VARIANT.test(one)).join(', ');
    const name = [carried(format.name), variant].filter((one) => one !== '').join(' – ');
    const sku = firstOf(cells, [format.sku]);
    const rates = taxes.filter(({ column }) => /^(?:y|yes|true|1)$/i.test(cells.get(column) ?? ''));
    const [rate] = rates;
    for (const { column } of taxes) used.add(column);
    if (rates.length > 1) for (const { column } of rates) lost.add(column);
    const category = carried(format.category);
    if (category.includes(',')) lost.add(namedBy(format.category) ?? '');
    const barcode = firstOf(cells, format.barcode).replace(/^'/, '');
    const { soldOut, byWeight } = format;
    rows.push({
      row,
      cells: {
        id: idOf(sku) || idOf(`${itemOf(cells) || itemOf(first)} ${variant}`) || `item-${row}`,
        name_en: name,
        price: price === '' || /^variable/i.test(price) ? 'open' : price,
        ...has('category', categories.idFor(category)),
        ...has('vat_rate', rates.length === 1 ? (rate?.rate ?? '') : ''),
        ...has('barcodes', barcode),
        ...(soldOut && {
          sold_out: soldOut.is.test(firstOf(cells, [soldOut.column])) ? 'yes' : '',
        }),
        ...(byWeight && /^(?:y|true|1)/i.test(firstOf(cells, [byWeight])) && { unit: 'kg' }),
      },
    });
  }
  const isFilled = (column: string) => file.rows.some(({ cells }) => cells.get(column) !== '');
  const isTaken = (column: string) => used.has(column) && !lost.has(column);
  const named = Object.entries({
    id: namedBy([format.sku]) ?? namedBy(format.item),
    name_en: namedBy(format.name),
    price: namedBy(format.price),
    category: namedBy(format.category),
    vat_rate: taxes[0]?.column,
    barcodes: namedBy(format.barcode),
  }).flatMap(([column, name]) => (name === undefined ? [] : [[column, name] as const]));
  return {
    rows,
    named: new Map(named),
    categories: categories.made(),
    notTaken: {
      columns: file.columns.filter((column) => !isTaken(column) && isFilled(column)),
      rows: skipped,
    },
  };
}

/** Rows that are translated in one piece. */
const ROWS_AT_ONCE = 100;

/** Nothing where the other program says nothing, so that what the shop has stays. */
const has = (column: string, cell: string) => (cell === '' ? {} : { [column]: cell });

/** Only what an id may have. */
const idOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LIMITS.referenceMax);

/** Finds categories by their names, and makes those that are missing. */
function categoryFinder({ categories }: CatalogueDocument) {
  const ids = new Map(
    categories.flatMap(({ id, name }) => Object.values(nameIn(name)).map((one) => [one, id])),
  );
  const made: { id: string; name: string }[] = [];
  const taken = new Set(categories.map(({ id }) => id));
  /** The numbers that ids of one beginning have had: names without Latin letters begin alike. */
  const numbers = new Map<string, number>();
  return {
    /** The last level of the first one of several categories: `Drinks > Hot, New` is `Hot`. */
    idFor(text: string): string {
      const name = (text.split(',')[0] ?? '').split('>').at(-1)?.trim() ?? '';
      const known = ids.get(name);
      if (name === '' || known !== undefined) return known ?? '';
      const plain = idOf(name).toLowerCase() || 'category';
      let id = plain;
      let number = numbers.get(plain) ?? 1;
      while (taken.has(id)) {
        number += 1;
        id = `${plain.slice(0, LIMITS.referenceMax - 5)}-${number}`;
      }
      numbers.set(plain, number);
      taken.add(id);
      ids.set(name, id);
      made.push({ id, name });
      return id;
    },
    made: () => made,
  };
}
