import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A connection on which a test writes any bytes. It keeps everything that it receives and never throws.
 */
export type RawSocket = {
  readonly socket: Socket;
  /** The text received so far. */
  readonly heard: () => string;
  /** Resolves when the other end has closed the connection, in any way. */
  readonly closed: Promise<void>;
  readonly isClosed: () => boolean;
};

export async function openRaw(port: number, first = ''): Promise<RawSocket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let over = false;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  // The other end may close the connection at any time, which is what the tests check.
  socket.on('error', () => {});
  socket.on('end', () => socket.end());
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      over = true;
      resolve();
    });
  });
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  return { socket, heard: () => text, closed, isClosed: () => over };
}

/** Opens many of them at the same time. */
export function openMany(port: number, count: number, first = ''): Promise<readonly RawSocket[]> {
  return Promise.all(Array.from({ length: count }, () => openRaw(port, first)));
}

/** Writes single bytes, one every `every` milliseconds, until the end or until the connection closes. */
export function drip(to: RawSocket, bytes: string, every: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (to.isClosed() || to.socket.destroyed || at >= bytes.length) clearInterval(timer);
    else to.socket.write(bytes.charAt(at));
    at += 1;
  }, every);
  to.socket.once('close', () => clearInterval(timer));
}
