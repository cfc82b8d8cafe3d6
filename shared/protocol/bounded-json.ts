import { LIMITS } from './limits.ts';

/** A value of JSON, or what is wrong with the text, as words after the name of the text. */
export type BoundedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads JSON that others sent, wherever it stands: a body, a part of an upload, a line of a till. Depth, members of an
 * object and values in all have a bound and are counted before one of them is made, because 70,000 different names or
 * 100,000 levels take the parser a quarter of a second and more (D-546).
 */
export function readBoundedJson(
  text: string,
  valuesMax: number = LIMITS.jsonValuesMax,
): BoundedJson {
  const problem = excessOf(text, valuesMax);
  if (problem !== null) return { ok: false, problem };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'is not well-formed JSON' };
  }
  // In UTF-8 an unpaired surrogate needs an escape.
  const isWellFormed = !text.includes('\\u') || hasWellFormedTexts(value);
  return isWellFormed
    ? { ok: true, value }
    : { ok: false, problem: 'has text that is not well-formed Unicode' };
}

const [QUOTE, COMMA, OBJECT, OBJECT_END, LIST, LIST_END, ESCAPE] = [...'",{}[]\\'].map((sign) =>
  sign.charCodeAt(0),
);

/** What the text has more of than any input, or null. It goes once over the signs and counts those outside of texts. */
function excessOf(text: string, valuesMax: number): string | null {
  const { jsonDepthMax, jsonMembersMax } = LIMITS;
  // The members of each object that is open at this place; of a list nothing is counted.
  const members: number[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === OBJECT || sign === LIST) {
      members.push(sign === OBJECT ? 1 : Number.NEGATIVE_INFINITY);
      values += 1;
      if (members.length > jsonDepthMax) return `is nested deeper than ${jsonDepthMax} levels`;
    } else if (sign === OBJECT_END || sign === LIST_END) members.pop();
    else if (sign === COMMA) {
      const open = members.length - 1;
      const count = (members[open] ?? 0) + 1;
      members[Math.max(open, 0)] = count;
      values += 1;
      if (count > jsonMembersMax) return `has an object with more than ${jsonMembersMax} members`;
    }
    if (values > valuesMax) return `has more than ${valuesMax} values`;
  }
  return null;
}

/** Where a text of JSON ends that begins with the quote at `start`. */
function endOfText(text: string, start: number): number {
  // Sign by sign: a search from quote to quote costs six times as much where all quotes are escaped.
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === ESCAPE) at += 1;
  }
  return text.length;
}

function hasWellFormedTexts(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(hasWellFormedTexts);
}
