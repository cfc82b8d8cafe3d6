import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Heard, startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { createIssuer, issue } from '../../support/certificates.ts';
import { member, startTestService, type TestService } from '../../support/service.ts';
import {
  browserClient,
  csharpClient,
  formClient,
  MCASH_TYPE,
  phpClient,
  pythonClient,
  type VendorCall,
} from '../../support/vendor-clients.ts';
import { send } from '../../support/wire.ts';

/* The demands of older clients about payments and callbacks, V-10 to V-15, as they are on the wire. */

const INGRID = '4798765432';
/** As short as the keys that old clients have built in. */
const pinned = generateKeyPairSync('rsa', { modulusLength: 1024 });

let settle: TestService;
let mcash: TestService;
let plain: TestReceiver;
let secure: TestReceiver;
const issuer = createIssuer('V');
const certificate = issue(issuer, ['127.0.0.1']);
beforeAll(async () => {
  const pem = pinned.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  [settle, mcash] = await Promise.all([
    startTestService({ profile: 'settle', callbackCa: issuer.cert, callbackKey: { pem } }),
    startTestService({ profile: 'mcash', callbackCa: issuer.cert }),
  ]);
});
afterAll(() => Promise.all([settle.stop(), mcash.stop()]));
// Each test counts the callbacks of its own receivers.
beforeEach(async () => {
  [plain, secure] = await Promise.all([startReceiver(), startReceiver(certificate)]);
});
afterEach(() => Promise.all([plain.stop(), secure.stop()]));

let sales = 0;
/** A payment of Ingrid's that she has approved; its path. */
async function approved(test: TestService, call: VendorCall, change = {}) {
  sales += 1;
  const made = await call('POST', '/payment_request/', {
    action: 'AUTH',
    currency: 'NOK',
    amount: test === mcash ? '100.00' : 10_000,
    allow_credit: false,
    pos_id: 'never-registered',
    pos_tid: `sale-${sales}`,
    customer: INGRID,
    ...change,
  });
  expect(made.status, made.text).toBe(201);
  const path = `/payment_request/${member(made.json, 'id')}/`;
  const confirmed = await test.simulator(`${path}confirm/`, { method: 'POST', body: {} });
  expect(confirmed.status, confirmed.text).toBe(204);
  return path;
}

