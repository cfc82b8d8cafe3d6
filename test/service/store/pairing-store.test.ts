import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../service/merchants/authenticate.ts';
import type { NewPairing, Redemption } from '../../../service/store/pairing-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import type { PairingRights } from '../../../shared/protocol/pairing.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';
import { signedHeaders } from '../../support/wire.ts';

describe.each(STORES)('the pairing store on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const { id: MINE } = MERCHANT;
  const pairing = (id: string, change: Partial<NewPairing> = {}): NewPairing => ({
    merchantId: MINE,
    id,
    codeHash: `hash of ${id}`,
    posId: `pos-${id}`,
    name: 'Till',
    rights: 'sales',
    createdBy: 'admin',
    created: 1_000,
    expires: 2_000,
    ...change,
  });

  function redemption(number: number, pos: string, till: PairingRights = 'sales'): Redemption {
    const id = `till-${number}`;
    const keys = { secretHash: null, publicKey: 'key', version: 1 };
    const link = { callbackUri: null, serialNumber: null, label: null, isActive: true, created: 1 };
    return {
      at: 1_500,
      user: {
        ...{ id, label: null, netmask: null, ...keys },
        till: { rights: till, posId: pos, shortlinkId: `link${number}` },
      },
      pos: { id: pos, name: 'Till', type: 'store', location: null },
      shortlink: { id: `link${number}`, merchantId: MINE, ...link },
      keyHash: `key of ${number}`,
      device: null,
      address: '192.0.2.1',
    };
  }

  describe('a stored pairing', () => {
    it('is redeemed once; a later attempt fails even after the till was removed', async () => {
      await store.pairings.create(pairing('a'), 20);
      const tries = [1, 2, 3].map((n) => store.pairings.redeem(MINE, 'a', redemption(n, 'pos-a')));
      const results = await Promise.all(tries);
      expect([...results].sort()).toEqual(['done', 'lost', 'lost']);
      const winner = `till-${results.indexOf('done') + 1}`;
      expect((await store.users.list(MINE, null, 10)).map(({ id }) => id)).toEqual([winner]);
      await store.users.remove(MINE, winner, false);
      expect(await store.pairings.redeem(MINE, 'a', redemption(4, 'pos-a'))).toBe('lost');
      expect(await store.users.list(MINE, null, 10)).toEqual([]);
    });

    it('cannot be redeemed after it was revoked or has expired', async () => {
      await store.pairings.create(pairing('b'), 20);
      expect(await store.pairings.byCode('hash of b')).toMatchObject({ revoked: null });
      await store.pairings.revoke(MINE, 'b', 1_200);
      expect(await store.pairings.redeem(MINE, 'b', redemption(1, 'pos-b'))).toBe('lost');
      await store.pairings.create(pairing('c'), 20);
      const late = { ...redemption(2, 'pos-c'), at: 2_000 };
      expect(await store.pairings.redeem(MINE, 'c', late)).toBe('lost');
      expect(await store.users.list(MINE, null, 10)).toEqual([]);
      expect(await store.pos.list(MINE, null, 10)).toEqual([]);
    });

    it('is available only to its merchant, and its code is unique among all merchants', async () => {
      await store.merchants.put({ ...MERCHANT, id: 'other' });
      await store.pairings.create(pairing('d'), 20);
      const same = pairing('e', { merchantId: 'other', codeHash: 'hash of d' });
      expect(await store.pairings.create(same, 20)).toBe('code_taken');
      expect(await store.pairings.redeem('other', 'd', redemption(1, 'pos-d'))).toBe('lost');
      expect(await store.pairings.revoke('other', 'd', 1_200)).toBe(false);
      expect(await store.pairings.list('other', 10)).toEqual([]);
    });

    it('is not redeemed with a shortlink id that is taken, and nothing is written', async () => {
      await store.pairings.create(pairing('f'), 20);
      await store.pairings.create(pairing('g'), 20);
      await store.pairings.redeem(MINE, 'f', redemption(1, 'pos-f'));
      const clash = { ...redemption(2, 'pos-g'), shortlink: redemption(1, 'x').shortlink };
      expect(await store.pairings.redeem(MINE, 'g', clash)).toBe('id_taken');
      expect(await store.pairings.read(MINE, 'g')).toMatchObject({ paired: null });
      expect(await store.pairings.redeem(MINE, 'g', redemption(2, 'pos-g'))).toBe('done');
    });

    it('is removed a day later if it was not used', async () => {
      await store.pairings.create(pairing('h'), 20);
      const day = 24 * 60 * 60_000;
      await store.pairings.create(pairing('i', { created: 1_001 + day, expires: 9e12 }), 20);
      expect((await store.pairings.list(MINE, 10)).map(({ id }) => id)).toEqual(['i']);
    });
  });

  it.each([
    ['sales', 'SECRET'],
    ['refunds', 'KEY'],
  ] as const)(
    'a signed request of a till with the right to %s has level %s',
    async (till, level) => {
      const keys = await generateRsaKeyPair();
      await store.pairings.create(pairing('j', { rights: till }), 20);
      const made = redemption(1, 'pos-j', till);
      const user = { ...made.user, publicKey: keys.publicKey };
      await store.pairings.redeem(MINE, 'j', { ...made, user });
      const clock = createManualClock();
      const origin = 'http://127.0.0.1:4600';
      const auth = createAuthenticator({
        store,
        clock,
        signing: SVC_PROFILE,
        log: pino({ level: 'silent' }),
        origins: () => [origin],
        processKey: randomBytes(32),
      });
      const target = '/merchant/v1/pos/';
      const headers = signedHeaders({
        merchant: MINE,
        user: 'till-1',
        privateKey: keys.privateKey,
        url: origin + target,
        method: 'GET',
        at: clock.now(),
      });
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const presented = {
        method: 'GET',
        target,
        headers: Object.fromEntries(lower),
        rawHeaders: Object.entries(headers).flat(),
        address: '192.0.2.1',
        body: new Uint8Array(0),
      };
      const who = await auth.authenticate(presented);
      expect(who).toMatchObject({
        ok: true,
        value: { level, till: { rights: till }, userId: 'till-1' },
      });
    },
  );
});
