import type { WebSocket } from 'ws';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { CancelTimer, Clock } from '../../../shared/time/clock.ts';

/** Ends a connection whose other side no longer answers pings. Returns how to stop. */
export function watchSocket(socket: WebSocket, clock: Clock): CancelTimer {
  let alive = true;
  let cancel: CancelTimer = () => undefined;
  const look = () => {
    if (!alive) {
      socket.terminate();
      return;
    }
    alive = false;
    socket.ping();
    cancel = clock.after(LIMITS.socketPingEvery, look);
  };
  socket.on('pong', () => {
    alive = true;
  });
  cancel = clock.after(LIMITS.socketPingEvery, look);
  return () => cancel();
}
