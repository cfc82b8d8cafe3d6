import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';
import { startTestService } from '../support/service.ts';
import { send } from '../support/wire.ts';

/* The guide's configurations of proxies: the headers of nginx, at an origin with a port, and the logs. */

const guide = readFileSync(new URL('../../docs/guides/behind-a-proxy.md', import.meta.url), 'utf8');
const lines = [...guide.matchAll(/^ +proxy_set_header (\S+) (\S+);$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);

/** What a variable of nginx is for a request; empty ones are not sent. */
function valueIn(variable: string, { headers, socket }: IncomingMessage): string {
  const { host = '', upgrade = '', connection = '' } = headers;
  const client = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
  const values: Readonly<Record<string, string>> = {
    $host: host.replace(/:\d+$/, '').toLowerCase(),
    $http_host: host,
    $http_upgrade: upgrade,
    $http_connection: connection,
    $proxy_add_x_forwarded_for: client,
  };
  const value = values[variable];
  if (value === undefined) throw new Error(`the test does not know nginx's variable ${variable}`);
  return value;
}

/** nginx sends no header whose value is empty. */
const sentOf = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

/** A proxy on any free port that sets the guide's headers. */
async function startProxy(target: () => number): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, response) => {
    const headers: Record<string, string | string[] | undefined> = { ...incoming.headers };
    for (const [name, variable] of lines) {
      headers[name.toLowerCase()] = valueIn(variable, incoming) || undefined;
    }
    const { method = 'GET', url: path = '/' } = incoming;
    const place = { host: '127.0.0.1', port: target() };
    const forward = request({ ...place, method, path, headers: sentOf(headers) }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    forward.on('error', () => response.writeHead(502).end());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { server, port: address.port };
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('write no address into a log: it may have the code of a receipt', () => {
  const [nginx = '', caddy = ''] = guide
    .slice(guide.indexOf('## 2. Configure the proxy'))
    .split(/^```\w*$/m)
    .filter((_, part) => part % 2 === 1);
  expect(nginx).toContain('server {');
  expect(nginx).toMatch(/^ {2}access_log off;$/m);
  // A lower level has the address of each request that the service did not answer.
  expect(nginx).toMatch(/^ {2}error_log +\S+ crit;$/m);
  expect(caddy).toMatch(/^\{\n {2}log default \{\n {4}exclude http\.log\.error\n/m);
});

it('let a customer sign in to the wallet at an origin with a port', async () => {
  let inside = 0;
  const { server, port } = await startProxy(() => inside);
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const publicOrigin = `http://127.0.0.1:${port}`;
  const test = await startTestService({
    publicOrigin,
    trustProxies: ['127.0.0.1'],
    demoInPublic: true,
  });
  ends.push(test.stop);
  inside = Number(new URL(test.ready.simulator_url ?? '').port);
  expect(lines.map(([name]) => name)).toContain('Host');
  const [customer] = test.ready.customers;
  const reply = await send(`${publicOrigin}${WALLET_PATH}/code`, {
    method: 'POST',
    headers: { origin: publicOrigin, [WALLET_HEADER]: '1', 'content-type': 'application/json' },
    body: { msisdn: customer?.msisdn ?? '' },
  });
  expect([reply.status, reply.json]).toEqual([
    200,
    { demo_code: expect.stringMatching(/^\d{6}$/) },
  ]);
});
