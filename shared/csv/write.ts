import { stringify } from 'csv-stringify/sync';
import { guarded } from './guard.ts';

/** Without it spreadsheet programs assume an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';

export type CsvTable = readonly (readonly string[])[];

/** Rows of a CSV file, in which no cell is a formula for a spreadsheet. Every CSV file of the product is written here. */
export function csvRows(rows: CsvTable): string {
  return stringify(rows.map((row) => row.map((cell, place) => guarded(cell, place))));
}

/** A file that people open: with a byte order mark before the rows. */
export function csvFile(rows: Iterable<readonly string[]>): string {
  return [...csvPieces(rows)].join('');
}

/** Rows of one piece of a file. */
const ROWS_AT_ONCE = 1_000;

/** The same in pieces, each made when it is read, for a file of any length. */
export function* csvPieces(rows: Iterable<readonly string[]>): Generator<string> {
  yield BYTE_ORDER_MARK;
  let piece: (readonly string[])[] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < ROWS_AT_ONCE) continue;
    yield csvRows(piece);
    piece = [];
  }
  if (piece.length > 0) yield csvRows(piece);
}
