import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type PortalPairing,
  portalPairing,
  portalPairingCode,
  portalPairings,
} from '../../../shared/portal/pairing.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { TILL_STATUS_EXAMPLES } from '../../../shared/protocol/examples/till-status.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type PairingReply, pairingReply } from '../../../shared/protocol/pairing.ts';
import { merchantBrowser } from '../../support/merchant-pages.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import type { Received } from '../../support/wire.ts';

let service: TestService;
let admin: ReturnType<typeof merchantBrowser>;

beforeEach(async () => {
  service = await startTestService();
  admin = merchantBrowser(service);
  await admin.signIn(service.users.admin);
});
afterEach(() => service.stop());

const KEYS = [pem(), pem()] as const;

function pem() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

async function issue(change: Readonly<Record<string, unknown>> = {}) {
  const wish = { pos_id: 'kasse-9', name: 'Kasse 9', rights: 'sales', ...change };
  const reply = await admin.post('/pairings', wish);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return portalPairingCode.parse(reply.body);
}

const redeem = (body: Readonly<Record<string, unknown>>) =>
  service.open('/pairing/', { method: 'POST', body });

function replyOf(received: Received): PairingReply {
  return pairingReply.parse(received.json);
}

function userOf(reply: PairingReply, privateKey: string | null = null) {
  const { merchant_id: merchant, user_id: id, secret } = reply;
  return { merchant, id, secret: secret ?? '', privateKey };
}

async function listed(): Promise<readonly PortalPairing[]> {
  return portalPairings.parse((await admin.get('/pairings')).body).items;
}

const advance = (milliseconds: number) => service.service.simulator.advance(milliseconds / 1000);

