import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { PrinterState } from '../../../shared/device/printing/faults.ts';
import { elapsed, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import {
  ASK_STATE,
  failed,
  type PrintOutcome,
  readState,
  STATE_BYTES,
  type Transport,
  type TransportOptions,
} from './port.ts';

export type DevicePrinterOptions = TransportOptions<typeof TIMES> & {
  /** `/dev/usb/lp0`, or a plain file to which every receipt is appended. */
  readonly path: string;
};

const TIMES = { write: 15 * SECOND, state: 500, pause: 50 };
const { O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;

/**
 * A printer on a device file. A device without paper accepts no bytes and would block the writer.
 * It is therefore opened without blocking, retried until the deadline, and used by one job at a
 * time.
 */
export function createDevicePrinter(options: DevicePrinterOptions): Transport {
  const { path, clock } = options;
  const times = { ...TIMES, ...options.times };
  let inFlight = 0;

  const { write, ask: queryState } = createTalk(clock, times);

  /**
   * Resolves by the deadline, also if the device does not answer. While a call still waits for the
   * device, the next job is refused.
   */
  function bounded<T>(late: T, act: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      const cancel = clock.after(times.write + times.state + SECOND, () => resolve(late));
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
    act: (file: FileHandle, isDevice: boolean) => Promise<T>,
    missed: (why: ReturnType<typeof whyNot>) => T,
  ): Promise<T> {
    const opened = await openDevice(path).catch((error: unknown) => whyNot(error));
    if (typeof opened === 'string') return missed(opened);
    try {
      return await act(opened.file, opened.speaks);
    } finally {
      await opened.file.close().catch(() => undefined);
    }
  }

  return {
    send: async (bytes) => {
      if (inFlight > 0) return failed('busy');
      return bounded<PrintOutcome>(failed('unsure'), () =>
        use<PrintOutcome>(async (file, speaks) => {
          const state = speaks ? await queryState(file) : SILENT;
          if (state.kind === 'fault') return failed(state.why);
          const done = await write(file, bytes, deadline(clock, times.write));
          if (done === bytes.length) return { ok: true };
          return failed(done === 0 ? 'no_answer' : 'unsure');
        }, failed),
      );
    },
    state: async () => {
      if (inFlight > 0) return { kind: 'fault', why: 'busy' };
      return bounded<PrinterState>({ kind: 'fault', why: 'no_answer' }, () =>
        use<PrinterState>(
          (file, speaks) => (speaks ? queryState(file) : Promise.resolve(SILENT)),
          (why) => ({ kind: 'fault', why }),
        ),
      );
    },
  };
}

/** Writes to a device that may not be ready, and queries its state. */
function createTalk(clock: Stopwatch, times: typeof TIMES) {
  const pause = () => new Promise<void>((resolve) => void clock.after(times.pause, resolve));

  /** Bytes that the device accepted; fewer than all after an error or the deadline. */
  async function write(file: FileHandle, bytes: Uint8Array, over: Deadline): Promise<number> {
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

  async function ask(file: FileHandle): Promise<PrinterState> {
    const over = deadline(clock, times.state);
    await write(file, ASK_STATE, over);
    const answers = new Uint8Array(STATE_BYTES);
    let came = 0;
    while (came < STATE_BYTES && !over.reached()) {
      const { bytesRead } = await file
        .read(answers, came, STATE_BYTES - came, null)
        .catch(unlessAgain);
      came += bytesRead;
      if (bytesRead === 0) await pause();
    }
    return readState(answers.subarray(0, came));
  }

  return { write, ask };
}

type Deadline = { readonly reached: () => boolean };
const SILENT: PrinterState = { kind: 'silent' };

function deadline(clock: Stopwatch, time: number): Deadline {
  const start = clock.ticks();
  return { reached: () => elapsed(start, clock.ticks()) >= time };
}

/** Opens a device for reading too if it permits that; a plain file is only appended to. */
async function openDevice(path: string): Promise<{ file: FileHandle; speaks: boolean }> {
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
