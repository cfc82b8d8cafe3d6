import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFleet, type Fleet } from '../../../service/fleet/fleet.ts';
import type { Store } from '../../../service/store/store.ts';
import { createIds } from '../../../shared/ids/ids.ts';
import {
  CATALOGUE_CHANGED,
  CATALOGUE_CHANNEL,
  callbackMessage,
  createMessage,
} from '../../../shared/protocol/events.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { TillStatus } from '../../../shared/protocol/till-status.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const MINE = MERCHANT.id;
const OTHER = 'other-shop';
const CALLBACK = 'https://shop.test/alerts';

let clock: ManualClock;
let place: StorePlace;
let store: Store;
let fleet: Fleet;

const ids = createIds((length) => randomBytes(length));
/** Another process of the service, or the next run of it. */
const another = () => createFleet({ store, clock, ids, base: () => 'https://service.test/v1' });

const status = (change: Partial<TillStatus> = {}): TillStatus => ({
  version: '0.1.0',
  clock: formatDateTime(clock.now()),
  screen: 'idle',
  printer: 'ready',
  disk_free_bytes: 20_000_000_000,
  journal_bytes: 1_000,
  unsent: 0,
  open_bills: 0,
  ...change,
});

async function register(id: string, merchant = MINE, name = `Till ${id}`): Promise<void> {
  await store.pos.create(merchant, { id, name, type: 'store', location: null });
}
const says = (id: string, change: Partial<TillStatus> = {}, merchant = MINE) =>
  fleet.report(merchant, id, status(change));
const all = async (merchant = MINE) =>
  fleet.page(merchant, { search: '', onlyAttention: false, after: null });

/** The callbacks in the order in which they were written: event, till and number. */
async function told(merchant = MINE) {
  const { items } = await store.deliveries.list(merchant, {
    state: null,
    resource: null,
    after: null,
    limit: 1_000,
  });
  return items.map(({ event, resource }) => `${event} ${resource}`).reverse();
}

/** Time goes on, and the service does its round every minute. */
async function pass(minutes: number, fleets: readonly Fleet[] = [fleet]): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE);
    await Promise.all(fleets.map(({ due }) => due.run()));
  }
}

