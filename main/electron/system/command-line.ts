import { app } from 'electron';

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
  'inspect',
  'inspect-brk',
  'inspect-port',
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
