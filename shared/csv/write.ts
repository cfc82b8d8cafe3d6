import { stringify } from 'csv-stringify/sync';
import { guarded } from './guard.ts';

/** Without it spreadsheet programs assume an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';

export type CsvTable = readonly (readonly string[])[];

/** Rows of a CSV file, in which no cell is a formula for a spreadsheet. Every CSV file of the product is written here. */
export function csvRows(rows: CsvTable): string {
  return stringify(rows.map((row) => row.map((cell, place) => guarded(cell, place))));
}

/** The beginning of a file that people open: with a byte order mark before the rows. */
export function csvFile(rows: CsvTable): string {
  return BYTE_ORDER_MARK + csvRows(rows);
}
