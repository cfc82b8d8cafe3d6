import { app } from 'electron';

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
