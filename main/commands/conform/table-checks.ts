import { jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { outcome } from '../../../shared/protocol/outcome.ts';
import { pathOf, ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';
import { classOf } from '../../../shared/protocol/status-class.ts';
import { CODE, STATUS_CATALOGUE, statusOf } from '../../../shared/protocol/status-codes.ts';
import { DAY, SECOND } from '../../../shared/time/clock.ts';
import type { Heard } from './connection.ts';
import { call, callExample, outcomeOf, paramOf, payment } from './example-call.ts';
import { anything, expect, needsStatus, oneOf } from './expect.ts';
import type { Check } from './row.ts';
import type { Subject } from './subject.ts';

type By<K extends Check['by']> = Extract<Check, { readonly by: K }>;

/** A member of a body: what it takes, what it refuses by its name, and what it is when left out. */
export async function checkInput(subject: Subject, row: By<'input'>): Promise<void> {
  const { route, field, good = [], bad = [] } = row;
  const { success }: Route = ROUTES[route];
  const { path: _path, ...whole } = { path: '', ...Object(draft(subject, row)) };
  for (const form of good) {
    const value = typeof form === 'string' ? form.replace('{new}', subject.fresh()) : form;
    const body = { ...once(subject, whole), [field]: value };
    const reply = await callExample(subject, route, { body });
    const taken = success.includes(reply.status);
    // If the service does not take the example itself, the member is not the reason.
    if (!taken) await exampleIsTaken(subject, route, once(subject, whole));
    expect([field, value, taken ? 'taken' : reply.text]).toEqual([field, value, 'taken']);
  }
  for (const value of row.required === true ? [undefined, null, ...bad] : bad) {
    const body = { ...once(subject, whole), [field]: value };
    const reply = await callExample(subject, route, { body });
    expect([field, value, reply.status]).toEqual([field, value, 400]);
    const named = Object.keys(Object(reply.json).error_details ?? {});
    expect(named.map((path) => path.split('.')[0])).toContain(field);
  }
  if (row.fallback !== undefined) expect(fallbackOf(route, 'body', field)).toEqual(row.fallback);
}

/** Throws `StepFailed` if the service does not take this body of a route. */
async function exampleIsTaken(subject: Subject, name: RouteName, body: unknown): Promise<void> {
  const { method, path, success }: Route = ROUTES[name];
  needsStatus(`${method} ${path}`, await callExample(subject, name, { body }), ...success);
}

/** The example's body without what would need another member to be right. */
function draft(subject: Subject, { route, beside = {} }: By<'input'>) {
  const { line_items: _, ...body } = Object(exampleOf(route).body);
  return { ...body, ...beside, ...(route === 'sspUserCreate' ? { email: mail(subject) } : {}) };
}

const mail = (subject: Subject) => `${subject.fresh()}@kaffebaren.example`;

/** Ids and addresses that can be used once are new ones each time. */
function once(subject: Subject, body: Readonly<Record<string, unknown>>) {
  return {
    ...body,
    ...('pos_tid' in body ? { pos_tid: subject.fresh() } : {}),
    ...('id' in body ? { id: subject.fresh() } : {}),
    ...('email' in body ? { email: mail(subject) } : {}),
  };
}

function fallbackOf(route: By<'input'>['route'], part: 'body' | 'query', field: string): unknown {
  const { [part]: schema }: Route = ROUTES[route];
  if (schema === undefined) throw new Error(`${route} has no ${part}`);
  return Object(jsonSchema(schema, 'input').properties?.[field]).default;
}

/** A parameter of a query, in the same way. */
export async function checkQuery(subject: Subject, row: By<'query'>): Promise<void> {
  const { route, field, good, bad, fallback } = row;
  const needed = Object.entries(exampleOf(route).query ?? {}).filter(([key]) => key !== field);
  const ask = (value: string) => {
    const query = new URLSearchParams([...needed, [field, value]]);
    return call(subject, route, { query: `?${query}` });
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
export async function checkOutput(subject: Subject, row: By<'output'>): Promise<void> {
  const { route, field, type } = row;
  const { reply: schema }: Route = ROUTES[route];
  if (schema === undefined) throw new Error(`${route} has no reply`);
  const { properties = {}, required = [] } = jsonSchema(schema, 'output');
  expect(required).toContain(field);
  expect(JSON.stringify(properties[field])).toContain(type);
  const reply = await callExample(subject, route);
  const { method, path, success }: Route = ROUTES[route];
  needsStatus(`${method} ${path}`, reply, ...success);
  const body = Object(reply.json);
  expect(Object.keys(body)).toContain(field);
  expect([field, body[field] === null || KINDS[type](body[field])]).toEqual([field, true]);
}

type Endpoint = Extract<Check, { readonly by: 'endpoint' }>;

/** An endpoint stands at its address, takes its level and no less, and answers in its form. */
export async function checkEndpoint(subject: Subject, row: Endpoint, text: string): Promise<void> {
  const route: Route = ROUTES[row.route];
  expect(route.level).toBe(row.level);
  const [method = '', path = ''] = text.split(/[ ,]/);
  if (path.startsWith('/')) {
    const written = path.replaceAll(/<(\w+)>/g, ':$1').replace(/([^/])$/, '$1/');
    expect([route.method, route.path]).toEqual([method, written]);
  }
  const reply = await callExample(subject, row.route);
  expect([reply.status, reply.text.slice(0, 300)]).toEqual([oneOf(route.success), anything]);
  if (reply.status === 201 || reply.status === 302) {
    expect(reply.headers.location).toMatch(/^https?:\/\/.+\/merchant\/v1\/.+\/$/);
  }
  if (reply.status === 204) expect(reply.text).toBe('');
  else if (route.reply !== undefined)
    expect(route.reply.safeParse(reply.json).error).toBeUndefined();
  await tooWeak(subject, route, row);
}

/** One level below the endpoint's own is not enough. */
async function tooWeak(subject: Subject, route: Route, { route: name }: Endpoint) {
  const params: Record<string, string> = {};
  for (const [, param = ''] of route.path.matchAll(/:(\w+)/g)) {
    params[param] = await paramOf(subject, param);
  }
  const path = pathOf(name, params);
  const sent = { method: route.method };
  if (route.level !== 'OPEN' || route.integratorsOnly) {
    expect((await subject.anonymous(path, sent)).status).toBe(401);
  }
  if (route.level === 'KEY') {
    expect((await subject.secret(subject.pos, path, sent)).status).toBe(401);
  }
}

/** A code of the table: its name in the catalogue, its status, and its class. */
export async function checkCode(subject: Subject, row: By<'code'>): Promise<void> {
  expect(STATUS_CATALOGUE.get(row.code)).toBe(row.name);
  const reply = await call(subject, 'statusCodeRead', { params: { value: String(row.code) } });
  expect(reply.json).toEqual({ code: String(row.code), name: row.name });
  const known = Object.values(CODE).find((code) => code === row.code);
  if (known !== undefined) expect(statusOf(known)).toBe(row.status);
  expect(classOf(row.code) !== 'temporary').toBe(row.final);
}

/** A move: from its state by its trigger to its code, with its event at the callback address. */
export async function checkMove(subject: Subject, row: By<'move'>): Promise<void> {
  const receiver = subject.receiver('https');
  const address = `${receiver.url}/${subject.fresh()}`;
  const tid = await payment(subject, row.from, { callback_uri: address, expires_in: 600 });
  await trigger(subject, tid, row.act);
  const after = await outcomeOf(subject, tid);
  expect(after.status_code).toBe(row.to);
  if (row.event === null) return;
  const last = (heard: readonly Heard[]) => heard.at(-1)?.message;
  const path = new URL(address).pathname;
  const arrived = (heard: readonly Heard[]) => last(heard)?.meta.event === row.event;
  const message = last(await subject.heard(receiver, path, arrived));
  expect(message?.meta.event).toBe(row.event);
  expect(message?.meta.uri).toBe(`${subject.baseUrl}/payment_request/${tid}/outcome/`);
  expect(outcome.parse(message?.object)).toMatchObject({ tid, status_code: row.to });
}

async function trigger(subject: Subject, tid: string, act: string): Promise<void> {
  const { simulator } = subject;
  switch (act) {
    case 'confirm':
      await simulator.confirm(tid);
      return;
    case 'reject':
      await simulator.reject(tid);
      return;
    case 'expire':
      await simulator.advance(3 * DAY + SECOND);
      return;
    default: {
      const path = `/payment_request/${tid}/`;
      const sent = { method: 'PUT', body: { action: act } };
      expect((await subject.secret(subject.pos, path, sent)).status).toBe(204);
    }
  }
}
