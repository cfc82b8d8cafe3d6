import type { WebSocket } from 'ws';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { CancelTimer, DeviceClock } from '../../../shared/time/clock.ts';

/** The host names of a loopback server on `port`. */
export function loopbackHosts(port: number): readonly string[] {
  const suffix = port === 80 ? '' : `:${port}`;
  return [`127.0.0.1${suffix}`, `localhost${suffix}`];
}

/**
 * True when the request names this machine. A foreign name that points at the loopback address has
 * its own Host header and is refused.
 */
export function isLocalHost(host: string | undefined, port: number): boolean {
  return host !== undefined && loopbackHosts(port).includes(host);
}

/**
 * True for the origins of pages that this host serves; a WebSocket without an origin is refused.
 */
export function isLocalOrigin(origin: string | undefined, port: number): boolean {
  return loopbackHosts(port).some((host) => origin === `http://${host}`);
}

/**
 * Ends a connection whose peer no longer answers pings. While the connection is `paused`, a missing
 * answer is ignored. Returns how to stop.
 */
export function watchSocket(
  socket: WebSocket,
  clock: DeviceClock,
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
