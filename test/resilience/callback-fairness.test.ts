import { rmSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDispatcher, type Dispatcher } from '../../service/callbacks/dispatcher.ts';
import { openCallbackKeys } from '../../service/callbacks/keys.ts';
import type { Sender, Sent } from '../../service/callbacks/sender.ts';
import type { NewDelivery } from '../../service/store/delivery-store.ts';
import type { Store } from '../../service/store/store.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { newStorePlace, STORES } from '../support/stores.ts';

/*
 * Goal: a receiver that answers gets its callbacks, however many wait for receivers that do not.
 * Method: the dispatcher runs on a real database under virtual time. Random numbers of callbacks to receivers
 * that answer, refuse, are slow or never answer fall due at random times, many at the same. The test checks
 * the attempts whenever no more work is possible before the clock advances. `CALLBACKS=100000` sets the
 * number of callbacks; a failure names its seed, and `SEED=n` repeats it.
 */

const COUNT = Number(process.env.CALLBACKS ?? 600);
const FIRST = testSeed().seed;
const SEEDS = [FIRST, FIRST + 1];
const ROUNDS = 6;
/** Receivers that are written to in a round. */
const BURSTS = 30;

type Habit = 'answers' | 'refuses' | 'slow' | 'dead';
const NO_HEADERS = { retryAfter: undefined, contentType: undefined };
const ANSWERED: Sent = { kind: 'answered', status: 204, body: Buffer.alloc(0), ...NO_HEADERS };
const FAILED: Sent = { kind: 'failed', problem: 'there was no answer' };
/** A slow answer takes longer than what counts as well. */
const SLOW = 6 * SECOND;

class Receivers {
  readonly clock = createManualClock();
  readonly habits = new Map<string, Habit>();
  readonly tried = new Map<string, number>();
  readonly busy = new Map<string, number>();
  /** Attempts that wait for the clock. */
  held = 0;
  readonly sender: Sender = {
    send: async ({ to, timeout }) => {
      const { host } = to.url;
      const habit = this.habits.get(host);
      const busy = (this.busy.get(host) ?? 0) + 1;
      this.busy.set(host, busy);
      this.tried.set(host, (this.tried.get(host) ?? 0) + 1);
      expect(busy).toBeLessThanOrEqual(LIMITS.callbacksPerHost);
      const wait = habit === 'slow' ? SLOW : habit === 'dead' ? timeout : 0;
      if (wait > 0) await this.#pass(wait);
      this.busy.set(host, (this.busy.get(host) ?? 1) - 1);
      return habit === 'answers' || habit === 'slow' ? ANSWERED : FAILED;
    },
  };

  async #pass(wait: number): Promise<void> {
    this.held += 1;
    expect(this.held).toBeLessThanOrEqual(LIMITS.callbacksAtOnce);
    await new Promise<void>((resolve) => this.clock.after(wait, resolve));
    this.held -= 1;
  }
}

/** Counts the dispatcher's calls of the store, to detect when it has no more work. */
function watched(store: Store) {
  const count = { calls: 0, claims: 0, claimed: 0, ended: 0, under: 0 };
  const { deliveries } = store;
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    count.calls += 1;
    count.under += 1;
    try {
      return await work;
    } finally {
      count.under -= 1;
    }
  };
  const own: Store['deliveries'] = {
    ...deliveries,
    dueHosts: (...given) => noted(deliveries.dueHosts(...given)),
    nextDue: (now) => noted(deliveries.nextDue(now)),
    release: (...given) => noted(deliveries.release(...given)),
    finish: (...given) =>
      noted(
        deliveries.finish(...given).then((mine) => {
          count.ended += 1;
          return mine;
        }),
      ),
    claim: (...given) =>
      noted(
        deliveries.claim(...given).then((claimed) => {
          count.claims += 1;
          count.claimed += claimed.length;
          return claimed;
        }),
      ),
  };
  return { count, deliveries: own };
}

