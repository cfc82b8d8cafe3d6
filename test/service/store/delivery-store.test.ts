import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../service/store/delivery-store.ts';
import { statement } from '../../../service/store/postgres/statements.ts';
import { DELIVERY_SQL, DUE_FEW } from '../../../service/store/sql/outbox-tables.ts';
import type { Store } from '../../../service/store/store.ts';
import { MERCHANT } from '../../support/payments.ts';
import type { Raw } from '../../support/raw.ts';
import { rowsRead } from '../../support/rows-read.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

/* Which hosts have something due, found with work that the length of one's queue does not change. */

const NOW = Date.UTC(2026, 0, 5, 8, 0, 0);
const ALL = 4_096;

describe.each(STORES)('hosts with due deliveries, on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let number = 0;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const due = (at = NOW, wall = NOW, limit = ALL) => store.deliveries.dueHosts(at, wall, limit);

  async function tell(host: string, count: number, at = NOW): Promise<void> {
    const made = Array.from({ length: count }, (): NewDelivery => {
      number += 1;
      return {
        id: `m${number}`,
        kind: 'event',
        resource: `payment_request/p${number}`,
        queue: `event/p${number}`,
        uri: `https://${host}/`,
        host,
        event: 'payment_captured',
        body: '{}',
      };
    });
    for (let first = 0; first < count; first += 500) {
      await store.deliveries.publish(MERCHANT.id, at, made.slice(first, first + 500));
    }
  }

  it.each([1, DUE_FEW * 3])(
    'are listed once, the longest due first, if one has %i',
    async (crowd) => {
      await tell('late.test', 1, NOW - 1);
      await tell('crowd.test', crowd, NOW - 3);
      await tell('early.test', 2, NOW - 5);
      await tell('tomorrow.test', 1, NOW + 1);
      expect(await due()).toEqual(['early.test', 'crowd.test', 'late.test']);
      expect(await due(NOW, NOW, 2)).toEqual(['early.test', 'crowd.test']);
      expect(await due(NOW - 4)).toEqual(['early.test']);
      expect(await due(NOW - 6)).toEqual([]);
    },
  );

  it('are those with unclaimed deliveries', async () => {
    await tell('other.test', DUE_FEW * 2, NOW - 1);
    await tell('claimed.test', 3, NOW - 2);
    const lease = { id: 'lease', wall: NOW, until: NOW + 1_000 };
    expect(await store.deliveries.claim('claimed.test', NOW, lease, 2)).toHaveLength(2);
    expect(await due()).toEqual(['claimed.test', 'other.test']);
    expect(await store.deliveries.claim('claimed.test', NOW, lease, 2)).toHaveLength(1);
    expect(await due()).toEqual(['other.test']);
    expect(await due(NOW, NOW + 1_000)).toEqual(['claimed.test', 'other.test']);
  });

  it('are found without reading the long queue of an unresponsive one', async () => {
    await tell('hangs.test', DUE_FEW * 2, NOW - 2);
    await tell('works.test', 1, NOW - 1);
    await tell('hangs.test', 12_000, NOW - 2);
    expect(await due()).toEqual(['hangs.test', 'works.test']);
    await store.close();
    const raw = await place.raw();
    try {
      if (kind === 'sqlite') await expectSearchesOnly(raw);
      else await expectFewRows(raw);
    } finally {
      await raw.close();
      store = await place.open();
    }
  });
});

/** SQLite's plan does not depend on the rows: each step of it has to go through an index. */
async function expectSearchesOnly(raw: Raw): Promise<void> {
  const plan = await raw.rows(`EXPLAIN QUERY PLAN ${asked}`);
  const steps = plan
    .map(({ detail }) => String(detail))
    .filter((step) => /\bd(elivery)?\b/.test(step));
  expect(steps.length).toBeGreaterThan(2);
  for (const step of steps) expect(step).toMatch(/^SEARCH (d|delivery) USING (COVERING )?INDEX /);
}

/** PostgreSQL says how many rows each step has read, for the plan of these values and for any. */
async function expectFewRows(raw: Raw): Promise<void> {
  await raw.exec('ANALYZE delivery');
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await raw.exec(`SET plan_cache_mode = ${mode}`);
    await raw.exec(`PREPARE ${mode} (BIGINT, BIGINT, BIGINT) AS ${numbered}`);
    const [row] = await raw.rows(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${mode} (${NOW}, ${NOW}, ${ALL})`,
    );
    // Looking at the queue one by one reads twelve thousand.
    expect(rowsRead(row?.['QUERY PLAN']), mode).toBeLessThan(100);
  }
}

const asked = DELIVERY_SQL.dueHosts.replace('LIMIT ?', `LIMIT ${ALL}`).replaceAll('?', `${NOW}`);
const numbered = statement(DELIVERY_SQL.dueHosts).text;
