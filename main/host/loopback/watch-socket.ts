import type { WebSocket } from 'ws';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { CancelTimer, Clock } from '../../../shared/time/clock.ts';

/**
 * Ends a connection whose other side no longer answers pings. While nothing is read from it
 * (`paused`), a missing answer says nothing. Returns how to stop.
 */
export function watchSocket(
  socket: WebSocket,
  clock: Clock,
  paused: () => boolean = () => false,
): CancelTimer {
  let alive = true;
  let cancel: CancelTimer = () => undefined;
  const look = () => {
    if (!alive && !paused()) {
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
