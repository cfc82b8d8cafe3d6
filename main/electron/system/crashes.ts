import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import {
  type DeviceClock,
  elapsed,
  MINUTE,
  type Stopwatch,
  type Ticks,
} from '../../../shared/time/clock.ts';
import { pruneCrashFiles } from '../../host/system/crash-files.ts';
import type { Graphics } from './command-line.ts';

/** Counts attempts within a moving window of time, so that a remedy that does not help ends. */
export interface Attempts {
  /** Counts one attempt. `left` while more are allowed, `spent` when this one is too many. */
  note(): 'left' | 'spent';
  /** The number of attempts within the window. */
  count(): number;
}

/** At most `most` attempts within `window` milliseconds. */
export function createAttempts(clock: Stopwatch, most: number, window: number): Attempts {
  let times: readonly Ticks[] = [];
  const forget = () => {
    const now = clock.ticks();
    times = times.filter((at) => elapsed(at, now) <= window);
  };
  return {
    note() {
      forget();
      times = [...times, clock.ticks()];
      return times.length > most ? 'spent' : 'left';
    },
    count() {
      forget();
      return times.length;
    },
  };
}

/** Chromium stops using the graphics card after a few more crashes; this limit comes first. */
const GPU_CRASHES_MAX = 2;
const WINDOW = 10 * MINUTE;

/**
 * Keeps crash dumps in the data directory and uploads none. Call it before the app is ready;
 * processes that start earlier are not covered.
 */
export function keepCrashes(directory: string): void {
  const folder = join(directory, 'crashes');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('crashDumps', folder);
  pruneCrashFiles(folder);
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: false });
}

export type CrashDeps = {
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
  readonly graphics: Graphics;
  /** Restarts the till as soon as no sale is open and the till is idle. */
  readonly restartWhenIdle: () => void;
};

/**
 * Reports which of Electron's processes ended and why. After repeated crashes of the graphics
 * process the next start draws in software.
 */
export function setupCrashes({
  clock,
  report,
  graphics,
  restartWhenIdle: restartWhenQuiet,
}: CrashDeps): void {
  const gpu = createAttempts(clock, GPU_CRASHES_MAX, WINDOW);
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit') return;
    const which = serviceName || name || type;
    report(`The process "${which}" ended (${reason}, code ${exitCode}).`);
    if (type !== 'GPU' || gpu.note() === 'left' || graphics.mode() === 'software') return;
    graphics.giveUp();
    report('The graphics process crashed repeatedly; the till restarts with software rendering.');
    restartWhenQuiet();
  });
}
