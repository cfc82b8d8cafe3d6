import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMerchantClient, type FullClient } from '../../../shared/client/index.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

type Received = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
type Answerer = (request: Received, response: ServerResponse) => void;

let server: Server;
let base: string;
let received: Received[];
let answer: Answerer;
let clock: ManualClock;
let client: FullClient;

beforeEach(async () => {
  received = [];
  answer = json(200, {});
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer({ method, url, headers, body: Buffer.concat(chunks).toString() }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${isAddress(address) ? address.port : 0}/merchant/v1`;
  clock = createManualClock();
  client = clientAt(base);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function clientAt(baseUrl: string, secret = 'secret-1234'): FullClient {
  const credentials = { kind: 'secret', secret } as const;
  return createMerchantClient({
    baseUrl,
    merchantId: 'm1abcd',
    userId: 'pos',
    credentials,
    fetch,
    clock,
  });
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answerer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === null ? '' : JSON.stringify(body));
  };
}

const draft = {
  action: 'sale',
  currency: 'NOK',
  amount: 2_000,
  allow_credit: false,
  pos_id: 'till1',
  pos_tid: 't-1',
  customer: 'msisdn:4798765432',
} as const;

const outcome = {
  tid: 'p1',
  pos_id: 'till1',
  pos_tid: 't-1',
  currency: 'NOK',
  amount: 2_000,
  additional_amount: 0,
  auth_amount: 0,
  auth_additional_amount: 0,
  captures: [],
  refunds: [],
  status: 'pending',
  status_code: 1777,
  customer: null,
  date_modified: '2026-01-05 08:00:00',
  date_expires: '2026-01-05 14:00:00',
  credit: false,
  interchange_fee: 0,
  transaction_fee: 0,
  attachment_uri: null,
  permissions: null,
};

describe('a call', () => {
  it('sends the method, path, body and headers of its route with the credentials', async () => {
    answer = json(201, { id: 'p1', uri: null });
    const result = await client.paymentCreate(draft);
    expect(result).toEqual({ ok: true, status: 201, value: { id: 'p1', uri: null } });
    const [request] = received;
    expect(request).toMatchObject({ method: 'POST', url: '/merchant/v1/payment_request/' });
    expect(JSON.parse(request?.body ?? '')).toEqual(draft);
    expect(request?.headers).toMatchObject({
      'x-svc-merchant': 'm1abcd',
      'x-svc-user': 'pos',
      authorization: 'SECRET secret-1234',
      accept: 'application/vnd.svc.api.merchant.v1+json',
      'content-type': 'application/vnd.svc.api.merchant.v1+json',
    });
  });

  it('fills ids and queries into the address', async () => {
    answer = json(200, { items: [], cursor: null });
    await client.paymentList({ createdFrom: clock.now(), status: ['ok', 'fail'], pageSize: 10 });
    answer = json(204, null);
    expect(await client.posDelete('Kasse 3/ø')).toEqual({ ok: true, status: 204, value: null });
    answer = json(200, outcome);
    expect(await client.paymentOutcome('p1', { wait: 5, since: 1003 })).toMatchObject({
      ok: true,
      value: { status_code: 1777 },
    });
    expect(received.map((request) => request.url)).toEqual([
      '/merchant/v1/payment_request/?created_from=2026-01-05+08%3A00%3A00&page_size=10&status=ok&status=fail',
      '/merchant/v1/pos/Kasse%203%2F%C3%B8/',
      '/merchant/v1/payment_request/p1/outcome/?wait=5&since=1003',
    ]);
  });

  it('sends no credentials where none are needed', async () => {
    answer = json(200, { code: '2000', name: 'OK' });
    expect(await client.statusCodeRead(2_000)).toMatchObject({ ok: true });
    expect(received[0]?.headers.authorization).toBeUndefined();
  });

  it.each(['.', '..', ''])('fails and is not sent with the id "%s"', async (id) => {
    expect(await client.posRead(id)).toMatchObject({ ok: false, error: { kind: 'unexpected' } });
    expect(received).toEqual([]);
  });
});

describe('a failed call', () => {
  it('returns refused with the status, type, description and details of the reply', async () => {
    const details = { amount: ['must be greater than zero'] };
    const body = {
      error_type: 'validation_error',
      error_description: 'Some fields are not valid.',
      error_details: details,
    };
    answer = json(400, body);
    expect(await client.paymentCreate(draft)).toEqual({
      ok: false,
      error: {
        kind: 'refused',
        status: 400,
        type: 'validation_error',
        description: 'Some fields are not valid.',
        details,
        requestId: null,
        retryAfter: null,
      },
    });
    answer = json(429, 'not the usual body', { 'retry-after': '7' });
    expect(await client.paymentRead('p1')).toMatchObject({
      error: { kind: 'refused', status: 429, type: 'Too Many Requests', retryAfter: 7_000 },
    });
  });

  it.each([500, 502, 503, 408])('returns no_answer for the status %i', async (status) => {
    answer = json(status, {}, { 'retry-after': '2' });
    expect(await client.paymentRead('p1')).toMatchObject({
      ok: false,
      error: { kind: 'no_answer', cause: 'server', status, retryAfter: 2_000 },
    });
  });

  it('returns no_answer with the cause when the service cannot be reached', async () => {
    const gone = clientAt('http://127.0.0.1:1/merchant/v1');
    const result = await gone.paymentRead('p1');
    expect(result).toMatchObject({ error: { kind: 'no_answer', cause: 'network' } });
    expect(JSON.stringify(result)).toMatch(/ECONNREFUSED|bad port/);
  });

  it('returns no_answer when the connection is cut in the middle of the reply', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"id"');
      setImmediate(() => response.destroy());
    };
    expect(await client.paymentRead('p1')).toMatchObject({
      error: { kind: 'no_answer', cause: 'network' },
    });
  });

  const outcomeOf = (query: { readonly wait?: number | string }) =>
    client.call('paymentOutcome', { params: { tid: 'p1' }, query });
  it.each<[string, number, () => Promise<unknown>]>([
    ['ten seconds', 10_000, () => client.paymentRead('p1')],
    ['ten seconds if its wait is no number', 10_000, () => outcomeOf({ wait: 'long' })],
    ['its wait and ten seconds', 35_000, () => client.paymentOutcome('p1', { wait: 25 })],
    ['the same if it is called by the name of its route', 35_000, () => outcomeOf({ wait: 25 })],
    ['the longest wait that there is', 35_000, () => outcomeOf({ wait: '99999999999' })],
    ['its own deadline', 900, () => client.paymentOutcome('p1', { wait: 25 }, { deadline: 900 })],
  ])('returns no_answer after %s', async (_, deadline, make) => {
    const asked = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    const call = make();
    await asked;
    clock.advance(deadline - 1);
    expect(clock.armed()).toBe(1);
    clock.advance(1);
    expect(await call).toMatchObject({ error: { kind: 'no_answer', cause: 'timeout' } });
    expect(clock.armed()).toBe(0);
  });

  it('returns no_answer when the caller aborts before or during the call', async () => {
    const controller = new AbortController();
    const asked = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    const call = client.paymentRead('p1', { signal: controller.signal });
    await asked;
    controller.abort();
    expect(await call).toMatchObject({ error: { kind: 'no_answer', cause: 'cancelled' } });
    const late = await client.paymentRead('p1', { signal: controller.signal });
    expect(late).toMatchObject({ error: { kind: 'no_answer', cause: 'cancelled' } });
    expect(received).toHaveLength(1);
  });

  it.each([
    ['a reply that does not match the schema', json(201, { id: 7 })],
    ['a reply that is no JSON', ((_, r) => r.writeHead(201).end('<html>')) satisfies Answerer],
    ['an unknown status', json(202, { id: 'p1', uri: null })],
    ['a redirect, which is not followed', json(302, {}, { location: 'http://elsewhere.test/' })],
    ['a missing body', json(200, null)],
  ])('returns unexpected for %s', async (_, answerer) => {
    answer = answerer;
    const result = await client.paymentCreate(draft);
    expect(result).toMatchObject({ ok: false, error: { kind: 'unexpected' } });
    expect(received).toHaveLength(1);
  });

  it('returns unexpected for an endless reply and stops reading it', async () => {
    answer = (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    const result = await client.paymentRead('p1');
    expect(result).toMatchObject({ ok: false, error: { kind: 'unexpected', status: 200 } });
  });

  it('returns unexpected for an invalid address or secret and sends nothing', async () => {
    const addresses = ['', 'not an address', 'ftp://127.0.0.1/'];
    for (const address of addresses) {
      const result = await clientAt(address).paymentRead('p1');
      expect(result).toMatchObject({ error: { kind: 'unexpected', status: null } });
    }
    const result = await clientAt(base, 'line\nbreak').paymentRead('p1');
    expect(result).toMatchObject({ error: { kind: 'unexpected', status: null } });
    expect(received).toEqual([]);
  });
});
