import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock, systemFetch } from '../../../../main/host/adapters/machine.ts';
import { keepDeviceCode } from '../../../../main/host/service/device-code.ts';
import { createMerchantClient } from '../../../../shared/client/index.ts';
import { member, startTestService, type TestService } from '../../../support/service.ts';

/* The till sets the callback of its shortlink to itself, unless the shortlink has another callback. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function made(callback: string | null): Promise<string> {
  const sent = { method: 'POST', body: { callback_uri: callback } };
  const reply = await service.secret(service.users.pos, '/shortlink/', sent);
  return member(reply.json, 'id');
}

const addressOf = async (id: string) =>
  member((await service.secret(service.users.pos, `/shortlink/${id}/`)).json, 'callback_uri');

/** Keeps the link for as long as the test needs; answers what was reported. */
function keep(shortlinkId: string) {
  const said: string[] = [];
  const { base_url: baseUrl, merchant } = service.ready;
  const { secret } = service.users.pos;
  const client = createMerchantClient({
    baseUrl,
    merchantId: merchant.id,
    userId: 'pos',
    credentials: { kind: 'secret', secret },
    clock: systemClock,
    fetch: systemFetch,
  });
  const report = (sentence: string) => said.push(sentence);
  const stop = keepDeviceCode({
    client,
    clock: systemClock,
    shortlinkId,
    channel: 'till.1',
    report,
  });
  return { said, stop };
}

it('takes over a shortlink without a callback', async () => {
  const id = await made(null);
  const { said, stop } = keep(id);
  await expect.poll(() => addressOf(id)).toBe('ws:till.1');
  expect(said).toEqual([]);
  stop();
});

it.each(['ws:till.2', 'https://shop.example/scans/'])(
  'does not change a shortlink with the callback %s',
  async (other) => {
    const id = await made(other);
    const { said, stop } = keep(id);
    await expect.poll(() => said).toHaveLength(1);
    expect(said[0]).toContain('another system');
    expect(await addressOf(id)).toBe(other);
    stop();
  },
);

it('reports an unknown shortlink', async () => {
  const { said, stop } = keep('zzzzz');
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toContain('zzzzz');
  stop();
});
