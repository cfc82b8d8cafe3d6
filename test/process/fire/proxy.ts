import { connect, createServer, type Socket } from 'node:net';

/** A way between two ends that can be cut. */
export type FaultyProxy = {
  readonly port: number;
  /** Ends every connection that is open now, some of them in the middle of an answer. */
  readonly cut: () => void;
  /** Ends the next connection that sends these words, once they have gone on. */
  readonly cutAfter: (words: string) => void;
  /** Lets nothing through any more, as before a server that stands still; connections stay. */
  readonly freeze: () => void;
  /** Lets everything through again, also what waited. */
  readonly thaw: () => void;
  /** Connections that were made so far. */
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
    made += 1;
    if (frozen) hold(near, far);
    near.pipe(far);
    near.on('data', (bytes) => {
      if (fatal === null || !bytes.includes(fatal)) return;
      fatal = null;
      // What was sent still arrives; the answer does not.
      near.unpipe(far);
      far.unpipe(near);
      far.end();
      near.destroy();
    });
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hold = (...sockets: readonly Socket[]) => {
    for (const socket of sockets) socket.cork();
  };
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
