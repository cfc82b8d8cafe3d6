import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PORTAL_PATH } from '../../shared/portal/contract.ts';
import { PORTAL_ROUTES } from '../../shared/portal/routes.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { ROUTES, type Route } from '../../shared/protocol/routes.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { openRaw } from '../support/raw-socket.ts';
import { member, startTestService, type TestService, type TestUser } from '../support/service.ts';
import { secretHeaders, send, signedHeaders } from '../support/wire.ts';

/*
 * A caller without credentials is refused before its body has come, at every address that takes one, and a shop with
 * large bodies keeps out no other one.
 */

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

/** The first line of the reply to a request whose body is large and never comes. */
async function refusalOf(method: string, path: string, headers = ''): Promise<string> {
  const { port } = new URL(test.ready.base_url);
  const length = LIMITS.bodyBeforeCallerBytesMax + 1;
  const raw = await openRaw(
    Number(port),
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `${headers}Content-Length: ${length}\r\n\r\n`,
  );
  await vi.waitFor(() => expect(raw.heard()).toContain('\r\n\r\n'));
  raw.socket.destroy();
  return raw.heard().split('\r\n', 1)[0] ?? '';
}

const filled = (path: string) => path.replaceAll(/:\w+/g, 'x');
const writes = ({ method }: { method: string }) => method === 'PUT' || method === 'POST';

describe('of the merchant API', () => {
  const routes = Object.values<Route>(ROUTES).filter(
    (route) => writes(route) && (route.level !== 'OPEN' || route.integratorsOnly === true),
  );

  it.each(routes.map(({ name, method, path }) => [name, method, path] as const))(
    '%s',
    async (_, method, path) => {
      const { pathname } = new URL(test.ready.base_url);
      expect(await refusalOf(method, pathname + filled(path))).toMatch(/ 40[0134] /);
    },
  );

  it('the upload of an attachment without a valid address', async () => {
    const { pathname } = new URL(test.ready.base_url);
    expect(await refusalOf('POST', `${pathname}/attachment/x/`)).toContain(' 404 ');
  });
});

describe('of the portal', () => {
  const routes = Object.values(PORTAL_ROUTES).filter(
    (route) => writes(route) && route.level !== 'open' && 'bodyBytesMax' in route,
  );

  it.each(routes.map(({ name, method, path }) => [name, method, path] as const))(
    '%s',
    async (_, method, path) => {
      const said = await refusalOf(method, PORTAL_PATH + filled(path), 'X-Tillkit-Portal: 1\r\n');
      expect(said).toContain(' 401 ');
    },
  );
});

describe('the large bodies of one shop fill its own share of the memory alone', () => {
  const SHARE = LIMITS.bodiesBytesMax / 4;

  /** Requests with a whole share of bodies, each but for its last byte. Returns how to end them. */
  async function fill(line: string, headers: Readonly<Record<string, string>>, length: number) {
    const { port, host } = new URL(test.ready.base_url);
    const lines = Object.entries({ Host: host, 'Content-Length': String(length), ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const held = await Promise.all(
      Array.from({ length: SHARE / length }, () =>
        openRaw(Number(port), `${line} HTTP/1.1\r\n${head}\r\n${'x'.repeat(length - 1)}`),
      ),
    );
    return () => {
      for (const { socket } of held) socket.destroy();
    };
  }

  const base = () => new URL(test.ready.base_url).pathname;
  const period = '/pos/x/period/1/';
  /** The status of a body that is larger than what the share still has. */
  const statusOf = async (user: TestUser) =>
    (await test.secret(user, period, { method: 'PUT', body: { close: 'x'.repeat(100_000) } }))
      .status;

  const json = { 'Content-Type': 'application/json' };
  const PLACES = [
    [
      'the merchant API',
      async () => {
        const { merchant, id, secret } = test.users.pos;
        const headers = { ...json, ...secretHeaders(merchant, id, secret) };
        return fill(`PUT ${base()}${period}`, headers, SHARE / 4);
      },
    ],
    [
      'the portal',
      async () => {
        const office = merchantBrowser(test);
        await office.signIn(test.users.admin);
        const page = { 'X-Tillkit-Portal': '1', Origin: office.origin, Cookie: office.cookie() };
        const { bodyBytesMax } = PORTAL_ROUTES.catalogueImport;
        return fill(`POST ${PORTAL_PATH}/catalogue/import`, { ...json, ...page }, bodyBytesMax);
      },
    ],
    [
      'the uploads of attachments',
      async () => {
        const tid = await test.payment();
        const outcome = await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`);
        const { pathname } = new URL(member(outcome.json, 'attachment_uri'));
        return fill(`POST ${pathname}`, json, SHARE / 4);
      },
    ],
  ] as const;

  it.each(PLACES)('%s', async (_, hold) => {
    const end = await hold();
    await vi.waitFor(async () => expect(await statusOf(test.users.pos)).toBe(503));
    expect(await statusOf(test.users.neighbour)).toBe(400);
    end();
    await vi.waitFor(async () => expect(await statusOf(test.users.pos)).toBe(400));
  });
});

it('a large body that is signed counts only if it is the body that was signed', async () => {
  const { merchant, id: user, privateKey } = test.users.admin;
  if (privateKey === null) throw new Error('no key');
  const url = `${test.ready.base_url}/pos/`;
  const at = test.service.simulator.now();
  const body = (id: string) =>
    `{"id":"${id}","name":"Kasse","type":"store"}${' '.repeat(LIMITS.bodyBeforeCallerBytesMax)}`;
  const headers = signedHeaders({
    merchant,
    user,
    privateKey,
    url,
    method: 'POST',
    body: body('a'),
    at,
  });
  const other = await send(url, { method: 'POST', headers, body: body('b') });
  expect([other.status, other.text]).toEqual([
    401,
    expect.stringContaining('content-digest must be'),
  ]);
  const own = await send(url, { method: 'POST', headers, body: body('a') });
  expect(own.status).toBe(201);
});
