import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../service/api/openapi/examples/index.ts';
import { ROUTES, type Route, type RouteName } from '../../shared/protocol/routes.ts';
import { validate } from '../../shared/protocol/validation.ts';

/*
 * Every member of every body and query, also within lists and objects, gets what its schema refuses
 * in turn. Each message must be the product's own: the validator's texts change with its version.
 */

const RAW =
  /invalid|expected|received|too (?:big|small)|unrecognized|input|<=|>=|zod|NaN|regex|pattern/i;
const LONG = 'x'.repeat(70_000);

/** Values that schemas refuse: wrong types, wrong forms, and beyond bounds on both sides. */
const WRONG: readonly unknown[] = [
  ...[undefined, null, true, '', ' ', 'x', '\u0000', LONG, '9'.repeat(30), 'http://', '+1'],
  ...[0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, {}, { x: 1 }, [], [null], [1], ['']],
  ...[[{}], Array(3_000).fill({}), Array(3_000).fill('x'), Array(3_000).fill('a@b.no')],
];

/** The value with one place, in turn each of its places, replaced by each wrong value. */
function* broken(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) {
      for (const wrong of broken(entry)) yield value.with(at, wrong);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const wrong of broken(member)) yield { ...value, [name]: wrong };
    }
  }
}

const membersOf = (schema: unknown): readonly string[] => Object.keys(Object(schema).shape ?? {});

function messagesOf(name: RouteName, part: 'body' | 'query'): readonly string[] {
  const route: Route = ROUTES[name];
  const schema = route[part];
  if (schema === undefined) return [];
  const none = Object.fromEntries(membersOf(schema).map((member) => [member, null]));
  const example = { ...none, ...Object(exampleOf(name)[part]) };
  const messages = new Set<string>();
  for (const input of broken(example)) {
    const checked = validate(schema, input);
    if (checked.ok) continue;
    for (const said of Object.values(checked.refusal.details ?? {}).flat())
      messages.add(String(said));
  }
  return [...messages];
}

const NAMES = Object.keys(ROUTES) as RouteName[];
const checked = NAMES.flatMap((name) =>
  (['body', 'query'] as const).flatMap((part) => {
    const route: Route = ROUTES[name];
    return route[part] === undefined ? [] : [[name, part] as const];
  }),
);

describe('what is wrong with a request', () => {
  it.each(checked)('is said in own words: %s, %s', (name, part) => {
    const messages = messagesOf(name, part);
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter((message) => RAW.test(message))).toEqual([]);
  });
});
