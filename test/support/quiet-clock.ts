import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { type DeviceClock, ticksOf, timeOf } from '../../shared/time/clock.ts';

type Wait = { readonly at: number; readonly run: () => void };

/** Turns of the event loop without anything on the way, after which nothing comes any more. */
const QUIET_TURNS = 3;

/**
 * A clock for code that talks over real sockets inside of this process: its time passes only when nothing is on its way on
 * any connection, and then jumps to the end of the shortest wait. So a wait that must not be needed is seen in the time that
 * has passed, and code that waits for what never comes fails by what it answers. Time does not pass between `hold` and `go`.
 * `stop` ends it.
 */
export function quietClock() {
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  const waits = new Set<Wait>();
  const hearNear = (message: unknown) => void near.add((message as { socket: Socket }).socket);
  const hearFar = (message: unknown) => void far.add((message as { socket: Socket }).socket);
  subscribe('net.client.socket', hearNear);
  subscribe('net.server.socket', hearFar);
  let now = 0;
  let quiet = 0;
  let isHeld = false;
  let isLooking = false;

  const isQuiet = () => [...near].every((one) => isAtRest(one, far));
  const look = () => {
    quiet = !isHeld && isQuiet() ? quiet + 1 : 0;
    if (quiet > QUIET_TURNS && waits.size > 0) {
      quiet = 0;
      const next = [...waits].reduce((first, one) => (one.at < first.at ? one : first));
      now = Math.max(now, next.at);
      waits.delete(next);
      next.run();
    }
    isLooking = waits.size > 0;
    if (isLooking) setImmediate(look);
  };

  const clock: DeviceClock = {
    now: () => timeOf(now),
    ticks: () => ticksOf(now),
    after(delay, run) {
      const wait = { at: now + delay, run };
      waits.add(wait);
      if (!isLooking) setImmediate(look);
      isLooking = true;
      return () => void waits.delete(wait);
    },
  };
  return {
    ...clock,
    hold: () => {
      isHeld = true;
    },
    go: () => {
      isHeld = false;
    },
    stop() {
      waits.clear();
      unsubscribe('net.client.socket', hearNear);
      unsubscribe('net.server.socket', hearFar);
    },
  };
}

/** True if the other end of a connection has everything that was sent, or reads nothing at present, both ways. */
function isAtRest(near: Socket, far: ReadonlySet<Socket>): boolean {
  if (near.connecting) return false;
  const other = [...far].find(({ remotePort }) => remotePort === near.localPort);
  if (other === undefined) return near.destroyed;
  if (other.destroyed) return near.destroyed;
  const isHeard =
    other.readableFlowing !== true ||
    (near.destroyed || near.writableEnded
      ? other.readableEnded
      : near.writableLength === 0 && other.bytesRead === near.bytesWritten);
  const isAnswered =
    near.destroyed ||
    (other.writableEnded
      ? near.readableEnded
      : other.writableLength === 0 && near.bytesRead === other.bytesWritten);
  return isHeard && isAnswered;
}
