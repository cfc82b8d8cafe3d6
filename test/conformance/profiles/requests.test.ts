import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../../service/index.ts';
import { openAdmin } from '../../service/admin/run-admin.ts';
import { member, startTestService, type TestService } from '../../support/service.ts';
import {
  browserClient,
  formClient,
  phpClient,
  pythonClient,
  rsaHeaders,
  shopClient,
} from '../../support/vendor-clients.ts';
import { send } from '../../support/wire.ts';
import { INGRID, sale, says, sentence, startProfiles } from './older-clients.ts';

/* Requests in which older clients write or omit a member in their own way: V-27 to V-29, V-31 to V-33. */

const DAY_SECONDS = 86_400;

let svc: TestService;
let settle: TestService;
let mcash: TestService;
beforeAll(async () => {
  [svc, settle, mcash] = await startProfiles();
});
afterAll(() => Promise.all([svc.stop(), settle.stop(), mcash.stop()]));

describe('requests', () => {
  const permission = (change: object = {}) => ({
    ...{ customer: INGRID, scope: 'openid phone', text: 'Membership' },
    ...{ legal_terms_url: 'https://shop.example/terms', ...change },
  });

  it('V-27: a number of seconds may be a text of digits', async () => {
    const php = phpClient(settle);
    const pos = { pos_id: 'shop', pos_tid: 'seconds' };
    const made = await php(
      'POST',
      '/permission_request/',
      permission({ ...pos, expires_in: '60' }),
    );
    expect(made.status, made.text).toBe(201);
    const paid = await php('POST', '/payment_request/', { ...sale('s', 100), expires_in: '60' });
    expect(paid.status, paid.text).toBe(201);
    for (const expires_in of ['soon', '1.5', '']) {
      const wrong = { ...sale('wrong', 100), expires_in };
      const refused = await php('POST', '/payment_request/', wrong);
      expect(sentence(refused)).toEqual(says(400, 'expires_in'));
    }
    await settle.simulator('/clock/', { method: 'POST', body: { advance_seconds: 61 } });
    const outcome = `/payment_request/${member(paid.json, 'id')}/outcome/`;
    expect((await php('GET', outcome)).json).toMatchObject({ status_code: 5011 });
    const text = { ...sale('text', 100), expires_in: '60' };
    const strict = await svc.key(svc.users.admin, '/payment_request/', {
      method: 'POST',
      body: text,
    });
    expect(strict.status).toBe(400);
  });

  it('V-36: a partial capture or refund without an additional amount has none', async () => {
    const shops = [
      { call: phpClient(settle), test: settle, units: (minor: number) => minor },
      {
        call: pythonClient(mcash, { scheme: 'RSA' }),
        test: mcash,
        units: (minor: number) => `${minor / 100}.00`,
      },
    ];
    for (const { call, test, units } of shops) {
      const made = await call('POST', '/payment_request/', sale('part', units(10_000)));
      const path = `/payment_request/${member(made.json, 'id')}/`;
      await test.simulator(`${path}confirm/`, { method: 'POST', body: {} });
      const taken = { action: 'capture', capture_id: 'c1', amount: units(6_000), currency: 'NOK' };
      const back = { action: 'refund', refund_id: 'r1', amount: units(1_000), currency: 'NOK' };
      for (const part of [taken, { ...back, additional_amount: null }]) {
        const done = await call('PUT', path, part);
        expect(done.status, done.text).toBe(204);
      }
      expect((await call('GET', `${path}outcome/`)).json).toMatchObject({
        captures: [{ id: 'c1', amount: units(6_000), additional_amount: units(0) }],
        refunds: [{ id: 'r1', amount: units(1_000), additional_amount: units(0) }],
      });
      // The id stays required: without it a repeat would be a second capture.
      const unnamed = { action: 'capture', amount: units(1_000), currency: 'NOK' };
      expect(sentence(await call('PUT', path, unnamed))).toEqual(says(400, 'capture_id'));
    }
    const body = sale('part', 10_000);
    const { json } = await svc.key(svc.users.admin, '/payment_request/', { method: 'POST', body });
    const path = `/payment_request/${member(json, 'id')}/`;
    await svc.simulator(`${path}confirm/`, { method: 'POST', body: {} });
    const part = { action: 'capture', capture_id: 'c1', amount: 6_000, currency: 'NOK' };
    const strict = await svc.key(svc.users.admin, path, { method: 'PUT', body: part });
    expect([strict.status, strict.json]).toMatchObject([
      400,
      { error_details: { additional_amount: [expect.stringContaining('is required')] } },
    ]);
  });

  it('V-37: amounts in minor units may be text of digits under mcash-minor', async () => {
    const log: string[] = [];
    const write = (text: string) => void log.push(text);
    const minor = await startTestService({ profile: 'mcash-minor', log: { write } });
    try {
      const shop = shopClient(minor);
      const pay = (amount: unknown, more = {}) =>
        shop('POST', '/payment_request/', { ...sale(`a-${String(amount)}`, amount), ...more });
      const lines = [{ product_id: 'a', item_cost: '12500', total: '12500', quantity: '1' }];
      const made = await pay('12500', { additional_amount: '0', line_items: lines });
      expect(made.status, made.text).toBe(201);
      const read = await shop('GET', `/payment_request/${member(made.json, 'id')}/`);
      expect(read.json).toMatchObject({ amount: 12_500, additional_amount: 0 });
      // A product of floating point, 19.99 * 100, is the whole number beside it (D-467).
      const number = (amount: number) =>
        pythonClient(minor)('POST', '/payment_request/', sale(`n-${amount}`, amount));
      const whole = await number(19.99 * 100);
      const back = await shop('GET', `/payment_request/${member(whole.json, 'id')}/`);
      expect(back.json).toMatchObject({ amount: 1_999 });
      expect(sentence(await number(1_998.5))).toEqual(says(400, 'amount', 'minor units'));
      // A client of the other generation is refused, and does not pay a hundredth.
      for (const wrong of ['125.00', '125,00', '', ' 125', '1e4', '-1']) {
        expect(sentence(await pay(wrong))).toEqual(says(400, 'amount', 'minor units'));
      }
      expect(log.join()).toContain('the profile mcash-minor reads amounts in minor units');
    } finally {
      await minor.stop();
    }
  });

  it('V-28: a sales summary without a date covers the current day', async () => {
    const php = phpClient(settle);
    const today = new Date(settle.service.simulator.now()).toISOString().slice(0, 10);
    const summary = await php('GET', '/sales_summary/');
    expect([summary.status, summary.json]).toMatchObject([200, { periods: [`${today} 00:00:00`] }]);
    const until = new Date(settle.service.simulator.now() + DAY_SECONDS * 1_000);
    const path = `/sales_summary/?to_date=${until.toISOString().slice(0, 10)}`;
    expect(Object((await php('GET', path)).json).periods).toHaveLength(1);
    expect((await php('GET', '/sales_summary/?from_date=x')).status).toBe(400);
    const strict = await svc.secret(svc.users.pos, '/sales_summary/');
    expect(strict.status).toBe(400);
  });

  it('V-29: a permission request needs no point of sale', async () => {
    const php = phpClient(settle);
    const ask = () => php('POST', '/permission_request/', permission());
    const made = await ask();
    expect(made.status, made.text).toBe(201);
    const path = `/permission_request/${member(made.json, 'id')}/`;
    expect((await php('GET', path)).json).toMatchObject({ scope: 'openid phone' });
    expect((await php('GET', `${path}outcome/`)).json).toMatchObject({ status: 'pending' });
    // A recording of the request does nothing; the client's own next request is another one.
    const recorded = await ask();
    expect([recorded.status, member(recorded.json, 'id')]).toEqual([200, member(made.json, 'id')]);
    await settle.simulator('/clock/', { method: 'POST', body: { advance_seconds: 1 } });
    const next = await ask();
    expect([next.status, member(next.json, 'id') === member(made.json, 'id')]).toEqual([
      201,
      false,
    ]);
    const bySecret = await browserClient(settle)('POST', '/permission_request/', permission());
    expect(bySecret.status, bySecret.text).toBe(201);
    const strict = await svc.secret(svc.users.pos, '/permission_request/', {
      method: 'POST',
      body: permission(),
    });
    expect(strict.status).toBe(400);
  });

  it('V-31: the scope fodselsnr means fodselsnummer; identity_documentation is refused', async () => {
    const php = phpClient(settle);
    const scoped = (scope: unknown) => php('POST', '/permission_request/', permission({ scope }));
    const made = await scoped('fodselsnr openid');
    expect(made.status, made.text).toBe(201);
    const path = `/permission_request/${member(made.json, 'id')}/`;
    expect((await php('GET', path)).json).toMatchObject({ scope: 'fodselsnummer openid' });
    expect((await scoped(['fodselsnr', 'openid', 'email'])).status).toBe(201);
    const paid = { ...sale('scope', 100), required_scope: 'fodselsnr' };
    expect((await php('POST', '/payment_request/', paid)).status).toBe(201);
    const refused = await scoped('openid identity_documentation');
    expect(sentence(refused)).toEqual(says(400, 'identity_documentation', 'fodselsnummer'));
    expect(sentence(await scoped('toString'))).toEqual(says(400, 'scope', 'may only name'));
  });

  it('V-32: a shortlink’s description is its label', async () => {
    const python = pythonClient(mcash);
    const body = { callback_uri: null, description: 'By the door', serial_number: null };
    const made = await python('POST', '/shortlink/', body);
    const path = `/shortlink/${member(made.json, 'id')}/`;
    const both = (text: string) => ({ label: text, description: text });
    expect((await python('GET', path)).json).toMatchObject(both('By the door'));
    const change = { callback_uri: null, description: 'By the window' };
    expect((await python('PUT', path, change)).status).toBe(204);
    expect((await python('GET', path)).json).toMatchObject(both('By the window'));
    const form = await formClient(mcash)('POST', '/shortlink/', { description: 'Pizza' });
    const posted = `/shortlink/${member(form.json, 'id')}/`;
    expect((await python('GET', posted)).json).toMatchObject(both('Pizza'));
    const strict = await svc.secret(svc.users.pos, '/shortlink/', { method: 'POST', body });
    const own = await svc.secret(svc.users.pos, `/shortlink/${member(strict.json, 'id')}/`);
    expect(own.json).toMatchObject({ label: null });
    expect(Object(own.json)).not.toHaveProperty('description');
  });

  it('V-33: BGN is a currency, for a merchant with an account in it', async () => {
    const bgn = { ...sale('bgn', 100), currency: 'BGN' };
    const refused = await phpClient(settle)('POST', '/payment_request/', bgn);
    expect(sentence(refused)).toEqual(says(400, 'no settlement account in BGN', 'only in NOK'));

    const { data: path, done, stop } = openAdmin();
    try {
      await done('create-merchant', '--id', 'shop', '--name', 'Kafe', '--currency', 'BGN');
      const made = await done('create-user', 'shop', '--id', 'pos');
      const secret = /^secret (\S{43})$/m.exec(made)?.[1];
      const data = { kind: 'directory', path } as const;
      const service = createService({ port: 0, log: 'silent', data, profile: 'settle' });
      try {
        const { base_url: base } = await service.start();
        const user = { 'X-Settle-Merchant': 'shop', 'X-Settle-User': 'pos' };
        const headers = { ...user, Authorization: `SECRET ${secret}` };
        const paid = await send(`${base}/payment_request/`, { method: 'POST', headers, body: bgn });
        expect(paid.status, paid.text).toBe(201);
        const balance = await send(`${base}/merchant/shop/balance/`, { headers });
        expect(balance.json).toEqual({ currency: 'BGN', amount: 0 });
      } finally {
        await service.stop();
      }
    } finally {
      stop();
    }
  });
});

it('a repeat with another base64 form of the signature returns the first permission request', async () => {
  const url = `${settle.ready.base_url}/permission_request/`;
  const { admin: user } = settle.users;
  const at = settle.service.simulator.now();
  const body = JSON.stringify({ customer: INGRID, scope: 'openid' });
  const own = rsaHeaders({ user, method: 'POST', url, body, at, prefix: 'X-Settle-' });
  const post = (Authorization = '') =>
    send(url, { method: 'POST', headers: { ...own, Authorization }, body });
  const first = await post(own.Authorization);
  // The last letter of 256 bytes has four bits that mean nothing: A, Q, g or w is as good as the next.
  const other = own.Authorization?.replace(/[AQgw](?===$)/, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 1),
  );
  expect(other).not.toBe(own.Authorization);
  const second = await post(other);
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(member(second.json, 'id')).toBe(member(first.json, 'id'));
});
