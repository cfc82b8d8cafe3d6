import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXTRA_TABLE } from '../../service/api/extras/index.ts';
import * as applications from '../../service/merchants/applications.ts';
import { exampleOf } from '../../shared/protocol/examples/index.ts';
import * as pairing from '../../shared/protocol/pairing.ts';
import { ROUTES, type Route, type RouteName } from '../../shared/protocol/routes.ts';
import * as user from '../../shared/protocol/user.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { routesOf } from '../support/route-tables.ts';

/*
 * Every member of every body and query, also within lists and objects, gets what its schema refuses
 * in turn. Each message must be the product's own: the validator's texts change with its version.
 */

const RAW =
  /invalid|expected|received|too (?:big|small)|unrecognized|input|<=|>=|zod|NaN|regex|pattern/i;
/** Names of schemas of requests. */
const REQUEST = /(?:Input|Query|Change)$/;
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

/** Every message with which a schema refuses variations of an example. */
function messagesFor(schema: z.ZodType, example: object): readonly string[] {
  const none = Object.fromEntries(membersOf(schema).map((member) => [member, null]));
  const messages = new Set<string>();
  for (const input of broken({ ...none, ...example })) {
    const checked = validate(schema, input);
    if (checked.ok) continue;
    for (const said of Object.values(checked.refusal.details ?? {}).flat())
      messages.add(String(said));
  }
  return [...messages];
}

function messagesOf(name: RouteName, part: 'body' | 'query'): readonly string[] {
  const route: Route = ROUTES[name];
  const schema = route[part];
  return schema === undefined ? [] : messagesFor(schema, Object(exampleOf(name)[part]));
}

/** Schemas of requests that are not in a table of routes, by their names. */
const OTHERS = [pairing, user, applications]
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => REQUEST.test(name) || name === 'redirectUris')
  .flatMap(([name, value]) => (value instanceof z.ZodType ? [[name, value] as const] : []));
/** The schemas of the tables of all other audiences. */
const AUDIENCES = (['wallet', 'portal', 'oauth', 'operator', 'simulator', 'till'] as const).flatMap(
  (audience) =>
    routesOf(audience).flatMap(({ name, body, query }) =>
      [body, query].flatMap((schema) =>
        schema === undefined ? [] : [[`${audience} ${name}`, schema] as const],
      ),
    ),
);
const EXTRAS = Object.values(EXTRA_TABLE).flatMap((extra) => {
  if (extra.kind === 'refused') return [];
  const { name, body, query } = extra.route;
  return [body, query].flatMap((schema) => (schema === undefined ? [] : [[name, schema] as const]));
});
const NAMES = Object.keys(ROUTES) as RouteName[];
const checked = NAMES.flatMap((name) =>
  (['body', 'query'] as const).flatMap((part) => {
    const route: Route = ROUTES[name];
    return route[part] === undefined ? [] : [[name, part] as const];
  }),
);

describe('a validation message', () => {
  it('is tested for the schemas of every audience', () => {
    const tested = new Set(AUDIENCES.map(([name]) => name.split(' ', 1)[0]));
    expect([...tested].sort()).toEqual([
      'oauth',
      'operator',
      'portal',
      'simulator',
      'till',
      'wallet',
    ]);
    expect(AUDIENCES.length).toBeGreaterThan(40);
  });

  it.each(checked)('is a sentence of the product: %s, %s', (name, part) => {
    const messages = messagesOf(name, part);
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter((message) => RAW.test(message))).toEqual([]);
  });

  it.each([...OTHERS, ...EXTRAS, ...AUDIENCES])(
    'is a sentence of the product: %s',
    (_name, schema) => {
      const messages = messagesFor(schema, {});
      expect(messages.length).toBeGreaterThan(0);
      expect(messages.filter((message) => RAW.test(message))).toEqual([]);
    },
  );
});