describe.each(STORES)('the tills of a shop on %s', (kind) => {
  beforeEach(async () => {
    clock = createManualClock();
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.merchants.put({ ...MERCHANT, id: OTHER });
    fleet = another();
    await fleet.changeAlert(MINE, { silentAfter: 10 * MINUTE, callbackUri: CALLBACK });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  it('a silent till is one alert however often the service looks, and its end is one', async () => {
    await register('till-1');
    await says('till-1');
    const both = [fleet, another()];
    await pass(9, both);
    expect(await told()).toEqual([]);
    await pass(30, both);
    expect(await told()).toEqual(['till_silent pos/till-1']);
    expect((await all()).items[0]?.attention).toEqual(['silent']);
    expect(await store.tillStatus.silentInAll()).toBe(1);
    await says('till-1');
    clock.advance(2 * SECOND);
    await says('till-1');
    expect(await told()).toEqual(['till_silent pos/till-1', 'till_reporting pos/till-1']);
    expect((await all()).items[0]?.attention).toEqual([]);
    expect(await store.tillStatus.silentInAll()).toBe(0);
    await pass(30, both);
    expect(await told()).toHaveLength(3);
  });

  describe('of a shop with opening hours', () => {
    /** Monday, 5 January, 09:00 in Oslo: an hour before the shop closes. */
    const WEEK = { monday: ['08:00-10:00', '12:00-16:00'] };
    let version = 0;
    async function opens(week: object): Promise<void> {
      version += 1;
      const rules = { opening_hours: { week } };
      const document = JSON.stringify({ categories: [], products: [], rules });
      const content = { version, at: clock.now(), by: 'admin', document };
      const message = createMessage({
        ...{ id: ids.message(), event: CATALOGUE_CHANGED, uri: null },
        ...{ seqno: version, at: clock.now() },
      });
      const noted = { ...content, changed: 1, differences: '[]' };
      await store.catalogues.put(MINE, noted, { channel: CATALOGUE_CHANNEL, message }, 0, {
        taken: [],
        left: [],
      });
    }
    beforeEach(async () => {
      version = 0;
      await register('till-1');
      await opens(WEEK);
      await says('till-1');
    });

    it('is no alert while the shop is closed, and one after the limit in its next opening', async () => {
      clock.advance(55 * MINUTE);
      await says('till-1');
      const both = [fleet, another()];
      await pass(5 + 120 + 9, both);
      expect(await told()).toEqual([]);
      expect((await all()).items[0]?.attention).toEqual([]);
      await pass(2, both);
      expect(await told()).toEqual(['till_silent pos/till-1']);
    });

    it('is an alert while the shop is open, which goes on after it has closed', async () => {
      await pass(11);
      expect(await told()).toEqual(['till_silent pos/till-1']);
      await pass(60);
      expect((await all()).items[0]?.attention).toEqual(['silent']);
      await says('till-1');
      expect(await told()).toEqual(['till_silent pos/till-1', 'till_reporting pos/till-1']);
    });

    it('follows new hours within a quarter of an hour', async () => {
      clock.advance(55 * MINUTE);
      await says('till-1');
      await pass(30);
      expect(await told()).toEqual([]);
      await opens({ monday: ['08:00-16:00'] });
      await pass(16);
      expect(await told()).toEqual(['till_silent pos/till-1']);
    });

    it('is an alert after half of an opening if the limit is longer than the opening', async () => {
      await fleet.changeAlert(MINE, { silentAfter: 5 * HOUR, callbackUri: CALLBACK });
      await pass(3 * 60 + 119);
      expect(await told()).toEqual([]);
      // It is 14:00, and the shop is open from 12:00 to 16:00.
      await pass(2);
      expect(await told()).toEqual(['till_silent pos/till-1']);
    });

    it('counts from the start of a service that begins in the opening', async () => {
      clock.advance(55 * MINUTE);
      await says('till-1');
      clock.advance(3 * HOUR);
      fleet = another();
      await pass(9);
      expect(await told()).toEqual([]);
      await pass(2);
      expect(await told()).toEqual(['till_silent pos/till-1']);
    });
  });

  it.each([
    ['behind', -3 * HOUR],
    ['ahead', 3 * HOUR],
  ])('counts silence by its own clock when that of the till is %s', async (_, ahead) => {
    await register('till-1');
    await says('till-1', { clock: formatDateTime(clock.now() + ahead) });
    await pass(9);
    expect(await told()).toEqual([]);
    expect((await all()).items[0]).toMatchObject({
      attention: ['clock'],
      status: { clock_ahead: ahead },
    });
    await pass(2);
    expect(await told()).toEqual(['till_silent pos/till-1']);
  });

  it('says in the callback which till it is, when it was heard last, and the number of the alert', async () => {
    await register('till-1', MINE, 'Bar');
    const heard = clock.now();
    await says('till-1');
    await pass(11);
    await says('till-1');
    const [first, second] = (
      await store.deliveries.claim(
        'shop.test',
        clock.now(),
        { id: 'lease', wall: clock.now(), until: clock.now() + MINUTE },
        10,
      )
    ).map(({ body }) => callbackMessage.parse(JSON.parse(body)));
    expect(first).toMatchObject({
      meta: { event: 'till_silent', uri: 'https://service.test/v1/pos/till-1/', seqno: 0 },
      object: { pos_id: 'till-1', name: 'Bar', last_seen: formatDateTime(heard) },
    });
    // The second waits until the first was answered.
    expect(second).toBeUndefined();
  });

  it('expects nothing of a till that was ended in order, removed or forgotten', async () => {
    for (const id of ['off', 'gone', 'quiet']) await register(id);
    for (const id of ['off', 'gone', 'quiet']) await says(id);
    clock.advance(SECOND / 2);
    expect((await says('off', { screen: 'off' })).ok).toBe(true);
    expect(await fleet.forget(MINE, 'gone')).toBe(true);
    expect(await fleet.forget(MINE, 'gone')).toBe(false);
    await pass(20);
    expect(await told()).toEqual(['till_silent pos/quiet']);
    expect((await all()).items.map(({ posId }) => posId)).toEqual(['quiet', 'off']);
  });

  it('blames no till for the time in which no service listened', async () => {
    await register('till-1');
    await says('till-1');
    clock.advance(5 * HOUR);
    const next = another();
    await next.due.run();
    await pass(9, [next]);
    expect(await told()).toEqual([]);
    await pass(1, [next]);
    expect(await told()).toEqual(['till_silent pos/till-1']);
  });

  it('follows a new limit at once, and tells nobody without an address', async () => {
    await register('till-1');
    await says('till-1');
    await pass(6);
    await fleet.changeAlert(MINE, { silentAfter: 5 * MINUTE, callbackUri: null });
    await fleet.due.run();
    expect((await all()).items[0]?.attention).toEqual(['silent']);
    expect(await told()).toEqual([]);
    expect(await fleet.alert(OTHER)).toEqual({ silentAfter: 10 * MINUTE, callbackUri: null });
  });

  it('shows and changes nothing of another shop', async () => {
    await register('till-1');
    await register('till-1', OTHER, 'Theirs');
    await says('till-1');
    expect(await all(OTHER)).toEqual({ items: [], next: null, all: 0, attention: 0 });
    expect(await fleet.read(OTHER, 'till-1')).toBeNull();
    expect(await fleet.forget(OTHER, 'till-1')).toBe(false);
    await says('till-1', { screen: 'locked' }, OTHER);
    expect((await fleet.read(MINE, 'till-1'))?.status.screen).toBe('idle');
    expect((await all(OTHER)).items.map(({ name }) => name)).toEqual(['Theirs']);
    await pass(11);
    expect(await told()).toEqual(['till_silent pos/till-1']);
    expect(await told(OTHER)).toEqual([]);
  });

  it('refuses a till that is not registered, and one that says more than once in a second', async () => {
    expect(await says('nowhere')).toMatchObject({ refusal: { type: 'Not Found' } });
    await register('till-1');
    expect((await says('till-1')).ok).toBe(true);
    clock.advance(LIMITS.tillStatusGap - 1);
    expect(await says('till-1', { screen: 'locked' })).toMatchObject({
      refusal: { type: 'Too Many Requests' },
    });
    expect((await fleet.read(MINE, 'till-1'))?.status.screen).toBe('idle');
    clock.setBack(HOUR);
    expect((await says('till-1')).ok).toBe(true);
  });

  it('takes the end of a till at once, and no second one in the same second', async () => {
    await register('till-1');
    const ends = async () => {
      const taken = [];
      for (let again = 0; again < 20; again += 1) {
        taken.push((await says('till-1', { screen: 'off' })).ok);
      }
      return taken.filter((ok) => ok).length;
    };
    expect(await ends()).toBe(1);
    expect((await says('till-1')).ok).toBe(false);
    clock.advance(LIMITS.tillStatusGap);
    expect((await says('till-1')).ok).toBe(true);
    expect(await ends()).toBe(1);
    clock.advance(LIMITS.tillStatusGap - 1);
    expect(await ends()).toBe(0);
  });

  it('names a till whose fiscal device does not work, until it works', async () => {
    await register('a');
    await says('a', { fiscal: 'failed' });
    expect((await all()).items).toMatchObject([
      { attention: ['fiscal'], status: { fiscal: 'failed' } },
    ]);
    clock.advance(MINUTE);
    await says('a', { fiscal: 'ready' });
    expect((await all()).items).toMatchObject([{ attention: [], status: { fiscal: 'ready' } }]);
  });

  it('names a till with a Z report that the service does not take, or with refused receipts', async () => {
    await register('a');
    await says('a', { close_waiting: 7, receipts_refused: 2 });
    expect((await all()).items).toMatchObject([
      { attention: ['closes', 'receipts'], status: { close_waiting: 7, receipts_refused: 2 } },
    ]);
    clock.advance(MINUTE);
    await says('a');
    expect((await all()).items).toMatchObject([{ attention: [] }]);
  });

  it('lists those that need somebody first, in pages, and finds a part of a name or id', async () => {
    const made = Array.from({ length: 130 }, (_, number) => ({
      id: `t${String(number).padStart(3, '0')}`,
      name: number % 10 === 0 ? `100%_Bar ${number}` : `Kiosk ${number}`,
      screen: number % 7 === 0 ? ('error' as const) : ('idle' as const),
    }));
    await Promise.all(made.map(({ id, name }) => register(id, MINE, name)));
    await Promise.all(made.map(({ id, screen }) => says(id, { screen })));
    await store.catalogues.note(MINE, { posId: 't001', version: 3, problem: 'bad', at: 1 });
    clock.advance(SECOND);
    await says('t001');
    const pages = async (search: string, onlyAttention = false) => {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const page = await fleet.page(MINE, { search, onlyAttention, after });
        expect(page.items.length).toBeLessThanOrEqual(LIMITS.portalPage);
        found.push(...page.items.map(({ posId }) => posId));
        after = page.next;
      } while (after !== null);
      return found;
    };
    const urgent = made
      .map(({ id }) => id)
      .filter((id, number) => number % 7 === 0 || id === 't001');
    const rest = made.map(({ id }) => id).filter((id) => !urgent.includes(id));
    expect(await pages('')).toEqual([...urgent, ...rest]);
    expect(await pages('', true)).toEqual(urgent);
    expect(await all()).toMatchObject({ all: 130, attention: urgent.length });
    expect((await pages('%_bAr')).sort()).toEqual(
      made.flatMap(({ id, name }) => (name.startsWith('100') ? [id] : [])),
    );
    expect(await pages('T12')).toEqual(['t126', ...rest.filter((id) => id.startsWith('t12'))]);
    expect(await pages('%ar')).toEqual([]);
    expect(await fleet.read(MINE, 't001')).toMatchObject({
      catalogue: 3,
      attention: ['catalogue'],
    });
  });
});

/** What may happen to one till. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 14 }) }),
  fc.record({ kind: fc.constant('says' as const), ahead: fc.integer({ min: -9e7, max: 9e7 }) }),
  fc.record({ kind: fc.constant('off' as const), ahead: fc.constant(0) }),
  fc.record({ kind: fc.constantFrom('restart' as const, 'forget' as const) }),
);

it('gives one alert for each silence of any history, as a plain model does', async () => {
  place = await newStorePlace();
  store = await place.open();
  await store.merchants.put(MERCHANT);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      clock = createManualClock();
      fleet = another();
      number += 1;
      const id = `till-${number}`;
      const merchant = `shop-${number}`;
      await store.merchants.put({ ...MERCHANT, id: merchant });
      await fleet.changeAlert(merchant, { silentAfter: 10 * MINUTE, callbackUri: CALLBACK });
      await register(id, merchant);
      /** Minutes for which the till was expected and silent; null while nobody expects it. */
      let silent: number | null = null;
      let isAlert = false;
      const expected: string[] = [];
      for (const one of steps) {
        switch (one.kind) {
          case 'pass':
            for (let minute = 0; minute < one.minutes; minute += 1) {
              await pass(1);
              if (silent !== null) silent += 1;
              if (silent !== null && silent >= 10 && !isAlert) {
                isAlert = true;
                expected.push('till_silent');
              }
            }
            break;
          case 'says':
          case 'off':
            clock.advance(SECOND);
            await says(
              id,
              one.kind === 'off'
                ? { screen: 'off' }
                : { clock: formatDateTime(clock.now() + one.ahead) },
              merchant,
            );
            if (isAlert) expected.push('till_reporting');
            isAlert = false;
            silent = one.kind === 'off' ? null : 0;
            break;
          case 'restart':
            fleet = another();
            if (silent !== null) silent = 0;
            break;
          case 'forget':
            await fleet.forget(merchant, id);
            silent = null;
            isAlert = false;
            break;
        }
      }
      const heard = (await told(merchant)).map((line) => line.split(' ')[0]);
      expect(heard.sort()).toEqual(expected.sort());
    }),
    { numRuns: 40 },
  );
  await store.close();
  await place.remove();
});
