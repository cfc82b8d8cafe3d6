import net from 'node:net';
import { LAST_RESORT } from './last-resort.ts';
import './patient-connections.ts';

/*
 * Node.js runs this module first in a process that a test starts with `PATIENT` (`patient-child.ts`). On a
 * busy machine this process, or that of the test that answers it, stands still for a while. So the deadlines
 * of this process are as long as those of the test. It must not wait for anything else than for answers.
 */

/** A timer of this delay, in milliseconds, or of a longer one is a deadline. */
const DEADLINE_MIN = 250;

const patient = (delay: number) => (delay >= DEADLINE_MIN ? Math.max(delay, LAST_RESORT) : delay);

const { setTimeout: start } = globalThis;
const replaced = (run: unknown, delay = 0, ...given: unknown[]) =>
  Reflect.apply(start, globalThis, [run, patient(delay), ...given]);
Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(start));
Object.assign(globalThis, { setTimeout: replaced });

/** The deadline for the begin of a WebSocket is a limit of its socket. */
const { setTimeout: limit } = net.Socket.prototype;
Object.assign(net.Socket.prototype, {
  setTimeout(this: net.Socket, delay: number, ...given: unknown[]) {
    return Reflect.apply(limit, this, [patient(delay), ...given]);
  },
});
