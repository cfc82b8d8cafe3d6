import { DRAWER_PULSE, DRAWER_PULSE_NOW } from '../../../shared/device/printing/escpos.ts';
import type { PrinterState } from '../../../shared/device/printing/faults.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { failed, type PrintOutcome, type Transport, type TransportOptions } from './port.ts';
import { type Line, openLine } from './tcp-line.ts';
import { untilDone } from './until-done.ts';

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
  /** Pause between two questions for the state while the printer prints. */
  look: SECOND,
  /** Deadlines of a pulse and of its confirmation by a printer that answers nothing: a cashier waits for the drawer. */
  pulse: 2 * SECOND,
  read: 2 * SECOND,
};

/**
 * A printer on a TCP connection, which is opened for each job and closed after it, because most
 * printers accept one connection at a time. Faults before the first byte of a job leave nothing on
 * paper; a later break is `unsure`.
 *
 * What the printer does not know is learned once (D-476): the till goes on asking without waiting, and an answer
 * corrects what was learned.
 */
export function createTcpPrinter(options: TcpPrinterOptions): Transport {
  const { host, port, clock } = options;
  const times = { ...TIMES, ...options.times };
  const known = { state: true, done: true };
  /** The connection of the visit that is on. */
  let running: Line | null = null;
  /** The pulses that go over it. */
  let riders: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();

  type Visit<T> = {
    readonly unreached: T;
    readonly broken: T;
    readonly connect: number;
    readonly act: (line: Line) => Promise<T>;
  };

  async function visit<T>({ unreached, broken, connect, act }: Visit<T>): Promise<T> {
    const line = openLine({ host, port }, clock, {
      state: () => {
        known.state = true;
      },
      done: () => {
        known.done = true;
      },
    });
    running ??= line;
    try {
      if (!(await line.connected(connect))) return unreached;
      return await act(line);
    } catch {
      return broken;
    } finally {
      if (running === line) {
        for (let known = null; known !== riders; ) {
          known = riders;
          await known;
        }
        running = null;
      }
      line.close();
    }
  }

  /** One visit after the other. */
  function inTurn<T>(asked: Visit<T>): Promise<T> {
    const done = last.then(() => visit(asked));
    last = done;
    return done;
  }

  async function stateOn(line: Line): Promise<PrinterState> {
    const state = await line.state(known.state ? times.state : 0);
    if (state.kind === 'silent') known.state = false;
    return state;
  }

  async function sendOn(line: Line, bytes: Uint8Array): Promise<PrintOutcome> {
    const state = await stateOn(line);
    if (state.kind === 'fault') return failed(state.why);
    if (!(await line.write(bytes, times.write))) return failed('unsure');
    // A printer or print server that answers nothing says by closing that it has read everything.
    if (!known.state) return (await line.end(times.done)) ? DONE : failed('unsure');
    return untilDone(line, clock, times, known);
  }

  /**
   * Opens the drawer: the pulse first, then the question. A printer without paper holds back every command but those in
   * real time, so it gets that pulse too; one that does not know it may run the plain one all the same.
   */
  async function pulseOn(line: Line, ridesAlong: boolean): Promise<PrintOutcome> {
    // Behind a paper that is being printed the plain pulse would be late.
    const pulse = ridesAlong && known.state ? BOTH_PULSES : DRAWER_PULSE;
    if (!(await line.write(pulse, times.pulse))) return failed('no_answer');
    const state = await stateOn(line);
    if (state.kind === 'ready') return DONE;
    if (state.kind === 'silent') {
      const hasRead = ridesAlong ? line.ended(times.read) : line.end(times.read);
      return (await hasRead) ? DONE : failed('unsure');
    }
    if (!(await line.write(DRAWER_PULSE_NOW, times.pulse))) return failed('unsure');
    // Its answer comes after it has read the pulse.
    return (await line.state(times.state)).kind === 'silent' ? failed('unsure') : DONE;
  }

  async function pulse(): Promise<PrintOutcome> {
    const own: Visit<PrintOutcome> = {
      unreached: failed('no_answer'),
      broken: failed('unsure'),
      connect: times.pulse,
      act: (line) => pulseOn(line, false),
    };
    if (running === null) return inTurn(own);
    // Most printers accept one connection at a time, and a job has it: the pulse goes the same way.
    const ridden = pulseOn(running, true).catch(() => failed('unsure'));
    const before = riders;
    riders = ridden.then(() => before);
    const outcome = await ridden;
    const isSent = outcome.ok || outcome.why !== 'no_answer';
    return isSent ? outcome : visit(own);
  }

  return {
    send: (bytes) =>
      inTurn<PrintOutcome>({
        unreached: failed('no_answer'),
        broken: failed('unsure'),
        connect: times.connect,
        act: (line) => sendOn(line, bytes),
      }),
    pulse,
    state: () =>
      inTurn<PrinterState>({
        unreached: { kind: 'fault', why: 'no_answer' },
        broken: { kind: 'fault', why: 'no_answer' },
        connect: times.connect,
        // Who asks for nothing else can wait, so that a printer is heard again.
        act: (line) => line.state(times.state),
      }),
  };
}

const DONE: PrintOutcome = { ok: true };
const BOTH_PULSES = Uint8Array.of(...DRAWER_PULSE_NOW, ...DRAWER_PULSE);
