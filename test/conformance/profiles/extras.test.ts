import { generateKeyPairSync } from 'node:crypto';
import jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInPhone } from '../../support/phone.ts';
import { readPng } from '../../support/png.ts';
import { member, startTestService, type TestService } from '../../support/service.ts';
import { csharpClient, nodeClient, phpClient, pythonClient } from '../../support/vendor-clients.ts';
import { INGRID, startProfiles } from './older-clients.ts';

/* Endpoints that older clients call and that the specification does not have, V-14. */

let svc: TestService;
let settle: TestService;
let mcash: TestService;
beforeAll(async () => {
  [svc, settle, mcash] = await startProfiles();
});
afterAll(() => Promise.all([svc.stop(), settle.stop(), mcash.stop()]));

const originOf = (test: TestService) => new URL(test.ready.base_url).origin;
const scan = (test: TestService, body: object) =>
  test.simulator('/scan/', { method: 'POST', body: { customer: INGRID, ...body } });

const sale = (tid: string) => ({
  ...{ action: 'auth', currency: 'NOK', amount: '100.00', allow_credit: false },
  ...{ pos_id: '1', pos_tid: tid, customer: INGRID },
});

describe('V-14: endpoints that only these clients call', () => {
  it('V-14: last_scan and qr_image of a shortlink, and PUT shortlink/$', async () => {
    const made = await nodeClient(settle)('PUT', '/shortlink/$', { callback_uri: '' });
    expect(made.status, made.text).toBe(201);
    const csharp = csharpClient(mcash);
    const link = member((await csharp('POST', '/shortlink/', { callback_uri: null })).json, 'id');
    const none = await csharp('GET', `/shortlink/${link}/last_scan/?ttl=60`);
    expect([none.status, none.text]).toEqual([204, '']);
    await scan(mcash, { shortlink_id: link, argstring: 'cart_1-A' });
    const last = await csharp('GET', `/shortlink/${link}/last_scan/?ttl=20`);
    expect(last.json).toMatchObject({
      argstring: 'cart_1-A',
      id: expect.stringMatching(/^token:/),
    });

    const address = `${originOf(mcash)}/shortlink/v1/qr_image/${link}/cart_1-A`;
    const image = Buffer.from(await (await fetch(address)).arrayBuffer());
    const { data, width, height } = readPng(image);
    expect(jsqr.default(data, width, height)?.data).toBe(`${originOf(mcash)}/s/${link}/cart_1-A`);
    expect((await fetch(`${originOf(mcash)}/shortlink/v1/qr_image/none/x`)).status).toBe(404);
  });

  it('V-14: API keys with their list, and public keys of 1024 bits', async () => {
    const php = phpClient(settle);
    const count = async () => JSON.parse((await php('GET', '/api_key/')).text).items.length;
    const before = await count();
    const draft = { label: 'PEST test', key_type: 'secret', roles: 'user', secret: 'some secret' };
    const made = await php('POST', '/api_key/', draft);
    expect(made.status, made.text).toBe(201);
    const path = `/api_key/${member(made.json, 'id')}/`;
    expect((await php('GET', path)).json).toMatchObject({ has_secret: true, label: 'PEST test' });
    expect(await count()).toBe(before + 1);
    expect(JSON.stringify((await php('GET', '/api_key/')).json)).not.toContain('some secret');
    expect((await php('PUT', path, { secret: 'new secret' })).status).toBe(204);
    expect((await php('DELETE', path)).status).toBe(204);
    expect(await count()).toBe(before);

    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const pubkey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const user = { id: 'codemonkey', roles: ['superuser'], pubkey };
    const python = pythonClient(mcash, { scheme: 'RSA' });
    expect((await python('POST', '/user/', user)).status).toBe(201);
    const refused = await svc.key(svc.users.admin, '/user/', { method: 'POST', body: user });
    expect(refused.status).toBe(400);
  });

  it('V-14: a balance that a settlement pays out', async () => {
    const { admin, neighbour } = settle.users;
    const php = phpClient(settle);
    const path = `/merchant/${admin.merchant}/balance/`;
    expect((await php('GET', path)).json).toEqual({ currency: 'NOK', amount: 0 });
    const draft = { ...sale('balance'), amount: 10_000 };
    const made = await php('POST', '/payment_request/', draft);
    const at = `/payment_request/${member(made.json, 'id')}/`;
    await settle.simulator(`${at}confirm/`, { method: 'POST', body: {} });
    await php('PUT', at, { action: 'capture' });
    const { amount } = Object((await php('GET', path)).json);
    expect(amount).toBe(9_900);
    await settle.simulator('/settlement/', { method: 'POST', body: {} });
    expect((await php('GET', path)).json).toEqual({ currency: 'NOK', amount: 0 });
    const last = await php('GET', '/last_settlement/');
    expect(last.json).toMatchObject({ payout_details: { payout: amount } });
    expect((await phpClient(settle, neighbour)('GET', path)).status).toBe(404);
  });

  it('V-14: one ledger, whose open report can be closed', async () => {
    const csharp = csharpClient(mcash);
    const list: { uris: string[] } = JSON.parse((await csharp('GET', '/ledger/')).text);
    const read = async () => JSON.parse((await csharp('GET', list.uris[0] ?? '')).text);
    const before = await read();
    expect(before).toMatchObject({ id: 'default', currency: 'NOK', last_closed_report_uri: null });
    expect((await csharp('GET', before.open_report_uri)).json).toMatchObject({ status: 'open' });
    const close = () => csharp('PUT', before.open_report_uri, { callback_uri: null });
    expect([(await close()).status, (await close()).status]).toEqual([204, 204]);
    expect((await csharp('GET', before.open_report_uri)).json).toMatchObject({ status: 'closed' });
    const after = await read();
    expect(after.last_closed_report_uri).toBe(before.open_report_uri);
    expect(after.open_report_uri).not.toBe(before.open_report_uri);
    expect((await csharp('GET', '/ledger/other/')).status).toBe(404);
    expect((await csharp('POST', '/ledger/', { currency: 'NOK' })).status).toBe(405);
  });

  it('V-38: a report has the counters and the sums of its time, and when it was closed', async () => {
    const test = await startTestService({ profile: 'mcash' });
    const csharp = csharpClient(test);
    const python = pythonClient(test, { scheme: 'RSA' });
    const later = () => test.simulator('/clock/', { method: 'POST', body: { advance_seconds: 1 } });
    let sales = 0;
    const ask = async () => {
      sales += 1;
      const made = await csharp('POST', '/payment_request/', sale(`report-${sales}`));
      return `/payment_request/${member(made.json, 'id')}/`;
    };
    const press = (path: string, act: string) =>
      test.simulator(`${path}${act}/`, { method: 'POST', body: {} });
    const ledger = async () => Object((await csharp('GET', '/ledger/default/')).json);
    const report = async (uri: string) => Object((await csharp('GET', uri)).json);
    try {
      const taken = await ask();
      await press(taken, 'confirm');
      await csharp('PUT', taken, { action: 'capture' });
      await press(await ask(), 'reject');
      await csharp('PUT', await ask(), { action: 'abort' });
      const released = await ask();
      await press(released, 'confirm');
      await csharp('PUT', released, { action: 'release' });
      await later();
      const first = (await ledger()).open_report_uri;
      expect(await report(first)).toMatchObject({ status: 'open', time_closed: null });
      await csharp('PUT', first, { callback_uri: null });
      await later();
      const partly = { action: 'refund', refund_id: 'r1', amount: '40.00', currency: 'NOK' };
      expect((await python('PUT', taken, partly)).status).toBe(204);
      const permission = { customer: INGRID, scope: 'openid', pos_id: '1', pos_tid: 'p1' };
      expect((await python('POST', '/permission_request/', permission)).status).toBe(201);
      await later();

      const closed = await report(first);
      const now = test.service.simulator.now();
      const at = (seconds: number) =>
        new Date(now - seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
      const summary = (gross: string, fees: unknown, net: string) => ({
        report_summary: { currency: 'NOK', gross, fees, net },
      });
      const [fee] = closed.report_summary.fees;
      expect(fee).toEqual({ type: 'transaction_fee', amount: expect.stringMatching(/^\d\.\d\d$/) });
      const net = (10_000 - Number(fee.amount.replace('.', ''))) / 100;
      expect(closed).toEqual({
        ...{ id: '1', ledger: 'default', status: 'closed' },
        ...{ date_created: null, time_closed: at(2) },
        ...summary('100.00', [fee], net.toFixed(2)),
        ...{ permission_request_count: 0, permission_answer_count: 0, permission_fail_count: 0 },
        ...{ payment_request_count: 4, payment_auth_count: 2, payment_capture_count: 1 },
        ...{ payment_fail_count: 1, payment_abort_count: 1, payment_release_count: 1 },
        ...{ payment_expire_count: 0, transaction_log_uris: [], scope_log_uris: [] },
      });
      expect(await report((await ledger()).open_report_uri)).toMatchObject({
        ...{ id: '2', status: 'open', date_created: at(2), time_closed: null },
        ...summary('-40.00', [], '-40.00'),
        ...{ permission_request_count: 1, payment_request_count: 0, payment_capture_count: 0 },
      });
    } finally {
      await test.stop();
    }
  });

  it('V-14: tickets of a payment, which the wallet shows among its attachments', async () => {
    const python = pythonClient(mcash);
    const made = await python('POST', '/payment_request/', sale('ticket'));
    const path = `/payment_request/${member(made.json, 'id')}/`;
    const ticket = {
      ...{ caption: 'Row 3, seat 7', date_expires: '2030-01-01 12:00:00', kind: 'valuecode' },
      code: { type: 'string', data: 'AB-1234' },
    };
    const put = (tickets: unknown) => python('PUT', `${path}ticket/`, { tickets });
    expect((await put([ticket])).status).toBe(204);
    expect((await put([{ ...ticket, kind: 'barcode' }])).status).toBe(400);
    expect((await put(null)).status).toBe(204);
    expect((await put([ticket, ticket])).status).toBe(204);
    const other = pythonClient(mcash, { user: mcash.users.neighbour });
    expect((await other('PUT', `${path}ticket/`, { tickets: [] })).status).toBe(404);
    const phone = await signedInPhone(originOf(mcash), INGRID);
    const shown = await phone.get(`/requests/${member(made.json, 'id')}/attachments`);
    const one = { caption: expect.stringContaining('seat 7'), code: 'AB-1234' };
    expect(await shown.json()).toMatchObject({ items: [{ content: { tickets: [one, one] } }] });
  });
});

describe('the default profile', () => {
  it('does not have these endpoints', async () => {
    const { admin } = svc.users;
    const none = ['/api_key/', '/ledger/', `/merchant/${admin.merchant}/balance/`, '/payment/x/'];
    for (const path of none) expect((await svc.key(admin, path)).status, path).toBe(404);
    const image = await fetch(`${originOf(svc)}/shortlink/v1/qr_image/x/y`);
    expect(image.status).toBe(404);
    const named = await svc.payment({ customer: `${admin.merchant}-alice` });
    const path = `/payment_request/${named}/outcome/`;
    expect((await svc.key(admin, path)).json).toMatchObject({ status_code: 4004 });
  });
});
