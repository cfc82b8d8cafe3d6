import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantRecord, Store } from '../../../service/store/store.ts';
import { DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { NO_DETAILS } from '../../../shared/protocol/merchant.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const record = (id: string, legalEntity: string | null = null): MerchantRecord => ({
  ...MERCHANT,
  id,
  name: `Shop ${id}`,
  integratorId: null,
  lookupIds: [],
  details: { ...NO_DETAILS, legalEntity },
  agreement: DEFAULT_AGREEMENT,
});
const person = (id: string, email = 'Kari@Kaffebar.no') => ({
  id,
  email,
  phone: null,
  name: null,
  bankid: null,
  legal_entities: [],
});
const KARI = 'kari@kaffebar.no';
const FACTOR = { nonce: 'n1', step: 100 };

describe.each(STORES)('self-service users on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    for (const id of ['a', 'b', 'c']) await store.merchants.putRecord(record(id));
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const opened = async (limit = 10) =>
    (await store.sspUsers.access(KARI, limit)).map(({ merchantId, role }) => [merchantId, role]);

  it('have access to each merchant that lists their email address, ignoring case, with a role', async () => {
    expect(await store.sspUsers.create('a', person('p1'), 'bookkeeper')).toBe(true);
    expect(await store.sspUsers.create('b', person('p2', KARI), 'admin')).toBe(true);
    expect(await store.sspUsers.create('c', person('p3', 'ola@kaffebar.no'), 'admin')).toBe(true);
    expect(await opened()).toEqual([
      ['a', 'bookkeeper'],
      ['b', 'admin'],
    ]);
    expect(await opened(1)).toHaveLength(1);
    expect(await store.sspUsers.setRole('a', 'p1', 'manager')).toBe(true);
    expect(await store.sspUsers.setRole('b', 'p1', 'manager')).toBe(false);
    expect((await opened())[0]).toEqual(['a', 'manager']);
    expect(await store.sspUsers.list('a', null, 10)).toEqual([
      { ...person('p1'), role: 'manager' },
    ]);
    expect(await store.sspUsers.list('a', 'p1', 10)).toEqual([]);
  });

  it('have access to other merchants of a legal entity that they act for, until one leaves it', async () => {
    await store.merchants.putRecord(record('b', 'kaffe-as'));
    await store.merchants.putRecord(record('c', 'kaffe-as'));
    await store.sspUsers.create('a', person('p1'), 'manager');
    await store.sspUsers.create('c', person('p9'), 'bookkeeper');
    expect(await opened()).toEqual([
      ['a', 'manager'],
      ['c', 'bookkeeper'],
    ]);
    await store.sspUsers.setLegalEntities('a', 'p1', ['kaffe-as', 'unknown-as']);
    expect(await opened()).toEqual([
      ['a', 'manager'],
      ['c', 'bookkeeper'],
      ['b', 'manager'],
    ]);
    expect(await opened(2)).toHaveLength(2);
    await store.merchants.putRecord(record('b', 'sold-as'));
    expect(await opened()).toHaveLength(2);
  });

  it('enrol one second factor; each time step and each recovery code is accepted once', async () => {
    await store.sspUsers.create('a', person('p1'), 'admin');
    expect(await store.sspUsers.factor(KARI)).toBeNull();
    expect(await store.sspUsers.enrol('Kari@kaffebar.no', FACTOR, ['h1', 'h2'], 5)).toBe(true);
    expect(await store.sspUsers.enrol(KARI, { nonce: 'n2', step: 1 }, ['h3'], 5)).toBe(false);
    expect(await store.sspUsers.factor(KARI)).toEqual(FACTOR);
    const next = { ...FACTOR, step: 101 };
    const uses = await Promise.all([1, 2, 3].map(() => store.sspUsers.takeStep(KARI, next)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await store.sspUsers.takeStep(KARI, FACTOR)).toBe(false);
    expect(await store.sspUsers.takeStep(KARI, { nonce: 'n2', step: 200 })).toBe(false);
    const codes = await Promise.all([1, 2].map(() => store.sspUsers.takeRecoveryCode(KARI, 'h1')));
    expect(codes.filter(Boolean)).toHaveLength(1);
    expect(await store.sspUsers.takeRecoveryCode(KARI, 'h3')).toBe(false);
    expect(await store.sspUsers.resetFactor(KARI)).toBe(true);
    expect(await store.sspUsers.resetFactor(KARI)).toBe(false);
    expect(await store.sspUsers.takeRecoveryCode(KARI, 'h2')).toBe(false);
    const both = ['n3', 'n4'].map((nonce) => ({ nonce, step: 1 }));
    const enrolled = await Promise.all(both.map((one) => store.sspUsers.enrol(KARI, one, [], 6)));
    // The database decides which of the two is enrolled.
    expect(enrolled.filter(Boolean)).toHaveLength(1);
    expect(await store.sspUsers.factor(KARI)).toEqual(both[enrolled.indexOf(true)]);
  });

  it('keep the second factor until the last user with their email address is removed', async () => {
    await store.sspUsers.create('a', person('p1'), 'admin');
    await store.sspUsers.create('b', person('p2'), 'admin');
    await store.sspUsers.enrol(KARI, FACTOR, ['h1'], 5);
    expect(await store.sspUsers.remove('a', 'p1')).toBe('removed');
    expect(await store.sspUsers.factor(KARI)).toEqual(FACTOR);
    expect(await opened()).toEqual([['b', 'admin']]);
    expect(await store.sspUsers.remove('b', 'p2')).toBe('removed');
    expect(await store.sspUsers.factor(KARI)).toBeNull();
    expect(await store.sspUsers.takeRecoveryCode(KARI, 'h1')).toBe(false);
  });
});
