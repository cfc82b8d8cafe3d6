import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { takePort } from '../../support/free-port.ts';
import { member, startTestService, type TestService } from '../../support/service.ts';
import {
  browserClient,
  csharpClient,
  formClient,
  MCASH_TYPE,
  nodeClient,
  phpClient,
  pythonClient,
  rsaHeaders,
} from '../../support/vendor-clients.ts';
import { type Received, send } from '../../support/wire.ts';

/*
 * The demands of older clients, row by row, in the requests that those clients send: headers,
 * addresses and bodies. What each row is stands in the guide about vendor profiles.
 */

const INGRID = '4798765432';
const HOUR = 3_600_000;
const HARD_CODED = 'https://api.till.example';

let settle: TestService;
let mcash: TestService;
let receiver: TestReceiver;
beforeAll(async () => {
  [settle, mcash, receiver] = await Promise.all([
    startTestService({ profile: 'settle' }),
    startTestService({ profile: 'mcash' }),
    startReceiver(),
  ]);
});
afterAll(() => Promise.all([settle.stop(), mcash.stop(), receiver.stop()]));

const reason = (reply: Received) => member(reply.json, 'error_description');
const originOf = (test: TestService) => new URL(test.ready.base_url).origin;

/** A request with whatever headers, signed as `prefix` has it. */
function signed(
  test: TestService,
  path: string,
  change: {
    readonly prefix?: string;
    readonly more?: Readonly<Record<string, string>>;
    readonly signedUrl?: (url: string) => string;
    readonly ahead?: number;
  } = {},
) {
  const { prefix = 'X-Settle-', more = {}, signedUrl = (url) => url, ahead = 0 } = change;
  const url = test.ready.base_url + path;
  const at = test.service.simulator.now() + ahead;
  const parts = { user: test.users.admin, method: 'GET', url, body: '', at, prefix };
  const own = rsaHeaders({ ...parts, signedUrl: signedUrl(url) });
  return send(url, { headers: { ...own, ...more } });
}

