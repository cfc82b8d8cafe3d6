import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
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

/** Listens on the port that `takePort` would give next, unless another program has it. */
async function listenOnNext(): Promise<{ readonly server: Server; readonly port: number }> {
  const port = (await takePort()) + 1;
  const server = createServer().listen(port, '127.0.0.1');
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  return listens ? { server, port } : listenOnNext();
}

it('a port on which a program listens is skipped', async () => {
  const { server, port } = await listenOnNext();
  try {
    expect(await takePort()).not.toBe(port);
  } finally {
    server.close();
    await once(server, 'close');
  }
});
