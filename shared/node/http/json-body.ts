import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { isFormBody, isJsonBody, type VendorProfile } from '../../protocol/media.ts';
import { validate } from '../../protocol/validation.ts';
import type { Exchange } from './exchange.ts';
import { parseForm } from './form-body.ts';

/**
 * A request's checked input: its media type, its JSON, and every field of the schema, which checks
 * the result of `prepared`.
 */
export function readInput<T extends z.ZodType>(
  schema: T,
  exchange: Exchange,
  profile: VendorProfile,
  prepared: (json: unknown) => unknown = (json) => json,
): Answer<z.output<T>> {
  const type = exchange.headers['content-type'];
  if (isFormBody(type, profile)) {
    const form = parseForm(exchange.body, schema);
    return form.ok ? validate(schema, prepared(form.value)) : form;
  }
  if (exchange.body.length > 0 && !isJsonBody(type, profile)) {
    return refuse('Unsupported Media Type', 'The body must be JSON; see Content-Type.');
  }
  const json = parseJsonBody(exchange.body);
  return json.ok ? validate(schema, prepared(json.value)) : json;
}

const decoder = new TextDecoder();

/** Parses a JSON body; an empty one is an empty object. The schemas check everything else. */
export function parseJsonBody(bytes: Uint8Array): Answer<unknown> {
  if (bytes.length === 0) return answer({});
  if (!isUtf8(bytes)) return refuse('Bad Request', 'The body is not UTF-8 text.');
  const text = decoder.decode(bytes);
  const excess = excessOf(text);
  if (excess !== null) return refuse('Bad Request', excess);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('Bad Request', 'The body is not well-formed JSON.');
  }
  // In UTF-8 an unpaired surrogate needs an escape.
  const isWellFormed = !text.includes('\\u') || hasWellFormedTexts(value);
  return isWellFormed ? answer(value) : refuse('Bad Request', NOT_WELL_FORMED);
}

const NOT_WELL_FORMED = 'The body has text that is not well-formed Unicode.';

const [QUOTE, COMMA, OBJECT, OBJECT_END, LIST, LIST_END, ESCAPE] = [...'",{}[]\\'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * What a text of JSON has more of than any input, before a value of it is made; null if it has not. Depth, members of an
 * object and values in all have a bound, because 70,000 different names or 100,000 levels take the parser a quarter of a
 * second and more (D-546). It goes over the signs outside of texts.
 */
function excessOf(text: string): string | null {
  const { jsonDepthMax, jsonMembersMax, jsonValuesMax } = LIMITS;
  // The members of each object that is open at this place; of a list nothing is counted.
  const members: number[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === OBJECT || sign === LIST) {
      members.push(sign === OBJECT ? 1 : Number.NEGATIVE_INFINITY);
      values += 1;
      if (members.length > jsonDepthMax) {
        return `The body is nested deeper than ${jsonDepthMax} levels.`;
      }
    } else if (sign === OBJECT_END || sign === LIST_END) members.pop();
    else if (sign === COMMA) {
      const open = members.length - 1;
      const count = (members[open] ?? 0) + 1;
      members[Math.max(open, 0)] = count;
      values += 1;
      if (count > jsonMembersMax) return `An object has more than ${jsonMembersMax} members.`;
    }
    if (values > jsonValuesMax) return `The body has more than ${jsonValuesMax} values.`;
  }
  return null;
}

/** Where a text of JSON ends that begins with the quote at `start`. */
function endOfText(text: string, start: number): number {
  let end = start;
  let escapes: number;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === ESCAPE) escapes += 1;
  } while (escapes % 2 === 1);
  return end;
}

function hasWellFormedTexts(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(hasWellFormedTexts);
}
