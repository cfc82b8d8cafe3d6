import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { CatalogueChange } from '../../shared/protocol/catalogue.ts';
import {
  type CatalogueDocument,
  type ProductEntry,
  productEntry,
} from '../../shared/protocol/catalogue-document.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { validate } from '../../shared/protocol/validation.ts';

/** The columns of a file of products. Lists are separated by spaces; an empty cell is a missing member. */
const COLUMNS = [
  ...['id', 'category', 'name_en', 'name_nb', 'name_de', 'name_ar', 'price', 'vat_rate', 'unit'],
  ...['barcodes', 'kind', 'options', 'note', 'deposit', 'deposit_vat_rate', 'in_store_item'],
  ...['picture', 'sold_out', 'letters', 'for_sale_at', 'tare'],
] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

/** The products of a catalogue as a CSV file with a row for each. */
export function productsAsCsv({ products }: CatalogueDocument): string {
  const rows = products.map((product) => {
    const cells = cellsOf(product);
    return COLUMNS.map((column) => guarded(cells[column] ?? ''));
  });
  return stringify([[...COLUMNS], ...rows]);
}

/** A spreadsheet would calculate a text that begins like a formula. */
const guarded = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);

function cellsOf(product: ProductEntry): Cells {
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
    price: String(product.price),
    vat_rate: product.vat_rate ?? '',
    unit: product.unit ?? '',
    barcodes: product.barcodes?.join(' ') ?? '',
    kind: product.kind ?? '',
    options: product.options?.join(' ') ?? '',
    note: product.note ?? '',
    deposit: deposit === undefined ? '' : String(deposit.amount),
    deposit_vat_rate: deposit?.vat_rate ?? '',
    in_store_item: product.in_store_item ?? '',
    picture: product.picture ?? '',
    sold_out: product.sold_out === true ? 'yes' : '',
    letters: product.letters ?? '',
    for_sale_at: product.for_sale_at?.join(' ') ?? '',
    tare: String(product.tare ?? ''),
  };
}

/**
 * The changes that put the products of a CSV file. Products that the file does not have stay. Refuses a file
 * with unknown columns, and names the row and the member of each wrong cell.
 */
export function changesOfCsv(text: string): Answer<readonly CatalogueChange[]> {
  const read = rowsOf(text);
  if (!read.ok) return read;
  const wrong: Record<string, readonly string[]> = {};
  const changes: CatalogueChange[] = [];
  for (const [index, cells] of read.value.entries()) {
    const checked = validate(productEntry, entryOf(cells));
    if (checked.ok) changes.push({ kind: 'put_product', product: checked.value });
    else {
      for (const [field, words] of Object.entries(checked.refusal.details ?? {})) {
        // The first row has the names of the columns.
        wrong[`row ${index + 2}.${field}`] = [words].flat().map(String);
      }
    }
  }
  if (Object.keys(wrong).length > 0) return refuse('validation_error', VALIDATION_SENTENCE, wrong);
  if (changes.length === 0) return invalid('The file has no products.');
  return answer(changes);
}

const invalid = (sentence: string) => refuse('validation_error', sentence, { csv: [sentence] });

function rowsOf(text: string): Answer<readonly Cells[]> {
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      skip_empty_lines: true,
      delimiter: [',', ';', '\t'],
      to_line: LIMITS.productsMax + 2,
    });
    const [header = [], ...lines] = rows;
    const unknown = header.filter((name) => !isColumn(name));
    if (unknown.length > 0) return invalid(`The file has columns that are not known: ${unknown}.`);
    if (!header.includes('id')) return invalid('The first row must have the names of the columns.');
    return answer(
      lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? '']))),
    );
  } catch (error) {
    if (error instanceof CsvError) return invalid('This is no CSV file that can be read.');
    throw error;
  }
}

function isColumn(name: string): boolean {
  return COLUMNS.some((column) => column === name);
}

/** A row as the document writes a product; the schema checks it. */
function entryOf(cells: Cells): Record<string, unknown> {
  const text = (column: Column) => {
    const cell = (cells[column] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    return cell === '' ? undefined : cell;
  };
  const list = (column: Column) => text(column)?.split(/\s+/);
  const number = (column: Column) => {
    const cell = text(column);
    return cell !== undefined && /^\d+$/.test(cell) ? Number(cell) : cell;
  };
  const [en, nb] = [text('name_en'), text('name_nb')];
  const more = { nb, de: text('name_de'), ar: text('name_ar') };
  const isOne = Object.values(more).every((name) => name === undefined);
  const deposit = number('deposit');
  const entry = {
    id: text('id'),
    category: text('category'),
    name: isOne ? en : withoutEmpty({ en, ...more, nb: nb ?? en }),
    price: number('price'),
    vat_rate: text('vat_rate'),
    unit: text('unit'),
    barcodes: list('barcodes'),
    kind: text('kind'),
    options: list('options'),
    note: text('note'),
    deposit:
      deposit === undefined
        ? undefined
        : withoutEmpty({ amount: deposit, vat_rate: text('deposit_vat_rate') }),
    in_store_item: text('in_store_item'),
    picture: text('picture'),
    sold_out: text('sold_out') === undefined ? undefined : text('sold_out') === 'yes',
    letters: text('letters'),
    for_sale_at: list('for_sale_at'),
    tare: number('tare'),
  };
  return withoutEmpty(entry);
}

function withoutEmpty(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
