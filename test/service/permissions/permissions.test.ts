import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/expect-error.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { member, startTestService, type TestService } from '../../support/service.ts';
import { openAdmin } from '../admin/run-admin.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const INGRID = '4798765432';
let count = 0;

function draft(change: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const rest = { pos_id: 'kasse-1', pos_tid: `club-${count}`, scope: 'openid profile email' };
  return { customer: INGRID, ...rest, ...change };
}

const ask = (path: string, method = 'GET', body?: unknown) =>
  test.secret(test.users.pos, path, { method, body });

async function request(change: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const made = await ask('/permission_request/', 'POST', draft(change));
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return member(made.json, 'id');
}

async function outcome(rid: string) {
  const reply = await ask(`/permission_request/${rid}/outcome/`);
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text);
}

const { accept, decline, told } = {
  accept: async (rid: string, body: unknown = {}) =>
    (await test.simulator(`/permission_request/${rid}/accept/`, { method: 'POST', body })).status,
  decline: async (rid: string) =>
    (await test.simulator(`/permission_request/${rid}/decline/`, { method: 'POST' })).status,
  told: async (channel: string) => {
    const entries = await test.service.simulator.journal();
    return entries.flatMap((one) =>
      one.kind === 'delivery' && 'channel' in one && one.channel === channel ? [one.event] : [],
    );
  },
};

