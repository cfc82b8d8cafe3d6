import { createServer, type ServerResponse } from 'node:http';

/** Takes callbacks, each about a payment with a separate path. */
export type Receiver = {
  readonly url: string;
  /** When the first byte of the callback about this path came. */
  readonly arrival: (path: string) => Promise<number>;
  /** From now on it takes connections and requests, and never answers. */
  readonly hang: () => void;
  /** Answers again, also what it was asked in the meantime. */
  readonly recover: () => void;
  /** Waits until so many callbacks were answered in all. */
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
    arrivals.came(path, performance.now());
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
        // A client whose wait has ended asks again.
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
    came(path: string, at: number) {
      const heard = waiting.get(path);
      waiting.delete(path);
      if (heard === undefined) arrived.set(path, at);
      else heard(at);
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
