import { type CsvRow, namesShown, readCsv } from '../../shared/csv/read.ts';
import { csvFile } from '../../shared/csv/write.ts';
import { readAmount } from '../../shared/money/amount-text.ts';
import { MONEY_MAX, type MoneyInteger, money, toDecimalString } from '../../shared/money/money.ts';
import type { CatalogueChange, CsvAmounts, ImportNotes } from '../../shared/protocol/catalogue.ts';
import {
  type CatalogueDocument,
  type ProductEntry,
  productEntry,
} from '../../shared/protocol/catalogue-document.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { validate } from '../../shared/protocol/validation.ts';
import type { InPieces } from '../../shared/time/in-pieces.ts';
import { translated } from './foreign-csv.ts';

/** The columns of a file of products. Lists are separated by spaces; amounts are in major units, with VAT. */
const COLUMNS = [
  ...['id', 'category', 'name_en', 'name_nb', 'name_de', 'name_ar', 'price', 'vat_rate', 'unit'],
  ...['barcodes', 'kind', 'options', 'note', 'deposit', 'deposit_vat_rate', 'in_store_item'],
  ...['picture', 'sold_out', 'letters', 'for_sale_at', 'tare'],
] as const;
type Column = (typeof COLUMNS)[number];
/** The cells of a row by the columns that the file has; an empty one removes the member. */
type Cells = Partial<Record<Column, string>>;
type Row = { readonly row: number; readonly cells: Cells };
/** The rows of a file, and what the file calls its columns. */
type Rows = {
  readonly rows: readonly Row[];
  readonly named: ReadonlyMap<string, string>;
};

/** The products of a catalogue as a CSV file with a row for each; `changesOfCsv` reads it back (D-462). */
export function productsAsCsv({ products }: CatalogueDocument, currency: string): string {
  const rows = products.map((product) => {
    const cells = cellsOf(product, (amount) => toDecimalString(money(amount), currency));
    return COLUMNS.map((column) => cells[column] ?? '');
  });
  return csvFile([COLUMNS, ...rows]);
}

function cellsOf(product: ProductEntry, decimal: (amount: number) => string): Cells {
  const { name, deposit } = product;
  const names =
    typeof name === 'string'
      ? { name_en: name }
      : {
          name_en: name.en,
          name_nb: name.nb,
          name_de: name.de ?? '',
          name_ar: name.ar ?? '',
        };
  return {
    ...names,
    id: product.id,
    category: product.category ?? '',
    price: product.price === 'open' ? 'open' : decimal(product.price),
    vat_rate: product.vat_rate ?? '',
    unit: product.unit ?? '',
    barcodes: product.barcodes?.join(' ') ?? '',
    kind: product.kind ?? '',
    options: product.options?.join(' ') ?? '',
    note: product.note ?? '',
    deposit: deposit === undefined ? '' : decimal(deposit.amount),
    deposit_vat_rate: deposit?.vat_rate ?? '',
    in_store_item: product.in_store_item ?? '',
    picture: product.picture ?? '',
    sold_out: product.sold_out === true ? 'yes' : '',
    letters: product.letters ?? '',
    for_sale_at: product.for_sale_at?.join(' ') ?? '',
    tare: String(product.tare ?? ''),
  };
}

/** What a file is read with: the meaning of whole amounts, the shop's currency, and what the shop sells now. */
export type CsvReading = {
  readonly amounts: CsvAmounts;
  readonly currency: string;
  readonly present: CatalogueDocument;
};

/** The changes of a file, and what its reader must know before they are made. */
export type CsvChanges = ImportNotes & { readonly changes: readonly CatalogueChange[] };

/**
 * The changes that put the products of a CSV file. Products that the file does not have stay, and so do members whose
 * column it does not have. Also reads the files of the programs in `foreign-csv.ts`. Refuses a file with unknown
 * columns, and names row and column of each wrong cell (D-462, D-463).
 */
