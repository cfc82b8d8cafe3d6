import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from '../../../shared/node/http/listener.ts';
import { closeAll, forward } from '../../support/forward.ts';

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
    forward(near, far, open);
  });
  const port = await listenOn(server, '127.0.0.1', 0);
  return { port, close: () => closeAll(server, open) };
}
