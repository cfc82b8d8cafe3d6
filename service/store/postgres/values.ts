import { types } from 'pg';

type Scalar = string | number | null | Uint8Array;

/** A column of rows that are written by one statement. */
export type Column = {
  readonly type: 'text' | 'bigint' | 'double precision';
  readonly cells: readonly (string | number | null)[];
};

/** What a parameter may be. */
export type Value = Scalar | Column;

/** Types of PostgreSQL by their number. */
const BOOL = 16;
const INT8 = 20;
const NUMERIC = 1700;

/**
 * Reads rows as the embedded database gives them: integers as numbers, truth as 1 and 0. An integer
 * that a number cannot hold to the unit means a damaged database, and throws.
 */
export const READ_AS = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === INT8 || type === NUMERIC) return readNumber;
    if (type === BOOL) return (text: string) => (text === 't' ? 1 : 0);
    return format === 'binary' ? types.getTypeParser(type, 'binary') : types.getTypeParser(type);
  },
};

function readNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new TypeError('a stored integer is too great');
  return value;
}

/**
 * A text as PostgreSQL can keep it: it cannot hold the character NUL, which input may. That is kept
 * as the character for what cannot be shown.
 */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}
