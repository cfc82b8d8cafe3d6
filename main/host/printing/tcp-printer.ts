import { connect, type Socket } from 'node:net';
import type { PrinterState } from '../../../shared/device/printing/faults.ts';
import { SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import {
  ASK_DONE,
  ASK_STATE,
  failed,
  type PrintOutcome,
  readState,
  STATE_BYTES,
  type Transport,
  type TransportOptions,
} from './port.ts';

export type TcpPrinterOptions = TransportOptions<typeof TIMES> & {
  readonly host: string;
  readonly port: number;
};

const TIMES = {
  connect: 4 * SECOND,
  /** A printer answers within some ten milliseconds; a silent one costs this time. */
  state: 700,
  /** Deadline for sending the bytes; a printer prints 10 cm per second or more. */
  write: 15 * SECOND,
  done: 10 * SECOND,
};

/**
 * A printer on a TCP connection, which is opened for each job and closed after it, because most
 * printers accept one connection at a time. Faults before the first byte of a job leave nothing on
 * paper; a later break is `unsure`.
 */
export function createTcpPrinter(options: TcpPrinterOptions): Transport {
  const { host, port, clock } = options;
  const times = { ...TIMES, ...options.times };

  async function visit<T>(
    unreached: T,
    act: (line: Line) => Promise<T>,
    broken: T = unreached,
  ): Promise<T> {
    const socket = connect({ host, port, noDelay: true });
    const line = createLine(socket, clock);
    try {
      if (!(await line.connected(times.connect))) return unreached;
      return await act(line);
    } catch {
      return broken;
    } finally {
      socket.destroy();
    }
  }

  async function stateOn(line: Line): Promise<PrinterState> {
    await line.write(ASK_STATE, times.state);
    return readState(await line.read(STATE_BYTES, times.state));
  }

  async function sendOn(line: Line, bytes: Uint8Array): Promise<PrintOutcome> {
    const state = await stateOn(line);
    if (state.kind === 'fault') return failed(state.why);
    if (!(await line.write(bytes, times.write))) return failed('unsure');
    if (state.kind === 'silent') return (await line.end(times.write)) ? DONE : failed('unsure');
    await line.write(ASK_DONE, times.done);
    if ((await line.read(1, times.done)).length > 0) return DONE;
    // The printer answered before: it does not know the query, or the paper ran out meanwhile.
    return (await stateOn(line)).kind === 'ready' ? DONE : failed('unsure');
  }

  return {
    send: (bytes) =>
      visit<PrintOutcome>(failed('no_answer'), (line) => sendOn(line, bytes), failed('unsure')),
    state: () => visit<PrinterState>({ kind: 'fault', why: 'no_answer' }, stateOn),
  };
}

const DONE: PrintOutcome = { ok: true };
/** Largest number of bytes that are kept of an answer. */
const HEARD_MAX = 64;
const LINGER = SECOND;

/**
 * A connection with a deadline for every wait; it returns false or nothing instead of rejecting.
 */
type Line = {
  readonly connected: (within: number) => Promise<boolean>;
  readonly write: (bytes: Uint8Array, within: number) => Promise<boolean>;
  /** The requested number of bytes, or those that came in time. */
  readonly read: (count: number, within: number) => Promise<Uint8Array>;
  /** True when the printer accepted everything and closed or let the till close. */
  readonly end: (within: number) => Promise<boolean>;
};

function createLine(socket: Socket, clock: Stopwatch): Line {
  let heard: number[] = [];
  let lost = false;
  let broken = false;
  let wake: () => void = () => undefined;
  socket.on('data', (data: Buffer) => {
    heard = [...heard, ...data].slice(0, HEARD_MAX);
    wake();
  });
  socket.on('error', () => {
    broken = true;
  });
  socket.on('close', () => {
    lost = true;
    wake();
  });

  function within(time: number, start: (settle: (held: boolean) => void) => void) {
    return new Promise<boolean>((resolve) => {
      if (lost) return resolve(false);
      const cancel = clock.after(time, () => settle(false));
      const settle = (held: boolean) => {
        cancel();
        socket.off('close', onClose);
        resolve(held);
      };
      const onClose = () => settle(false);
      socket.once('close', onClose);
      start(settle);
    });
  }

  return {
    connected: (time) => within(time, (settle) => socket.once('connect', () => settle(true))),
    write: (bytes, time) =>
      within(time, (settle) => socket.write(bytes, (error) => settle(!error))),
    read: async (count, time) => {
      await within(time, (settle) => {
        const look = () => {
          if (heard.length >= count || lost) settle(true);
        };
        wake = look;
        look();
      });
      const answer = Uint8Array.from(heard.slice(0, count));
      heard = [];
      return answer;
    },
    end: async (time) => {
      const handed = await within(time, (settle) => socket.end(() => settle(true)));
      // A reset for the sent bytes would be lost if the socket closed at once.
      await within(LINGER, (settle) => socket.once('end', () => settle(true)));
      return handed && !broken;
    },
  };
}
