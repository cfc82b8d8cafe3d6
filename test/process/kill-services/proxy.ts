import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from '../../../shared/node/http/listener.ts';
import { closeAll, forward } from '../../support/forward.ts';

/** A connection between two ends that the test can cut. */
export type FaultyProxy = {
  readonly port: number;
  /** Closes every open connection, some of them in the middle of a reply. */
  readonly cut: () => void;
  /** Closes the next connection that sends these words, after they were forwarded. */
  readonly cutAfter: (words: string) => void;
  /** Forwards nothing more, as if the server had stopped; connections stay open. */
  readonly freeze: () => void;
  /** Forwards everything again, also what waited. */
  readonly thaw: () => void;
  /** The number of connections that were made. */
  readonly made: () => number;
  readonly close: () => Promise<void>;
};

/** Forwards connections on any free port of this machine to `target`. */
export async function startProxy(target: number): Promise<FaultyProxy> {
  const open = new Set<Socket>();
  let fatal: string | null = null;
  let frozen = false;
  let made = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    forward(near, far, open);
    made += 1;
    if (frozen) hold(near, far);
    near.on('data', (bytes) => {
      if (fatal === null || !bytes.includes(fatal)) return;
      fatal = null;
      // The sent words still arrive; the reply does not.
      near.unpipe(far);
      far.unpipe(near);
      far.end();
      near.destroy();
    });
  });
  const port = await listenOn(server, '127.0.0.1', 0);
  const hold = (...sockets: readonly Socket[]) => {
    for (const socket of sockets) socket.cork();
  };
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    cut,
    cutAfter: (words) => {
      fatal = words;
    },
    freeze() {
      frozen = true;
      hold(...open);
    },
    thaw() {
      frozen = false;
      for (const socket of open) socket.uncork();
    },
    made: () => made,
    close: () => closeAll(server, open),
  };
}
