import { createService, type Ready, type Service } from 'tillkit/service';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* A suite that acts as the customer. The service runs in the test process with a manual clock. */

let service: Service;
let ready: Ready;

beforeAll(async () => {
  service = createService({
    data: { kind: 'ephemeral' },
    port: 0,
    demo: true,
    simulator: true,
    clock: 'manual',
    log: 'silent',
  });
  ready = await service.start();
});
afterAll(() => service.stop());

async function call(method: string, path: string, body?: object) {
  const user = ready.users.find(({ id }) => id === 'pos');
  const reply = await fetch(ready.base_url + path, {
    method,
    headers: {
      'X-Svc-Merchant': ready.merchant.id,
      'X-Svc-User': 'pos',
      Authorization: `SECRET ${user?.secret}`,
      'Content-Type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
}

/** The shop's call when a customer wants to pay; here only the request. */
async function ask(order: string, amount: number): Promise<string> {
  const request = { action: 'sale', currency: 'NOK', amount, allow_credit: false };
  const customer = ready.customers[0]?.msisdn;
  const names = { pos_id: ready.pos[0]?.id, pos_tid: order, customer };
  const made = await call('POST', '/payment_request/', { ...request, ...names });
  return made.body.id;
}

const codeOf = async (tid: string) =>
  (await call('GET', `/payment_request/${tid}/outcome/`)).body.status_code;

it('captures the payment of a customer who approves', async () => {
  const tid = await ask('order-1', 12_500);
  await service.simulator.confirm(tid);
  expect(await codeOf(tid)).toBe(3008);
  expect((await call('PUT', `/payment_request/${tid}/`, { action: 'capture' })).status).toBe(204);
  expect(await codeOf(tid)).toBe(2000);
});

it('reads the result of a customer who declines', async () => {
  const tid = await ask('order-2', 12_500);
  await service.simulator.reject(tid);
  expect(await codeOf(tid)).toBe(5006);
});

it('reads that an authorisation without a capture expired after three days', async () => {
  const tid = await ask('order-3', 12_500);
  await service.simulator.confirm(tid);
  await service.simulator.advance(3 * 24 * 60 * 60);
  expect(await codeOf(tid)).toBe(5012);
});

const requests = async () => (await call('GET', '/payment_request/')).body.items.length;

it('asks the customer once if the first reply is lost', async () => {
  const before = await requests();
  service.simulator.addFault({ method: 'POST', act: 'drop_after', times: 1 });
  await expect(ask('order-4', 9_900)).rejects.toThrow();
  await ask('order-4', 9_900);
  expect(await requests()).toBe(before + 1);
});
