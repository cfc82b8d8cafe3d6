import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientResult,
  createMerchantClient,
  type FullClient,
} from '../../../shared/client/index.ts';
import { ROUTES, type Route } from '../../../shared/protocol/routes.ts';
import { membersOf } from '../../support/arbitrary-input.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/* Every route of the table as a call by its name, on a server that records requests. */

type Recorded = {
  readonly method: string | undefined;
  readonly address: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

const BASE = '/merchant/v1';
const FILE = Buffer.of(0x89, 0x50, 0x00, 0xff);
let server: Server;
let client: FullClient;
let requests: Recorded[];
/** The next reply. */
let reply: { readonly status: number; readonly content: Buffer | string };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url = '', headers } = request;
    const address = new URL(url, 'http://recorded.invalid');
    requests.push({ method, address, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(reply.status).end(reply.content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = createMerchantClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    merchantId: 'm1abcd',
    userId: 'pos',
    credentials: { kind: 'secret', secret: 'secret-1234' },
    clock: createManualClock(),
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Calls a route with this reply, and returns what was recorded and the result. */
async function callWith(route: Route, input: object, answer: typeof reply) {
  requests = [];
  reply = answer;
  // The types of one route do not fit a loop over all of them.
  const called: Promise<ClientResult<unknown>> = Reflect.apply(client.call, null, [
    ...[route.name, input],
  ]);
  const result = await called;
  expect(requests).toHaveLength(1);
  return { request: requests[0] as Recorded, result };
}

/** Input with every parameter, member of the body and member of the query that the table names. */
function inputFor(route: Route) {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, `Ø ${name}/1?`]));
  const query = membersOf(route, 'query').map(
    (name) => [name, [`${name} 1`, `${name}&2`]] as const,
  );
  const body = membersOf(route, 'body').map((name) => [name, { name, list: ['é', 1, null] }]);
  return {
    params,
    query: Object.fromEntries(query),
    ...(route.body === undefined ? {} : { body: Object.fromEntries(body) }),
  };
}

const routes = Object.values<Route>(ROUTES);
const named = (some: readonly Route[]) => some.map((route) => [route.name, route] as const);

describe('a call by the name of its route', () => {
  it.each(named(routes))('sends the method, path, query and body of %s', async (_, route) => {
    const input = inputFor(route);
    const { request, result } = await callWith(route, input, { status: 404, content: '{}' });
    expect(result).toMatchObject({ ok: false, error: { kind: 'refused', status: 404 } });
    const filled = route.path.split('/').map((part) => input.params[part.slice(1)] ?? part);
    const path = request.address.pathname.slice(BASE.length);
    expect([request.method, path.split('/').map(decodeURIComponent)]).toEqual([
      route.method,
      filled,
    ]);
    const query = Object.entries(input.query).flatMap(([name, values]) =>
      values.map((value) => [name, value]),
    );
    expect([...request.address.searchParams]).toEqual(query);
    expect(request.body === '' ? undefined : JSON.parse(request.body)).toEqual(input.body);
    expect(request.headers['content-type'] === undefined).toBe(input.body === undefined);
    const credentials = route.level === 'OPEN' ? undefined : 'SECRET secret-1234';
    expect(request.headers.authorization).toBe(credentials);
  });

  const withoutReply = routes.filter(({ reply: schema, produces }) => !schema && !produces);
  it.each(named(withoutReply))('returns null for the empty reply of %s', async (_, route) => {
    const [status = 0] = route.success;
    const { result } = await callWith(route, inputFor(route), { status, content: '' });
    expect(result).toEqual({ ok: true, status, value: null });
  });

  const files = routes.filter(({ produces }) => produces !== undefined);
  it.each(named(files))('returns the bytes that %s answers', async (_, route) => {
    const [status = 0] = route.success;
    const { result } = await callWith(route, inputFor(route), { status, content: FILE });
    expect(result).toMatchObject({ ok: true, status });
    expect(result.ok && Buffer.from(result.value as Uint8Array)).toEqual(FILE);
  });

  const maybe = routes.filter(({ reply: schema, success }) => schema && success.includes(204));
  it.each(named(maybe))('returns null if %s has nothing to answer', async (_, route) => {
    const { result } = await callWith(route, inputFor(route), { status: 204, content: '' });
    expect(result).toEqual({ ok: true, status: 204, value: null });
  });
});
