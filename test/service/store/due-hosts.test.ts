import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../service/store/delivery-store.ts';
import { DUE_FEW } from '../../../service/store/sql/delivery-sql.ts';
import type { Store } from '../../../service/store/store.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

/* Which hosts have something due, found in a time that the length of one's queue does not change. */

const NOW = Date.UTC(2026, 0, 5, 8, 0, 0);
const ALL = 4_096;

describe.each(STORES)('hosts that have something due, on %s', (kind) => {
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
    'are each named once, the longest due first, where one has %i',
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

  it('are those with something that nobody has claimed', async () => {
    await tell('other.test', DUE_FEW * 2, NOW - 1);
    await tell('claimed.test', 3, NOW - 2);
    const lease = { id: 'lease', wall: NOW, until: NOW + 1_000 };
    expect(await store.deliveries.claim('claimed.test', NOW, lease, 2)).toHaveLength(2);
    expect(await due()).toEqual(['claimed.test', 'other.test']);
    expect(await store.deliveries.claim('claimed.test', NOW, lease, 2)).toHaveLength(1);
    expect(await due()).toEqual(['other.test']);
    expect(await due(NOW, NOW + 1_000)).toEqual(['claimed.test', 'other.test']);
  });

  it('are found as soon behind a long queue of one that hangs', async () => {
    const looks = async () => {
      const times: number[] = [];
      for (let look = 0; look < 15; look += 1) {
        const begun = performance.now();
        expect(await due()).toEqual(['hangs.test', 'works.test']);
        times.push(performance.now() - begun);
      }
      return Math.min(...times);
    };
    await tell('hangs.test', DUE_FEW * 2, NOW - 2);
    await tell('works.test', 1, NOW - 1);
    const short = await looks();
    await tell('hangs.test', 12_000, NOW - 2);
    // Looking at them one by one takes fifteen times as long, and more on SQLite. PostgreSQL plans for
    // the short queue until it has looked at the table again.
    await expect.poll(looks, { timeout: 10_000 }).toBeLessThan(short * 8);
  });
});