type World = {
  readonly prng: Prng;
  readonly receivers: Receivers;
  readonly store: Store;
  readonly count: ReturnType<typeof watched>['count'];
  /** Callbacks that were written, by host. */
  readonly written: Map<string, number>;
  /** Resolves when the dispatcher has no more work before the clock advances. */
  readonly settled: () => Promise<void>;
};

async function play(
  kind: (typeof STORES)[number],
  seed: number,
  script: (world: World) => Promise<void>,
): Promise<void> {
  const folder = newQuickFolder('tillkit-fair-callbacks-');
  const place = await newStorePlace(kind);
  const store = await place.open();
  const receivers = new Receivers();
  const { clock } = receivers;
  const { count, deliveries } = watched(store);
  const errors: unknown[] = [];
  const dispatcher: Dispatcher = createDispatcher({
    ...{ store: { deliveries }, ids, clock, wall: clock, vendor: SVC_PROFILE },
    ...{ sender: receivers.sender, keys: await openCallbackKeys(folder), onAttempt() {} },
    onError: (error) => errors.push(error),
  });
  const world = { prng: createPrng(seed), receivers, store, count, written: new Map() };
  const settled = async () => {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (count.under > 0 || count.claimed !== count.ended + receivers.held) quiet = -1;
    }
  };
  try {
    dispatcher.start();
    await script({ ...world, settled });
    expect(errors).toEqual([]);
  } finally {
    const stopped = dispatcher.stop(0);
    clock.advance(LIMITS.callbackTimeout);
    await stopped;
    await store.close();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

let number = 0;
function newDelivery(host: string, at: number): NewDelivery {
  number += 1;
  const message = createMessage({
    ...{ id: `m${number}`, event: 'payment_captured', uri: null, seqno: 0, at, object: {} },
  });
  const names = { resource: `payment_request/p${number}`, queue: `event/p${number}` };
  const where = { uri: `https://${host}/`, host };
  const body = JSON.stringify(message);
  return { id: `m${number}`, kind: 'event', event: 'payment_captured', body, ...names, ...where };
}

/** Writes callbacks of a merchant to hosts, one for each time that a host is named. */
async function writeTo({ store, receivers }: World, merchantId: string, hosts: readonly string[]) {
  const at = receivers.clock.now();
  const made = hosts.map((host) => newDelivery(host, at));
  for (let first = 0; first < made.length; first += 500) {
    await store.deliveries.publish(merchantId, at, made.slice(first, first + 500));
  }
}

async function write(world: World, host: string, count: number) {
  world.written.set(host, (world.written.get(host) ?? 0) + count);
  await writeTo(
    world,
    `merchant of ${host}`,
    Array.from({ length: count }, () => host),
  );
}

/** Receivers of every habit, of which many never answer; some have long queues. */
function hostsOf(prng: Prng): readonly string[] {
  return Array.from({ length: prng.between(50, 100) }, (_, at) => `receiver-${at}.test`);
}
const HABITS = ['dead', 'dead', 'dead', 'refuses', 'slow', 'answers'] as const;

/** Hosts that have not answered well yet wait for each other in turn, in the places that they share. */
const turnsOf = (hosts: number) => 1 + Math.ceil(hosts / LIMITS.callbacksToSickHosts);

describe.each(STORES)('callbacks on %s', (kind) => {
  // A step costs several times as much on PostgreSQL.
  const seeds = kind === 'sqlite' ? SEEDS : SEEDS.slice(0, 1);
  const wanted = kind === 'sqlite' ? COUNT : COUNT / 2;

  it.each(seeds)('reach each responding receiver within a bounded time (seed %i)', async (seed) => {
    await play(kind, seed, async (world) => {
      const { prng, receivers, written, settled, count } = world;
      const { clock, habits, tried } = receivers;
      const hosts = hostsOf(prng);
      for (const host of hosts) habits.set(host, prng.pick(HABITS));
      /** When the first callback of a host was written that has had no attempt. */
      const since = new Map<string, number>();
      const each = Math.ceil(wanted / ROUNDS / BURSTS);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let burst = 0; burst < BURSTS; burst += 1) {
          const host = prng.pick(hosts);
          if (!tried.has(host) && !since.has(host)) since.set(host, clock.now());
          await write(world, host, prng.pick([1, 4, each, each * 2]));
        }
        for (let step = prng.between(1, 4); step > 0; step -= 1) {
          await settled();
          for (const host of hosts.filter((name) => habits.get(name) === 'answers')) {
            const story = `seed ${seed}, round ${round}, ${host}`;
            const told = tried.get(host) ?? 0;
            // Once it has answered, nothing that is due waits for time to pass.
            if (told > 0) expect([story, told]).toEqual([story, written.get(host)]);
            const waited = since.has(host) && told === 0 ? clock.now() - (since.get(host) ?? 0) : 0;
            const most = turnsOf(hosts.length) * LIMITS.callbackTimeout;
            expect([story, waited <= most]).toEqual([story, true]);
          }
          clock.advance(prng.pick([1, 4, 10]) * SECOND);
        }
      }
      // The store is asked a few times for each attempt, however many callbacks are due.
      expect(count.calls).toBeLessThan(count.claimed * 4 + ROUNDS * 4 * 6);
    });
  });

  it('cost as many statements next to an unresponsive receiver with a backlog as alone', async () => {
    const on = StatementSync.prototype;
    const spies = [vi.spyOn(on, 'all'), vi.spyOn(on, 'get'), vi.spyOn(on, 'run')];
    onTestFinished(() => void vi.restoreAllMocks());
    await play(kind, FIRST, async (world) => {
      const { receivers, settled, count } = world;
      receivers.habits.set('works.test', 'answers').set('hangs.test', 'dead');
      const sum = () => [spies.flatMap((spy) => spy.mock.calls).length, count.claims, count.calls];
      const costOfTen = async () => {
        const before = sum();
        for (let n = 0; n < 10; n += 1) await write(world, 'works.test', 1).then(settled);
        return sum().map((after, index) => after - (before[index] ?? 0));
      };
      await costOfTen();
      const alone = await costOfTen();
      await write(world, 'hangs.test', 1_000).then(settled);
      expect(await costOfTen()).toEqual(alone);
    });
  });

  it('reach a new receiver after one timeout, however many dead ones another merchant has', async () => {
    await play(kind, FIRST, async (world) => {
      const { receivers, settled } = world;
      const { clock, habits, tried } = receivers;
      // More than the dispatcher reads at once.
      const dead = Array.from({ length: 4_200 }, (_, at) => `dead-${at}.test`);
      for (const host of dead) habits.set(host, 'dead');
      await writeTo(world, 'merchant of the dead', dead);
      await settled();
      clock.advance(LIMITS.callbackTimeout);
      await settled();
      habits.set('new.test', 'answers');
      await write(world, 'new.test', 5);
      await settled();
      clock.advance(LIMITS.callbackTimeout);
      await settled();
      expect(tried.get('new.test'), `seed ${FIRST}`).toBe(5);
    });
  });

  it('reach a receiver that is new or recovered, although many dead receivers are before it', async () => {
    await play(kind, FIRST, async (world) => {
      const { prng, receivers, settled } = world;
      const { clock, habits, tried } = receivers;
      const dead = Array.from({ length: prng.between(40, 90) }, (_, at) => `dead-${at}.test`);
      habits.set('again.test', 'dead');
      await write(world, 'again.test', 1);
      for (const host of dead) habits.set(host, 'dead');
      for (const host of dead) await write(world, host, prng.between(3, 20));
      await settled();
      clock.advance(LIMITS.callbackTimeout);
      habits.set('again.test', 'answers');
      habits.set('new.test', 'answers');
      for (const host of ['again.test', 'new.test']) await write(world, host, 5);
      const turns = turnsOf(dead.length + 2);
      for (let turn = 0; turn < turns; turn += 1) {
        await settled();
        clock.advance(LIMITS.callbackTimeout);
      }
      await settled();
      expect(tried.get('new.test'), `seed ${FIRST}`).toBe(5);
      expect(tried.get('again.test'), `seed ${FIRST}`).toBe(1 + 5 + 1);
    });
  });
});
