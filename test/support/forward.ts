import type { Server, Socket } from 'node:net';

/**
 * Forwards what each of two sockets receives to the other one, until one of them ends or fails; then both
 * end. `open` has both while they are open.
 */
export function forward(near: Socket, far: Socket, open: Set<Socket>): void {
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
  near.pipe(far);
  far.pipe(near);
}

/** Closes a server and its connections. Resolves when the server has closed. */
export function closeAll(server: Server, open: Iterable<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of open) socket.destroy();
  });
}
