import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from '../../../shared/node/http/listener.ts';
import { closeAll } from '../forward.ts';

/** A pooler with one connection to the server, for plain queries only. */
export type Pooler = { readonly port: number; readonly close: () => Promise<void> };

const INT32 = 4;
const message = (kind: string, body: Buffer) => {
  const head = Buffer.alloc(1 + INT32);
  head.write(kind);
  head.writeInt32BE(INT32 + body.length, 1);
  return Buffer.concat([head, body]);
};
/** Authenticated, with a process id for the client, and ready. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(INT32)),
  message('K', Buffer.from([0, 0, 0, 7, 0, 0, 0, 7])),
  message('Z', Buffer.from('I')),
]);

/**
 * Lends its one connection for as long as `keeps` says: a whole `session`, one `transaction` or one
 * `statement`. Other clients wait meanwhile.
 */
export async function startPooler(
  target: number,
  startup: { readonly user: string; readonly database: string },
  keeps: 'session' | 'transaction' | 'statement',
  size = 1,
): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const free: Socket[] = [];
  const waiting: ((far: Socket) => void)[] = [];
  for (let one = 0; one < size; one += 1) {
    free.push(await loggedIn(target, startup));
  }
  for (const far of free) sockets.add(far);
  const give = (far: Socket) => {
    far.removeAllListeners('data');
    const next = waiting.shift();
    if (next === undefined) free.push(far);
    else next(far);
  };
  const take = () =>
    new Promise<Socket>((resolve) => {
      const far = free.pop();
      if (far === undefined) waiting.push(resolve);
      else resolve(far);
    });

  const server = createServer((near) => {
    sockets.add(near);
    let held: Promise<Socket> | null = null;
    near.on('error', () => near.destroy());
    near.once('data', () => {
      near.write(WELCOME);
      near.on('data', (bytes) => void ask(bytes));
    });
    near.on('close', () => void held?.then(give));

    async function ask(bytes: Buffer): Promise<void> {
      if (bytes[0] === 'X'.charCodeAt(0)) return;
      if (keeps === 'statement' && bytes.includes('BEGIN')) {
        near.write(Buffer.concat([message('E', REFUSED), message('Z', Buffer.from('I'))]));
        return;
      }
      if (held === null) {
        held = take();
        const far = await held;
        far.on('data', (answer) => {
          near.write(answer);
          // Ready, and not in a transaction.
          const over = answer.subarray(-6).toString('latin1') === 'Z\0\0\0\x05I';
          if (!over || keeps === 'session') return;
          held = null;
          give(far);
        });
      }
      (await held).write(bytes);
    }
  });
  const port = await listenOn(server, '127.0.0.1', 0);
  return { port, close: () => closeAll(server, sockets) };
}

const REFUSED = Buffer.from('SERROR\0C08P01\0Mtransaction blocks are not allowed\0\0');

/** A connection that is ready for queries, on a server without authentication. */
function loggedIn(
  port: number,
  { user, database }: { readonly user: string; readonly database: string },
): Promise<Socket> {
  const body = Buffer.from(`\0\x03\0\0user\0${user}\0database\0${database}\0\0`, 'latin1');
  const length = Buffer.alloc(INT32);
  length.writeInt32BE(INT32 + body.length);
  return new Promise((resolve, reject) => {
    const far = connect(port, '127.0.0.1', () => far.write(Buffer.concat([length, body])));
    far.once('error', reject);
    far.on('data', (bytes) => {
      if (bytes.subarray(-6, -1).toString('latin1') !== 'Z\0\0\0\x05') return;
      far.removeAllListeners('data');
      resolve(far);
    });
  });
}