describe('a pairing code', () => {
  it('creates a user with the till’s own key, a point of sale and a shortlink', async () => {
    const { code, pairing } = await issue();
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(pairing.state).toBe('waiting');
    const [keys] = KEYS;
    const got = await redeem({ code, pubkey: keys.publicKey, device: 'Counter PC' });
    expect(got.status, got.text).toBe(201);
    const reply = replyOf(got);
    expect(reply).toMatchObject({
      merchant_id: service.ready.merchant.id,
      secret: null,
      rights: 'sales',
      pos_id: 'kasse-9',
      pos_name: 'Kasse 9',
      shortlink_url: service.ready.shortlink_url,
      currency: 'NOK',
    });
    expect(reply.shop.name).not.toBe('');
    const till = userOf(reply, keys.privateKey);
    expect((await service.key(till, '/pos/kasse-9/')).status).toBe(200);
    const link = await service.key(till, `/shortlink/${reply.shortlink_id}/`);
    expect(link.json).toMatchObject({ callback_uri: 'ws:till.kasse-9' });
    expect(await listed()).toMatchObject([
      { state: 'paired', user_id: reply.user_id, signs: true, device: 'Counter PC' },
    ]);
    expect(await listed()).toMatchObject([{ address: '127.0.0.1', created_by: 'admin' }]);
  });

  it('gives a secret to a till without a key', async () => {
    const { code } = await issue();
    const reply = replyOf(await redeem({ code }));
    expect(reply.secret?.length).toBeGreaterThanOrEqual(40);
    expect((await service.secret(userOf(reply), '/pos/kasse-9/')).status).toBe(200);
  });

  it('is accepted in any case, with blanks, and with O for 0', async () => {
    const { code } = await issue();
    const typed = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await redeem({ code: typed, pubkey: KEYS[0].publicKey })).status).toBe(201);
  });

  it('works once: a second till is refused, the same till with its key gets the same answer', async () => {
    const { code } = await issue();
    const body = { code, pubkey: KEYS[0].publicKey };
    const first = replyOf(await redeem(body));
    const again = await redeem(body);
    expect([again.status, replyOf(again)]).toEqual([200, first]);
    const other = await redeem({ code, pubkey: KEYS[1].publicKey });
    expect([other.status, other.text]).toEqual([409, expect.stringContaining('revoke that till')]);
    expect((await redeem({ code })).status).toBe(409);
    expect((await listed()).length).toBe(1);
  });

  it('expires after ten minutes, also for the till that used it', async () => {
    const { code } = await issue();
    const used = await issue({ pos_id: 'kasse-8' });
    await redeem({ code: used.code, pubkey: KEYS[0].publicKey });
    await advance(LIMITS.pairingCodeLife - 1_000);
    expect((await redeem({ code: used.code, pubkey: KEYS[0].publicKey })).status).toBe(200);
    await advance(1_000);
    for (const one of [code, used.code]) {
      const late = await redeem({ code: one, pubkey: KEYS[0].publicKey });
      expect([late.status, late.text]).toEqual([404, expect.stringContaining('ten minutes')]);
    }
    expect((await listed()).map(({ state }) => state).sort()).toEqual(['expired', 'paired']);
  });

  it('can be withdrawn in the portal', async () => {
    const { code, pairing } = await issue();
    const revoked = await admin.remove(`/pairings/${pairing.id}`);
    expect(portalPairing.parse(revoked.body).state).toBe('revoked');
    expect((await redeem({ code, pubkey: KEYS[0].publicKey })).status).toBe(404);
  });

  it('is accepted from one of two tills that redeem it at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { code } = await issue({ pos_id: `race-${round}` });
      const replies = await Promise.all(
        [0, 1].map((one) => redeem({ code, pubkey: KEYS[one]?.publicKey })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
      await advance(LIMITS.pairingTriesWindow);
    }
    expect((await listed()).filter(({ state }) => state === 'paired')).toHaveLength(10);
  });

  it('is stored only as a digest with a key of the installation', async () => {
    const path = mkdtempSync(join(tmpdir(), 'tillkit-pairing-'));
    const stored = await startTestService({ data: { kind: 'directory', path } });
    const browser = merchantBrowser(stored);
    await browser.signIn(stored.users.admin);
    const wish = { pos_id: 'k', name: 'Kept by name', rights: 'sales' };
    const { code } = portalPairingCode.parse((await browser.post('/pairings', wish)).body);
    await stored.stop();
    const bytes = readdirSync(path).map((name) => readFileSync(join(path, name), 'latin1'));
    const plain = code.replace('-', '');
    expect(bytes.some((text) => text.includes('Kept by name'))).toBe(true);
    const bare = createHash('sha256').update(plain).digest();
    for (const form of [code, plain, bare.toString('base64url'), bare.toString('hex')]) {
      expect(bytes.some((text) => text.includes(form))).toBe(false);
    }
    rmSync(path, { recursive: true });
  });
});

describe('guessing', () => {
  const guess = (beginning: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      redeem({ code: `${beginning}${String(index).padStart(6, '0')}` }),
    );

  it('of codes with one beginning does not block codes with another beginning', async () => {
    const { code } = await issue();
    const other = code.startsWith('0') ? '1A' : '0A';
    const statuses = (await Promise.all(guess(other, LIMITS.pairingTriesMax + 1))).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(429);
    expect((await redeem({ code, pubkey: KEYS[0].publicKey })).status).toBe(201);
  });

  it('is limited per address, even if all guesses come at once', async () => {
    const { code } = await issue();
    const guesses = guess(code.slice(0, 2), LIMITS.pairingTriesMax + 15);
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(LIMITS.pairingTriesMax);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const right = await redeem({ code, pubkey: KEYS[0].publicKey });
    expect(right.status).toBe(429);
    const after = Number(right.headers['retry-after']);
    expect(after).toBeGreaterThan(0);
    await advance(after * 1_000);
    expect((await redeem({ code, pubkey: KEYS[0].publicKey })).status).toBe(201);
  });

  it('with a malformed code or key gets 400', async () => {
    const bad = await redeem({ code: 'short' });
    expect([bad.status, bad.json]).toMatchObject([400, { error_type: 'validation_error' }]);
    const key = await redeem({ code: '0000-0000', pubkey: 'not a key' });
    expect([key.status, key.json]).toMatchObject([400, { error_details: { pubkey: [/RSA/] } }]);
  });
});

