import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService, type Ready, type Service } from '../../../service/index.ts';
import {
  ClientFailure,
  type ClientResult,
  createMerchantClient,
  type FullClient,
  unwrap,
} from '../../../shared/client/index.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { rest } from '../../support/till.ts';

/* The client as an integrator has it: with the runtime's own fetch and clock, on a real service. */

let service: Service;
let ready: Ready;
let client: FullClient;
let signing: FullClient;
beforeAll(async () => {
  service = createService({
    data: { kind: 'ephemeral' },
    port: 0,
    demo: true,
    simulator: true,
    log: 'silent',
  });
  ready = await service.start();
  const access = { baseUrl: ready.base_url, merchantId: ready.merchant.id };
  const [pos] = ready.users.filter(({ id }) => id === 'pos');
  const key = ready.users.find((user) => user.private_key_pem !== undefined);
  client = createMerchantClient({
    ...access,
    userId: 'pos',
    credentials: { kind: 'secret', secret: pos?.secret ?? '' },
  });
  signing = createMerchantClient({
    ...access,
    userId: key?.id ?? '',
    credentials: { kind: 'key', privateKey: key?.private_key_pem ?? '' },
  });
});
afterAll(() => service.stop());

const sale = (posTid: string) => ({
  action: 'sale' as const,
  currency: 'NOK',
  amount: 12500,
  allow_credit: false,
  pos_id: 'kasse-1',
  pos_tid: posTid,
  customer: '4798765432',
});

describe('the client', () => {
  it('waits until a payment is authorised and captured, and takes a plain integer as an amount', async () => {
    const { id } = unwrap(await client.paymentCreate(sale('follow-1')));
    const approved = client.until(id, 'auth', { timeout: 60_000 });
    await service.simulator.confirm(id);
    expect(unwrap(await approved)).toMatchObject({ status: 'auth', amount: 12500 });
    const change = { action: 'capture' } as const;
    unwrap(await client.call('paymentUpdate', { params: { tid: id }, body: change }));
    expect(unwrap(await client.until(id, ['ok', 'fail'])).status).toBe('ok');
  });

  it('stops waiting at the timeout, and when the payment fails', async () => {
    const { id } = unwrap(await client.paymentCreate(sale('follow-2')));
    expect(await client.until(id, 'auth', { timeout: 0 })).toMatchObject({
      error: { kind: 'no_answer', cause: 'timeout' },
    });
    await service.simulator.reject(id);
    expect(await client.until(id, 'auth')).toMatchObject({
      error: { kind: 'unexpected', description: 'The payment has ended as fail (5006).' },
    });
  });

  it('reads all pages of a list', async () => {
    const made: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      made.push(unwrap(await client.paymentCreate(sale(`page-${name}`))).id);
    const all: string[] = [];
    for await (const { tid } of client.entries('paymentList', { page_size: 2 })) all.push(tid);
    // Other tests of this file make payments too.
    expect(all).toEqual(expect.arrayContaining(made));
    expect(new Set(all).size).toBe(all.length);
    const tills: string[] = [];
    for await (const uri of signing.entries('posList')) tills.push(uri);
    expect(tills).toHaveLength(ready.pos.length);
  });

  it('reports a failed call with its type, details and request id', async () => {
    const wrong = { ...sale('follow-6'), currency: 'QQQ' };
    const result = await client.paymentCreate(wrong);
    expect(() => unwrap(result)).toThrow(ClientFailure);
    expect(result).toMatchObject({
      error: {
        type: 'validation_error',
        details: { currency: [expect.any(String)] },
        requestId: expect.stringMatching(/^\S{8,}$/),
      },
    });
    const unknown = client.call('settlementRead', { params: { settlement_id: 'none' } });
    const failed = await unknown.then(unwrap).catch((error: unknown) => error);
    expect(failed).toMatchObject({ type: 'Not Found', status: 404, requestId: expect.any(String) });
  });

  it('reads a file as bytes', async () => {
    const merchant = { params: { merchant_id: ready.merchant.id } };
    const logo = await client.call('merchantLogo', merchant);
    if (logo.ok) expect(logo.value).toBeInstanceOf(Uint8Array);
    else expect(logo.error).toMatchObject({ status: 404 });
  });

  it('has a call for every GET route', async () => {
    const params: Record<string, string> = {
      ...{ merchant_id: ready.merchant.id, lookup_id: ready.merchant.id, user_id: 'pos' },
      ...{ pos_id: ready.pos[0]?.id ?? '', shortlink_id: ready.shortlinks[0]?.id ?? '' },
      value: '1003',
    };
    for (const route of Object.values(ROUTES)) {
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      if (route.method !== 'GET') continue;
      const query = route.name === 'shortlinkLastScan' ? { ttl: 60 } : {};
      const filled = Object.fromEntries(names.map((name) => [name, params[name] ?? 'none']));
      const input = { params: filled, query };
      // The types of one route do not fit a loop over all of them.
      const result: ClientResult<unknown> = await Reflect.apply(signing.call, null, [
        ...[route.name, input],
      ]);
      const known = result.ok || result.error.kind === 'refused';
      expect([route.name, known, result]).toEqual([route.name, true, result]);
    }
  });
});

