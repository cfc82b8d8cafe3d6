import { createServer, type ServerResponse } from 'node:http';

/** A server that receives callbacks. Each payment has a separate path. */
export type Receiver = {
  readonly url: string;
  /** The time at which the first byte of the callback to `path` arrived. */
  readonly arrival: (path: string) => Promise<number>;
  /** From now on the receiver accepts connections and requests, but does not answer. */
  readonly hang: () => void;
  /** Answers again, also the requests that it held while it hung. */
  readonly recover: () => void;
  /** Waits until the receiver has answered `count` callbacks since its start. */
  readonly answered: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const arrivals = arrivalsByPath();
  const answered = new Set<string>();
  const held = new Map<string, ServerResponse>();
  let hangs = false;
  let wanted = { count: 0, reached: () => {} };
  const answer = (path: string, response: ServerResponse) => {
    response.writeHead(204).end();
    answered.add(path);
    if (answered.size >= wanted.count) wanted.reached();
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    arrivals.record(path, performance.now());
    request.resume();
    request.on('end', () => {
      if (hangs) held.set(path, response);
      else answer(path, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    arrival: arrivals.of,
    hang() {
      hangs = true;
    },
    recover() {
      hangs = false;
      for (const [path, response] of held) {
        // The service repeats a callback after its timeout.
        if (!response.destroyed) answer(path, response);
      }
      held.clear();
    },
    answered: (count) =>
      new Promise((resolve) => {
        wanted = { count, reached: resolve };
        if (answered.size >= count) resolve();
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function arrivalsByPath() {
  const arrived = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  return {
    record(path: string, at: number) {
      const resolve = waiting.get(path);
      waiting.delete(path);
      if (resolve === undefined) arrived.set(path, at);
      else resolve(at);
    },
    of: (path: string) =>
      new Promise<number>((resolve) => {
        const at = arrived.get(path);
        arrived.delete(path);
        if (at === undefined) waiting.set(path, resolve);
        else resolve(at);
      }),
  };
}
