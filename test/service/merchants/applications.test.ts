import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeApplication,
  registerApplication,
  removeApplication,
  renewApplicationSecret,
} from '../../../service/merchants/applications.ts';
import type { Store } from '../../../service/store/store.ts';
import { portalAppSecret, portalApps } from '../../../shared/portal/apps.ts';
import { merchantBrowser } from '../../support/merchant-pages.ts';
import { ids, MERCHANT } from '../../support/payments.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const URIS = ['https://club.example/return', 'no.example.club:/'];

describe.each(STORES)('applications of a merchant on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeAll(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.merchants.put({ ...MERCHANT, id: 'other' });
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  it('are registered, changed and removed by their merchant alone', async () => {
    const deps = { store, ids, random: (length: number) => new Uint8Array(length).fill(7) };
    const made = await registerApplication(deps, MERCHANT.id, {
      id: null,
      name: 'Club',
      uris: URIS,
    });
    if (!made.ok) throw new Error(made.refusal.description);
    const { id } = made.value.client;
    const next = { name: 'New', uris: URIS };
    expect((await changeApplication(store, 'other', id, next)).ok).toBe(false);
    expect((await renewApplicationSecret(deps, 'other', id)).ok).toBe(false);
    expect((await removeApplication(store, 'other', id)).ok).toBe(false);
    expect(await store.oauth.clientsOf('other', 10)).toEqual([]);
    expect(await changeApplication(store, MERCHANT.id, id, next)).toMatchObject({
      value: { name: 'New', version: 2 },
    });
    const renewed = await renewApplicationSecret(deps, MERCHANT.id, id);
    expect(renewed.ok && renewed.value.secret).not.toBe(made.value.secret);
    expect((await store.oauth.clientsOf(MERCHANT.id, 10)).map((one) => one.version)).toEqual([3]);
    const stale = { ...made.value.client, name: 'Lost', version: 2 };
    expect(await store.oauth.changeClient(stale)).toBe(false);
    expect((await removeApplication(store, MERCHANT.id, id)).ok).toBe(true);
    expect(await store.oauth.client(id)).toBeNull();
  });
});

describe('applications in the portal', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());

  const input = { name: 'Club', redirect_uris: URIS };

  it('are changed only by key holders; their secrets authenticate at the token endpoint', async () => {
    const boss = merchantBrowser(test);
    await boss.signIn(test.users.admin);
    const made = await boss.post('/apps', input);
    expect(made.status).toBe(200);
    const { app, secret } = portalAppSecret.parse(made.body);
    const tried = async (password: string) => {
      const authorization = `Basic ${Buffer.from(`${app.id}:${password}`).toString('base64')}`;
      const reply = await fetch(`${test.ready.base_url}/oauth2/token`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          ...{ grant_type: 'authorization_code', code: 'none', client_id: app.id },
          redirect_uri: URIS[0] ?? '',
        }).toString(),
      });
      return reply.json();
    };
    expect(await tried(secret)).toMatchObject({ error: 'invalid_grant' });
    expect(await tried('wrong')).toMatchObject({ error: 'invalid_client' });
    const renewed = portalAppSecret.parse((await boss.post(`/apps/${app.id}/secret`)).body);
    expect(await tried(secret)).toMatchObject({ error: 'invalid_client' });
    expect(await tried(renewed.secret)).toMatchObject({ error: 'invalid_grant' });
    const till = merchantBrowser(test);
    await till.signIn(test.users.pos);
    expect((await till.get('/apps')).status).toBe(200);
    expect((await till.post('/apps', input)).status).toBe(409);
    expect((await till.post(`/apps/${app.id}/secret`)).status).toBe(409);
    expect((await till.remove(`/apps/${app.id}`)).status).toBe(409);
    const neighbour = merchantBrowser(test);
    await neighbour.signIn(test.users.neighbour);
    const list = portalApps.parse((await neighbour.get('/apps')).body);
    expect(list.items.map((one) => one.id)).not.toContain(app.id);
    expect((await neighbour.remove(`/apps/${app.id}`)).status).toBe(404);
    expect((await boss.remove(`/apps/${app.id}`)).status).toBe(204);
    expect(await tried(renewed.secret)).toMatchObject({ error: 'invalid_client' });
  });

  it.each([
    'http://club.example/',
    'javascript:alert(1)',
    'https://club.example/#x',
    'https://a:b@club.example/',
  ])('refuses the return address %j', async (uri) => {
    const boss = merchantBrowser(test);
    await boss.signIn(test.users.admin);
    const reply = await boss.post('/apps', { name: 'X', redirect_uris: [uri] });
    expect(reply.status).toBe(400);
    expect((await boss.post('/apps', { name: 'X', redirect_uris: [] })).status).toBe(400);
  });
});
