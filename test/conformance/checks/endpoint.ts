import { expect } from 'vitest';
import { pathOf, ROUTES, type Route } from '../../../shared/protocol/routes.ts';
import { callExample } from '../example-call.ts';
import type { Check } from '../rows/row.ts';
import type { World } from '../world.ts';

type Endpoint = Extract<Check, { readonly by: 'endpoint' }>;

/** An endpoint stands at its address, takes its level and no less, and answers in its form. */
export async function checkEndpoint(world: World, row: Endpoint, text: string): Promise<void> {
  const route: Route = ROUTES[row.route];
  expect(route.level).toBe(row.level);
  const [method = '', path = ''] = text.split(/[ ,]/);
  if (path.startsWith('/')) {
    const written = path.replaceAll(/<(\w+)>/g, ':$1').replace(/([^/])$/, '$1/');
    expect([route.method, route.path]).toEqual([method, written]);
  }
  const reply = await callExample(world, row.route);
  expect([reply.status, reply.text.slice(0, 300)]).toEqual([
    expect.toSatisfy((status) => route.success.includes(status)),
    expect.anything(),
  ]);
  if (reply.status === 201 || reply.status === 302) {
    expect(reply.headers.location).toMatch(/^https?:\/\/.+\/merchant\/v1\/.+\/$/);
  }
  if (reply.status === 204) expect(reply.text).toBe('');
  else if (route.reply !== undefined)
    expect(route.reply.safeParse(reply.json).error).toBeUndefined();
  await tooWeak(world, route, row);
}

/** One level below the endpoint's own is not enough. */
async function tooWeak({ test, params }: World, route: Route, { route: name }: Endpoint) {
  const path = pathOf(name, params);
  const sent = { method: route.method };
  if (route.level !== 'OPEN' || route.integratorsOnly) {
    expect((await test.open(path, sent)).status).toBe(401);
  }
  if (route.level === 'KEY') {
    expect((await test.secret(test.users.pos, path, sent)).status).toBe(401);
  }
}
