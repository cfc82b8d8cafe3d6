import { expect } from 'vitest';
import { exampleOf } from '../../../service/api/openapi/examples/index.ts';
import { jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { ROUTES, type Route } from '../../../shared/protocol/routes.ts';
import { callExample } from '../example-call.ts';
import type { Check } from '../rows/row.ts';
import type { World } from '../world.ts';

type By<K extends Check['by']> = Extract<Check, { readonly by: K }>;

/** A member of a body: what it takes, what it refuses by its name, and what it is when left out. */
export async function checkInput(world: World, row: By<'input'>): Promise<void> {
  const { route, field, good = [], bad = [] } = row;
  const { success }: Route = ROUTES[route];
  const { path: _path, ...whole } = { path: '', ...Object(draft(world, row)) };
  for (const value of good) {
    const body = { ...once(world, whole), [field]: value };
    const reply = await callExample(world, route, { body });
    const taken = success.includes(reply.status);
    expect([field, value, taken ? 'taken' : reply.text]).toEqual([field, value, 'taken']);
  }
  for (const value of row.required === true ? [undefined, null, ...bad] : bad) {
    const body = { ...once(world, whole), [field]: value };
    const reply = await callExample(world, route, { body });
    expect([field, value, reply.status]).toEqual([field, value, 400]);
    const named = Object.keys(Object(reply.json).error_details ?? {});
    expect(named.map((path) => path.split('.')[0])).toContain(field);
  }
  if (row.fallback !== undefined) expect(fallbackOf(route, 'body', field)).toEqual(row.fallback);
}

/** The example's body without what would need another member to be right. */
function draft(world: World, { route, beside = {} }: By<'input'>) {
  const { line_items: _, ...body } = Object(exampleOf(route).body);
  return { ...body, ...beside, ...(route === 'sspUserCreate' ? { email: mail(world) } : {}) };
}

const mail = (world: World) => `${world.fresh()}@kaffebaren.example`;

/** Ids and addresses that can be used once are new ones each time. */
function once(world: World, body: Readonly<Record<string, unknown>>) {
  return {
    ...body,
    ...('pos_tid' in body ? { pos_tid: world.fresh() } : {}),
    ...('id' in body ? { id: world.fresh() } : {}),
    ...('email' in body ? { email: mail(world) } : {}),
  };
}

function fallbackOf(route: By<'input'>['route'], part: 'body' | 'query', field: string): unknown {
  const { [part]: schema }: Route = ROUTES[route];
  if (schema === undefined) throw new Error(`${route} has no ${part}`);
  return Object(jsonSchema(schema, 'input').properties?.[field]).default;
}

/** A parameter of a query, in the same way. */
export async function checkQuery(world: World, row: By<'query'>): Promise<void> {
  const { route, field, good, bad, fallback } = row;
  const needed = Object.entries(exampleOf(route).query ?? {}).filter(([key]) => key !== field);
  const ask = (value: string) => {
    const query = new URLSearchParams([...needed, [field, value]]);
    return world.call(route, { query: `?${query}` });
  };
  for (const value of good) {
    const reply = await ask(value);
    expect([value, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([value, 200, '']);
  }
  for (const value of bad) {
    const reply = await ask(value);
    expect([value, reply.status]).toEqual([value, 400]);
    const named = Object.keys(Object(reply.json).error_details);
    expect(named.map((path) => path.split('.')[0])).toEqual([field]);
  }
  if (fallback !== undefined) expect(fallbackOf(route, 'query', field)).toEqual(fallback);
}

const KINDS: Readonly<Record<By<'output'>['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && !Array.isArray(value),
};

/** A member of a reply: the schema promises it, and a real reply has it, of its type or null. */
export async function checkOutput(world: World, row: By<'output'>): Promise<void> {
  const { route, field, type } = row;
  const { reply: schema }: Route = ROUTES[route];
  if (schema === undefined) throw new Error(`${route} has no reply`);
  const { properties = {}, required = [] } = jsonSchema(schema, 'output');
  expect(required).toContain(field);
  expect(JSON.stringify(properties[field])).toContain(type);
  const reply = await callExample(world, route);
  const body = Object(reply.json);
  expect(Object.keys(body)).toContain(field);
  expect([field, body[field] === null || KINDS[type](body[field])]).toEqual([field, true]);
}
