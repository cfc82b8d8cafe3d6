import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lookups, lookup } from '../../../../service/store/postgres/lookups.ts';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { until } from '../../../support/last-resort.ts';
import { MERCHANT } from '../../../support/payments.ts';
import { newPayment, openSeveral, type Several } from './world.ts';

let world: Several;
beforeAll(async () => {
  world = await openSeveral(2);
});
afterAll(() => world.close());

describe('reads that arrive in turns of the event loop that follow one another', () => {
  const name = lookup('SELECT name FROM merchant WHERE id = ?');

  /** The number of batches, if a read arrives in each of three turns. */
  async function batchesOf(isAlone: boolean): Promise<number> {
    let batches = 0;
    const lookups = new Lookups(
      async (calls) => {
        batches += 1;
        return calls.map(() => ({
          status: 'fulfilled',
          value: { rows: [], count: 0, command: 'SELECT' },
        }));
      },
      () => isAlone,
    );
    const reads: Promise<unknown>[] = [];
    for (const key of ['first', 'second', 'third']) {
      reads.push(lookups.find(name, key));
      await setImmediate();
    }
    await Promise.all(reads);
    return batches;
  }

  it('share a batch if other processes use the database, but not if the process is alone', async () => {
    expect(await batchesOf(false)).toBe(1);
    expect(await batchesOf(true)).toBe(3);
  });
});

describe('concurrent reads of payments', () => {
  it('return a row for each known id and null for each unknown id, for hundreds of reads', async () => {
    const made = Array.from({ length: 230 }, () => newPayment());
    await Promise.all(made.map((one) => world.first.payments.create(one, NO_EFFECTS)));
    const { payments } = world.first;
    const read = await Promise.all([
      ...made.map(({ tid }) => payments.byTid(MERCHANT.id, tid)),
      payments.byTid(MERCHANT.id, 'nobody'),
      ...made.map(({ tid }) => payments.byTidForCustomer(tid)),
      ...made.map(({ request }) => payments.byPosTid(MERCHANT.id, request.pos_id, request.pos_tid)),
      ...made.map(({ tid }) => payments.byTid('another', tid)),
    ]);
    const none = made.map(() => null);
    expect(read).toEqual([...made, null, ...made, ...made, ...none]);
  });

  it('return every write that another process completed before the read', async () => {
    const first = newPayment();
    await world.first.payments.create(first, NO_EFFECTS);
    for (let version = 2; version < 40; version += 1) {
      const writer = world.stores[version % 2];
      const reader = world.stores[(version + 1) % 2];
      // Other reads are already running, so the next one waits for its turn.
      const before = [1, 2, 3].map(() => reader?.payments.byTid(MERCHANT.id, first.tid));
      expect(await writer?.payments.save({ ...first, version }, NO_EFFECTS)).toBe(true);
      const read = await reader?.payments.byTid(MERCHANT.id, first.tid);
      expect(read?.version).toBe(version);
      await Promise.all(before);
    }
  });
});

it('a lookup in a table that was empty at the start uses its index after rows were added', async () => {
  const empty = await openSeveral(1);
  const client = new Client(empty.url);
  try {
    const made = Array.from({ length: 350 }, () => newPayment());
    await Promise.all(made.map((one) => empty.first.payments.create(one, NO_EFFECTS)));
    await client.connect();
    const known = async () => {
      const sql = "SELECT reltuples FROM pg_class WHERE relname = 'payment'";
      return (await client.query<{ reltuples: number }>(sql)).rows[0]?.reltuples ?? -1;
    };
    await until(known, (rows) => rows >= 100);
    const { text } = lookup(
      'SELECT state FROM payment WHERE tid = ? AND merchant_id = ?',
    ).statement;
    const explained = await client.query(`EXPLAIN (COSTS OFF) ${text}`, [['a'], ['b']]);
    expect(JSON.stringify(explained.rows)).toContain('payment_pkey');
  } finally {
    await client.end();
    await empty.close();
  }
});
