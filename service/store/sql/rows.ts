import type { StoredAmount } from '../catalogue-store.ts';
import type { DuePlace } from '../payment-store.ts';

/** A row in the driver's form. */
export type Row = Record<string, unknown>;

/** Reads a text column. A wrong type means a damaged database, which is a fault and not input. */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} is not text`);
  return value;
}

export function readTextOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : readText(row, column);
}

export function readInteger(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} is not an integer`);
  return value;
}

export function readIntegerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : readInteger(row, column);
}

export function readBytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} is not bytes`);
  return value;
}

/** The one row of a sum over what a shop has stored. */
export function storedOf(row: Row | undefined): StoredAmount {
  if (row === undefined) throw new TypeError('a sum has no row');
  return { count: readInteger(row, 'count'), bytes: readInteger(row, 'bytes') };
}

/** Before every place in an order of due times. */
export const FIRST_PLACE: DuePlace = { due: 0, id: '' };

/** The place of a row in the order of due times, and its merchant. `key` is the column of its id. */
export function duePlaceOf(row: Row, key: string): DuePlace & { readonly merchantId: string } {
  const [merchantId, id] = [readText(row, 'merchant_id'), readText(row, key)];
  return { merchantId, id, due: readInteger(row, 'due_at') };
}
