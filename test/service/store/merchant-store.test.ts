import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeMerchant } from '../../../service/merchants/merchant-access.ts';
import type { MerchantRecord, Store, User } from '../../../service/store/store.ts';
import { DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { merchantDetails, NO_DETAILS } from '../../../shared/protocol/merchant.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const record = (id: string, change: Partial<MerchantRecord> = {}): MerchantRecord => ({
  ...MERCHANT,
  id,
  integratorId: null,
  lookupIds: [],
  details: NO_DETAILS,
  agreement: DEFAULT_AGREEMENT,
  ...change,
});

const user = (id: string, publicKey: string | null = 'key'): User => ({
  id,
  label: null,
  netmask: null,
  secretHash: null,
  publicKey,
  version: 1,
});

describe.each(STORES)('the merchant store on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  describe('a merchant', () => {
    it('has default values for unset members, and a settlement account', async () => {
      await store.merchants.put(MERCHANT);
      expect(await store.merchants.record(MERCHANT.id)).toEqual(record(MERCHANT.id));
      const accounts = await store.settlementAccounts.ofMerchant(MERCHANT.id);
      expect(accounts.map(({ id }) => id)).toEqual([`${MERCHANT.id}.NOK`]);
    });

    it('is read with the currencies of its settlement accounts, including later ones', async () => {
      await store.merchants.put(MERCHANT);
      expect(await store.merchants.read(MERCHANT.id)).toEqual({ ...MERCHANT, currencies: ['NOK'] });
      const agreement = { ...DEFAULT_AGREEMENT, currencies: ['SEK', 'EUR'] };
      await store.merchants.putRecord(record(MERCHANT.id, { agreement }));
      const read = await store.merchants.read(MERCHANT.id);
      expect(read?.currencies).toEqual(['EUR', 'NOK', 'SEK']);
    });

    it('is read as it was written, and keeps its other members when its payment limit changes', async () => {
      const details = merchantDetails.parse({
        organizationId: '999888777',
        mcc: 5814,
        profile: { postal_code: '0558', email: 'post@kaffebar.no' },
      });
      const agreement = { ...DEFAULT_AGREEMENT, currencies: ['NOK', 'EUR'], payoutDelay: 3_600 };
      const whole = record('shop', { details, agreement, lookupIds: ['door-7'] });
      expect(await store.merchants.putRecord(whole)).toBe('written');
      expect(await store.merchants.record('shop')).toEqual(whole);
      await store.merchants.put({ ...MERCHANT, id: 'shop', paymentLimit: 5 });
      expect(await store.merchants.record('shop')).toEqual({ ...whole, paymentLimit: 5 });
      const accounts = await store.settlementAccounts.ofMerchant('shop');
      expect(accounts.map(({ id, payoutDelay }) => [id, payoutDelay])).toEqual([
        ['shop.EUR', 3_600],
        ['shop.NOK', 3_600],
      ]);
    });

    it('keeps the settings of its settlement account when its record is written again', async () => {
      await store.merchants.putRecord(record('shop'));
      const change = { payoutAccount: '86011117947', frequency: 'weekly' } as const;
      expect(await store.settlementAccounts.update('shop', 'shop.NOK', change)).toBe(true);
      await store.merchants.putRecord(record('shop'));
      expect(await store.settlementAccounts.read('shop', 'shop.NOK')).toMatchObject(change);
      expect(await store.settlementAccounts.update('other', 'shop.NOK', change)).toBe(false);
      expect(await store.settlementAccounts.read('other', 'shop.NOK')).toBeNull();
    });

    it('is found by its organisation number and its lookup ids, which are unique', async () => {
      const details = { ...NO_DETAILS, organizationId: '1' };
      await store.merchants.putRecord(record('shop', { details, lookupIds: ['2', '3'] }));
      const find = (id: string) => store.merchants.byLookupId(id);
      expect(await Promise.all(['1', '2', '3', '4'].map(find))).toEqual([
        'shop',
        'shop',
        'shop',
        null,
      ]);
      const taken = record('thief', { lookupIds: ['2'] });
      expect(await store.merchants.putRecord(taken)).toBe('taken');
      expect(await store.merchants.read('thief')).toBeNull();
      await store.merchants.putRecord(record('shop', { lookupIds: ['3'] }));
      expect(await Promise.all(['1', '2', '3'].map(find))).toEqual([null, null, 'shop']);
    });

    it('is not written if the stored record has changed since it was read', async () => {
      const details = merchantDetails.parse({ mcc: 5814 });
      await store.merchants.putRecord(record('shop', { details }));
      const read = await store.merchants.record('shop');
      if (read === null) throw new Error('no record');
      // The record as an operator command gets it, through a socket.
      const sent = structuredClone(read);
      expect(await store.merchants.putRecord({ ...read, name: 'Baren' }, sent)).toBe('written');
      expect(await store.merchants.putRecord({ ...read, lookupIds: ['2'] }, sent)).toBe('changed');
      expect(await store.merchants.record('shop')).toEqual({ ...read, name: 'Baren' });
      const gone = record('gone');
      expect(await store.merchants.putRecord(gone, gone)).toBe('changed');
      expect(await store.merchants.record('gone')).toBeNull();
    });

    it('keeps every one of twelve concurrent changes', async () => {
      await store.merchants.putRecord(record('shop'));
      const ids = Array.from({ length: 12 }, (_, place) => `door-${place + 10}`);
      const changes = ids.map((id) =>
        changeMerchant(store, 'shop', (now) =>
          answer({ ...now, lookupIds: [...now.lookupIds, id] }),
        ),
      );
      expect((await Promise.all(changes)).every(({ ok }) => ok)).toBe(true);
      const { lookupIds } = (await store.merchants.record('shop')) ?? { lookupIds: [] };
      expect(lookupIds.toSorted()).toEqual(ids);
    });

    it('is listed in pages; so are the settlement accounts', async () => {
      for (const id of ['c', 'a', 'b']) await store.merchants.putRecord(record(id));
      expect(await store.merchants.list(null, 2)).toEqual(['a', 'b']);
      expect(await store.merchants.list('b', 2)).toEqual(['c']);
      const accounts = await store.settlementAccounts.everyMerchants('a.NOK', 5);
      expect(accounts.map(({ id }) => id)).toEqual(['b.NOK', 'c.NOK']);
    });
  });

  describe('the users with a public key', () => {
    it('keep one user when all of them are removed concurrently', async () => {
      await store.merchants.putRecord(record('shop'));
      for (const id of ['a', 'b']) await store.users.put('shop', user(id));
      const left = await Promise.all(['a', 'b'].map((id) => store.users.remove('shop', id, true)));
      expect(left.filter(Boolean)).toHaveLength(1);
      expect(await store.users.list('shop', null, 5)).toHaveLength(1);
    });

    it('keep one public key when all of them remove their keys concurrently', async () => {
      await store.merchants.putRecord(record('shop'));
      for (const id of ['a', 'b']) await store.users.put('shop', user(id));
      const next = (id: string) => ({ ...user(id, null), version: 2 });
      const given = ['a', 'b'].map((id) => store.users.change('shop', next(id), true));
      expect((await Promise.all(given)).filter(Boolean)).toHaveLength(1);
    });

    it('are changed only if the new version follows the stored one', async () => {
      await store.merchants.putRecord(record('shop'));
      await store.users.put('shop', user('a'));
      expect(await store.users.change('shop', { ...user('a'), version: 2 }, false)).toBe(true);
      expect(await store.users.change('shop', { ...user('a'), version: 2 }, false)).toBe(false);
      expect(await store.users.change('shop', { ...user('a'), version: 9 }, false)).toBe(false);
      expect(await store.users.change('other', { ...user('a'), version: 3 }, false)).toBe(false);
    });
  });

  describe('a self-service user', () => {
    it('cannot be removed while it acts for a company (D-76)', async () => {
      await store.merchants.putRecord(record('shop'));
      const person = { id: 'p1', email: 'a@b.no', phone: null, name: null, bankid: null };
      await store.sspUsers.create('shop', { ...person, legal_entities: [] }, 'admin');
      expect(await store.sspUsers.setLegalEntities('shop', 'p1', ['kaffebaren-as'])).toBe(true);
      expect(await store.sspUsers.remove('shop', 'p1')).toBe('has_entities');
      expect(await store.sspUsers.read('shop', 'p1')).toMatchObject({
        legal_entities: ['kaffebaren-as'],
      });
      await store.sspUsers.setLegalEntities('shop', 'p1', []);
      expect(await store.sspUsers.remove('other', 'p1')).toBe('unknown');
      expect(await store.sspUsers.remove('shop', 'p1')).toBe('removed');
      expect(await store.sspUsers.remove('shop', 'p1')).toBe('unknown');
    });
  });
});
