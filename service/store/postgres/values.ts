import { types } from 'pg';

type Scalar = string | number | null | Uint8Array;

/** A column of rows that one statement writes. */
export type Column = {
  readonly type: 'text' | 'bigint' | 'double precision';
  readonly cells: readonly (string | number | null)[];
};

/** The value of a parameter. */
export type Value = Scalar | Column;

/** Type numbers of PostgreSQL. */
const BOOL = 16;
const INT8 = 20;
const NUMERIC = 1700;

/**
 * Reads rows in the form of the embedded database: integers as numbers, booleans as 1 and 0. An
 * integer that a number cannot represent exactly means a damaged database, and throws.
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
  if (!Number.isSafeInteger(value)) throw new TypeError('a stored integer is too large');
  return value;
}

/**
 * A text that PostgreSQL can store: it does not support the character NUL, which input may contain.
 * NUL is replaced by the replacement character.
 */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}
