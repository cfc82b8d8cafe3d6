import type { WebSocket } from 'ws';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { CancelTimer, Clock } from '../../../shared/time/clock.ts';

/**
 * Ends a connection whose peer no longer answers pings. While the connection is `paused`, a missing
 * answer is ignored. Returns how to stop.
 */
export function watchSocket(
  socket: WebSocket,
  clock: Clock,
  paused: () => boolean = () => false,
): CancelTimer {
  let alive = true;
  let cancel: CancelTimer = () => undefined;
  const ping = () => {
    if (!alive && !paused()) {
      socket.terminate();
      return;
    }
    alive = false;
    socket.ping();
    cancel = clock.after(LIMITS.socketPingEvery, ping);
  };
  socket.on('pong', () => {
    alive = true;
  });
  cancel = clock.after(LIMITS.socketPingEvery, ping);
  return () => cancel();
}