describe('headers and addresses', () => {
  it('V-1: the service accepts several prefixes in any case, but only one per request', async () => {
    for (const prefix of ['X-Settle-', 'x-settle-', 'X-SETTLE-', 'X-Auka-', 'x-auka-']) {
      expect((await signed(settle, '/pos/none/', { prefix })).status, prefix).toBe(404);
    }
    expect((await signed(mcash, '/pos/none/', { prefix: 'X-MCASH-' })).status).toBe(404);
    expect((await signed(mcash, '/pos/none/', { prefix: 'X-Settle-' })).status).toBe(401);
    const mixed = await signed(settle, '/pos/none/', { more: { 'X-Auka-User': 'admin' } });
    expect([mixed.status, reason(mixed)]).toEqual([400, expect.stringContaining('one prefix')]);
  });

  it('V-2: replies, callbacks and log files have the vendor’s media types', async () => {
    const asked = async (accept: string) => {
      const reply = await signed(settle, '/pos/none/', { more: { accept } });
      return [reply.status, reply.headers['content-type']];
    };
    expect(await asked(MCASH_TYPE)).toEqual([404, MCASH_TYPE]);
    expect(await asked('*/*')).toEqual([404, MCASH_TYPE]);
    expect(await asked('application/json')).toEqual([404, 'application/json']);
    expect(await asked('application/vnd.svc.api.merchant.v1+json')).toEqual([406, MCASH_TYPE]);

    const call = pythonClient(mcash);
    const made = await call('POST', '/payment_request/', {
      ...sale('v2'),
      callback_uri: receiver.url,
    });
    const path = `/payment_request/${member(made.json, 'id')}/`;
    await mcash.simulator(`${path}confirm/`, { method: 'POST', body: {} });
    await expect.poll(() => receiver.heard.length).toBe(1);
    expect(receiver.heard[0]?.headers['content-type']).toBe(MCASH_TYPE);
    await call('PUT', path, { action: 'capture' });
    await mcash.simulator('/settlement/', { method: 'POST', body: {} });
    const last: { transaction_log_uris: string[] } = JSON.parse(
      (await call('GET', '/last_settlement/')).text,
    );
    const log = await send(last.transaction_log_uris[0] ?? '');
    expect(log.headers['content-type']).toBe('application/vnd.mcash.api.merchant.v1+csv');
  });

  it('V-3: paths outside the API’s base path are served or refused with a sentence', async () => {
    const outside = async (method: string, path: string) => {
      const reply = await send(originOf(mcash) + path, { method });
      return [reply.status, reason(reply)];
    };
    const link = await pythonClient(mcash)('POST', '/shortlink/', { callback_uri: null });
    const image = `/shortlink/v1/qr_image/${member(link.json, 'id')}/cart-1`;
    expect((await send(originOf(mcash) + image)).headers['content-type']).toBe('image/png');
    expect((await outside('POST', '/testbed/merchant/'))[0]).toBe(200);
    const send404 = [404, expect.stringContaining('does not send money to people')];
    expect(await outside('POST', '/payment/v2/payment/')).toEqual(send404);
    expect(await outside('GET', '/payment/v2/payment/x/')).toEqual(send404);
    expect(await outside('POST', '/merchant/v1/payment/')).toEqual(send404);
    expect(await outside('POST', '/merchant/v1/payment_send/')).toEqual(send404);
    const chat = '/chat/v1/merchant/m/channel/token:1/message/';
    expect(await outside('POST', chat)).toEqual([404, expect.stringContaining('no chat')]);
  });

  it('V-4: the operator can redirect a built-in host to the service; signatures name that host', async () => {
    const port = await takePort();
    const far = await startTestService({
      profile: 'settle',
      publicOrigin: HARD_CODED,
      demoInPublic: true,
      port,
    });
    const user = far.users.admin;
    const at = far.service.simulator.now();
    const get = (origin: string) => {
      const url = `${origin}/merchant/v1/pos/none/`;
      const own = rsaHeaders({ user, method: 'GET', url, body: '', at, prefix: 'x-settle-' });
      const here = `http://127.0.0.1:${port}/merchant/v1/pos/none/`;
      return send(here, { headers: { ...own, Host: new URL(origin).host } });
    };
    expect((await get(HARD_CODED)).status).toBe(404);
    expect((await get('https://elsewhere.example')).status).toBe(401);
    await far.stop();
  });

  it('V-5: secrets and signatures; the address in lower case and local time, by profile', async () => {
    expect((await csharpClient(mcash)('GET', '/pos/none/')).status).toBe(404);
    expect((await pythonClient(mcash, { scheme: 'RSA' })('GET', '/pos/none/')).status).toBe(404);
    const odd = '/payment_request/?page_size=1&status%5B0%5D=ok&text=a+b%2fc';
    expect((await phpClient(settle)('GET', odd)).status).not.toBe(401);

    const small = { signedUrl: (url: string) => url.toLowerCase() };
    const inSmall = (test: TestService, prefix: string) =>
      signed(test, '/pos/Kasse-NONE/?Q=%2F', { ...small, prefix });
    expect((await inSmall(mcash, 'X-Mcash-')).status).toBe(404);
    expect((await inSmall(settle, 'X-Settle-')).status).toBe(401);

    const ahead = { ahead: 9 * HOUR };
    const local = await signed(mcash, '/pos/none/', { ...ahead, prefix: 'X-Mcash-' });
    expect(local.status).toBe(404);
    expect((await signed(settle, '/pos/none/', ahead)).status).toBe(401);
    const day = { ahead: 24 * HOUR, prefix: 'X-Mcash-' };
    expect((await signed(mcash, '/pos/none/', day)).status).toBe(401);
  });

  it('V-6: additions of client libraries to a request are ignored', async () => {
    expect((await nodeClient(settle)('GET', '/pos/none/')).status).toBe(404);
    const more = {
      cookie: '',
      'content-type': 'application/json',
      'accept-encoding': 'gzip, deflate',
    };
    expect((await signed(settle, '/pos/none/', { more })).status).toBe(404);
    const url = `${settle.ready.base_url}/pos/`;
    const body = JSON.stringify({ id: 'v6', name: 'x'.repeat(90), type: 'store' });
    const at = settle.service.simulator.now();
    const { admin: user } = settle.users;
    const own = rsaHeaders({ user, method: 'POST', url, body, at, prefix: 'x-settle-' });
    const headers = { ...own, 'content-type': 'application/json', Expect: '100-continue' };
    expect((await send(url, { method: 'POST', headers, body })).status).toBe(201);
  });
});

const sale = (tid: string) => ({
  action: 'sale',
  currency: 'NOK',
  amount: '100.00',
  allow_credit: false,
  pos_id: 'kasse-1',
  pos_tid: tid,
  customer: INGRID,
});

