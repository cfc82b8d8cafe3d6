import { connect, createServer, type Socket } from 'node:net';

/** One address in front of several services, as a load balancer of an operator is. */
export type Balancer = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

/**
 * Forwards each connection to the next of the ports that `targets` returns. Closes it if there is none, or
 * if that service refuses it: the balancer of this test does not look at requests and repeats nothing.
 */
export async function startBalancer(targets: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    const ports = targets();
    const port = ports[turn % ports.length];
    turn += 1;
    if (port === undefined) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        if (!other.writableEnded) other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
