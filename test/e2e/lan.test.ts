import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService, type Ready } from '../../service/index.ts';
import { takePort } from '../support/free-port.ts';

/** A second address of this machine, which stands for the address of a network card. */
const LAN = '127.0.0.2';
const service = createService({
  data: { kind: 'ephemeral' },
  port: 0,
  demo: true,
  // The system may assign the port of one address to the other one too.
  lanWallet: { host: LAN, port: await takePort() },
  log: 'silent',
});
let ready: Ready;
beforeAll(async () => {
  ready = await service.start();
});
afterAll(() => service.stop());

test('the portal address is in the local network, and the API address is local', () => {
  expect(new URL(ready.wallet_url).hostname).toBe(LAN);
  expect(new URL(ready.base_url).hostname).toBe('127.0.0.1');
});

test('the network’s listener serves the customer’s pages', async () => {
  for (const path of ['/w/', '/p/pabcdefghijk/', '/s/abc/', '/wallet/v1/me']) {
    const reply = await fetch(ready.wallet_url + path);
    expect([path, reply.headers.get('content-security-policy') !== null || reply.ok]).toEqual([
      path,
      true,
    ]);
  }
  expect((await (await fetch(`${ready.wallet_url}/wallet/v1/me`)).json()).demo).toBe(true);
});

test('the network’s listener serves nothing but the customer’s pages', async () => {
  const user = ready.users.find((one) => one.id === 'pos');
  const headers = {
    'x-svc-merchant': ready.merchant.id,
    'x-svc-user': 'pos',
    authorization: `SECRET ${user?.secret}`,
  };
  const own = await fetch(`${ready.base_url}/payment_request/`, { headers });
  expect(own.status).toBe(200);
  const paths = ['/merchant/v1/pos/', '/merchant/v1/payment_request/', '/simulator/v1/clock/'];
  for (const path of [...paths, '/health/ready', '/bridge', '/index.html', '/settings.json']) {
    const reply = await fetch(ready.wallet_url + path, { headers });
    expect([path, reply.status]).toEqual([path, 404]);
  }
  // The API's port does not accept connections at the network's address.
  const port = new URL(ready.base_url).port;
  await expect(fetch(`http://${LAN}:${port}/w/`)).rejects.toThrow();
});