describe('bodies', () => {
  it('V-7: nulls, unknown names, integral floats, amounts as text, and forms, by profile', async () => {
    const csharp = csharpClient(mcash);
    const nulls = { ledger: null, callback_uri: null, text: null, additional_amount: null };
    const made = await csharp('POST', '/payment_request/', {
      ...sale('nulls'),
      ...nulls,
      expires_in: 300,
    });
    expect(made.status, made.text).toBe(201);
    const tid = member(made.json, 'id');
    const outcome = await csharp('GET', `/payment_request/${tid}/outcome/`);
    expect(outcome.json).toMatchObject({ amount: '100.00', additional_amount: '0.00' });
    expect((await csharp('GET', `/payment_request/${tid}/`)).json).toMatchObject({
      amount: '100.00',
    });
    const python = pythonClient(mcash);
    const tip = { ...sale('tip'), currency: 'nok', amount: '12.0', additional_amount: 21.5 };
    const tipped = await python('POST', '/payment_request/', tip);
    const read = await python('GET', `/payment_request/${member(tipped.json, 'id')}/`);
    expect(read.json).toMatchObject({ amount: '12.00', additional_amount: '21.50' });
    const wrong = await python('POST', '/payment_request/', { ...sale('w'), amount: '1.005' });
    expect([wrong.status, wrong.json]).toMatchObject([
      400,
      { error_details: { amount: [expect.stringContaining('decimals of its currency')] } },
    ]);

    const form = formClient(mcash);
    const { pos_id: _pos, ...rest } = sale('form');
    const posted = await form('POST', '/payment_request/', {
      ...rest,
      pos_id: 'Pizza',
      amount: 101,
    });
    expect(posted.status, posted.text).toBe(201);
    const path = `/payment_request/${member(posted.json, 'id')}/`;
    expect((await csharp('GET', path)).json).toMatchObject({
      amount: '101.00',
      allow_credit: false,
    });
    await mcash.simulator(`${path}confirm/`, { method: 'POST', body: {} });
    expect((await form('PUT', path, { action: 'capture' })).status).toBe(204);

    // The later generation writes minor units, at most with a point and a zero, and no forms.
    const url = `${settle.ready.base_url}/payment_request/`;
    const whole = JSON.stringify({ ...sale('float'), amount: 1 }).replace(':1,', ':100.0,');
    const headers = browserHeaders(settle);
    const float = await send(url, { method: 'POST', headers, body: whole });
    expect(float.status, float.text).toBe(201);
    const text = await browserClient(settle)('POST', '/payment_request/', sale('text'));
    expect(text.status).toBe(400);
    const type = 'application/x-www-form-urlencoded';
    const noForm = { ...headers, 'content-type': type };
    expect((await send(url, { method: 'POST', headers: noForm, body: 'a=b' })).status).toBe(415);
  });

  it('V-8: a 204 is empty, a 201 and a 200 are JSON, and lists have next and prev', async () => {
    const php = phpClient(settle);
    const made = await php('POST', '/pos/', { id: 'v8', name: 'Tærne', type: 'store' });
    expect([made.status, member(made.json, 'id')]).toEqual([201, 'v8']);
    const changed = await php('PUT', '/pos/v8/', { name: 'Tå', type: 'store' });
    expect([changed.status, changed.text]).toEqual([204, '']);
    expect(changed.headers['content-type']).toBeUndefined();
    expect(changed.headers['content-length']).toBeUndefined();
    expect((await php('GET', '/pos/v8/')).json).toMatchObject({ name: 'Tå' });
    for (const path of ['/pos/', '/shortlink/', '/settlement/', '/api_key/']) {
      expect((await php('GET', path)).json, path).toMatchObject({ next: null, prev: null });
    }
    const gone = await php('DELETE', '/pos/v8/');
    expect([gone.status, gone.text]).toEqual([204, '']);
  });

  it('V-9: addresses in lists are complete, so that a client can use them as they are', async () => {
    const call = pythonClient(mcash, { scheme: 'RSA' });
    for (let n = 0; n < 101; n += 1) {
      const id = `p${String(n).padStart(3, '0')}`;
      await call('POST', '/pos/', { id, name: 'Till', type: 'store', location: null });
    }
    const list = await call('GET', '/pos/');
    expect(list.status, list.text).toBe(200);
    const first: { uris: string[]; next: string } = JSON.parse(list.text);
    expect(first.uris).toHaveLength(100);
    const base = mcash.ready.base_url;
    expect([first.uris[0], first.next].every((uri) => uri?.startsWith(`${base}/pos/`))).toBe(true);
    const second = await call('GET', first.next.slice(base.length));
    expect(second.json).toMatchObject({ next: null, prev: expect.stringContaining(base) });
    const uri = first.uris.at(-1) ?? '';
    expect((await call('GET', uri.slice(base.length))).json).toMatchObject({
      name: expect.any(String),
    });
  });
});

function browserHeaders(test: TestService) {
  const { pos: user } = test.users;
  return {
    'content-type': 'application/json',
    'X-Auka-Merchant': user.merchant,
    'X-Auka-User': user.id,
    Authorization: `SECRET ${user.secret}`,
  };
}
