import { types } from 'pg';

type Scalar = string | number | null | Uint8Array;

/** What a parameter may be; an array stands for a column of rows. */
export type Value = Scalar | readonly Scalar[];

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
 * A parameter as PostgreSQL can keep it: its texts cannot hold the character NUL, which input may.
 * It is kept as the character for what cannot be shown.
 */
export function storable(value: Value): Value {
  if (typeof value === 'string') return value.includes('\0') ? withoutNul(value) : value;
  if (!Array.isArray(value)) return value;
  return value.map((one) => (typeof one === 'string' ? withoutNul(one) : one));
}

const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD');
