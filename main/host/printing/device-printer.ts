import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { DRAWER_PULSE, DRAWER_PULSE_NOW } from '../../../shared/device/printing/escpos.ts';
import type { PrinterState } from '../../../shared/device/printing/faults.ts';
import { elapsed, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import {
  ASK_DONE,
  ASK_STATE,
  failed,
  type PrintOutcome,
  readState,
  STATE_BYTES,
  sortAnswers,
  type Transport,
  type TransportOptions,
} from './port.ts';
import type { Line } from './tcp-line.ts';
import { type Known, untilDone } from './until-done.ts';

export type DevicePrinterOptions = TransportOptions<typeof TIMES> & {
  /** `/dev/usb/lp0`, or a plain file to which every receipt is appended. */
  readonly path: string;
  /** Opens the path; rejects with the system's error. The system's way when left out. */
  readonly open?: (path: string) => Promise<OpenedDevice>;
};

/** An open device. `speaks`: it can be read too. */
export type OpenedDevice = {
  readonly file: Pick<FileHandle, 'read' | 'write' | 'close'>;
  readonly speaks: boolean;
};
type DeviceFile = OpenedDevice['file'];

const TIMES = {
  write: 15 * SECOND,
  state: 500,
  pause: 50,
  pulse: 2 * SECOND,
  /** As of a printer on the network. */
  done: 10 * SECOND,
  look: SECOND,
};
const { O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;

/**
 * A printer on a device file. A device without paper accepts no bytes and would block the writer.
 * It is therefore opened without blocking, retried until the deadline, and used by one job at a
 * time.
 */
export function createDevicePrinter(options: DevicePrinterOptions): Transport {
  const { path, clock, open: openPath = openDevice } = options;
  const known: Known = { done: true };
  const times = { ...TIMES, ...options.times };
  let inFlight = 0;
  /** The pulse that has the device. */
  let pulsing: Promise<PrintOutcome> = Promise.resolve(DONE);

  const { lineOn, write, pause } = createTalk(clock, times, known);

  /** More than all waits of a job together. */
  const longest = times.write + times.done + times.look + 4 * times.state + SECOND;

  /**
   * Resolves by the deadline, also if the device does not answer. While a call still waits for the
   * device, the next job is refused.
   */
  function bounded<T>(late: T, act: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      const cancel = clock.after(longest, () => resolve(late));
      inFlight += 1;
      act()
        .finally(() => {
          inFlight -= 1;
          cancel();
        })
        .then(resolve, () => resolve(late));
    });
  }

  async function use<T>(
    act: (file: DeviceFile, isDevice: boolean) => Promise<T>,
    missed: (why: ReturnType<typeof whyNot>) => T,
  ): Promise<T> {
    const opened = await openPath(path).catch((error: unknown) => whyNot(error));
    if (typeof opened === 'string') return missed(opened);
    try {
      return await act(opened.file, opened.speaks);
    } finally {
      await opened.file.close().catch(() => undefined);
    }
  }

  /** Waits for the job that has the device, and then asks for no paper: only bytes that it does not take hold the pulse back. */
  async function pulse(): Promise<PrintOutcome> {
    const over = deadline(clock, times.pulse);
    while (inFlight > 0 && !over.reached()) await pause();
    if (inFlight > 0) return failed('busy');
    return bounded<PrintOutcome>(failed('unsure'), () =>
      use<PrintOutcome>(async (file, speaks) => {
        const isTaken = async (bytes: Uint8Array) =>
          (await write(file, bytes, deadline(clock, times.pulse))) === bytes.length;
        if (!(await isTaken(DRAWER_PULSE))) return failed('no_answer');
        const state = speaks ? await lineOn(file).state(times.state) : SILENT;
        if (state.kind !== 'fault') return DONE;
        // Without paper it holds back every command but those in real time.
        return (await isTaken(DRAWER_PULSE_NOW)) ? DONE : failed('unsure');
      }, failed),
    );
  }

  return {
    pulse() {
      pulsing = pulsing.then(pulse);
      return pulsing;
    },
    send: async (bytes) => {
      await pulsing;
      if (inFlight > 0) return failed('busy');
      return bounded<PrintOutcome>(failed('unsure'), () =>
        use<PrintOutcome>(async (file, speaks) => {
          const line = lineOn(file);
          const state = speaks ? await line.state(times.state) : SILENT;
          if (state.kind === 'fault') return failed(state.why);
          const done = await write(file, bytes, deadline(clock, times.write));
          if (done < bytes.length) return failed(done === 0 ? 'no_answer' : 'unsure');
          // A file, or a device that answers nothing, can say no more than that it has taken everything.
          return state.kind === 'silent' ? DONE : untilDone(line, clock, times, known);
        }, failed),
      );
    },
    state: async () => {
      await pulsing;
      if (inFlight > 0) return { kind: 'fault', why: 'busy' };
      return bounded<PrinterState>({ kind: 'fault', why: 'no_answer' }, () =>
        use<PrinterState>(
          (file, speaks) => (speaks ? lineOn(file).state(times.state) : Promise.resolve(SILENT)),
          (why) => ({ kind: 'fault', why }),
        ),
      );
    },
  };
}