describe('a paired till', () => {
  it('is refused with 401 after its revocation, and its shortlink is inactive', async () => {
    const { code, pairing } = await issue();
    const reply = replyOf(await redeem({ code, pubkey: KEYS[0].publicKey }));
    const till = userOf(reply, KEYS[0].privateKey);
    expect((await service.key(till, '/payment_request/')).status).toBe(200);
    await admin.remove(`/pairings/${pairing.id}`);
    expect((await service.key(till, '/payment_request/')).status).toBe(401);
    expect((await redeem({ code, pubkey: KEYS[0].publicKey })).status).toBe(404);
    const link = await service.secret(service.users.pos, `/shortlink/${reply.shortlink_id}/`);
    expect(link.json).toMatchObject({ is_active: false });
    expect(await listed()).toMatchObject([{ state: 'revoked' }]);
  });

  it('speaks for its own point of sale, and for no other', async () => {
    const [mine] = await Promise.all(
      ['kasse-8', 'kasse-9'].map(async (pos_id) =>
        userOf(replyOf(await redeem({ code: (await issue({ pos_id })).code }))),
      ),
    );
    if (mine === undefined) throw new Error('no till');
    const { body: status } = TILL_STATUS_EXAMPLES.tillStatusPut;
    const put = async (user: typeof mine, path: string, body: unknown = status) =>
      (await service.secret(user, path, { method: 'PUT', body })).status;
    expect(await put(mine, '/pos/kasse-8/status/')).toBe(204);
    expect(await put(mine, '/pos/kasse-1/status/')).toBe(401);
    expect(await put(mine, '/pos/kasse-9/status/')).toBe(401);
    expect(await put(mine, '/pos/kasse-9/catalogue/', { version: 1, problem: null })).toBe(401);
    const { body: period } = exampleOf('periodPut');
    expect(await put(mine, '/pos/kasse-9/period/1/', period)).toBe(401);
    expect(await put(service.users.pos, '/pos/kasse-9/status/')).toBe(204);
  });

  it('is shown as revoked when its user was removed in the list of users', async () => {
    const { code } = await issue();
    const reply = replyOf(await redeem({ code }));
    expect((await admin.remove(`/users/${reply.user_id}`)).status).toBe(204);
    expect(await listed()).toMatchObject([{ state: 'revoked' }]);
    expect((await redeem({ code })).status).toBe(409);
  });

  it('changes items with the right to refund only, and never what the shop decides for its tills', async () => {
    const privateKey = KEYS[0].privateKey;
    const product = { id: 'tea', name: 'Tea', price: 3_400 };
    const put = [{ kind: 'put_product', product }];
    const replace = [{ kind: 'replace', catalogue: { categories: [], products: [product] } }];
    for (const right of ['sales', 'refunds'] as const) {
      const { code } = await issue({ pos_id: `items-${right}`, rights: right });
      const till = userOf(replyOf(await redeem({ code, pubkey: KEYS[0].publicKey })), privateKey);
      const send = async (path: string, body: unknown) =>
        (await service.key(till, path, { method: 'POST', body })).status;
      const isAllowed = right === 'refunds';
      expect(await send('/catalogue/', { version: 0, changes: put })).toBe(isAllowed ? 200 : 401);
      const version = isAllowed ? 1 : 0;
      for (const changes of [
        [{ kind: 'set_rules', rules: {} }],
        [{ kind: 'set_settings', settings: {} }],
        [{ kind: 'remove_product', id: 'tea' }],
        replace,
        [...put, ...replace],
      ]) {
        expect(await send('/catalogue/', { version, changes })).toBe(401);
      }
      expect(await send('/catalogue/import/', { version, csv: 'id,name\n' })).toBe(401);
    }
    const read = await service.secret(service.users.pos, '/catalogue/');
    expect(JSON.parse(read.text)).toMatchObject({ version: 1, catalogue: { products: [product] } });
  });

  it('refunds only with that right, and cannot change users', async () => {
    const privateKey = KEYS[0].privateKey;
    const rights = ['sales', 'refunds'] as const;
    for (const [index, right] of rights.entries()) {
      const { code } = await issue({ pos_id: `right-${index}`, rights: right });
      const till = userOf(replyOf(await redeem({ code, pubkey: KEYS[0].publicKey })), privateKey);
      const tid = await service.payment({ pos_id: `right-${index}` });
      const body = { action: 'refund', text: 'returned' };
      const refund = await service.key(till, `/payment_request/${tid}/`, { method: 'PUT', body });
      // The payment is not captured, so a user with the right to refund gets this error.
      expect(refund.status, refund.text).toBe(right === 'refunds' ? 409 : 401);
      const user = { method: 'POST', body: { id: 'more', secret: 'long enough' } };
      const made = await service.key(till, '/user/', user);
      expect([made.status, made.text]).toEqual([401, expect.stringContaining('paired')]);
      expect((await service.key(till, '/user/admin/', { method: 'DELETE' })).status).toBe(401);
    }
  });

  it('keeps its till id until it is revoked', async () => {
    const { code, pairing } = await issue();
    const second = await issue();
    await redeem({ code, pubkey: KEYS[0].publicKey });
    const third = { pos_id: 'kasse-9', name: 'Kasse 9', rights: 'sales' };
    expect((await admin.post('/pairings', third)).status).toBe(409);
    expect((await redeem({ code: second.code, pubkey: KEYS[1].publicKey })).status).toBe(409);
    const body = TILL_STATUS_EXAMPLES.tillStatusPut.body;
    const path = '/pos/kasse-9/status/';
    const said = await service.secret(service.users.pos, path, { method: 'PUT', body });
    expect([said.status, (await admin.get('/till-status/kasse-9')).status]).toEqual([204, 200]);
    await admin.remove(`/pairings/${pairing.id}`);
    expect((await admin.get('/till-status/kasse-9')).status).toBe(404);
    expect((await redeem({ code: second.code, pubkey: KEYS[1].publicKey })).status).toBe(201);
  });

  it('does not count as a key holder: the last other one cannot be removed', async () => {
    const { code } = await issue({ rights: 'refunds' });
    await redeem({ code, pubkey: KEYS[0].publicKey });
    expect(
      (await service.key(service.users.admin, '/user/admin/', { method: 'DELETE' })).status,
    ).toBe(409);
  });
});

describe('the portal', () => {
  it('gives codes only to users who hold a key', async () => {
    const till = merchantBrowser(service);
    await till.signIn(service.users.pos);
    const wish = { pos_id: 'k', name: 'K', rights: 'sales' };
    expect((await till.post('/pairings', wish)).status).toBe(409);
    expect((await till.get('/pairings')).status).toBe(409);
    const other = merchantBrowser(service);
    await other.signIn(service.users.neighbour);
    const { pairing } = await issue();
    expect((await other.remove(`/pairings/${pairing.id}`)).status).toBe(404);
    expect(portalPairings.parse((await other.get('/pairings')).body).items).toEqual([]);
  });

  it('limits the number of pending codes', async () => {
    const tried: number[] = [];
    for (let index = 0; index <= LIMITS.pairingCodesWaitingMax; index += 1) {
      const wish = { pos_id: `many-${index}`, name: 'Many', rights: 'sales' };
      tried.push((await admin.post('/pairings', wish)).status);
    }
    expect(tried.filter((status) => status === 200)).toHaveLength(LIMITS.pairingCodesWaitingMax);
    expect(tried.at(-1)).toBe(409);
    await advance(LIMITS.pairingCodeLife);
    await issue({ pos_id: 'later' });
  });
});
