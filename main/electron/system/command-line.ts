import { app } from 'electron';

/**
 * Switches of Chromium that someone may need on a till: how it reaches the display and how large it
 * draws. Every other one is refused like any unknown option, above all those that take protection
 * away.
 */
const CHROMIUM = new Set([
  '--ozone-platform',
  '--force-device-scale-factor',
  '--high-dpi-support',
  '--touch-events',
  '--enable-wayland-ime',
  '--disable-gpu',
]);

/** What of a command line is the till's own; Chromium has taken the rest already. */
export function ownArguments(args: readonly string[]): readonly string[] {
  return args.filter((word) => !CHROMIUM.has(word.split('=')[0] ?? '') && !isSerial(word));
}

/** What older versions of macOS add when a program is opened by hand. */
function isSerial(word: string): boolean {
  return /^-psn_\d+_\d+$/.test(word);
}

/** Switches of Chromium and Node by which another program takes hold of this one. */
const DEBUGGING = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'inspect',
  'inspect-brk',
  'inspect-port',
];

/**
 * Takes the switches of debuggers off the command line of a packaged till, before Chromium reads
 * them: they are refused like any unknown option, but the message about it stays on the screen, and
 * a debugger would have the till for as long. A till that runs from its sources keeps them.
 */
export function withoutDebugging(): void {
  if (!app.isPackaged) return;
  for (const name of DEBUGGING) app.commandLine.removeSwitch(name);
}