export function* changesOfCsv(text: string, reading: CsvReading): InPieces<Answer<CsvChanges>> {
  const file = yield* readCsv(text);
  if (!file.ok) return file;
  const foreign = yield* translated(file.value, reading.present);
  const own: Answer<Rows> = foreign === null ? ownRows(file.value) : answer(foreign);
  if (!own.ok) return own;
  const { rows } = own.value;
  if (rows.length === 0) return invalid('The file has no products.');
  const tooMany = rows[LIMITS.productsMax];
  if (tooMany !== undefined) {
    return invalid(
      `The file has more than ${LIMITS.productsMax} products; row ${tooMany.row} is the first that is too much.`,
    );
  }
  const { categories = [], notTaken = { columns: [], rows: [] } } = foreign ?? {};
  const products = yield* productsOf(own.value, reading, categories);
  if (!products.ok) return products;
  return answer({
    changes: [
      ...categories.map((category) => ({ kind: 'put_category' as const, category })),
      ...products.value.map((product) => ({ kind: 'put_product' as const, product })),
    ],
    example: exampleOf(rows, reading.currency),
    not_taken: notTaken,
  });
}

const invalid = (sentence: string) => refuse('validation_error', sentence, { csv: [sentence] });

function ownRows({
  columns,
  rows,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}): Answer<Rows> {
  if (!columns.some((name) => columnOf(name) === 'id')) {
    return invalid('The first row must have the names of the columns, and one of them must be id.');
  }
  const unknown = columns.filter((name) => columnOf(name) === undefined);
  if (unknown.length > 0) {
    return invalid(`The file has columns that are not known: ${namesShown(unknown)}.`);
  }
  const known = columns.map(columnOf);
  const again = columns.find((_name, at) => known.indexOf(known[at]) !== at);
  if (again !== undefined) {
    return invalid(`The column ${namesShown([again])} is there twice, in small and large letters.`);
  }
  const own = rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries([...cells].map(([name, cell]) => [columnOf(name), cell])),
  }));
  const named = new Map(columns.map((name) => [columnOf(name) ?? name, name]));
  return answer({ rows: own, named });
}

const columnOf = (name: string) => COLUMNS.find((column) => column === name.toLowerCase());

function* productsOf(
  { rows, named }: Rows,
  reading: CsvReading,
  created: CatalogueDocument['categories'],
): InPieces<Answer<readonly ProductEntry[]>> {
  const present = new Map(reading.present.products.map((one) => [one.id, one]));
  const categories = new Set([...reading.present.categories, ...created].map(({ id }) => id));
  const wrong: Record<string, readonly string[]> = {};
  const seen = new Map<string, number>();
  const products: ProductEntry[] = [];
  for (const [at, { row, cells }] of rows.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
    const { id = '', category = '' } = cells;
    const say = (column: Column, ...words: string[]) => {
      wrong[`row ${row}.${named.get(column) ?? column}`] = words;
    };
    const checked = validate(productEntry, entryOf(cells, present.get(id), reading));
    if (checked.ok) products.push(checked.value);
    else {
      for (const [field, words] of Object.entries(checked.refusal.details ?? {})) {
        const column = columnOfField(field);
        const own = wordsOf(column, reading);
        say(column, ...(cells[column] && own !== null ? [own] : [words].flat().map(String)));
      }
    }
    const before = seen.get(id);
    if (id !== '' && before !== undefined) say('id', `${id} is in row ${before} too`);
    seen.set(id, row);
    if (category !== '' && !categories.has(category))
      say('category', 'names no category of the shop');
    const isMark = marked(cells.sold_out ?? '') !== undefined;
    if (!isMark) say('sold_out', 'must be yes or no, or empty');
  }
  const problems = Object.entries(wrong);
  if (problems.length === 0) return answer(products);
  const first = problems.slice(0, PROBLEMS_SHOWN).map(([place, words]) => `${place} ${words}`);
  const more =
    problems.length > PROBLEMS_SHOWN ? [`and ${problems.length - PROBLEMS_SHOWN} more`] : [];
  return refuse(
    'validation_error',
    `Nothing was imported: ${[...first, ...more].join('; ')}.`,
    wrong,
  );
}

/** Rows of products that are checked in one piece. */
const ROWS_AT_ONCE = 20;
const PROBLEMS_SHOWN = 20;

/** The column that a member of a product comes from: `name_en` for `name.en`, `barcodes` for `barcodes.2`. */
function columnOfField(field: string): Column {
  const [member = '', part = ''] = field.split('.');
  if (member === 'name') return columnOf(`name_${part}`) ?? 'name_en';
  if (member === 'deposit' && part === 'vat_rate') return 'deposit_vat_rate';
  return columnOf(member) ?? 'id';
}

