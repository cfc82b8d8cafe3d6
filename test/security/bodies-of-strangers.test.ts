import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PORTAL_PATH } from '../../shared/portal/contract.ts';
import { PORTAL_ROUTES } from '../../shared/portal/routes.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { ROUTES, type Route } from '../../shared/protocol/routes.ts';
import { openRaw } from '../support/raw-socket.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { send, signedHeaders } from '../support/wire.ts';

/*
 * A caller without credentials is refused before its body has come, at every address that takes one.
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
