import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookup } from '../../../../service/store/postgres/lookups.ts';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { until } from '../../../support/last-resort.ts';
import { MERCHANT } from '../../../support/payments.ts';
import { newPayment, openSeveral, type Several } from './world.ts';

let world: Several;
beforeAll(async () => {
  world = await openSeveral(2);
});
afterAll(() => world.close());

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
