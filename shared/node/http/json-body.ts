import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { type BoundedJson, readBoundedJson } from '../../protocol/bounded-json.ts';
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
  const json = readJsonBytes(bytes);
  return json.ok ? answer(json.value) : refuse('Bad Request', `The body ${json.problem}.`);
}

/** Bytes of JSON that others sent, with the bounds of `readBoundedJson`. */
export function readJsonBytes(
  bytes: Uint8Array,
  valuesMax: number = LIMITS.jsonValuesMax,
): BoundedJson {
  if (!isUtf8(bytes)) return { ok: false, problem: 'is not UTF-8 text' };
  return readBoundedJson(decoder.decode(bytes), valuesMax);
}
