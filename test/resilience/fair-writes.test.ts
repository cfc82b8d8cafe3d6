import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Commits } from '../../service/store/postgres/commits.ts';
import { WriteTurns } from '../../service/store/postgres/write-turns.ts';
import { GroupCommit } from '../../service/store/sqlite/group-commit.ts';
import { NO_EFFECTS, type Store, type User } from '../../service/store/store.ts';
import { StoreBusy } from '../../service/store/store-errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { CUSTOMER } from '../conformance/world.ts';
import { newPayment } from '../service/store/postgres/world.ts';
import { MERCHANT } from '../support/payments.ts';
import { newPostgres } from '../support/postgres/shared.ts';
import { paymentDraft, startTestService } from '../support/service.ts';
import { newStorePlace, STORES, type StorePlace } from '../support/stores.ts';

const FLOOD = 'flood';
/** More writes than one merchant may have waiting, by more than any store works on at once. */
const BEYOND = 200;

const user = (id: string): User => ({
  id,
  label: null,
  netmask: null,
  secretHash: null,
  publicKey: 'key',
  version: 1,
});
const pos = (id: string) => ({ id, name: 'Till', type: 'store', location: null }) as const;
const change = { callbackUri: null, label: 'door', isActive: true };
const MARK = { image: new Uint8Array([1]), etag: 'mark' };

/** Writes of a merchant that are no payments, each of another kind. */
const OTHER_WRITES: readonly ((
  store: Store,
  merchantId: string,
  id: string,
) => Promise<unknown>)[] = [
  (store, merchantId) => store.channels.acknowledge(merchantId, 'till', 1),
  (store, merchantId, id) => store.users.put(merchantId, user(id)),
  (store, merchantId, id) => store.pos.create(merchantId, pos(id)),
  (store, merchantId, id) => store.shortlinks.update(merchantId, id, change),
  (store, merchantId, id) => store.users.useSignature(merchantId, 'u', id, 1, 2),
  (store, merchantId, id) => store.pos.remove(merchantId, id),
  (store, merchantId, id) => store.shortlinks.remove(merchantId, id),
  (store, merchantId, id) => store.users.remove(merchantId, id, false),
  (store, merchantId) => store.merchants.putLogo(merchantId, MARK),
  (store, merchantId, id) => store.sspUsers.remove(merchantId, id),
];

describe.each(STORES)('the write queue on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put({ ...MERCHANT, id: FLOOD });
    await store.merchants.put(MERCHANT);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  it('refuses only writes of the merchant with too many of them', async () => {
    const write = (merchantId: string, number: number) =>
      OTHER_WRITES[number % OTHER_WRITES.length]?.(store, merchantId, `id${number}`);
    const count = LIMITS.writeQueueShareMax + BEYOND;
    const flood = Promise.allSettled(Array.from({ length: count }, (_, at) => write(FLOOD, at)));
    const own = OTHER_WRITES.map((_, at) => write(MERCHANT.id, at));
    own.push(store.payments.create(newPayment(), NO_EFFECTS));
    // Each of these writes succeeds, however many writes of the other merchant wait.
    await Promise.all(own);
    const refused = (await flood).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(BEYOND);
    expect(refused.filter((reason) => !(reason instanceof StoreBusy))).toEqual([]);
  });
});

/** Requests of the flood that are sent at once, and of the other merchant, one after another. */
const AT_ONCE = 32;
const OWN_REQUESTS = 10;

/** The turns of the event loop by which each write of the flood is delayed, as by a slow disk. */
const HELD = 20;

/** Writes of `owner` that a store works on, now and at most. */
function watchStore(owner: string) {
  const seen = { now: 0, most: 0 };
  const watched = async <T>(own: string, write: () => Promise<T>): Promise<T> => {
    if (own !== owner) return write();
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    try {
      for (let turn = 0; turn < HELD; turn += 1) await new Promise((go) => setImmediate(go));
      return await write();
    } finally {
      seen.now -= 1;
    }
  };
  const group = GroupCommit.prototype.write;
  vi.spyOn(GroupCommit.prototype, 'write').mockImplementation(function (
    this: GroupCommit,
    own,
    mutate,
  ) {
    return watched(own, () => group.call(this, own, mutate));
  } as typeof group);
  const turns = WriteTurns.prototype.run;
  vi.spyOn(WriteTurns.prototype, 'run').mockImplementation(function (this: WriteTurns, own, write) {
    return watched(own, () => turns.call(this, own, write));
  } as typeof turns);
  const commits = Commits.prototype.write;
  vi.spyOn(Commits.prototype, 'write').mockImplementation(function (this: Commits, mutation) {
    return watched(mutation.merchantId, () => commits.call(this, mutation));
  });
  return seen;
}

describe.each(STORES)('requests on %s', (kind) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('of one merchant have few writes in progress while another merchant writes', async () => {
    const database = kind === 'postgres' ? await newPostgres() : null;
    const test = await startTestService(database === null ? {} : { databaseUrl: database.url });
    try {
      const { pos, neighbour } = test.users;
      const seen = watchStore(pos.merchant);
      const create = (user: typeof pos, id: string) => {
        const body = { id, name: 'Till', type: 'store' };
        return test.secret(user, '/pos/', { method: 'POST', body });
      };
      const draft = (at: number) => paymentDraft({ pos_tid: `flood${at}`, customer: CUSTOMER });
      const send = (at: number) =>
        at % 2 === 0
          ? create(pos, `flood${at}`)
          : test.secret(pos, '/payment_request/', { method: 'POST', body: draft(at) });
      const several = (first: number) =>
        Array.from({ length: AT_ONCE }, (_, at) => send(first + at));
      // A merchant that works alone shares its commits.
      await create(pos, 'first');
      await Promise.all(several(0));
      expect(seen.most).toBeGreaterThan(LIMITS.writesBesideOthersMax);
      expect((await create(neighbour, 'own')).status).toBe(201);
      seen.most = 0;
      const flood = several(AT_ONCE);
      for (let at = 0; at < OWN_REQUESTS; at += 1) {
        expect((await create(neighbour, `own${at}`)).status).toBe(201);
      }
      expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 201));
      expect(seen.most).toBeGreaterThan(0);
      expect(seen.most).toBeLessThanOrEqual(LIMITS.writesBesideOthersMax);
    } finally {
      await test.stop();
      await database?.drop();
    }
  });
});
