import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/expect-error.ts';
import { paymentDraft, startTestService, type TestService } from '../../support/service.ts';
import { type Sent, secretHeaders } from '../../support/wire.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const create = (sent: Sent) =>
  test.secret(test.users.pos, '/payment_request/', { method: 'POST', ...sent });

describe('the validation of a request', () => {
  it('names every invalid field in one reply', async () => {
    const reply = await create({
      body: {
        action: 'buy',
        currency: 'nok',
        amount: 0,
        additional_amount: -1,
        additional_edit: 'yes',
        pos_id: 'a b',
        pos_tid: 'x'.repeat(65),
        customer: '+4798765432',
        max_scan_age: 2_592_001,
        text: 'x'.repeat(1_001),
        line_items: [{ product_id: '1', quantity: 'two', item_cost: 1, total: 0.5 }],
        callback_uri: 'ftp://example.test/',
        success_return_uri: 'not a uri',
        expires_in: -1,
        required_scope: 'everything',
        required_scope_text: 'x'.repeat(151),
      },
    });
    expectError(reply, 400, 'validation_error');
    const details = Object.keys(JSON.parse(reply.text).error_details);
    expect(details.sort()).toEqual(
      [
        'action',
        'additional_amount',
        'additional_edit',
        'allow_credit',
        'amount',
        'callback_uri',
        'currency',
        'customer',
        'expires_in',
        'line_items.0.quantity',
        'line_items.0.total',
        'max_scan_age',
        'pos_id',
        'pos_tid',
        'required_scope',
        'required_scope_text',
        'success_return_uri',
        'text',
      ].sort(),
    );
  });

  it('reports a missing field as required', async () => {
    const reply = await create({ body: {} });
    expect(reply.json).toMatchObject({ error_details: { amount: ['is required'] } });
  });

  it.each([
    ['an open brace', '{'],
    ['text after the value', '{} {}'],
    ['a number that JSON does not allow', '{"amount": NaN}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['half of a surrogate pair', '{"text": "\\ud800"}'],
    ['five thousand nested arrays', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['nesting deeper than allowed', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`],
  ])('answers malformed JSON with 400: %s', async (_name, body) => {
    expectError(await create({ body }), 400, 'Bad Request');
  });

  it.each([['null'], ['[]'], ['"text"'], ['1'], ['[{"amount":1}]']])(
    'answers a body that is no object with validation_error: %s',
    async (body) => {
      const reply = await create({ body });
      expectError(reply, 400, 'validation_error');
      expect(Object.keys(JSON.parse(reply.text).error_details)).toContain('body');
    },
  );

  it('ignores unknown members such as __proto__ and constructor', async () => {
    const plain = JSON.stringify(paymentDraft({ pos_tid: 'proto' }));
    const body = `{"__proto__": {"amount": 1}, "constructor": {"prototype": 1}, ${plain.slice(1)}`;
    expect((await create({ body })).status).toBe(201);
    expect(Object.hasOwn(Object.prototype, 'amount')).toBe(false);
    const query = '?__proto__[]=1&constructor=2&page_size=1';
    expect((await test.secret(test.users.pos, `/payment_request/${query}`)).status).toBe(200);
  });
});

describe('media types', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/jsonp'],
    ['multipart/form-data; boundary=x'],
    ['application/vnd.other.api.merchant.v1+json'],
  ])('answers a body of %s with 415', async (type) => {
    const reply = await create({ body: '{}', headers: { 'Content-Type': type } });
    expectError(reply, 415, 'Unsupported Media Type');
  });

  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['APPLICATION/VND.SVC.API.MERCHANT.V1+JSON'],
  ])('accepts a body of %s', async (type) => {
    const body = paymentDraft({ pos_tid: `type-${type.length}` });
    expect((await create({ body, headers: { 'Content-Type': type } })).status).toBe(201);
  });

  it.each([
    [undefined, 'application/vnd.svc.api.merchant.v1+json'],
    ['*/*', 'application/vnd.svc.api.merchant.v1+json'],
    ['application/json', 'application/json'],
    ['text/html, application/*;q=0.8', 'application/vnd.svc.api.merchant.v1+json'],
  ])('answers Accept %s with %s', async (accept, type) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
    const reply = await test.open('/status_code/', { headers });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(type);
  });

  it.each([['text/html'], ['application/xml'], ['image/png'], ['application/json;q=0']])(
    'answers Accept %s with 406',
    async (accept) => {
      const reply = await test.open('/status_code/', { headers: { Accept: accept } });
      expectError(reply, 406, 'Not Acceptable');
    },
  );

  it('labels errors with the media type that the client requested', async () => {
    const reply = await test.open('/nothing/', { headers: { Accept: 'application/json' } });
    expectError(reply, 404, 'Not Found');
    expect(reply.headers['content-type']).toBe('application/json');
  });
});

describe('every reply', () => {
  it('has a unique request id and the browser security headers', async () => {
    const first = await test.open('/status_code/');
    const second = await test.open('/nothing/');
    for (const { headers } of [first, second]) {
      expect(headers['x-content-type-options']).toBe('nosniff');
      const policy = "default-src 'none'; frame-ancestors 'none'";
      expect(headers['content-security-policy']).toBe(policy);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.etag).toBeUndefined();
      expect(headers['x-request-id']).toMatch(/^[0-9a-z]{8}-[0-9a-z]+$/);
    }
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });
});

describe('an object of another merchant', () => {
  it('gets the same 404 as an unknown one, for every operation', async () => {
    const tid = await test.payment({ pos_tid: 'mine' });
    const { neighbour } = test.users;
    const ask = (path: string, sent: Sent = {}) => test.secret(neighbour, path, sent);
    const ways: [string, Sent][] = [
      ['/', {}],
      ['/outcome/', {}],
      ['/outcome/?wait=1', {}],
      ['/', { method: 'PUT', body: { action: 'abort' } }],
      ['/', { method: 'PUT', body: { action: 'capture', amount: 1 } }],
    ];
    for (const [rest, sent] of ways) {
      const theirs = await ask(`/payment_request/${tid}${rest}`, sent);
      const nobodys = await ask(`/payment_request/p00000000000${rest}`, sent);
      expectError(theirs, 404, 'Not Found');
      expect(theirs.json).toEqual(nobodys.json);
    }
    const read = await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`);
    expect(read.json).toMatchObject({ status_code: 1003 });
  });
});

describe('wrong credentials', () => {
  it.each([
    ['no header', {}],
    ['an unknown scheme', { Authorization: 'Bearer abc' }],
    ['a scheme without a value', { Authorization: 'SECRET' }],
    ['Basic', { Authorization: 'Basic cG9zOnBvcw==' }],
  ])('are answered with 401: %s', async (_name, authorization) => {
    const { Authorization: _, ...who } = secretHeaders(test.ready.merchant.id, 'pos', '');
    const reply = await test.open('/payment_request/', { headers: { ...who, ...authorization } });
    expectError(reply, 401, 'Unauthorized');
    expect(reply.headers['www-authenticate']).toBe('SECRET, RSA-SHA256');
  });

  it('get the same message for an unknown user, an unknown merchant and a wrong secret', async () => {
    const { merchant, id, secret } = test.users.pos;
    const tries = [
      secretHeaders(merchant, id, `${secret}x`),
      secretHeaders(merchant, 'nobody', secret),
      secretHeaders('nowhere', id, secret),
      secretHeaders(merchant, 'admin', secret),
    ];
    const replies = await Promise.all(
      tries.map((headers) => test.open('/payment_request/', { headers })),
    );
    for (const reply of replies) expectError(reply, 401, 'Unauthorized');
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});
