import { getEventListeners, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard, LOOPBACK_TARGETS } from '../../service/callbacks/address-guard.ts';
import { createSender, type Sent } from '../../service/callbacks/sender.ts';
import { addressOf } from '../support/address-of.ts';
import { createManualClock } from '../support/manual-clock.ts';

/* A service uses one abort signal for months; an attempt must leave no listener on it. */

let receiver: Server;
let url: string;
let hears: () => void;
beforeEach(async () => {
  hears = () => {};
  receiver = createServer((request, response) => {
    hears();
    request.resume();
    if (request.url === '/hang') return;
    request.on('end', () => response.writeHead(204).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await once(receiver, 'close');
});

const TIMEOUT = 50;
const guard = createAddressGuard(LOOPBACK_TARGETS);
/** Time for attempts; it passes only where a test moves it. */
const wall = createManualClock();
const sender = createSender({ guard, wall, extraCa: null });

function send(path: string, stopping: AbortSignal): Promise<Sent> {
  const body = Buffer.from('hello');
  return sender.send({ to: addressOf(url + path), headers: {}, body, timeout: TIMEOUT }, stopping);
}

/** Bytes that are in use after a full collection. */
async function alive(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let time = 0; time < 3; time += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

describe('a completed callback attempt', () => {
  it('keeps no request, reply or socket in memory', async () => {
    const { signal } = new AbortController();
    const crowd = async (attempts: number) => {
      for (let at = 0; at < attempts; at += 50) {
        await Promise.all(Array.from({ length: 50 }, () => send('/', signal)));
      }
    };
    await crowd(500);
    const before = await alive();
    await crowd(1_000);
    // One that stays has its request, its answer and its socket: nine thousand bytes.
    expect((await alive()) - before).toBeLessThan(1_000 * 2_000);
  });

  it.each([
    ['was answered', '/', 'answered'],
    ['was not answered in time', '/hang', 'failed'],
  ])('leaves no listener on the signal when it %s', async (_, path, kind) => {
    const { signal } = new AbortController();
    hears = () => path === '/hang' && wall.advance(TIMEOUT);
    expect(await send(path, signal)).toMatchObject({ kind });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a stop of the service', () => {
  it('aborts callback attempts in flight, which report the stop as their failure', async () => {
    const stopping = new AbortController();
    const heard = new Promise<void>((resolve) => {
      hears = resolve;
    });
    const sent = send('/hang', stopping.signal);
    await heard;
    stopping.abort();
    expect(await sent).toEqual({ kind: 'failed', problem: 'the service was stopped' });
  });

  it('before a callback attempt prevents the attempt', async () => {
    let heard = 0;
    hears = () => {
      heard += 1;
    };
    const sent = await send('/', AbortSignal.abort());
    expect(sent).toEqual({ kind: 'failed', problem: 'the service was stopped' });
    expect(heard).toBe(0);
  });
});
