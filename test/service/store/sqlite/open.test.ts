import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { StoreNotOpened, StoreUnavailable } from '../../../../service/store/store-errors.ts';
import { createPayment } from '../../../../shared/payment/create.ts';
import { draft, ids, MERCHANT, newDatabase } from '../../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../../support/stores.ts';

const databases: ReturnType<typeof newDatabase>[] = [];
function database() {
  const made = newDatabase();
  databases.push(made);
  return made.path;
}
afterEach(() => {
  for (const made of databases.splice(0)) made.remove();
});

function payment(change: Parameters<typeof draft>[0] = {}) {
  const parts = { tid: ids.tid(), merchantId: MERCHANT.id, customer: { kind: 'open' } as const };
  return createPayment({ ...parts, request: draft(change), now: 1_000_000 });
}

const WRITER = fileURLToPath(new URL('../writer-process.ts', import.meta.url));

/** Runs the writer until it has acknowledged `count` payments, then kills it in the middle of work. */
async function writeAndKill(path: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return acknowledged;
}

describe('the embedded database', () => {
  it('keeps every acknowledged payment when its process is killed during writes', async () => {
    const path = database();
    const acknowledged: string[] = [];
    for (const count of [50, 200, 400]) acknowledged.push(...(await writeAndKill(path, count)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(650);
    const store = openSqliteStore(path);
    for (const tid of acknowledged) {
      expect((await store.payments.byTid(MERCHANT.id, tid))?.tid).toBe(tid);
    }
    await store.close();
  });

  it('belongs to one process at a time; a second process is refused with the reason', () => {
    const path = database();
    const store = openSqliteStore(path);
    expect(() => openSqliteStore(path)).toThrow(StoreNotOpened);
    expect(() => openSqliteStore(path)).toThrow(/in use by another process/);
    return store.close();
  });

  it('refuses a file of a newer version and one with a different history', async () => {
    const newer = database();
    await openSqliteStore(newer).close();
    const raw = new DatabaseSync(newer);
    raw.exec("INSERT INTO migration VALUES (99, 'future', 'x')");
    raw.close();
    expect(() => openSqliteStore(newer)).toThrow(/newer version/);
    const other = database();
    await openSqliteStore(other).close();
    const edited = new DatabaseSync(other);
    edited.exec("UPDATE migration SET checksum = 'x'");
    edited.close();
    expect(() => openSqliteStore(other)).toThrow(/Migration 1/);
  });

  it('refuses a file that is not a database, and does not change it', () => {
    const path = database();
    writeFileSync(path, 'no database');
    expect(() => openSqliteStore(path)).toThrow(StoreNotOpened);
    expect(readFileSync(path, 'utf8')).toBe('no database');
  });

  it('accepts no writes after it is closed, and commits those that were waiting', async () => {
    const path = database();
    const store = openSqliteStore(path);
    await store.merchants.put(MERCHANT);
    const waiting = payment();
    const write = store.payments.create(waiting, NO_EFFECTS);
    await store.close();
    expect((await write).created).toBe(true);
    await expect(store.payments.create(payment(), NO_EFFECTS)).rejects.toThrow(StoreUnavailable);
    const again = openSqliteStore(path);
    expect(await again.payments.byTid(MERCHANT.id, waiting.tid)).not.toBeNull();
    await again.close();
  });
});

describe.each(STORES)('the store on %s', (kind) => {
  const places: StorePlace[] = [];
  async function opened() {
    const place = await newStorePlace(kind);
    places.push(place);
    return place.open();
  }
  afterEach(async () => {
    for (const place of places.splice(0)) await place.remove();
  });

  describe('a payment', () => {
    it('is saved once by two concurrent changes to the same version', async () => {
      const store = await opened();
      await store.merchants.put(MERCHANT);
      const first = payment();
      await store.payments.create(first, NO_EFFECTS);
      const next = { ...first, version: 2 };
      const results = await Promise.all([
        store.payments.save(next, NO_EFFECTS),
        store.payments.save(next, NO_EFFECTS),
      ]);
      expect(results.filter(Boolean)).toHaveLength(1);
      await store.close();
    });

    it('is stored even if another write of the same commit fails', async () => {
      const store = await opened();
      await store.merchants.put(MERCHANT);
      const orphan = { ...payment(), merchantId: 'nobody' };
      const good = payment();
      const [bad, kept] = await Promise.allSettled([
        store.payments.create(orphan, NO_EFFECTS),
        store.payments.create(good, NO_EFFECTS),
      ]);
      expect(bad.status).toBe('rejected');
      expect(kept.status).toBe('fulfilled');
      expect(await store.payments.byTid('nobody', orphan.tid)).toBeNull();
      expect(await store.payments.byTid(MERCHANT.id, good.tid)).not.toBeNull();
      await store.close();
    });
  });

  describe('channels', () => {
    it('number events without a gap, replay after a position, remove acknowledged events', async () => {
      const store = await opened();
      const message = (id: string) => ({
        meta: { id, event: 'e', uri: null, seqno: 0, labels: [], context: '', timestamp: '' },
      });
      for (const id of ['a', 'b', 'c']) {
        await store.channels.publish('m1', 5, [{ channel: 'till', message: message(id) }]);
      }
      const seqs = async (after: number) =>
        (await store.channels.read('m1', 'till', after, 10)).map((event) => event.seq);
      expect(await seqs(0)).toEqual([1, 2, 3]);
      expect(await seqs(2)).toEqual([3]);
      await store.channels.acknowledge('m1', 'till', 2);
      expect(await seqs(0)).toEqual([3]);
      expect(await store.channels.read('m2', 'till', 0, 10)).toEqual([]);
      expect(await store.channels.sweep(6)).toBe(1);
      await store.channels.publish('m1', 7, [{ channel: 'till', message: message('d') }]);
      expect(await seqs(0)).toEqual([4]);
      await store.close();
    });
  });

  describe('signatures and codes', () => {
    it('a signature can be used once within its window', async () => {
      const store = await opened();
      const use = (now: number) => store.users.useSignature('m1', 'u1', 'hash', now, now + 100);
      expect([await use(0), await use(50), await use(100)]).toEqual([true, false, true]);
      await store.close();
    });

    it('a one-time code ends after its use, its expiry, or too many wrong tries', async () => {
      const store = await opened();
      await store.customers.put({ id: 'c1', msisdn: '4798765432', name: 'Ingrid' });
      const take = (hash: string, now = 10) => store.customers.takeCode('c1', hash, now, 3);
      await store.customers.putCode('c1', 'right', 100);
      expect([await take('right'), await take('right')]).toEqual([true, false]);
      await store.customers.putCode('c1', 'right', 100);
      expect(await take('right', 100)).toBe(false);
      await store.customers.putCode('c1', 'right', 100);
      for (let wrong = 0; wrong < 3; wrong += 1) await take('wrong');
      expect(await take('right')).toBe(false);
      await store.close();
    });
  });
});
