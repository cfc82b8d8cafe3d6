import fc from 'fast-check';
import { type JsonSchema, jsonSchema } from '../../shared/node/openapi/json-schema.ts';
import type { Route } from '../../shared/protocol/routes.ts';
import { anyText } from './any-text.ts';

/*
 * Input made from the schemas of the route table: mostly of the right form with one defect, because input
 * with many defects is refused by the first check and tests nothing else.
 */

type Value = fc.Arbitrary<unknown>;

const NUMBERS = [0, -0, -1, 1, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 1e-7];
const TEXTS = ['', ' ', '\u0000', '\u007f', '../..', "'--", '%00', '\n', 'ws:', 'null', '1e3', '٣'];

const text: Value = fc.oneof(
  fc.constantFrom(...TEXTS, 'x'.repeat(3_000), '😀'.repeat(70), '\u200b', '\ud7ff'),
  anyText(40),
  fc.string({ maxLength: 80 }),
);
const anything: Value = fc.oneof(
  fc.constantFrom(...NUMBERS, null, true, false, [], {}),
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant({ __proto__: null, constructor: { name: 'x' }, toString: 1 }),
  fc.constant(nested(14)),
);

function nested(depth: number): unknown {
  return depth === 0 ? 0 : [nested(depth - 1)];
}

/** Values at the edges of a schema: its bounds, their neighbours, and values of another type. */
function edgesOf(schema: JsonSchema): Value {
  return fc.oneof(
    { weight: 3, arbitrary: nearlyRight(schema) },
    { weight: 1, arbitrary: anything },
  );
}

function nearlyRight(schema: JsonSchema): Value {
  const choices = [schema.type ?? []].flat();
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), text);
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((one) => nearlyRight(typeof one === 'object' ? one : {})));
  }
  if (choices.includes('object')) return objectOf(schema);
  if (choices.includes('array')) return listOf(schema);
  if (choices.includes('integer') || choices.includes('number')) return numberOf(schema);
  if (choices.includes('boolean')) return fc.constantFrom(true, false, 'true', 0, null);
  return choices.includes('string') ? textOf(schema) : anything;
}

function numberOf({ minimum = 0, maximum = 2 ** 31 }: JsonSchema): Value {
  const edges = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1];
  return fc.oneof(fc.constantFrom(...edges, ...NUMBERS), fc.maxSafeInteger());
}

function textOf({ minLength = 0, maxLength = 60, pattern }: JsonSchema): Value {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((size) => size >= 0);
  const filled = lengths.flatMap((size) => ['x'.repeat(size), '7'.repeat(size), 'æ'.repeat(size)]);
  const some = [fc.constantFrom(...filled), text];
  if (pattern === undefined) return fc.oneof(...some);
  try {
    return fc.oneof(...some, fc.stringMatching(new RegExp(pattern)));
  } catch {
    // Not every pattern can be used to make a text; then the other values are enough.
    return fc.oneof(...some);
  }
}

function listOf({ items, maxItems = 5 }: JsonSchema): Value {
  const one = typeof items === 'object' && !Array.isArray(items) ? nearlyRight(items) : anything;
  const long = fc.constant(new Array(maxItems + 1).fill(null));
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(one, { maxLength: 4 }) },
    { weight: 1, arbitrary: long },
  );
}

function objectOf({ properties = {} }: JsonSchema): Value {
  const members = Object.entries(properties).map(([key, member]) => [
    key,
    edgesOf(typeof member === 'object' ? member : {}),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

/** Names of the members that a route's body or query has. */
export function membersOf(route: Route, part: 'body' | 'query'): readonly string[] {
  const schema = route[part];
  return schema === undefined ? [] : Object.keys(jsonSchema(schema, 'input').properties ?? {});
}

/** Bodies for a route: a valid one with one to four members replaced, and sometimes no object. */
export function bodiesFor(route: Route, valid: () => unknown): Value {
  if (route.body === undefined) throw new Error(`${route.name} has no body`);
  const change = changesTo(jsonSchema(route.body, 'input'));
  return fc.oneof(
    { weight: 12, arbitrary: change.map((changed) => ({ ...Object(valid()), ...changed })) },
    { weight: 1, arbitrary: anything },
  );
}

function changesTo({ properties = {} }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const one = fc.oneof(
    ...Object.entries(properties).map(([key, member]) =>
      edgesOf(typeof member === 'object' ? member : {}).map((value) => [key, value] as const),
    ),
  );
  return fc.array(one, { minLength: 1, maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
}

/** Queries for a route, as text for a URL. */
export function queriesFor(route: Route): fc.Arbitrary<string> {
  const known = membersOf(route, 'query');
  const { properties = {} } = route.query === undefined ? {} : jsonSchema(route.query, 'input');
  const pair = fc.constantFrom(...known, 'x', '__proto__').chain((key) => {
    const member = properties[key];
    const value = edgesOf(typeof member === 'object' ? member : {});
    const form = fc.constantFrom('', '', '', '[]', '[0]', '[x]');
    return fc.tuple(form, value).map(([after, given]) => `${key}${after}=${encoded(given)}`);
  });
  return fc.array(pair, { maxLength: 5 }).map((pairs) => `?${pairs.join('&')}`.slice(0, 3_500));
}

/** Percent-encoding that also accepts half of a surrogate pair, and values that are not text. */
export function encoded(value: unknown): string {
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(words.toWellFormed());
}
