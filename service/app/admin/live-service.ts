import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Store } from '../../store/store.ts';
import { StoreBusy, StoreNotOpened, StoreUnavailable } from '../../store/store-errors.ts';
import {
  ADMIN_SOCKET,
  type AdminCall,
  type AdminReply,
  readMessages,
  sendMessage,
} from './socket.ts';

/** A running service, as a command of the operator uses it through the socket in the data directory. */
export interface LiveService {
  /** The service's own store; each call is one message. Listeners cannot be registered. */
  readonly store: Store;
  /** Has the service write a copy of its database, with its user's rights. */
  copyTo(path: string): Promise<void>;
  /** The service as its clients reach it: its public origin, or its own address. */
  root(): Promise<string>;
  close(): void;
}

const STOPPED = 'The service stopped before it answered; run the command again.';

/**
 * Connects to the service that runs on `directory`; null if none runs there. Throws `StoreNotOpened`
 * when the service belongs to another user.
 */
export async function connectLiveService(directory: string): Promise<LiveService | null> {
  if (process.platform === 'win32') return null;
  const path = join(directory, ADMIN_SOCKET);
  const socket = await connected(path);
  if (socket === null) return null;
  const call = caller(socket);
  return {
    store: remoteStore((method, args) => call({ method, args })),
    async copyTo(copy) {
      await call({ copyTo: copy });
    },
    root: async () => String(await call({ ask: 'root' })),
    close: () => socket.destroy(),
  };
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => {
      socket.off('error', onError);
      resolve(socket);
    });
    const onError = (error: Error) => {
      const code = 'code' in error ? error.code : null;
      // A service that was killed leaves its socket behind; nothing listens on it.
      if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') resolve(null);
      else if (code !== 'EACCES') reject(error);
      else
        reject(
          new StoreNotOpened(`${path} belongs to another user; run the command as that user.`),
        );
    };
    socket.once('error', onError);
  });
}

type Unnumbered = { readonly method: readonly string[]; readonly args: readonly unknown[] };
type Others = { readonly copyTo: string } | { readonly ask: 'root' };
type Send = (request: Unnumbered | Others) => Promise<unknown>;

function caller(socket: Socket): Send {
  type Waiting = {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: Error) => void;
  };
  const waiting = new Map<number, Waiting>();
  let last = 0;
  readMessages(socket, (message) => {
    // The service of the same product writes the replies.
    const reply = message as AdminReply;
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) call?.reject(errorOf(reply.error));
    else call?.resolve(reply.value);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new StoreUnavailable(STOPPED));
    waiting.clear();
  });
  return (request) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new StoreUnavailable(STOPPED));
      last += 1;
      const call: AdminCall = { id: last, ...request };
      waiting.set(last, { resolve, reject });
      sendMessage(socket, call);
    });
}

function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  switch (name) {
    case 'StoreBusy':
      return new StoreBusy();
    case 'StoreNotOpened':
      return new StoreNotOpened(message);
    case 'StoreUnavailable':
      return new StoreUnavailable(message);
    default:
      return new Error(message);
  }
}

/** The store with every method as a message. Only commands use it; they register no listeners. */
function remoteStore(
  call: (method: readonly string[], args: readonly unknown[]) => Promise<unknown>,
) {
  const own: Pick<Store, 'alone' | 'close' | 'copyTo'> = {
    // The service is one process, and the embedded database has no other.
    alone: (work) => work(),
    close: async () => {},
    copyTo: null,
  };
  const groups = new Map<string | symbol, unknown>(Object.entries(own));
  const store = new Proxy(own, {
    get(_, group) {
      const known = groups.get(group);
      if (known !== undefined || typeof group === 'symbol' || group === 'then') return known;
      const methods = new Proxy(
        {},
        {
          get:
            (__, method) =>
            (...args: readonly unknown[]) =>
              call([group, String(method)], args),
        },
      );
      groups.set(group, methods);
      return methods;
    },
  });
  // The boundary: the service answers each method by its own store, whose type is `Store`.
  return store as unknown as Store;
}
