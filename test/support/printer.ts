import { createServer, type Socket } from 'node:net';
import { print } from './receipt-paper.ts';

/** How the printer of a test behaves. */
export type PrinterMood = {
  /** Whether it answers requests for its status. */
  speaks: boolean;
  state: number;
  cause: number;
  paper: number;
  /** Whether it reports that everything before was printed. */
  tellsDone: boolean;
  /** Accepts connections and reads nothing. */
  stalls: boolean;
  /** Closes the connection after this many bytes of a job. */
  cutsAfter: number | null;
};

const WELL: PrinterMood = {
  speaks: true,
  state: 0x16,
  cause: 0x12,
  paper: 0x12,
  tellsDone: true,
  stalls: false,
  cutsAfter: null,
};

/**
 * A receipt printer on a port of loopback. It answers real-time requests at once, wherever they are in
 * the data, and keeps the bytes of each connection.
 */
export async function startPrinter(mood: Partial<PrinterMood> = {}) {
  const now: PrinterMood = { ...WELL, ...mood };
  const jobs: Buffer[] = [];
  const sockets = new Set<Socket>();
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    sockets.add(socket);
    const job: number[] = [];
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (job.length > 0) jobs.push(Buffer.from(job));
    });
    if (now.stalls) return void socket.pause();
    socket.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += 1) {
        const [one = 0, two = 0, three = 0] = data.subarray(at, at + 3);
        if (one === 0x10 && two === 0x04) {
          at += 2;
          const answers = [now.state, now.cause, 0x12, now.paper];
          if (now.speaks) socket.write(Buffer.from([answers[three - 1] ?? 0]));
        } else if (one === 0x1d && two === 0x72) {
          at += 2;
          if (now.tellsDone) socket.write(Buffer.from([0]));
        } else job.push(one);
        if (now.cutsAfter !== null && job.length >= now.cutsAfter) return void socket.destroy();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    mood: now,
    visits: () => visits,
    /** Every job as the texts on its paper. */
    papers: () => jobs.map((bytes) => print(bytes)),
    bytes: () => jobs.length,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
export type TestPrinter = Awaited<ReturnType<typeof startPrinter>>;
