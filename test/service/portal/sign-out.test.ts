import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSessions } from '../../../service/portal/session.ts';
import type { Store } from '../../../service/store/store.ts';
import { createIds } from '../../../shared/ids/ids.ts';
import { ReplyHeaders } from '../../../shared/node/http/reply-headers.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const USER = {
  ...{ id: 'admin', label: null, netmask: null, secretHash: null, publicKey: 'key', version: 1 },
};

describe.each(STORES)('a sign-out of the portal on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.users.put(MERCHANT.id, USER);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const clock = createManualClock();
  /** The sessions of a process, which shares nothing with another one but the store and the keys. */
  const sessionsOf = () => {
    const ids = createIds(secureRandom);
    const base = { root: 'http://shop.example', prefix: '' };
    const addresses = () => ({ ...base, base: '', basePath: '', wallet: '' });
    return createSessions({ store, clock, ids, addresses }, (purpose, text) =>
      Buffer.from(purpose + text).toString('base64url'),
    );
  };

  async function restarted() {
    await store.close();
    store = await place.open();
    return sessionsOf();
  }

  function signedIn() {
    const headers = new ReplyHeaders();
    sessionsOf().open(headers, MERCHANT.id, USER);
    const set = headers.onto({ status: 200 }).headers?.['set-cookie'] ?? '';
    return { headers: { cookie: String(set).split(';')[0] ?? '' }, address: '127.0.0.1' };
  }
  const read = (request: ReturnType<typeof signedIn>, sessions = sessionsOf()) =>
    sessions.read(request, new ReplyHeaders());

  it('holds in another process and after a restart, and ends no other session', async () => {
    const [gone, kept] = [signedIn(), signedIn()];
    const session = await read(gone);
    if (session === null) throw new Error('not signed in');
    await sessionsOf().close(new ReplyHeaders(), session);
    expect(await read(gone)).toBeNull();
    const after = await restarted();
    expect(await read(gone, after)).toBeNull();
    expect(await read(kept, after)).toMatchObject({ name: USER.id });
  });

  it('is forgotten when no token of the session is valid any more', async () => {
    const session = await read(signedIn());
    if (session === null) throw new Error('not signed in');
    await sessionsOf().close(new ReplyHeaders(), session);
    await store.users.sweep(session.life.expires - 1);
    expect(await store.users.hasEnded(session.life.id)).toBe(true);
    await store.users.sweep(session.life.expires);
    expect(await store.users.hasEnded(session.life.id)).toBe(false);
  });
});