/** A network that carries every request, and whose service never answers. */
const hung: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const onAbort = () => reject(new Error('aborted'));
    init?.signal?.addEventListener('abort', onAbort, { once: true });
  });
/** A network without a way to the service. */
const gone: typeof fetch = () => Promise.reject(new Error('offline'));
/** A service that has too many requests. */
const busy: typeof fetch = async () => Response.json({ error_type: 'Busy' }, { status: 429 });

/** A wait of two seconds on a manual clock, and the time and result of its end. */
function waitOf2s(network: typeof fetch, signal: AbortSignal = new AbortController().signal) {
  const clock = createManualClock(0);
  let calls = 0;
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const counted: typeof fetch = (...request) => {
    calls += 1;
    ask();
    return network(...request);
  };
  const waiting = createMerchantClient({
    ...{ baseUrl: 'http://127.0.0.1:1', merchantId: 'm1abcd', userId: 'pos' },
    ...{ credentials: { kind: 'secret', secret: 'secret-1234' }, fetch: counted, clock },
  }).until('p1', 'auth', { timeout: 2_000, signal });
  const end = waiting.then((result) => ({ at: clock.now(), result }));
  /** Moves the time in small steps until the wait has ended; at most by a minute. */
  async function endOf() {
    let ended = false;
    void end.then(() => {
      ended = true;
    });
    await Promise.race([asked, end]);
    for (let step = 0; step < 600; step += 1) {
      await rest();
      if (ended) break;
      clock.advance(100);
    }
    return { ...(await end), calls, armed: clock.armed() };
  }
  return { clock, asked, endOf };
}

const timeout = { ok: false, error: { kind: 'no_answer', cause: 'timeout' } } as const;
const cancelled = { ok: false, error: { kind: 'no_answer', cause: 'cancelled' } } as const;

describe('a wait for a status', () => {
  it('ends at its timeout, also while the service does not answer a call', async () => {
    expect(await waitOf2s(hung).endOf()).toMatchObject({ at: 2_000, result: timeout, armed: 0 });
  });

  it.each([
    ['has no network', gone],
    ['has too many requests', busy],
  ])(
    'ends at its timeout, also in the pause before the next call, if it %s',
    async (_, network) => {
      // One call at the begin and one after a second; the second pause ends with the timeout.
      const end = await waitOf2s(network).endOf();
      expect(end).toMatchObject({ at: 2_000, result: timeout, calls: 2, armed: 0 });
    },
  );

  it.each([
    ['a call', hung],
    ['the pause before the next call', gone],
  ])('ends at once when it is aborted during %s', async (_, network) => {
    const controller = new AbortController();
    const { clock, asked, endOf } = waitOf2s(network, controller.signal);
    await asked;
    await rest();
    clock.advance(300);
    controller.abort();
    expect(await endOf()).toMatchObject({ at: 300, result: cancelled, calls: 1, armed: 0 });
  });

  it('makes no call if it is aborted before', async () => {
    const end = await waitOf2s(hung, AbortSignal.abort()).endOf();
    expect(end).toMatchObject({ at: 0, result: cancelled, calls: 0, armed: 0 });
  });
});