/** Checks a callback as a client does: its two headers, its digest, and its signature. */
function isSignedBy(heard: Heard | undefined, prefix: string, url: string, key: string) {
  const sent = Object.entries(heard?.headers ?? {}).filter(([name]) => name.startsWith('x-'));
  const lines = sent.map(([name, value]) => `${name.toUpperCase()}=${value}`).sort();
  const digest = createHash('sha256')
    .update(heard?.body ?? '')
    .digest('base64');
  expect(lines).toEqual([
    `${prefix}CONTENT-DIGEST=SHA256=${digest}`,
    expect.stringMatching(/TIMESTAMP=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  ]);
  const text = Buffer.from(`POST|${url}|${lines.join('&')}`);
  const signature = String(heard?.headers.authorization).replace('RSA-SHA256 ', '');
  return verify('RSA-SHA256', text, createPublicKey(key), Buffer.from(signature, 'base64'));
}

const publishedBy = async (test: TestService) =>
  (await send(`${new URL(test.ready.base_url).origin}/keys/callback.pem`)).text;

describe('replies to a client', () => {
  it('V-10: every error has a sentence, and its details under both names', async () => {
    const php = phpClient(settle);
    const refusals = [
      [400, await php('POST', '/payment_request/', { amount: -1 })],
      [401, await phpClient(settle, { ...settle.users.admin, id: 'nobody' })('GET', '/pos/x/')],
      [404, await php('GET', '/pos/x/')],
      [404, await php('GET', '/no/such/place/')],
      [405, await php('DELETE', '/payment_request/')],
      [409, await php('PUT', await pending(php), { action: 'capture' })],
      [400, await php('PUT', await approved(settle, php), refundOf(1))],
    ] as const;
    for (const [status, reply] of refusals) {
      expect([reply.status, member(reply.json, 'error_description')]).toEqual([
        status,
        expect.stringMatching(/\w{3}/),
      ]);
      const { error_details, error_detail } = Object(reply.json);
      expect(error_detail).toEqual(error_details);
    }
  });

  async function pending(call: VendorCall) {
    sales += 1;
    const made = await call('POST', '/payment_request/', {
      ...{ action: 'sale', currency: 'NOK', amount: 100, allow_credit: true },
      ...{ pos_id: 'p', pos_tid: `open-${sales}`, customer: INGRID },
    });
    const path = `/payment_request/${member(made.json, 'id')}/`;
    expect((await call('GET', `${path}outcome/`)).json).toMatchObject({ status: 'pending' });
    return path;
  }

  const refundOf = (amount: number) => ({
    ...{ action: 'refund', refund_id: 'ref_20220110142457', currency: 'NOK' },
    ...{ amount, additional_amount: 0 },
  });

  it('V-11: a repeated full capture has no effect, and a capture can set a new address', async () => {
    const form = formClient(mcash);
    const path = await approved(mcash, form, { callback_uri: `${plain.url}/first` });
    await expect.poll(() => plain.heard.length).toBe(1);
    const capture = { action: 'CAPTURE', callback_uri: `${plain.url}/second` };
    expect((await pythonClient(mcash)('PUT', path, capture)).status).toBe(204);
    expect((await form('PUT', path, { action: 'capture' })).status).toBe(204);
    await expect.poll(() => plain.heard.map(({ target }) => target)).toEqual(['/first', '/second']);
    expect(plain.events()).toEqual(['payment_authorized', 'payment_captured']);
    const outcome = await form('GET', `${path}outcome/`);
    expect(outcome.json).toMatchObject({ captures: [{ amount: '100.00' }], status: 'ok' });
  });

  it('V-12: a callback has two signed headers and its object, and is repeated after a 500', async () => {
    secure.answer(500, { status: 200, body: 'OK' });
    const uri = `${secure.url}/api/callback/?order=1`;
    const path = await approved(mcash, pythonClient(mcash), { callback_uri: uri });
    await expect.poll(() => secure.heard.length).toBe(1);
    // The first call returns when the attempt is over: its end decides when the next one is due.
    for (const advance_seconds of [0, 10]) {
      await mcash.simulator('/clock/', { method: 'POST', body: { advance_seconds } });
    }
    await expect.poll(() => secure.heard.length).toBe(2);
    const [first, second] = secure.heard;
    expect(second?.headers['content-type']).toBe(MCASH_TYPE);
    expect(second?.message.meta).toEqual(first?.message.meta);
    expect(second?.message).toMatchObject({
      meta: { event: 'payment_authorized', uri: `${mcash.ready.base_url}${path}outcome/` },
      object: { status: 'auth', amount: '100.00', auth_amount: '100.00', status_code: 3008 },
    });
    expect(isSignedBy(second, 'X-MCASH-', uri, await publishedBy(mcash))).toBe(true);
  });

  it('V-13: callbacks can be signed with the key that a client has built in', async () => {
    const own = pinned.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(await publishedBy(settle)).toBe(own);
    const before = plain.heard.length;
    await approved(settle, phpClient(settle), { callback_uri: `${plain.url}/pinned` });
    await expect.poll(() => plain.heard.length).toBe(before + 1);
    const uri = `${plain.url}/pinned`;
    expect(isSignedBy(plain.heard.at(-1), 'X-SETTLE-', uri, own)).toBe(true);
    // Without it the service uses its own key, and such a client refuses what it signs.
    expect(await publishedBy(mcash)).not.toContain(own);
    const short = startTestService({ callbackKey: { pem: 'no key' } });
    await expect(short).rejects.toThrow('must be a PEM private key of RSA');
  });

  it('V-15: a request with any pos_id and no return addresses; a token for its customer', async () => {
    const call = browserClient(settle);
    const draft = {
      ...{ action: 'auth', currency: 'NOK', amount: 2_000, allow_credit: true },
      ...{ pos_id: 'cart-7', customer: null },
    };
    const open = await call('POST', '/payment_request/', { ...draft, pos_tid: 'open' });
    const path = `/payment_request/${member(open.json, 'id')}/`;
    const customerOf = async (at: string) =>
      Object(JSON.parse((await call('GET', `${at}outcome/`)).text)).customer;
    expect(await customerOf(path)).toBeNull();
    const body = { customer: INGRID };
    await settle.simulator(`${path}claim/`, { method: 'POST', body });
    const token = await customerOf(path);
    expect(token).toMatch(/^token:/);
    // It stands for her, towards this merchant.
    const again = await approved(settle, call, { customer: token });
    expect(await customerOf(again)).toBe(token);
    const other = { ...draft, pos_tid: 'other', customer: token };
    const theirs = phpClient(settle, settle.users.neighbour);
    const stranger = await theirs('POST', '/payment_request/', other);
    const at = `/payment_request/${member(stranger.json, 'id')}/outcome/`;
    expect((await theirs('GET', at)).json).toMatchObject({ status_code: 4004 });

    const link = member((await call('POST', '/shortlink/', {})).json, 'id');
    const listening = { ...draft, pos_tid: 'listening', customer: `shortlink_id:${link}` };
    const waits = await call('POST', '/payment_request/', listening);
    const place = `/payment_request/${member(waits.json, 'id')}/`;
    expect(await customerOf(place)).toBe(`shortlink_id:${link}`);
    const scan = await settle.simulator('/scan/', {
      method: 'POST',
      body: { customer: INGRID, shortlink_id: link },
    });
    expect(await customerOf(place)).toBe(member(scan.json, 'token'));
  });
});

describe('amounts as text', () => {
  it('are used in all replies of the profile mcash', async () => {
    const call = csharpClient(mcash);
    const path = await approved(mcash, call, {
      currency: 'NOK',
      line_items: [
        {
          product_id: 'p',
          quantity: '2',
          item_cost: '50.00',
          total: '100.00',
          vat_rate: '0.25',
          vat: '20.00',
        },
      ],
    });
    expect((await call('GET', path)).json).toMatchObject({
      line_items: [
        { quantity: '2', item_cost: '50.00', total: '100.00', vat_rate: '0.25', vat: '20.00' },
      ],
    });
    const part = { ...{ capture_id: 'c1', currency: 'NOK' }, additional_amount: '0' };
    const captured = await call('PUT', path, { action: 'capture', amount: '40.5', ...part });
    expect([captured.status, captured.text]).toEqual([204, '']);
    const outcome = await call('GET', `${path}outcome/`);
    expect(outcome.json).toMatchObject({
      ...{ auth_amount: '59.50', captures: [{ amount: '40.50' }], transaction_fee: '0.41' },
      ...{ interchange_fee: '0.00', status_code: 3008 },
    });
    await mcash.simulator('/settlement/', { method: 'POST', body: {} });
    const last = await call('GET', '/last_settlement/');
    const money = expect.stringMatching(/^-?\d+\.\d\d$/);
    expect(last.json).toMatchObject({
      settlement_summary: { gross: money, net: money, fees: { transaction_fee: money } },
      payout_details: { payout: money, unsettled_fees_after: money, billed: money },
    });
  });
});
