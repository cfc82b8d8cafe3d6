import { CsvError, parse } from 'csv-parse/sync';
import { type Answer, answer, refuse } from '../protocol/errors.ts';
import { unguarded } from './guard.ts';

/** A row that has something in it. `row` counts as a spreadsheet does: the names of the columns are row 1. */
export type CsvRow = { readonly row: number; readonly cells: ReadonlyMap<string, string> };
export type ReadCsv = { readonly columns: readonly string[]; readonly rows: readonly CsvRow[] };

const DELIMITERS = [',', ';', '\t'] as const;

/** Rows of a file of a shop, the empty ones too, and its columns. The reader needs seconds for the most that fits into a file. */
const ROWS_MAX = 5_000;
const COLUMNS_MAX = 200;

/**
 * Reads a CSV file whose first row names the columns. The delimiter is the one that stands most often between the
 * names. Empty rows and empty cells after the last column are left out. What `guarded` wrote is read as what it was.
 * Refuses with the row and the column: a column without a name that has cells, one that comes twice, a row with fewer
 * cells than the first one, a file with too many rows or columns, and a text in which characters were lost.
 */
export function readCsv(text: string, rowsMax = ROWS_MAX): Answer<ReadCsv> {
  if (text.includes('\ufffd')) {
    return refuseFile('The file has characters that were lost. Save it as CSV in UTF-8.');
  }
  const plain = text.replace(/^\ufeff/, '').replace(/\r+\n?/g, '\n');
  const all = recordsOf(plain, rowsMax + 1);
  if (!all.ok) return all;
  const records = all.value.map((cells, at) => ({ row: at + 1, cells: cells.map(clean) }));
  const [header, ...rest] = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const columns = withoutEmptyEnd(header?.cells ?? []);
  if (all.value.length > rowsMax || columns.length > COLUMNS_MAX) {
    return refuseFile(
      `The file has more than ${rowsMax} rows or ${COLUMNS_MAX} columns; split it.`,
    );
  }
  const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) !== at);
  if (twice !== undefined) {
    return refuseFile(`Row ${header?.row}: the column ${twice} is there twice.`);
  }
  const rows: CsvRow[] = [];
  for (const { row, cells } of rest) {
    if (cells.length < columns.length) {
      const names = columns.slice(cells.length).join(', ');
      return refuseFile(`Row ${row} ends before the column ${names}.`);
    }
    const alien = cells.findIndex((cell, at) => cell !== '' && (columns[at] ?? '') === '');
    if (alien >= 0) {
      return refuseFile(`Row ${row}: cell ${alien + 1}, “${cells[alien]}”, is in no named column.`);
    }
    const named = columns.map((name, at) => [name, cells[at] ?? ''] as const);
    rows.push({ row, cells: new Map(named.filter(([name]) => name !== '')) });
  }
  return answer({ columns: columns.filter((name) => name !== ''), rows });
}

const refuseFile = (sentence: string) => refuse('validation_error', sentence, { csv: [sentence] });

const clean = (cell: string) => unguarded(cell.trim());

function recordsOf(text: string, to: number): Answer<readonly (readonly string[])[]> {
  try {
    const records: string[][] = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      to,
    });
    return answer(records);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseFile(`This is no CSV file that can be read: ${error.message}.`);
  }
}

/** The delimiter of the names of the columns, which is that of the whole file. */
function delimiterOf(text: string): string {
  const names = /^\s*((?:"[^"]*"|[^"\n])*)/.exec(text)?.[1]?.replace(/"[^"]*"/g, '') ?? '';
  const count = (sign: string) => names.split(sign).length;
  return DELIMITERS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}
