import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  portalApiUser,
  portalCallback,
  portalCallbacks,
  portalCode,
  portalCodes,
  portalSales,
  portalSettlement,
  portalSettlements,
  portalTills,
  portalUserSecret,
  portalUsers,
} from '../../../shared/portal/contract.ts';
import { merchantBrowser } from '../../support/merchant-pages.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let admin: ReturnType<typeof merchantBrowser>;
let till: ReturnType<typeof merchantBrowser>;
let other: ReturnType<typeof merchantBrowser>;

beforeAll(async () => {
  service = await startTestService();
  [admin, till, other] = [
    merchantBrowser(service),
    merchantBrowser(service),
    merchantBrowser(service),
  ];
  await admin.signIn(service.users.admin);
  await till.signIn(service.users.pos);
  await other.signIn(service.users.neighbour);
});
afterAll(() => service.stop());

const pem = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

describe('API users', () => {
  it('are listed without secrets', async () => {
    const reply = await admin.get('/users');
    const { items } = portalUsers.parse(reply.body);
    expect(items.map(({ id, has_key }) => [id, has_key])).toEqual([
      ['admin', true],
      ['pos', false],
    ]);
    expect(JSON.stringify(reply.body)).not.toMatch(/scrypt|PRIVATE|BEGIN/);
  });

  it('are changed only by a user who has a key', async () => {
    const tries = [
      await till.post('/users', { id: 'mine' }),
      await till.post('/users/pos/secret'),
      await till.post('/users/pos/key', { pubkey: pem().publicKey }),
      await till.remove('/users/admin/key'),
      await till.remove('/users/admin'),
    ];
    expect(tries.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect((await till.get('/pos')).status).toBe(409);
    expect(portalTills.parse((await admin.get('/pos')).body).items).toHaveLength(1);
  });

  it('get a secret and a key that work in the API, and lose them at once', async () => {
    const made = portalUserSecret.parse(
      (await admin.post('/users', { id: 'kasse-2', label: 'Kasse 2' })).body,
    );
    const keys = pem();
    const put = await admin.post('/users/kasse-2/key', { pubkey: keys.publicKey });
    expect(portalApiUser.parse(put.body)).toMatchObject({ has_key: true, has_secret: true });
    const user = {
      merchant: service.ready.merchant.id,
      id: 'kasse-2',
      secret: made.secret,
      privateKey: keys.privateKey,
    };
    expect((await service.secret(user, '/payment_request/')).status).toBe(200);
    expect((await service.key(user, '/pos/')).status).toBe(200);
    expect((await admin.remove('/users/kasse-2/key')).status).toBe(200);
    expect((await service.key(user, '/pos/')).status).toBe(401);
    expect((await admin.remove('/users/kasse-2')).status).toBe(204);
    expect((await service.secret(user, '/payment_request/')).status).toBe(401);
  });

  it('are refused by the same rules as in the API', async () => {
    expect((await admin.post('/users', { id: 'a\nb' })).status).toBe(400);
    expect((await admin.post('/users/pos/key', { pubkey: 'not a key' })).status).toBe(400);
    expect((await admin.post('/users/nobody/secret')).status).toBe(404);
    expect((await admin.post('/users', { id: 'pos' })).status).toBe(409);
    expect((await other.remove('/users/pos')).status).toBe(404);
  });

  it('keep the session that changes their secret, and lose the others', async () => {
    const second = merchantBrowser(service);
    await second.signIn(service.users.admin);
    expect((await second.post('/users/admin/secret')).status).toBe(200);
    expect((await second.get('/users')).status).toBe(200);
    expect((await admin.get('/users')).status).toBe(401);
    expect((await second.remove('/users/admin/key')).status).toBe(409);
    admin.setCookie(second.cookie());
  });
});

describe('codes', () => {
  it('are created, disabled and removed, for each merchant separately', async () => {
    const made = portalCode.parse((await till.post('/codes', { label: 'Bord 4' })).body);
    expect(made).toMatchObject({ label: 'Bord 4', active: true, serial_number: null });
    expect(made.value).toBe(`${service.ready.shortlink_url}/s/${made.id}/`);
    expect((await other.post(`/codes/${made.id}`, { active: false })).status).toBe(404);
    expect((await other.remove(`/codes/${made.id}`)).status).toBe(404);
    expect((await till.post(`/codes/${made.id}`, { active: 'no' })).status).toBe(400);
    const off = await till.post(`/codes/${made.id}`, { active: false });
    expect(portalCode.parse(off.body).active).toBe(false);
    const listed = portalCodes.parse((await till.get('/codes')).body).items;
    expect(listed.some(({ id }) => id === made.id)).toBe(true);
    expect((await till.remove(`/codes/${made.id}`)).status).toBe(204);
    expect((await till.remove(`/codes/${made.id}`)).status).toBe(404);
  });
});

describe('callbacks', () => {
  it('are listed with their attempts, and sent again with the same id', async () => {
    const callback_uri = 'http://127.0.0.1:9/nobody-listens';
    const tid = await service.payment({ callback_uri });
    await service.simulator(`/payment_request/${tid}/claim/`, {
      method: 'POST',
      body: { customer: service.ready.customers[0]?.msisdn },
    });
    await service.simulator(`/payment_request/${tid}/reject/`, { method: 'POST' });
    await service.service.simulator.advance(1);
    const [first] = portalCallbacks.parse((await till.get('/callbacks')).body).items;
    expect(first).toMatchObject({ uri: callback_uri, resource: `payment_request/${tid}` });
    const id = first?.id ?? '';
    const one = portalCallback.parse((await till.get(`/callbacks/${id}`)).body);
    expect(one.state).toBe('open');
    expect(one.tries.length).toBeGreaterThan(0);
    expect((await till.get('/callbacks?state=delivered')).body).toMatchObject({ items: [] });
    expect((await other.get(`/callbacks/${id}`)).status).toBe(404);
    expect((await other.post(`/callbacks/${id}/resend`)).status).toBe(404);
    const again = portalCallback.parse((await till.post(`/callbacks/${id}/resend`)).body);
    expect(again.id).toBe(id);
    await service.service.simulator.advance(1);
    const after = portalCallback.parse((await till.get(`/callbacks/${id}`)).body);
    expect(after.tries.length).toBeGreaterThan(one.tries.length);
  });
});

describe('settlements and sales', () => {
  it('equal those of the API to the minor unit', async () => {
    const tid = await service.payment({ amount: 20_000 });
    const [customer] = service.ready.customers;
    const base = `/payment_request/${tid}`;
    const body = { customer: customer?.msisdn };
    await service.simulator(`${base}/claim/`, { method: 'POST', body });
    await service.simulator(`${base}/confirm/`, { method: 'POST', body: {} });
    const taken = { method: 'PUT', body: { action: 'capture' } };
    expect((await service.key(service.users.admin, `${base}/`, taken)).status).toBe(204);
    await service.simulator('/settlement/', { method: 'POST', body: {} });
    const [first] = portalSettlements.parse((await till.get('/settlements')).body).items;
    const one = portalSettlement.parse((await till.get(`/settlements/${first?.id}`)).body);
    const api = await service.secret(service.users.pos, `/settlement/${first?.id}/`);
    expect(api.json).toMatchObject({
      settlement_summary: {
        gross: one.sales - one.refunds,
        net: one.sales - one.refunds - one.fees,
      },
      payout_details: { payout: one.payout },
      transaction_log_uris: one.transaction_logs,
    });
    expect(one).toMatchObject({ sales: 20_000, capture_count: 1 });
    expect((await other.get('/settlements/99')).status).toBe(404);
    expect((await till.get('/settlements/x')).status).toBe(404);
    for (const grain of ['hour', 'day', 'week', 'month']) {
      const sales = portalSales.parse((await till.get(`/sales?grain=${grain}`)).body);
      expect(
        sales.periods.reduce((sum, period) => sum + period.net, 0),
        grain,
      ).toBe(20_000);
      expect(sales.periods.at(-1)?.net).toBe(20_000);
    }
    expect((await till.get('/sales?grain=year')).status).toBe(400);
  });
});

describe('pages that a clone has not built', () => {
  it('get a 503 page that names them and the build command', async () => {
    const missing = join(tmpdir(), 'tillkit-no-such-pages');
    const bare = await startTestService({ portalPages: missing, walletPages: missing });
    const { origin } = new URL(bare.ready.base_url);
    const titles: string[] = [];
    for (const path of ['/m/', '/m/payments', '/w/']) {
      const reply = await fetch(origin + path);
      const page = await reply.text();
      expect([path, reply.status, page.includes('“npm run build”')]).toEqual([path, 503, true]);
      titles.push([...page.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, title]) => title).join(' | '));
    }
    await bare.stop();
    const portal = 'The pages of the merchant portal are not built';
    const wallet = 'The wallet pages are not built';
    expect(titles).toEqual([portal, portal, wallet]);
  });
});
