import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { type Clock, MINUTE } from '../../../shared/time/clock.ts';
import { pruneCrashFiles } from '../../host/system/crash-files.ts';
import { createAttempts } from './attempts.ts';
import type { Graphics } from './graphics.ts';

/** Chromium gives up on the graphics card after a few more; this comes before it. */
const GPU_CRASHES_MAX = 2;
const WINDOW = 10 * MINUTE;

/**
 * Keeps dumps of crashes in the data directory and sends them nowhere. Must run before the app is
 * ready; processes that start earlier are not covered.
 */
export function keepCrashes(directory: string): void {
  const folder = join(directory, 'crashes');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('crashDumps', folder);
  pruneCrashFiles(folder);
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: false });
}

export type CrashDeps = {
  readonly clock: Clock;
  readonly report: (sentence: string) => void;
  readonly graphics: Graphics;
  /** Starts the till again as soon as no sale is open. */
  readonly restartWhenIdle: () => void;
};

/**
 * Says which of Electron's own processes ended and why. A graphics card that fails again and again
 * is given up: the next start draws without it.
 */
export function setupCrashes({ clock, report, graphics, restartWhenIdle: restartWhenQuiet }: CrashDeps): void {
  const gpu = createAttempts(clock, GPU_CRASHES_MAX, WINDOW);
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit') return;
    const which = serviceName || name || type;
    report(`The process "${which}" ended (${reason}, code ${exitCode}).`);
    if (type !== 'GPU' || gpu.note() === 'left' || graphics.mode() === 'software') return;
    graphics.giveUp();
    report('The graphics card failed again and again; the till draws without it from now on.');
    restartWhenQuiet();
  });
}
