import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CONNECT_WITHIN } from '../../../service/store/postgres/connection.ts';
import { ANSWER_WITHIN } from '../../../service/store/postgres/database.ts';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import { type Effects, NO_EFFECTS, type Store } from '../../../service/store/store.ts';
import { StoreBusy, StoreUnavailable } from '../../../service/store/store-errors.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { createMessage } from '../../../shared/protocol/events.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { newPayment } from '../../service/store/postgres/world.ts';
import { type HeldTimers, holdTimers } from '../../support/held-timers.ts';
import { until } from '../../support/last-resort.ts';
import { CUSTOMER, ids, MERCHANT } from '../../support/payments.ts';
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts';
import { adminUrl, databaseUrl } from '../../support/postgres/server.ts';
import { runSql } from '../../support/raw.ts';

/* A store whose address names a primary and a standby. */

let timers: HeldTimers | null = null;
const removed: (() => Promise<void>)[] = [];
afterEach(async () => {
  timers?.release();
  timers = null;
  for (const remove of removed.splice(0)) await remove();
});

async function newCluster(options: { readonly synchronous: boolean }): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'tillkit-cluster-'));
  const cluster = await startCluster(home, options);
  removed.push(async () => {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  });
  await runSql(adminUrl(cluster.primaryPort()), 'CREATE DATABASE shop');
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
  const kept = `c${customers}`;
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
  expect(await second.customers.record(kept)).not.toBeNull();
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

/** The message that belongs to a payment, on a channel of its own. */
const effectsOf = ({ tid }: Payment): Effects => {
  const event = 'payment_captured';
  const message = createMessage({ id: ids.message(), event, uri: null, seqno: 0, at: 5 });
  return { ...NO_EFFECTS, messages: [{ channel: tid, message }] };
};

const create = (store: Store, payment: Payment) =>
  store.payments.create(payment, effectsOf(payment)).then(
    () => 'acknowledged',
    (error: unknown) => {
      const known = error instanceof StoreUnavailable || error instanceof StoreBusy;
      return known ? 'refused' : String(error);
    },
  );

/** Tills that create payments until the store refuses one. */
function startTills(store: Store, count: number) {
  const made: Payment[] = [];
  const acknowledged: Payment[] = [];
  async function till(): Promise<Payment> {
    for (;;) {
      const payment = newPayment();
      made.push(payment);
      const answer = await create(store, payment);
      if (answer !== 'acknowledged') {
        expect(answer).toBe('refused');
        return payment;
      }
      acknowledged.push(payment);
    }
  }
  return { made, acknowledged, refused: Promise.all(Array.from({ length: count }, till)) };
}

/** Lets the process read what its sockets have received, and send what follows from it. */
async function readSockets(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('turns from a silent primary to its promoted standby after one timeout of each kind', async () => {
  const cluster = await newCluster({ synchronous: true });
  const held = holdTimers();
  timers = held;
  const store = await open(cluster, 'first');
  await store.merchants.put(MERCHANT);
  // Writes at the same time: connections that are idle when the primary stops answering.
  await Promise.all(Array.from({ length: 6 }, () => store.customers.put(CUSTOMER)));
  const tills = startTills(store, 8);
  await until(
    () => tills.acknowledged.length,
    (count) => count > 50,
  );
  const former = await cluster.silencePrimary();
  await readSockets();
  held.pass(ANSWER_WITHIN);
  const [first, ...refused] = await tills.refused;
  if (first === undefined) throw new Error('no till was refused');
  await cluster.promote();

  // The next request waits for a new connection, and not for an answer on an open one.
  const waits = (of: number) => held.count(of);
  const before = { connect: waits(CONNECT_WITHIN), answer: waits(ANSWER_WITHIN) };
  const relisten = waits(SECOND);
  const again = create(store, first);
  await until(
    () => waits(CONNECT_WITHIN) + waits(ANSWER_WITHIN),
    (count) => count > before.connect + before.answer,
  );
  expect(waits(ANSWER_WITHIN)).toBe(before.answer);
  held.pass(CONNECT_WITHIN);
  expect(await again).toBe('acknowledged');
  for (const payment of refused) expect(await create(store, payment)).toBe('acknowledged');

  // The listener has noticed it too. It opens its next connection on the new primary.
  await until(
    () => waits(SECOND),
    (count) => count > relisten,
  );
  held.pass(SECOND);
  await cluster.until("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 48");

  const shop = databaseUrl(cluster.primaryPort(), 'shop');
  const created = await runSql(shop, 'SELECT tid FROM payment ORDER BY tid');
  const events = await runSql(shop, 'SELECT channel AS tid FROM channel_event ORDER BY channel');
  const tids = tills.made.map(({ tid }) => ({ tid })).sort((a, b) => (a.tid < b.tid ? -1 : 1));
  expect(created).toEqual(tids);
  expect(events).toEqual(tids);

  // The former primary continues: it accepts connections and writes, and cannot commit them.
  await former.continue();
  const late = databaseUrl(former.port, 'shop');
  const stale = await openPostgresStore(`${late}?application_name=stale`, {
    wall: createSystemClock(),
    self: 'stale',
  });
  const unfenced = newPayment();
  const answer = create(stale, unfenced);
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE application_name = 'stale' AND wait_event = 'SyncRep'`;
  await until(
    () => runSql(late, waiting),
    (rows) => rows.length > 0,
  );
  held.pass(ANSWER_WITHIN);
  expect(await answer).toBe('refused');
  expect(await create(store, newPayment())).toBe('acknowledged');
  expect(await store.payments.byTid(MERCHANT.id, unfenced.tid)).toBeNull();
  await stale.close();
  await former.fence();
  await store.close();
});
