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
  /** Whether it knows the pulse in real time. */
  knowsPulse: boolean;
  /** Accepts connections and reads nothing. */
  stalls: boolean;
  /** Reads a connection only when the one before is closed. */
  oneAtATime: boolean;
  /** Closes its side when the till has closed its own. */
  closes: boolean;
  /** Closes the connection after this many bytes of a job. */
  cutsAfter: number | null;
  /** Reads no more of a connection after this many bytes of a job, as with a full buffer. */
  fullAfter: number | null;
  /** Has no paper after this many bytes of a job. */
  emptyAfter: number | null;
  /** Says by itself that its paper has ended. */
  saysChanges: boolean;
};

const WELL: PrinterMood = {
  speaks: true,
  state: 0x16,
  cause: 0x12,
  paper: 0x12,
  tellsDone: true,
  knowsPulse: true,
  stalls: false,
  oneAtATime: false,
  closes: true,
  cutsAfter: null,
  fullAfter: null,
  emptyAfter: null,
  saysChanges: false,
};

/** Bytes of the commands that are no text, by their first two. */
const COMMANDS: Readonly<Record<string, number>> = {
  '10.4': 3,
  '10.14': 5,
  '1d.72': 3,
  '1b.70': 5,
};
const FIRST_BYTES = [0x10, 0x1b, 0x1d];

/**
 * A receipt printer on a port of loopback. It answers real-time requests at once, wherever they are in
 * the data, and keeps the bytes of each connection. Without paper, or while it is offline for another reason, it
 * holds back everything else.
 */
export async function startPrinter(mood: Partial<PrinterMood> = {}) {
  const now: PrinterMood = { ...WELL, ...mood };
  const jobs: Buffer[] = [];
  const drawer: ('now' | 'plain')[] = [];
  const sockets = new Set<Socket>();
  let visits = 0;
  let held = 0;
  let isFull = false;
  const isOffline = () =>
    (now.state & 0x08) !== 0 || (now.cause & 0x64) !== 0 || (now.paper & 0x60) !== 0;

  function serve(socket: Socket): void {
    const job: number[] = [];
    let rest = Buffer.alloc(0);
    /** Runs one command, and returns how long it is; 0 while some of it is missing. */
    function run(bytes: Buffer): number {
      const [one = 0, two, what = 0] = bytes;
      if (two === undefined && FIRST_BYTES.includes(one)) return 0;
      const name = `${one.toString(16)}.${two?.toString(16)}`;
      const length = COMMANDS[name] ?? 1;
      if (bytes.length < length) return 0;
      if (length === 1) job.push(one);
      if (name === '10.4' && now.speaks)
        socket.write(Uint8Array.of([now.state, now.cause, 0x12, now.paper][what - 1] ?? 0));
      if (name === '10.14' && now.speaks && now.knowsPulse) drawer.push('now');
      if (name === '1d.72' && now.tellsDone && !isOffline()) socket.write(Uint8Array.of(0));
      if (name === '1b.70' && isOffline()) held += 1;
      if (name === '1b.70' && !isOffline()) drawer.push('plain');
      return length;
    }
    socket.on('close', () => {
      if (job.length > 0) jobs.push(Buffer.from(job));
    });
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      for (let length = 1; length > 0 && rest.length > 0; rest = rest.subarray(length)) {
        length = run(rest);
        if (now.emptyAfter !== null && job.length >= now.emptyAfter && !isOffline()) {
          now.cause |= 0x20;
          if (now.saysChanges) socket.write(Uint8Array.of(0x18, 0x00, 0x0c, 0x0f));
        }
        if (now.cutsAfter !== null && job.length >= now.cutsAfter) return void socket.destroy();
        if (now.fullAfter !== null && job.length >= now.fullAfter) {
          isFull = true;
          return void socket.pause();
        }
      }
    });
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    visits += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('end', () => now.closes && socket.end());
    const before = [...sockets].at(-1);
    sockets.add(socket);
    if (now.stalls) return void socket.pause();
    if (now.oneAtATime && before !== undefined) before.once('close', () => serve(socket));
    else serve(socket);
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
    /** Each opening of the drawer, by the pulse. */
    drawer,
    /** Whether it reads no more of a job. */
    isFull: () => isFull,
    /** Pulses that wait for paper. */
    held: () => held,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
export type TestPrinter = Awaited<ReturnType<typeof startPrinter>>;
