import { join } from 'node:path';
import { app } from 'electron';
import { z } from 'zod';
import { keepIn } from '../../host/adapters/kept-value.ts';
import { realFiles } from '../../host/adapters/small-files.ts';

/** The rendering mode of windows. */
export interface Graphics {
  mode(): 'hardware' | 'software';
  /** Uses software rendering from the next start on. */
  giveUp(): void;
}

const graphicsFile = z.strictObject({ electron: z.string().max(40) });

/**
 * Reads whether software rendering was chosen; call it before the app is ready. A new version of
 * Electron tries the graphics card again, because drivers improve.
 */
export function setupGraphics(directory: string, electron: string): Graphics {
  const kept = keepIn(realFiles, join(directory, 'graphics.json'), graphicsFile);
  const before = kept.read();
  let mode: 'hardware' | 'software' = before?.electron === electron ? 'software' : 'hardware';
  if (before !== null && mode === 'hardware') kept.forget();
  if (mode === 'software') app.disableHardwareAcceleration();
  return {
    mode: () => mode,
    giveUp() {
      mode = 'software';
      kept.write({ electron });
    },
  };
}

/**
 * Chromium switches that a till may need: its display protocol and scale. Every other switch is
 * refused like an unknown option, above all those that disable protection.
 */
const CHROMIUM = new Set([
  '--ozone-platform',
  '--force-device-scale-factor',
  '--high-dpi-support',
  '--touch-events',
  '--enable-wayland-ime',
  '--disable-gpu',
]);

/** The till's own arguments; Chromium has consumed the others. */
export function ownArguments(args: readonly string[]): readonly string[] {
  return args.filter((word) => !CHROMIUM.has(word.split('=')[0] ?? '') && !isSerial(word));
}

/** Older versions of macOS add this when a user opens a program by hand. */
function isSerial(word: string): boolean {
  return /^-psn_\d+_\d+$/.test(word);
}

/** Switches of Chromium and Node.js that let another program control this one. */
const DEBUGGING = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-io-pipes',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
];

/**
 * Removes the debugger switches from the command line of a packaged till before Chromium reads
 * them. The till refuses them like any unknown option, but a debugger would control it while that
 * message is on the screen. A till that runs from its sources keeps them.
 */
export function withoutDebugging(): void {
  if (!app.isPackaged) return;
  for (const name of DEBUGGING) app.commandLine.removeSwitch(name);
}