/** How the cells of a column are written in a file, where the schema speaks of JSON; null if its words are the same. */
function wordsOf(column: Column, { amounts, currency }: CsvReading): string | null {
  switch (column) {
    case 'price':
    case 'deposit': {
      const decimal = (minor: number) => toDecimalString(money(minor), currency);
      const example = amounts === 'major' ? decimal(3_900) : `3900 for ${decimal(3_900)}`;
      const open = column === 'price' ? ', or open' : '';
      return `must be an amount such as ${example}, at most ${decimal(MONEY_MAX)}${open}`;
    }
    case 'vat_rate':
    case 'deposit_vat_rate':
      return 'must be a fraction below 1, such as 0.25 for 25 %';
    default:
      return null;
  }
}

const YES = new Set(['yes', 'y', 'ja', 'j', 'true', 'sann', 'wahr', '1', 'x', '✓', 'نعم']);
const NO = new Set(['', 'no', 'n', 'nei', 'nein', 'false', 'usann', 'falsch', '0', '-', 'لا']);

/** A mark as people write it in the languages of the product; undefined if it is none. */
function marked(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

/** The first amount of the file that the two meanings of whole numbers read differently, or the first one. */
function exampleOf(rows: readonly Row[], currency: string): CsvChanges['example'] {
  const found = rows.flatMap(({ row, cells: { price = '' } }) => {
    const [major, minor] = [amountOf(price, 'major', currency), amountOf(price, 'minor', currency)];
    return major === null && minor === null ? [] : [{ row, cell: price, major, minor }];
  });
  return found.find(({ major, minor }) => major !== minor && minor !== null) ?? found[0] ?? null;
}

/** The amount of a cell in minor units; null if it is none. */
function amountOf(cell: string, amounts: CsvAmounts, currency: string): MoneyInteger | null {
  if (amounts === 'major') return readAmount(cell, currency);
  return /^\d{1,12}$/.test(cell) ? money(Number(cell)) : null;
}

type Members = Readonly<Record<string, unknown>>;

/** A row as the document writes a product; the schema checks it. What the file has no column for is as before. */
function entryOf(cells: Cells, before: ProductEntry | undefined, reading: CsvReading): Members {
  const has = (column: Column) => cells[column] !== undefined;
  const text = (column: Column) => cells[column] || undefined;
  const list = (column: Column) => text(column)?.split(/\s+/);
  const amount = (column: Column) => {
    const cell = text(column);
    return cell && (amountOf(cell, reading.amounts, reading.currency) ?? cell);
  };
  const rate = (column: Column) => text(column)?.replace(',', '.');
  const tare = text('tare');
  const read: Partial<Record<keyof ProductEntry, unknown>> = {
    id: text('id'),
    category: text('category'),
    price: amount('price'),
    vat_rate: rate('vat_rate'),
    unit: text('unit'),
    barcodes: list('barcodes'),
    kind: text('kind'),
    options: list('options'),
    note: text('note'),
    in_store_item: text('in_store_item'),
    picture: text('picture'),
    sold_out: marked(cells.sold_out ?? '') === true ? true : undefined,
    letters: text('letters'),
    for_sale_at: list('for_sale_at'),
    tare: tare !== undefined && /^\d+$/.test(tare) ? Number(tare) : tare,
  };
  const given = Object.entries(read).filter(([member]) => has(columnOf(member) ?? 'id'));
  return withoutEmpty({
    ...before,
    ...Object.fromEntries(given),
    name: nameOf(cells, before?.name),
    deposit: depositOf(cells, before?.deposit, amount('deposit'), rate('deposit_vat_rate')),
  });
}

function nameOf(cells: Cells, before: ProductEntry['name'] | undefined): unknown {
  const was = typeof before === 'object' ? before : { en: before ?? '', nb: '' };
  const cell = (column: Column, old = '') => cells[column] ?? old;
  const en = cell('name_en', was.en) || undefined;
  const nb = cell('name_nb', was.nb) || undefined;
  const de = cell('name_de', was.de) || undefined;
  const ar = cell('name_ar', was.ar) || undefined;
  const isOne = nb === undefined && de === undefined && ar === undefined;
  return isOne ? en : withoutEmpty({ en, nb: nb ?? en, de, ar });
}

function depositOf(
  cells: Cells,
  before: ProductEntry['deposit'],
  amount: unknown,
  rate: string | undefined,
): unknown {
  const next = withoutEmpty({
    amount: cells.deposit === undefined ? before?.amount : amount,
    vat_rate: cells.deposit_vat_rate === undefined ? before?.vat_rate : rate,
  });
  return Object.keys(next).length === 0 ? undefined : next;
}

function withoutEmpty(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