/** Writes to a device that may not be ready, and queries its state. */
function createTalk(clock: Stopwatch, times: typeof TIMES, known: Known) {
  const pause = () => new Promise<void>((resolve) => void clock.after(times.pause, resolve));

  /** Bytes that the device accepted; fewer than all after an error or the deadline. */
  async function write(file: DeviceFile, bytes: Uint8Array, over: Deadline): Promise<number> {
    let done = 0;
    try {
      while (done < bytes.length && !over.reached()) {
        const { bytesWritten } = await file
          .write(bytes, done, bytes.length - done)
          .catch(unlessAgain);
        done += bytesWritten;
        if (bytesWritten === 0) await pause();
      }
    } catch {
      // The device disappeared; earlier bytes may be on paper.
    }
    return done;
  }

  /** The questions to a device, as to a printer on the network. */
  function lineOn(file: DeviceFile): Pick<Line, 'askDone' | 'done' | 'state' | 'isLost'> {
    let states: number[] = [];
    let isDone = false;
    let isLost = false;

    const sort = sortAnswers({
      state(byte) {
        states = [...states, byte].slice(-STATE_BYTES);
      },
      done() {
        isDone = true;
        known.done = true;
      },
    });

    /** Reads what the device has said; answers how much it was. */
    async function hear(): Promise<number> {
      const some = new Uint8Array(READ_AT_ONCE);
      const { bytesRead } = await file.read(some, 0, some.length, null).catch(unlessAgain);
      sort(some.subarray(0, bytesRead));
      return bytesRead;
    }

    /** True as soon as `holds` does; false after the time, or when the device is gone. */
    async function until(holds: () => boolean, within: number): Promise<boolean> {
      const over = deadline(clock, within);
      try {
        while (!holds() && !over.reached()) if ((await hear()) === 0) await pause();
      } catch {
        isLost = true;
      }
      return holds();
    }

    const writes = async (bytes: Uint8Array, within: number) =>
      (await write(file, bytes, deadline(clock, within))) === bytes.length;

    return {
      askDone(within) {
        // What an earlier job has left in the device is no answer to this question.
        isDone = false;
        return writes(ASK_DONE, within);
      },
      async state(within) {
        // An answer that came too late for an earlier question is none to this one.
        await hear().catch(() => 0);
        states = [];
        if (!(await writes(ASK_STATE, within))) return SILENT;
        await until(() => states.length === STATE_BYTES, within);
        return readState(Uint8Array.from(states));
      },
      done: (within) => until(() => isDone, within),
      isLost: () => isLost,
    };
  }

  return { lineOn, write, pause };
}

const READ_AT_ONCE = 64;

type Deadline = { readonly reached: () => boolean };
const SILENT: PrinterState = { kind: 'silent' };
const DONE: PrintOutcome = { ok: true };

function deadline(clock: Stopwatch, time: number): Deadline {
  const start = clock.ticks();
  return { reached: () => elapsed(start, clock.ticks()) >= time };
}

/** Opens a device for reading too if it permits that; a plain file is only appended to. */
async function openDevice(path: string): Promise<OpenedDevice> {
  try {
    const file = await open(path, O_RDWR | O_NONBLOCK);
    if ((await file.stat()).isCharacterDevice()) return { file, speaks: true };
    await file.close();
  } catch (error) {
    if (whyNot(error) === 'busy') throw error;
  }
  // Creates no file below /dev: a printer that is switched off would become a plain file.
  const create = path.startsWith('/dev/') ? 0 : O_CREAT;
  return {
    file: await open(path, O_WRONLY | O_APPEND | O_NONBLOCK | create, 0o600),
    speaks: false,
  };
}

function whyNot(error: unknown): 'not_found' | 'not_allowed' | 'busy' | 'no_answer' {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENODEV':
    case 'ENOTDIR':
    case 'EISDIR':
      return 'not_found';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'not_allowed';
    case 'EBUSY':
      return 'busy';
    default:
      return 'no_answer';
  }
}

/** A device that is not ready answers EAGAIN and is retried. */
function unlessAgain(error: unknown): { readonly bytesWritten: 0; readonly bytesRead: 0 } {
  if (codeOf(error) === 'EAGAIN') return { bytesWritten: 0, bytesRead: 0 };
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
