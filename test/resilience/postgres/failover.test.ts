import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import type { Store } from '../../../service/store/store.ts';
import { StoreUnavailable } from '../../../service/store/store-errors.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts';
import { adminUrl } from '../../support/postgres/server.ts';

/* A store whose address names a primary and a standby. */

const removed: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of removed.splice(0)) await remove();
});

async function newCluster(options: { readonly synchronous: boolean }): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'tillkit-cluster-'));
  const cluster = await startCluster(home, options);
  removed.push(async () => {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  });
  const client = new Client(adminUrl(cluster.primaryPort()));
  await client.connect();
  await client.query('CREATE DATABASE shop');
  await client.end();
  return cluster;
}

const open = ({ servers }: Cluster, self: string): Promise<Store> => {
  const url = `postgres://postgres@${servers}/shop?target_session_attrs=read-write`;
  return openPostgresStore(url, { wall: createSystemClock(), self });
};

let customers = 0;
/** Adds another customer each time. */
const write = (store: Store) => {
  customers += 1;
  return store.customers.add({
    ...{ id: `c${customers}`, msisdn: `47413${10_000 + customers}`, name: '', status: 'active' },
    ...{ allowCredit: false, created: 0, terms: null },
  });
};

it('writes to the server that accepts writes, before and after the standby is promoted', async () => {
  const cluster = await newCluster({ synchronous: true });
  const store = await open(cluster, 'first');
  expect(await write(store)).toBe('added');
  await cluster.killPrimary();
  // Only the standby answers: it can read, and the store refuses to write to it.
  await expect(write(store)).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(open(cluster, 'second')).rejects.toThrow(/accepts no writes|cannot be reached/);
  await cluster.promote();
  expect(await write(store)).toBe('added');
  // A process that starts now finds it at the second place of the address.
  const second = await open(cluster, 'second');
  expect(await write(second)).toBe('added');
  expect(await second.alone(async () => 'locked')).toBe('locked');
  await cluster.addStandby();
  expect(await write(second)).toBe('added');
  expect(await second.customers.record('c1')).not.toBeNull();
  await second.close();
  await store.close();
});

it('acknowledges no write that a synchronous standby lacks', async () => {
  const cluster = await newCluster({ synchronous: true });
  const store = await open(cluster, 'first');
  expect(await write(store)).toBe('added');
  const kept = `c${customers}`;
  await cluster.detachStandby();
  const waiting = write(store).catch((error: unknown) => error);
  await cluster.until("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  // Another request does not see a write that is not replicated yet.
  expect(await store.customers.record(`c${customers}`)).toBeNull();
  await cluster.killPrimary();
  expect(await waiting).toBeInstanceOf(StoreUnavailable);
  await cluster.promote();
  expect(await store.customers.record(kept)).not.toBeNull();
  expect(await store.customers.record(`c${customers}`)).toBeNull();
  await store.close();
});

it('loses acknowledged writes with an asynchronous standby: those that it has not received', async () => {
  const cluster = await newCluster({ synchronous: false });
  const store = await open(cluster, 'first');
  expect(await write(store)).toBe('added');
  const kept = `c${customers}`;
  await cluster.until('SELECT 1 FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()');
  await cluster.detachStandby();
  expect(await write(store)).toBe('added');
  await cluster.killPrimary();
  await cluster.promote();
  expect(await store.customers.record(kept)).not.toBeNull();
  expect(await store.customers.record(`c${customers}`)).toBeNull();
  await store.close();
});
