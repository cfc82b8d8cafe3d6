import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService } from '../../../../service/index.ts';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { PORTAL_HEADER, PORTAL_PATH, portalFirstUser } from '../../../../shared/portal/contract.ts';
import { openAdmin } from '../../admin/run-admin.ts';

const { data, run, done, fails, stop } = openAdmin();
beforeAll(() => done('create-merchant', '--name', 'Shop', '--id', 'shop'));
afterAll(stop);

const ADDRESS = /^first user (\S+)\/m\/#first-user=([\w.-]+)\.([\w-]{43})$/m;

function addressIn(text: string) {
  const [, origin = '', merchant = '', token = ''] = ADDRESS.exec(text) ?? [];
  return { origin, merchant, token };
}

it('create-merchant prints an address at which the first user is created in the browser', async () => {
  const origin = 'https://pay.example';
  const printed = await done(
    'create-merchant',
    '--name',
    'Corner',
    '--id',
    'corner',
    '--public-origin',
    origin,
  );
  const { token, ...rest } = addressIn(printed);
  expect(rest).toEqual({ origin, merchant: 'corner' });
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const pubkey = publicKey.export({ format: 'pem', type: 'spki' });
  const service = createService({
    port: 0,
    log: 'silent',
    data: { kind: 'directory', path: data },
  });
  const { base_url: base } = await service.start();
  const at = new URL(base).origin + PORTAL_PATH;
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(at + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [PORTAL_HEADER]: '1', ...headers },
      body: JSON.stringify(body),
    });
  const input = { merchant_id: 'corner', token, user_id: 'boss', pubkey };
  // A form of another site cannot send the header, and a browser names the other site.
  expect((await post('/first-user', input, { origin: 'https://evil.example' })).status).toBe(400);
  expect((await post('/first-user', { ...input, pubkey: 'no key' })).status).toBe(400);
  expect((await post('/first-user', { ...input, merchant_id: 'nobody' })).status).toBe(401);
  const made = await post('/first-user', input);
  const { me, secret } = portalFirstUser.parse(await made.json());
  expect(me.user).toMatchObject({
    merchant_id: 'corner',
    user_id: 'boss',
    rights: expect.arrayContaining(['users_change']),
  });
  const cookie = (made.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  expect((await fetch(`${at}/users`, { headers: { cookie } })).status).toBe(200);
  expect((await post('/first-user', { ...input, user_id: 'thief' })).status).toBe(401);
  const signedIn = await post('/session', { merchant_id: 'corner', user_id: 'boss', secret });
  expect(signedIn.status).toBe(200);
  await service.stop();
});

it('invite-user replaces the address of a merchant', async () => {
  const first = addressIn(await done('invite-user', 'shop'));
  const second = addressIn(await done('invite-user', 'shop'));
  expect(first.origin).toBe('http://127.0.0.1:4600');
  expect(second.token).not.toBe(first.token);
  expect(await fails(1, 'invite-user', 'nobody')).toContain('no merchant nobody');
  const wrong = await fails(1, 'invite-user', 'shop', '--public-origin', 'https://pay.example/?x');
  expect(wrong).toContain('public-origin must be an origin');
  expect((await run(['--help'])).out).toContain('invite-user MERCHANT');
});

it('the printed address is that of the running service, unless an option names another', async () => {
  const service = createService({
    port: 0,
    log: 'silent',
    data: { kind: 'directory', path: data },
    publicOrigin: 'https://shop.example/tillkit',
  });
  await service.start();
  const running = addressIn(await done('invite-user', 'shop')).origin;
  const created = addressIn(await done('create-merchant', '--name', 'Third')).origin;
  const named = await done('invite-user', 'shop', '--public-origin', 'https://pay.example');
  await service.stop();
  expect([running, created]).toEqual(Array(2).fill('https://shop.example/tillkit'));
  expect(addressIn(named).origin).toBe('https://pay.example');
  expect(addressIn(await done('invite-user', 'shop')).origin).toBe('http://127.0.0.1:4600');
});

it('issue-serials issues a range of serial numbers, which shortlinks can then have', async () => {
  expect(await done('issue-serials', '0099', '0101')).toContain('3 serial numbers issued, 0 were');
  expect(await done('issue-serials', '0100', '0103')).toContain('2 serial numbers issued, 2 were');
  for (const [first, last] of [
    ['0', '10'],
    ['10', '09'],
    ['x', '1'],
    ['00000', '10000'],
    ['1'.repeat(40), '1'.repeat(40)],
  ] as const) {
    expect(await fails(1, 'issue-serials', first, last)).not.toBe('');
  }
  const store = openSqliteStore(join(data, 'tillkit.db'));
  const link = { id: 'abcde', merchantId: 'shop', callbackUri: null, label: null, isActive: true };
  const made = await store.shortlinks.create({ ...link, serialNumber: '0103', created: 0 });
  const next = { ...link, id: 'fghij', serialNumber: '0104', created: 0 };
  const unknown = await store.shortlinks.create(next);
  await store.close();
  expect([made.kind, unknown.kind]).toEqual(['created', 'serial_unknown']);
});

it('set-legal-entities keeps a self-service user from being removed (D-76)', async () => {
  const user = { id: 'ssp1', email: 'a@shop.example', phone: null, name: null, bankid: null };
  const inStore = async <T>(work: (store: ReturnType<typeof openSqliteStore>) => Promise<T>) => {
    const store = openSqliteStore(join(data, 'tillkit.db'));
    const result = await work(store);
    await store.close();
    return result;
  };
  await inStore((store) => store.sspUsers.create('shop', { ...user, legal_entities: [] }, 'admin'));
  const set = ['set-legal-entities', 'shop', 'ssp1'] as const;
  expect(await done(...set, '--entity', 'shop-as', '--entity', 'two-as')).toContain(
    'shop-as two-as',
  );
  expect(await inStore((store) => store.sspUsers.remove('shop', 'ssp1'))).toBe('has_entities');
  expect(await done(...set)).toContain('no legal entities');
  expect(await inStore((store) => store.sspUsers.remove('shop', 'ssp1'))).toBe('removed');
  expect(await fails(1, ...set)).toContain('no self-service user ssp1');
});
