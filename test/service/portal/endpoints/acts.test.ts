import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { asAct } from '../../../../service/store/acts.ts';
import { ACT_KINDS, type ActKind, portalActs } from '../../../../shared/portal/acts.ts';
import { PORTAL_ROUTES } from '../../../../shared/portal/routes.ts';
import { RIGHTS_OF } from '../../../../shared/portal/sign-in.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { formatDateTime } from '../../../../shared/time/date-time.ts';
import { startReceiver, type TestReceiver } from '../../../support/callback-receiver.ts';
import { merchantBrowser, type PageReply } from '../../../support/merchant-pages.ts';
import { draft, MERCHANT, startPayments } from '../../../support/payments.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';
import { member, startTestService, type TestService } from '../../../support/service.ts';
import { STORES } from '../../../support/stores.ts';

type Browser = ReturnType<typeof merchantBrowser>;

it('every route that changes something is an act, but for a picture that nothing shows yet', () => {
  const changing = Object.values(PORTAL_ROUTES).filter(
    ({ method, level }) => method !== 'GET' && level !== 'open' && level !== 'session',
  );
  expect(changing.map(({ name }) => name).sort()).toEqual(
    [...ACT_KINDS, 'cataloguePictureCreate'].sort(),
  );
  const readers = Object.entries(RIGHTS_OF).filter(([, rights]) => rights.includes('acts'));
  expect(readers.map(([role]) => role)).toEqual(['admin', 'key']);
});

