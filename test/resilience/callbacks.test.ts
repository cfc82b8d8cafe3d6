import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createCallbackReceiver } from '../../shared/client/index.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { HOUR } from '../../shared/time/clock.ts';
import { createPrng } from '../simulation/prng.ts';
import { startCallbacks } from '../support/callback-world.ts';
import { type Fate, startFaultyProxy } from '../support/faulty-proxy.ts';
import { createManualClock } from '../support/manual-clock.ts';

/*
 * Callbacks to a shop over an unreliable network: connections are closed before, during and after the
 * request, and replies are late, incomplete or lost. The shop uses the receiver library and counts events.
 */

const RESOURCES = 4;
const MESSAGES = 10;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Shop = {
  readonly port: number;
  readonly handled: { readonly id: string; readonly resource: string }[];
  repeats: number;
  /** Callbacks that it could not read, for another reason than their age. */
  strange: number;
  /** How the shop checks; set when its public address is known. */
  receiver: ReturnType<typeof createCallbackReceiver> | null;
};

/** A shop that sometimes fails to handle a callback, and then replies with 500. */
async function openShop(fails: () => boolean): Promise<Shop> {
  const shop: Shop = { port: 0, handled: [], repeats: 0, strange: 0, receiver: null };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const { url: target = '', headers } = request;
    const callback = { target, headers, body: Buffer.concat(chunks) };
    const got = await shop.receiver?.receive(callback, ({ meta }) => {
      if (fails()) throw new Error('the shop failed');
      shop.handled.push({ id: meta.id, resource: target });
    });
    if (got === undefined || !got.ok) {
      // What was held up until the clock had moved on is too old, and comes again signed anew.
      if (got?.problem !== 'stale' && got?.problem !== 'handler') shop.strange += 1;
      response.writeHead(got?.status ?? 500).end();
    } else if (got.repeat) {
      shop.repeats += 1;
      response.writeHead(204).end();
    } else {
      response.writeHead(200).end('noted'.repeat(20));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(shop, { port: (server.address() as AddressInfo).port });
}

it.each([1, 2])(
  'the shop receives all callbacks in order and counts each once (seed %i)',
  async (seed) => {
    const prng = createPrng(seed);
    const fates: readonly (() => Fate)[] = [
      () => ({ kind: 'pass' }),
      () => ({ kind: 'pass' }),
      () => ({ kind: 'delay', by: prng.between(1, 20) }),
      () => ({ kind: 'refuse' }),
      () => ({ kind: 'cut_request', after: prng.between(1, 900) }),
      () => ({ kind: 'cut_answer', after: prng.between(1, 60) }),
      () => ({ kind: 'silence' }),
    ];
    const shop = await openShop(() => prng.chance(0.1));
    // The service gives up after eleven attempts. A callback is late when seven of them have failed, and
    // while one is late, the line is good for every callback.
    const late = new Set<string>();
    const proxy = await startFaultyProxy(shop.port, () =>
      late.size > 0 ? { kind: 'pass' } : prng.pick(fates)(),
    );
    ends.push(() => proxy.stop());
    const wall = createManualClock();
    const world = await startCallbacks({ wall });
    ends.push(() => {
      const stopped = world.stop();
      wall.advance(0);
      return stopped;
    });
    world.callbacks.onAttempt(({ id, tries }, { verdict }) => {
      if (verdict.state === 'open' && tries >= 6) late.add(id);
      else late.delete(id);
    });
    /** Moves the service's time; an attempt runs out of time only when no other one gets on. */
    const advance = async (milliseconds: number) => {
      let done = false;
      const drained = world.advance(milliseconds).finally(() => {
        done = true;
      });
      while (!done) {
        if (proxy.isStuck()) wall.advance(LIMITS.callbackTimeout);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await drained;
    };
    const publicUrl = `http://127.0.0.1:${proxy.port}`;
    const publicKeys = [await world.callbacks.keys.published()];
    shop.receiver = createCallbackReceiver({ publicKeys, publicUrl, clock: world.clock });

    const sent = new Map<string, string[]>();
    for (let n = 0; n < MESSAGES; n += 1) {
      for (let r = 0; r < RESOURCES; r += 1) {
        const path = `/hook/${r}`;
        const id = await world.tell(publicUrl + path, { resource: `payment_request/p${r}` });
        sent.set(path, [...(sent.get(path) ?? []), id]);
      }
    }
    const wanted = RESOURCES * MESSAGES;
    for (let hour = 0; hour < 2_000 && shop.handled.length < wanted; hour += 1) {
      await advance(HOUR);
    }
    await advance(48 * HOUR);

    for (const [path, ids] of sent) {
      const got = shop.handled.filter(({ resource }) => resource === path).map(({ id }) => id);
      expect(got, path).toEqual(ids);
    }
    expect(shop.handled).toHaveLength(wanted);
    expect(shop.strange).toBe(0);
    // The line was bad in every way, and answers that were lost brought messages again.
    expect(proxy.met.size).toBe(6);
    expect(shop.repeats).toBeGreaterThan(0);
    expect(world.errors).toEqual([]);
  },
);
