import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { takePort } from './free-port.ts';

it('each caller gets another port, below the ports that the system assigns', async () => {
  const ports = [await takePort(), await takePort(), await takePort()];
  expect(new Set(ports).size).toBe(3);
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});

it('a port on which a program listens is skipped', async () => {
  const before = await takePort();
  const server = createServer().listen(before + 1, '127.0.0.1');
  await once(server, 'listening');
  try {
    expect(await takePort()).not.toBe(before + 1);
  } finally {
    server.close();
    await once(server, 'close');
  }
});