describe('a permission request', () => {
  it('is created once per pos_tid, read, and available only to its merchant (D-115, D-122)', async () => {
    const body = draft({ text: 'Join the club' });
    const made = await ask('/permission_request/', 'POST', body);
    const rid = member(made.json, 'id');
    expect(rid).toMatch(/^[0-9a-z]{32}$/);
    expect(made.headers.location).toBe(`${test.ready.base_url}/permission_request/${rid}/`);
    const again = await ask('/permission_request/', 'POST', body);
    expect([again.status, member(again.json, 'id')]).toEqual([200, rid]);
    const other = await ask('/permission_request/', 'POST', { ...body, text: 'Other' });
    expectError(other, 409, 'Conflict');
    const { expires_in: _, ...read } = { ...body, expires_in: 0 };
    expect((await ask(`/permission_request/${rid}/`)).json).toMatchObject({
      ...read,
      id: rid,
      // Words in canonical order.
      scope: 'email openid profile',
      callback_uri: null,
      date_expires: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    for (const end of ['', 'outcome/']) {
      const path = `/permission_request/${rid}/${end}`;
      expectError(await test.secret(test.users.neighbour, path), 404, 'Not Found');
    }
  });

  it('is created once from sixteen concurrent requests', async () => {
    const body = draft();
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => ask('/permission_request/', 'POST', body)),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([...Array(15).fill(200), 201]);
    expect(new Set(replies.map((reply) => member(reply.json, 'id'))).size).toBe(1);
  });

  it('is pending with no tokens (D-114)', async () => {
    expect(await outcome(await request())).toMatchObject({
      access_token: null,
      id_token: null,
      token_type: 'Bearer',
      expires_in: null,
      refresh_token: null,
      scope: null,
      currency: null,
      transaction_fee: 0,
      status: 'pending',
      status_code: 1003,
      pos_id: 'kasse-1',
      user_info: null,
    });
  });

  it('that is granted has tokens and exactly the data of its scopes (D-118, D-119)', async () => {
    const rid = await request({ callback_uri: 'ws:granted' });
    expect(await accept(rid)).toBe(204);
    const first = await outcome(rid);
    expect(first).toMatchObject({
      status: 'ok',
      status_code: 2000,
      expires_in: 3600,
      scope: 'email openid profile',
      user_info: { name: 'Ingrid Solheim', email: 'ingrid.solheim@example.no' },
      rid,
    });
    expect(Object.keys(first.user_info).sort()).toEqual(['email', 'name']);
    expect(first.access_token.length).toBeLessThanOrEqual(100);
    expect(decodeJwt(first.id_token)).toMatchObject({
      ...{ name: 'Ingrid Solheim', email: 'ingrid.solheim@example.no', email_verified: true },
    });
    await test.service.simulator.advance(60);
    expect(await outcome(rid)).toEqual({ ...first, expires_in: 3540 });
    expect(await told('granted')).toEqual(['permission_request_answered']);
    expect(await accept(rid)).toBe(409);
    expect(await decline(rid)).toBe(409);
  });

  it('needs the scope openid for address, phone and email (specification, Scopes)', async () => {
    for (const scope of ['address', 'email', 'phone', 'phone profile']) {
      const refused = await ask('/permission_request/', 'POST', draft({ scope }));
      expectError(refused, 400, 'validation_error');
      expect(refused.text).toContain('needs openid');
      const joined = { currency: 'NOK', amount: 1, action: 'sale', required_scope: scope };
      const { pos_id } = draft();
      const sale = { ...joined, pos_id, pos_tid: 'no-openid', customer: INGRID };
      const unpaid = await ask('/payment_request/', 'POST', { ...sale, allow_credit: false });
      expectError(unpaid, 400, 'validation_error');
      expect(unpaid.text).toContain('needs openid');
    }
    const rid = await request({ scope: 'fodselsnummer bankid shipping_address' });
    await accept(rid);
    const { user_info, id_token } = await outcome(rid);
    const numbers = ['fodselsnummer', 'bankid'];
    expect(Object.keys(user_info).sort()).toEqual(['shipping_address', ...numbers].sort());
    expect(user_info.shipping_address).toMatchObject({ name: 'Hjemme', postal_code: '0554' });
    expect(user_info.bankid.proofs).toHaveLength(1);
    expect(id_token).toBeNull();
  });

  it('can be granted in part, and never for more than requested', async () => {
    const rid = await request({ scope: 'openid phone profile' });
    expect(await accept(rid, { scope: 'openid email' })).toBe(400);
    expect(await accept(rid, { scope: 'phone' })).toBe(400);
    expect(await accept(rid, { scope: 'openid phone' })).toBe(204);
    const { scope, user_info } = await outcome(rid);
    expect(scope).toBe('openid phone');
    expect(user_info).toEqual({ phone_number: INGRID, phone_number_verified: true });
  });

  it('is 5006 when declined, 5011 when expired, 4004 for an unknown customer (D-111 to D-113)', async () => {
    const declined = await request({ callback_uri: 'ws:declined' });
    expect(await decline(declined)).toBe(204);
    const none = { status: 'fail', access_token: null, user_info: null };
    expect(await outcome(declined)).toMatchObject({ ...none, status_code: 5006 });
    expect(await told('declined')).toEqual(['permission_request_answered']);
    const expired = await request({ expires_in: 100, callback_uri: 'ws:expired' });
    await test.service.simulator.advance(99);
    expect((await outcome(expired)).status_code).toBe(1003);
    await test.service.simulator.advance(1);
    expect(await told('expired')).toEqual(['permission_request_expired']);
    expect(await outcome(expired)).toMatchObject({ ...none, status_code: 5011 });
    expect(await accept(expired)).toBe(409);
    const unknown = await request({ customer: '4700000000' });
    expect(await outcome(unknown)).toMatchObject({ ...none, status_code: 4004 });
  });

  it('identifies its customer by scan token and by access token (specification, Flows)', async () => {
    const shortlink = test.ready.shortlinks[0]?.id ?? '';
    const scanned = await test.service.simulator.scan(INGRID, { shortlink });
    if (!scanned.ok) throw new Error('not scanned');
    const rid = await request({ customer: scanned.value, scope: '' });
    await accept(rid);
    const { access_token: token, user_info } = await outcome(rid);
    expect(user_info).toEqual({});
    const tid = await test.payment({ customer: token });
    const confirm = { method: 'POST' };
    expect((await test.simulator(`/payment_request/${tid}/confirm/`, confirm)).status).toBe(204);
    const again = await request({ customer: token });
    expect((await outcome(again)).status_code).toBe(1003);
    const body = { ...draft({ customer: token }), pos_tid: 'theirs' };
    const theirs = await test.secret(test.users.neighbour, '/permission_request/', {
      method: 'POST',
      body,
    });
    const path = `/permission_request/${member(theirs.json, 'id')}/outcome/`;
    const seen = JSON.parse((await test.secret(test.users.neighbour, path)).text);
    expect(seen.status_code).toBe(4004);
    await test.service.simulator.advance(3600);
    const late = await request({ customer: token });
    expect((await outcome(late)).status_code).toBe(4004);
  });
});

describe('a permission together with a payment (D-117)', () => {
  const payment = (change = {}) =>
    test.payment({ customer: INGRID, required_scope: 'openid phone', ...change });
  const seen = async (tid: string) =>
    JSON.parse((await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`)).text);

  it('is granted when the customer approves the payment', async () => {
    const tid = await payment({ callback_uri: 'ws:both', required_scope_text: 'To call you' });
    expect((await seen(tid)).permissions).toMatchObject({ status: 'pending', access_token: null });
    await test.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST' });
    const { status_code, permissions } = await seen(tid);
    expect(status_code).toBe(3008);
    expect(permissions).toMatchObject({
      status: 'ok',
      status_code: 2000,
      scope: 'openid phone',
      user_info: { phone_number: INGRID },
      rid: expect.stringMatching(/^[0-9a-z]{32}$/),
    });
    // It is also a separate permission request, which can be read by its id (D-122).
    const { rid } = permissions;
    expect(await outcome(rid)).toEqual(permissions);
    expect((await ask(`/permission_request/${rid}/`)).json).toMatchObject({
      id: rid,
      customer: INGRID,
      scope: 'openid phone',
      text: 'To call you',
      callback_uri: null,
    });
    const foreign = await test.secret(test.users.neighbour, `/permission_request/${rid}/outcome/`);
    expectError(foreign, 404, 'Not Found');
    expect(await told('both')).toEqual(['payment_authorized']);
    const used = await test.payment({ customer: permissions.access_token });
    expect((await seen(used)).status_code).toBe(1003);
  });

  it('is declined with the payment, and is null if none was requested', async () => {
    const tid = await payment();
    await test.simulator(`/payment_request/${tid}/reject/`, { method: 'POST' });
    const { status_code, permissions } = await seen(tid);
    expect([status_code, permissions.status, permissions.status_code]).toEqual([
      5006,
      'fail',
      5006,
    ]);
    expect(permissions.access_token).toBeNull();
    expect((await seen(await payment({ required_scope: '' }))).permissions).toBeNull();
  });
});

describe('a blocked customer', () => {
  it('is refused like an unknown number, by each of its names (D-75)', async () => {
    const admin = openAdmin();
    await giveKeys(admin.data);
    const own = await startTestService({ data: { kind: 'directory', path: admin.data } });
    const { pos } = own.users;
    const shortlink = own.ready.shortlinks[0]?.id ?? '';
    let requests = 0;
    /** The created request and its outcome, without what differs between any two requests. */
    async function asked(customer: string) {
      requests += 1;
      const rest = { pos_id: 'kasse-1', pos_tid: `blocked-${requests}` };
      const body = { ...rest, customer, scope: 'openid phone' };
      const made = await own.secret(pos, '/permission_request/', { method: 'POST', body });
      const rid = member(made.json, 'id');
      const read = await own.secret(pos, `/permission_request/${rid}/outcome/`);
      const same = (text: string) =>
        text.replaceAll(rid, 'RID').replaceAll(rest.pos_tid, 'POS-TID');
      return [made.status, same(made.text), read.status, same(read.text)];
    }
    try {
      const scan = await own.service.simulator.scan(INGRID, { shortlink });
      if (!scan.ok) throw new Error('not scanned');
      expect((await asked(INGRID)).at(-1)).toContain('"status_code":1003');
      await admin.done('block-customer', INGRID);
      const unknown = await asked('4700000000');
      expect(unknown.slice(0, 3)).toEqual([201, expect.any(String), 200]);
      expect(JSON.parse(String(unknown[3]))).toMatchObject({ status: 'fail', status_code: 4004 });
      for (const name of [`msisdn:${INGRID}`, scan.value, `shortlink_id:${shortlink}`]) {
        expect(await asked(name), name).toEqual(unknown);
      }
      await admin.done('unblock-customer', INGRID);
      expect((await asked(INGRID)).at(-1)).toContain('"status_code":1003');
    } finally {
      await own.stop();
      admin.stop();
    }
  });
});
