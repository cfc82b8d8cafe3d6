import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUsers, type Users } from '../../../service/merchants/users.ts';
import type { Store } from '../../../service/store/store.ts';
import { tokenHash } from '../../../shared/node/password-hash.ts';
import { userInput } from '../../../shared/protocol/user.ts';
import { hashWorkOf } from '../../support/hash-work.ts';
import { ids, MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

describe.each(STORES)('an invitation on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let users: Users;
  beforeAll(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.merchants.put({ ...MERCHANT, id: 'other' });
    users = createUsers({ store, ids, random: (length) => randomBytes(length) });
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  const input = (id: string) => userInput.parse({ id, secret: 'a long secret' });
  const invited = async (expires = 100) => {
    const token = ids.token();
    await store.users.putInvitation(MERCHANT.id, tokenHash(token), expires);
    return token;
  };
  const use = async (token: string, id: string, now = 50, merchant: string = MERCHANT.id) => {
    const made = await users.createInvited(merchant, input(id), { token, now });
    return made.ok ? 'created' : made.refusal.type;
  };

  it('creates one user, even if it is used several times at once', async () => {
    const token = await invited();
    const made = await Promise.all(['a1', 'a2', 'a3', 'a4'].map((id) => use(token, id)));
    expect([...made].sort()).toEqual(['Unauthorized', 'Unauthorized', 'Unauthorized', 'created']);
    expect(await use(token, 'a5')).toBe('Unauthorized');
    const list = await store.users.list(MERCHANT.id, null, 10);
    expect(list.filter(({ id }) => id.startsWith('a'))).toHaveLength(1);
  });

  it('is refused after its expiry, after a newer invitation, and at another merchant', async () => {
    const late = await invited(50);
    expect(await use(late, 'b1', 50)).toBe('Unauthorized');
    const older = await invited();
    const newer = await invited();
    expect(await use(older, 'b2')).toBe('Unauthorized');
    expect(await use(newer, 'b3', 50, 'other')).toBe('Unauthorized');
    expect(await use(newer, 'b4')).toBe('created');
  });

  it('stays valid if the user id is taken', async () => {
    await store.users.create(MERCHANT.id, {
      ...{ id: 'c1', label: null, netmask: null, secretHash: null, publicKey: null, version: 1 },
    });
    const token = await invited();
    expect(await use(token, 'c1')).toBe('Conflict');
    expect(await use(token, 'c2')).toBe('created');
  });

  it('with an unknown token is refused without a slow hash', async () => {
    const works = await hashWorkOf(async () => {
      expect(await use(ids.token(), 'd1')).toBe('Unauthorized');
    });
    expect(works).toEqual([]);
  });
});
