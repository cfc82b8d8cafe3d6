import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createActivity } from '../../../main/testing/clock.ts';
import { watchTraffic } from '../../../main/testing/traffic.ts';

/* The kit's clock must not move while bytes are between two parts of the shop. */

/** Two ends of one connection on loopback, and the watch that has seen it open. */
async function connection() {
  const traffic = watchTraffic();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [
    [Socket],
    unknown,
  ];
  onTestFinished(() => {
    traffic.stop();
    client.destroy();
    socket.destroy();
    server.close();
  });
  client.on('data', () => undefined);
  return { traffic, client, socket };
}

describe('bytes between two sockets of this process', () => {
  test('are under way until the other end has read them', async () => {
    const { traffic, client, socket } = await connection();
    expect(traffic.underWay()).toBe(false);
    socket.write('an event');
    expect(traffic.underWay()).toBe(true);
    await once(client, 'data');
    expect(traffic.underWay()).toBe(false);
  });

  test('keep the shop from being quiet, however many turns they take', async () => {
    let underWay = true;
    let turns = 0;
    const quiet = createActivity({
      underWay() {
        turns += 1;
        if (turns === 1_000) underWay = false;
        return underWay;
      },
    }).quiet();
    await quiet;
    expect(turns).toBeGreaterThan(1_000);
  });

  test('are not waited for when the other end reads no more', async () => {
    const { traffic, client, socket } = await connection();
    client.pause();
    socket.write('an event');
    expect(traffic.underWay()).toBe(false);
    client.destroy();
    socket.write('another one');
    expect(traffic.underWay()).toBe(false);
  });
});