describe.each(STORES)('the acts of persons on %s', (kind) => {
  let service: TestService;
  let receiver: TestReceiver;
  let admin: Browser;
  let remove = async () => {};
  beforeAll(async () => {
    const database = kind === 'postgres' ? await newPostgres() : null;
    service = await startTestService(database === null ? {} : { databaseUrl: database.url });
    receiver = await startReceiver();
    remove = async () => database?.drop();
    admin = merchantBrowser(service);
    await admin.signIn(service.users.admin);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await remove();
  });

  const acts = async () => {
    const reply = await admin.get('/acts');
    expect(reply.status).toBe(200);
    return portalActs.parse(reply.body).items;
  };
  const version = async () => Number(member((await admin.get('/catalogue')).body, 'version'));
  const idOf = ({ body }: PageReply, ...path: string[]) =>
    String(path.reduce<unknown>((value, name) => Object(value)[name], body));
  const change = async (name: string) => ({
    version: await version(),
    dry_run: false,
    changes: [{ kind: 'put_category', category: { id: name, name } }],
  });

  /** Brings about what the acts are done to. */
  async function prepared() {
    const customer = service.ready.customers[0]?.msisdn;
    const tid = await service.payment({ amount: 10_000, customer });
    await service.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
    const sent = { method: 'PUT', body: { action: 'capture' } };
    expect((await service.key(service.users.admin, `/payment_request/${tid}/`, sent)).status).toBe(
      204,
    );
    const pos = { id: 'kasse-1', name: 'Kasse 1', type: 'store' };
    await service.key(service.users.admin, '/pos/', { method: 'POST', body: pos });
    const status = {
      ...{ version: '0.1.0', clock: formatDateTime(service.service.simulator.now()) },
      ...{ screen: 'idle', printer: 'ready', disk_free_bytes: 1, journal_bytes: 1 },
      ...{ unsent: 0, open_bills: 0 },
    };
    const put = (path: string, body: unknown) =>
      service.secret(service.users.pos, `/pos/kasse-1/${path}`, { method: 'PUT', body });
    expect((await put('status/', status)).status).toBe(204);
    expect((await put('period/1/', exampleOf('periodPut').body)).status).toBe(200);
    const told = await service.payment({ callback_uri: `${receiver.url}/shop` });
    const abort = { method: 'PUT', body: { action: 'abort' } };
    await service.secret(service.users.pos, `/payment_request/${told}/`, abort);
    await service.service.simulator.advance(1);
    const [callback] = Object(await admin.get('/callbacks')).body.items;
    return { tid, callback: String(callback.id) };
  }

  it('are kept once each with who, what and when, and a refused one is not', async () => {
    const { tid, callback } = await prepared();
    const made: Record<string, string> = {};
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString();
    const { close } = z.object({ close: z.string() }).parse(exampleOf('periodPut').body);
    const { hash: periodHash } = JSON.parse(close);
    const app = { name: 'Club', redirect_uris: ['https://club.example/back'] };
    const does: Readonly<Record<ActKind, () => Promise<PageReply>>> = {
      refund: () =>
        admin.post(`/payments/${tid}/refund`, {
          ...{ refund_id: 'portal-1', amount: 2_500, text: 'cold' },
        }),
      periodAside: () =>
        admin.post('/days/kasse-1~1/aside', { hash: periodHash, reason: 'not ours' }),
      tillForget: () => admin.remove('/till-status/kasse-1'),
      tillAlertChange: () => admin.post('/till-alert', { silent_minutes: 20, callback_uri: null }),
      pairingCreate: async () => {
        const reply = await admin.post('/pairings', {
          ...{ pos_id: 'kasse-2', name: 'Kasse 2', rights: 'sales' },
        });
        made.pairing = idOf(reply, 'pairing', 'id');
        return reply;
      },
      pairingRevoke: () => admin.remove(`/pairings/${made.pairing}`),
      userCreate: () => admin.post('/users', { id: 'kasse-9', label: 'Nine' }),
      secretRenew: () => admin.post('/users/kasse-9/secret'),
      keyPut: () => admin.post('/users/kasse-9/key', { pubkey: pem }),
      keyRemove: () => admin.remove('/users/kasse-9/key'),
      userRemove: () => admin.remove('/users/kasse-9'),
      appCreate: async () => {
        const reply = await admin.post('/apps', app);
        made.app = idOf(reply, 'app', 'id');
        return reply;
      },
      appChange: () => admin.post(`/apps/${made.app}`, { ...app, name: 'Choir' }),
      appSecret: () => admin.post(`/apps/${made.app}/secret`),
      appRemove: () => admin.remove(`/apps/${made.app}`),
      codeCreate: async () => {
        const reply = await admin.post('/codes', { label: 'Door' });
        made.code = idOf(reply, 'id');
        return reply;
      },
      codeChange: () => admin.post(`/codes/${made.code}`, { active: false }),
      codeRemove: () => admin.remove(`/codes/${made.code}`),
      callbackResend: () => admin.post(`/callbacks/${callback}/resend`),
      catalogueChange: async () => admin.post('/catalogue', await change('hot')),
      catalogueImport: async () =>
        admin.post('/catalogue/import', {
          ...{ version: await version(), dry_run: false, csv: 'id,name_en,price\none,One,1.00' },
        }),
    };
    for (const one of ACT_KINDS) {
      await service.service.simulator.advance(1);
      const before = (await acts()).length;
      const reply = await does[one]();
      expect([one, reply.status < 300], JSON.stringify(reply.body)).toEqual([one, true]);
      const after = await acts();
      expect([one, after.length - before, after[0]?.kind]).toEqual([one, 1, one]);
      expect(after[0]?.person).toBe(service.users.admin.id);
      expect(after[0]?.at).toBe(service.service.simulator.now());
    }
    const all = await acts();
    expect(all.find((one) => one.kind === 'refund')).toMatchObject({
      ...{ subject: tid, amount: 2_500, reason: 'cold' },
    });
    expect(all.find((one) => one.kind === 'periodAside')).toMatchObject({
      ...{ subject: 'kasse-1 Z 1', reason: 'not ours' },
    });
    // The same again, what is not there, what only looks, and what nobody may do.
    const refused = [
      await does.refund(),
      await does.periodAside(),
      await does.pairingRevoke(),
      await does.userRemove(),
      await does.appRemove(),
      await does.codeRemove(),
      await does.codeChange(),
      await admin.post('/catalogue', { ...(await change('cold')), dry_run: true }),
      await admin.post('/catalogue', { ...(await change('cold')), version: 0 }),
      await admin.post(`/payments/${tid}/refund`, { refund_id: 'portal-9', amount: 99_999 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([
      ...[200, 404, 200, 404, 404, 404, 404, 200, 409, 400],
    ]);
    expect(await acts()).toEqual(all);
  });

  it('are a file, and nobody without the right or of another shop reads them', async () => {
    const file = await fetch(`${admin.origin}/portal/v1/acts.csv`, {
      headers: { cookie: admin.cookie() },
    });
    const lines = (await file.text()).trim().split('\n');
    expect(lines).toHaveLength((await acts()).length + 1);
    expect(lines[0]).toContain('at_utc,person,act,subject');
    const till = merchantBrowser(service);
    await till.signIn(service.users.pos);
    expect((await till.get('/acts')).status).toBe(409);
    const neighbour = merchantBrowser(service);
    await neighbour.signIn(service.users.neighbour);
    expect(portalActs.safeParse((await neighbour.get('/acts')).body).data?.items ?? []).toEqual([]);
  });
});

it('an expiry that was due is not the act that met it', async () => {
  const world = await startPayments();
  onTestFinished(() => world.stop());
  const made = await world.payments.create(MERCHANT.id, draft({ expires_in: 30 }));
  if (!made.ok) throw new Error('not created');
  world.clock.advance(60_000);
  const act = {
    ...{ id: 'a1', merchantId: MERCHANT.id, at: world.clock.now(), person: 'admin' },
    ...{ kind: 'refund', subject: '', details: {} },
  };
  const { tid } = made.value.payment;
  const read = await asAct(act, () => world.payments.read(MERCHANT.id, tid));
  expect(read?.code).toBe(5011);
  expect(await world.store.acts.list(MERCHANT.id, null, 10)).toEqual([]);
});
