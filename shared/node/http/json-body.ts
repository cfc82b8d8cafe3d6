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
  if (hasTooMany(text)) {
    return refuse('Bad Request', `The body has more than ${LIMITS.jsonValuesMax} values.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('Bad Request', 'The body is not well-formed JSON.');
  }
  const fault = mayBeFaulty(text) ? faultOf(value, LIMITS.jsonDepthMax) : null;
  return fault === null ? answer(value) : refuse('Bad Request', fault);
}

const [QUOTE, COMMA, LIST, OBJECT, ESCAPE] = [...'",[{\\'].map((sign) => sign.charCodeAt(0));

/**
 * True if a text has more values than any input, before one of them is made: five megabytes of empty objects take a
 * second (D-546). It counts what begins a value outside of texts.
 */
function hasTooMany(text: string): boolean {
  if (text.length <= LIMITS.jsonValuesMax) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COMMA || sign === LIST || sign === OBJECT) count += 1;
    if (count > LIMITS.jsonValuesMax) return true;
  }
  return false;
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

/**
 * True if the value must be searched for faults: an unpaired surrogate needs an escape in UTF-8,
 * and deep nesting needs as many brackets.
 */
function mayBeFaulty(text: string): boolean {
  if (text.includes('\\u')) return true;
  return countOf('{', text) + countOf('[', text) > LIMITS.jsonDepthMax;
}

/** How often `mark` occurs in a text; stops at the limit. */
function countOf(mark: string, text: string): number {
  let count = 0;
  let at = text.indexOf(mark);
  while (at >= 0 && count <= LIMITS.jsonDepthMax) {
    count += 1;
    at = text.indexOf(mark, at + 1);
  }
  return count;
}

/** Faults that the schemas do not look for: deep nesting, and text with unpaired surrogates. */
function faultOf(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    return value.isWellFormed() ? null : 'The body has text that is not well-formed Unicode.';
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === 0) return `The body is nested deeper than ${LIMITS.jsonDepthMax} levels.`;
  for (const member of Object.values(value)) {
    const fault = faultOf(member, depth - 1);
    if (fault !== null) return fault;
  }
  return null;
}
