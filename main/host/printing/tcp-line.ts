import { connect } from 'node:net';
import type { PrinterState } from '../../../shared/device/printing/faults.ts';
import type { Stopwatch } from '../../../shared/time/clock.ts';
import { ASK_DONE, ASK_STATE, readState, STATE_BYTES, sortAnswers } from './port.ts';

/**
 * A connection to a printer with a deadline for every wait, in milliseconds; it returns false or nothing instead of
 * rejecting. Answers to the two questions differ in a bit, so each one reaches who asked, however late it comes.
 */
export type Line = {
  readonly connected: (within: number) => Promise<boolean>;
  /** True when the system took all bytes. Bytes are sent in the order of the calls. */
  readonly write: (bytes: Uint8Array, within: number) => Promise<boolean>;
  /** Asks for the state; one question at a time. `silent` if no answer came in time. */
  readonly state: (within: number) => Promise<PrinterState>;
  /** Asks the printer to say when everything before is done. True when the system took the question. */
  readonly askDone: (within: number) => Promise<boolean>;
  /** True when the printer has said it, after the question. */
  readonly done: (within: number) => Promise<boolean>;
  /** Sends the end. True when the other side has read everything and closed too. */
  readonly end: (within: number) => Promise<boolean>;
  /** The same of an end that another user of the connection sends. */
  readonly ended: (within: number) => Promise<boolean>;
  readonly isLost: () => boolean;
  readonly close: () => void;
};

/** Called at each answer. */
type Heard = { readonly state: () => void; readonly done: () => void };

/** Opens a connection to a printer. */
export function openLine(
  address: { readonly host: string; readonly port: number },
  clock: Stopwatch,
  heard: Heard,
): Line {
  const socket = connect({ ...address, noDelay: true });
  let states: number[] = [];
  let isDone = false;
  let hasEnd = false;
  let isLost = false;
  let asked: Promise<unknown> = Promise.resolve();
  const waiting = new Set<() => void>();
  const look = () => {
    for (const one of waiting) one();
  };
  const hear = sortAnswers({
    state(byte) {
      // Only the last answers count: a printer that talks without end fills nothing.
      states = [...states, byte].slice(-STATE_BYTES);
      heard.state();
    },
    done() {
      isDone = true;
      heard.done();
    },
  });
  socket.on('data', (data: Buffer) => {
    hear(data);
    look();
  });
  socket.on('error', () => undefined);
  socket.on('end', () => {
    hasEnd = true;
    look();
  });
  socket.on('close', () => {
    isLost = true;
    look();
  });

  /** True as soon as `holds` does; false after the time, or when the connection is lost. */
  function until(holds: () => boolean, within: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (held: boolean) => {
        cancel();
        waiting.delete(onChange);
        resolve(held);
      };
      const onChange = () => {
        if (holds()) settle(true);
        else if (isLost) settle(false);
      };
      const cancel = within === 0 ? () => undefined : clock.after(within, () => settle(false));
      waiting.add(onChange);
      onChange();
      if (within === 0) settle(false);
    });
  }

  /** True when the event comes without an error. */
  async function event(
    start: (then: (error?: Error | null) => void) => void,
    within: number,
  ): Promise<boolean> {
    let isHeld: boolean | null = null;
    start((error) => {
      isHeld = !error;
      look();
    });
    await until(() => isHeld !== null, within);
    return isHeld === true;
  }

  const write = (bytes: Uint8Array, within: number) =>
    event((then) => {
      if (socket.writable) socket.write(bytes, then);
      else then(new Error('closed'));
    }, within);

  async function state(within: number): Promise<PrinterState> {
    states = [];
    if (!(await write(ASK_STATE, within))) return SILENT;
    await until(() => states.length === STATE_BYTES, within);
    return readState(Uint8Array.from(states));
  }

  return {
    connected: (within) => event((then) => socket.once('connect', () => then()), within),
    write,
    state(within) {
      const answer = asked.then(() => state(within));
      asked = answer;
      return answer;
    },
    askDone(within) {
      isDone = false;
      return write(ASK_DONE, within);
    },
    done: (within) => until(() => isDone, within),
    end(within) {
      socket.end();
      return until(() => hasEnd, within);
    },
    ended: (within) => until(() => hasEnd, within),
    isLost: () => isLost,
    close: () => socket.destroy(),
  };
}

const SILENT: PrinterState = { kind: 'silent' };
