import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PortalDelivery,
  portalCallback,
  portalCallbacks,
} from '../../../../shared/portal/contract.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { startReceiver, type TestReceiver } from '../../../support/callback-receiver.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import {
  member,
  onOwnService,
  startTestService,
  type TestService,
} from '../../../support/service.ts';

let service: TestService;
let receiver: TestReceiver;
let browser: ReturnType<typeof merchantBrowser>;
const DEAD = 'http://127.0.0.1:9/nobody-listens';
const EACH = LIMITS.portalPage + 5;

beforeAll(async () => {
  [service, receiver] = [await startTestService(), await startReceiver()];
  browser = merchantBrowser(service);
  await browser.signIn(service.users.pos);
  for (let count = 0; count < EACH; count += 1) {
    await told(DEAD);
    await told(`${receiver.url}/shop`);
  }
  await service.service.simulator.advance(1);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** A payment that is cancelled, of which the address is told. */
async function told(callback_uri: string, by = service): Promise<void> {
  const tid = await by.payment({ callback_uri });
  const sent = { method: 'PUT', body: { action: 'abort' } };
  const done = await by.secret(by.users.pos, `/payment_request/${tid}/`, sent);
  expect(done.status).toBe(204);
}

const page = async (query: string, from = browser) => {
  const reply = await from.get(`/callbacks${query}`);
  expect(reply.status).toBe(200);
  return portalCallbacks.parse(reply.body);
};

/** Every page of a list, to its end. */
async function pages(state: PortalDelivery['state'] | null) {
  const query = state === null ? '' : `state=${state}&`;
  const found: (readonly PortalDelivery[])[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const read: Awaited<ReturnType<typeof page>> = await page(
      `?${query}${after === '' ? '' : `after=${encodeURIComponent(after)}`}`,
    );
    found.push(read.items);
    after = read.next;
  }
  return found;
}

describe('the delivery log in the merchant portal', () => {
  it('is read in pages, each line once, newest first', async () => {
    const all = await pages(null);
    const sizes = all.map((items) => items.length);
    expect(sizes).toEqual([LIMITS.portalPage, LIMITS.portalPage, 2 * EACH - 2 * LIMITS.portalPage]);
    const lines = all.flat();
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2 * EACH);
    const created = lines.map((line) => line.created);
    expect(created).toEqual([...created].sort((a, b) => b - a));
  });

  it('is filtered by state, across pages', async () => {
    for (const [state, uri] of [
      ['open', DEAD],
      ['delivered', `${receiver.url}/shop`],
    ] as const) {
      const found = await pages(state);
      expect(found.map((items) => items.length)).toEqual([LIMITS.portalPage, 5]);
      expect(new Set(found.flat().map((line) => `${line.state} ${line.uri}`))).toEqual(
        new Set([`${state} ${uri}`]),
      );
    }
    expect(await pages('gone')).toEqual([[]]);
  });

  it('keeps its position while deliveries are added', async () => {
    await onOwnService(async (own) => {
      const from = merchantBrowser(own);
      await from.signIn(own.users.pos);
      for (let count = 0; count < EACH; count += 1) await told(DEAD, own);
      const first = await page('', from);
      const after = `?after=${encodeURIComponent(first.next ?? '')}`;
      const second = await page(after, from);
      expect(second.items).toHaveLength(EACH - LIMITS.portalPage);
      await own.service.simulator.advance(1);
      await told(DEAD, own);
      const again = await page(after, from);
      expect(again.items.map(({ id }) => id)).toEqual(second.items.map(({ id }) => id));
    });
  });

  it('shows the receiver’s answer to a scan', async () => {
    await onOwnService(async (own) => {
      const from = merchantBrowser(own);
      await from.signIn(own.users.pos);
      receiver.answer({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"text":"Welcome to table 4"}',
      });
      const body = { callback_uri: `${receiver.url}/scanned` };
      const made = await own.secret(own.users.pos, '/shortlink/', { method: 'POST', body });
      const shortlink_id = member(made.json, 'id');
      const customer = own.ready.customers[0]?.msisdn;
      const scan = { customer, shortlink_id, argstring: 'table-4' };
      await own.simulator('/scan/', { method: 'POST', body: scan });
      await own.service.simulator.advance(1);
      const line = (await page('', from)).items.find(({ event }) => event === 'shortlink_scanned');
      const one = portalCallback.parse((await from.get(`/callbacks/${line?.id}`)).body);
      expect(one).toMatchObject({ state: 'delivered', resource: `shortlink/${shortlink_id}` });
      expect(one.answer).toBe('Welcome to table 4');
      await told(DEAD, own);
      const other = (await page('?state=open', from)).items[0];
      expect((await from.get(`/callbacks/${other?.id}`)).body).toMatchObject({ answer: null });
    });
  });
});
