import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import type { Logger } from 'pino';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Store } from '../../store/store.ts';

/** Name of the socket in the data directory; commands of the operator reach a running service there. */
export const ADMIN_SOCKET = 'admin.sock';

/** The longest path of a Unix socket on every supported system, bytes. */
const PATH_BYTES_MAX = 103;
const LENGTH_BYTES = 4;

/** A request of a command: a method of the store, a copy of the database, or the public origin. */
export type AdminCall =
  | { readonly id: number; readonly method: readonly string[]; readonly args: readonly unknown[] }
  | { readonly id: number; readonly copyTo: string }
  | { readonly id: number; readonly ask: 'root' };

/** Whether a message has the form of a call; the store refuses arguments that do not fit. */
function isCall(message: unknown): message is AdminCall {
  if (typeof message !== 'object' || message === null) return false;
  const { id, method, args, copyTo, ask } = message as Readonly<Record<string, unknown>>;
  const isMethod = Array.isArray(method) && Array.isArray(args);
  return typeof id === 'number' && (isMethod || typeof copyTo === 'string' || ask === 'root');
}

export type AdminReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } };

/** Sends one message: its length in four bytes, then the structured clone. */
export function sendMessage(socket: Writable, message: AdminCall | AdminReply): void {
  const body = serialize(message);
  if (body.length > LIMITS.adminMessageBytesMax) throw new Error('the message is too large');
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(body.length);
  socket.write(Buffer.concat([length, body]));
}

/** The value of a message; null for bytes that are no structured clone. */
function decoded(body: Buffer): { readonly value: unknown } | null {
  try {
    return { value: deserialize(body) };
  } catch {
    return null;
  }
}

/**
 * Calls `onMessage` for each complete message. A message that is too long, or that cannot be read, ends
 * the connection.
 */
export function readMessages(socket: Readable, onMessage: (message: unknown) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  /** Bytes that must be there before anything can be read: a length, or a whole message. */
  let needed = LENGTH_BYTES;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    // The chunks are joined once for a message, not once for each chunk.
    if (size < needed) return;
    let received = Buffer.concat(chunks);
    for (;;) {
      const length = received.length < LENGTH_BYTES ? 0 : received.readUInt32BE();
      if (length > LIMITS.adminMessageBytesMax) {
        socket.destroy();
        return;
      }
      needed = LENGTH_BYTES + length;
      if (received.length < needed) break;
      const message = decoded(received.subarray(LENGTH_BYTES, needed));
      if (message === null) {
        socket.destroy();
        return;
      }
      received = received.subarray(needed);
      onMessage(message.value);
    }
    size = received.length;
    chunks.splice(0, chunks.length, received);
  });
}

export type AdminSocketDeps = {
  readonly store: Store;
  /** Writes a copy of the database; rejects when `stopping` aborts. */
  readonly copy: (path: string, stopping: AbortSignal) => Promise<void>;
  /** The service as its clients reach it, with its path prefix. */
  readonly root: () => string;
  readonly log: Logger;
};

/**
 * Lets a server listen on a socket of this name in the data directory, for its owner only. Returns the
 * function that removes the socket after the server was closed; null where the path is too long for one.
 */
export async function listenPrivately(
  server: Server,
  directory: string,
  name: string,
): Promise<(() => Promise<void>) | null> {
  const path = join(directory, name);
  // The socket is made in a folder that only its owner enters, and moved when it has its mode.
  const folder = await mkdtemp(join(directory, '.admin-'));
  try {
    const made = join(folder, 's');
    if (Buffer.byteLength(made) > PATH_BYTES_MAX) return null;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(made, () => {
        server.off('error', reject);
        resolve();
      });
    });
    await chmod(made, 0o600);
    await rename(made, path);
  } finally {
    await rm(folder, { recursive: true });
  }
  const own = await stat(path);
  return async () => {
    const there = await stat(path).catch(() => null);
    // A process that started meanwhile has its own socket there.
    if (there?.ino === own.ino) await rm(path, { force: true });
  };
}

/**
 * Opens the socket in the data directory, for its owner only. Returns the function that closes it and
 * waits for the calls in progress. On Windows, and where the path is too long for a socket, the service
 * runs without one; commands then need a stopped service.
 */
export async function openAdminSocket(
  directory: string,
  deps: AdminSocketDeps,
): Promise<() => Promise<void>> {
  if (process.platform === 'win32') return async () => {};
  /** What ends the work for each connection. */
  const connections = new Map<Socket, AbortController>();
  const calls = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const ending = new AbortController();
    connections.set(socket, ending);
    socket.on('close', () => {
      connections.delete(socket);
      ending.abort();
    });
    const done = serveConnection(socket, deps, ending.signal);
    socket.on('error', () => socket.destroy());
    readMessages(socket, (message) => {
      const call = done(message).finally(() => calls.delete(call));
      calls.add(call);
    });
  });
  server.maxConnections = LIMITS.adminConnectionsMax;
  const remove = await listenPrivately(server, directory, ADMIN_SOCKET);
  if (remove === null) {
    const path = join(directory, ADMIN_SOCKET);
    deps.log.warn({ path }, 'the path is too long for a socket; commands need a stopped service');
    return async () => {};
  }
  return async () => {
    for (const ending of connections.values()) ending.abort();
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.all(calls);
    for (const socket of connections.keys()) socket.destroySoon();
    await closed;
    await remove();
  };
}

/**
 * Answers the messages of one connection. `ending` aborts its copy of the database when the connection
 * closes or the service stops.
 */
function serveConnection(
  socket: Socket,
  deps: Pick<AdminSocketDeps, 'store' | 'copy' | 'root'>,
  ending: AbortSignal,
) {
  return async (call: unknown): Promise<void> => {
    // Only the owner of the data reaches the socket; a message of another program ends its connection.
    if (!isCall(call)) {
      socket.destroy();
      return;
    }
    let reply: AdminReply;
    try {
      if (ending.aborted) throw new Error('The service is stopping.');
      reply = { id: call.id, value: await answerCall(call, deps, ending) };
    } catch (error) {
      const { name, message: sentence } = error instanceof Error ? error : new Error(String(error));
      reply = { id: call.id, error: { name, message: sentence } };
    }
    if (!socket.destroyed) sendReply(socket, reply);
  };
}

/** A reply beyond the bound becomes an error: the command asks for less, and the service goes on. */
function sendReply(socket: Socket, reply: AdminReply): void {
  try {
    sendMessage(socket, reply);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sendMessage(socket, { id: reply.id, error: { name: 'Error', message } });
  }
}

async function answerCall(
  call: AdminCall,
  { store, copy, root }: Pick<AdminSocketDeps, 'store' | 'copy' | 'root'>,
  signal: AbortSignal,
): Promise<unknown> {
  if ('copyTo' in call) return copy(call.copyTo, signal);
  if ('ask' in call) return root();
  const [group = '', method = ''] = call.method;
  const owner: unknown = Object.hasOwn(store, group) ? Reflect.get(store, group) : null;
  const run: unknown =
    typeof owner === 'object' && owner !== null && Object.hasOwn(owner, method)
      ? Reflect.get(owner, method)
      : null;
  if (typeof run !== 'function') {
    throw new Error('The service has another version; use the command of its version.');
  }
  return run.apply(owner, call.args);
}
