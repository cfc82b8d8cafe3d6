import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { expectError } from '../../../support/expect-error.ts';
import { paymentDraft, startTestService, type TestService } from '../../../support/service.ts';
import { type Sent, send } from '../../../support/wire.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const create = (sent: Sent) =>
  test.secret(test.users.pos, '/payment_request/', { method: 'POST', ...sent });

describe('the size of a request', () => {
  const max = LIMITS.bodyBytesMax;
  const padded = (size: number) => {
    const body = JSON.stringify(paymentDraft({ pos_tid: `size-${size}` }));
    return body + ' '.repeat(size - body.length);
  };

  it('takes a body of exactly the limit', async () => {
    expect((await create({ body: padded(max) })).status).toBe(201);
  });

  it.each([[max + 1], [max * 3], [max * 40]])(
    'answers a body of %i bytes with 413',
    async (size) => {
      const reply = await create({ body: padded(size) });
      expectError(reply, 413, 'Request Entity Too Large');
      expect(reply.headers.connection).toBe('close');
    },
  );

  it('answers an address that is too long with 400, and headers that are with 431', async () => {
    const long = await test.open(`/status_code/?q=${'x'.repeat(LIMITS.urlMax)}`);
    expectError(long, 400, 'Bad Request');
    const heavy = await test.open('/status_code/', { headers: { 'X-Much': 'x'.repeat(20_000) } });
    expect(heavy.status).toBe(431);
  });
});

describe('addresses and methods', () => {
  it('answers an unknown path with 404', async () => {
    for (const path of [
      '/',
      '/nothing/',
      '/payment_request/x/y/',
      '/pos//',
      '/POS/',
      '/STATUS_CODE/',
    ]) {
      expectError(await test.open(path), 404, 'Not Found');
    }
  });

  it('answers a path that cannot be decoded with 400', async () => {
    expectError(await test.open('/status_code/%zz/'), 400, 'Bad Request');
    expectError(await test.open('/pos/%c3%28/'), 400, 'Bad Request');
  });

  it.each([
    ['/pos/', 'DELETE', 'GET, HEAD, OPTIONS, POST'],
    ['/pos/x/', 'POST', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['/payment_request/', 'PUT', 'GET, HEAD, OPTIONS, POST'],
    ['/payment_request/x/', 'DELETE', 'GET, HEAD, OPTIONS, PUT'],
    ['/payment_request/x/outcome/', 'POST', 'GET, HEAD, OPTIONS'],
    ['/status_code/', 'PATCH', 'GET, HEAD, OPTIONS'],
  ])('answers the wrong method on %s with 405 and Allow', async (path, method, allow) => {
    const reply = await test.open(path, { method });
    expectError(reply, 405, 'Method Not Allowed');
    expect(reply.headers.allow).toBe(allow);
  });

  it('answers OPTIONS with Allow, and HEAD like GET without the body', async () => {
    const options = await test.open('/pos/', { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    const head = await test.open('/status_code/', { method: 'HEAD' });
    const get = await test.open('/status_code/');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('serves every path without its last slash too, and never redirects', async () => {
    expect((await test.open('/status_code')).status).toBe(200);
    const body = paymentDraft({ pos_tid: 'slash' });
    const made = await test.secret(test.users.pos, '/payment_request', { method: 'POST', body });
    expect(made.status).toBe(201);
    const signed = await test.key(test.users.admin, '/pos');
    expect(signed.status).toBe(200);
  });

  it('ignores the body of a GET', async () => {
    const reply = await test.open('/status_code/1003', { body: '{"not json' });
    expect(reply.status).toBe(200);
  });

  it('answers a request line with an absolute address with 400', async () => {
    // What a client sends to a proxy: the target is the address itself.
    const reply = await send(test.ready.base_url, { target: `${test.ready.base_url}/pos/` });
    expect(reply.status).toBe(400);
  });
});
