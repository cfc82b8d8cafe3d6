import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../service/store/store.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

/* The store may cache a customer that it has read; a lookup always returns the latest write. */

describe.each(STORES)('a customer lookup by phone number on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.customers.put({ id: 'k1', msisdn: '4711111111', name: 'Kari' });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  it('finds the customer at the first and at the second lookup', async () => {
    const kari = { id: 'k1', msisdn: '4711111111', name: 'Kari' };
    expect(await store.customers.byMsisdn('4711111111')).toStrictEqual(kari);
    expect(await store.customers.byMsisdn('4711111111')).toStrictEqual(kari);
  });

  it('finds a customer who was added after a first lookup of the number', async () => {
    expect(await store.customers.byMsisdn('4722222222')).toBeNull();
    await store.customers.put({ id: 'k2', msisdn: '4722222222', name: 'Ola' });
    expect((await store.customers.byMsisdn('4722222222'))?.id).toBe('k2');
  });

  it('returns the latest name of the customer', async () => {
    expect((await store.customers.byMsisdn('4711111111'))?.name).toBe('Kari');
    await store.profiles.describe('k1', 'Kari Nordmann', {
      ...{ email: null, emailVerified: false, address: null, nationalId: null },
    });
    expect((await store.customers.byMsisdn('4711111111'))?.name).toBe('Kari Nordmann');
  });

  it('does not find a customer by an earlier number', async () => {
    expect((await store.customers.byMsisdn('4711111111'))?.id).toBe('k1');
    await store.customers.put({ id: 'k1', msisdn: '4733333333', name: 'Kari' });
    expect(await store.customers.byMsisdn('4711111111')).toBeNull();
    expect((await store.customers.byMsisdn('4733333333'))?.id).toBe('k1');
  });
});
