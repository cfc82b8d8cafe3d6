import { join } from 'node:path';
import { ENDING } from '../shared/node/children.ts';
import { startCommand } from '../shared/node/command.ts';
import { elapsed, type Ticks } from '../shared/time/clock.ts';
import { packageRoot, systemClock, systemIds, thisMachine } from './host/adapters/machine.ts';
import { realFiles } from './host/adapters/small-files.ts';
import { loadShellSettings } from './host/settings/shell-settings.ts';
import { screenOf, windowMode } from './host/settings/window-mode.ts';
import { FIRST_CODE_DIGITS } from './host/staff/first-code.ts';
import { readStaff } from './host/staff/staff-file.ts';
import { startFailure } from './host/start-error.ts';
import { parseStart, START_HELP, type StartOptions } from './start/arguments.ts';
import { type BrowserWindow, openBrowserWindow } from './start/browser-window.ts';
import { chooseScreen, displayOf, type ScreenChoice } from './start/choose-screen.ts';
import { findElectron, runElectron } from './start/electron.ts';
import { findBrowser, profileDirectory } from './start/find-browser.ts';
import { runRemoteTill } from './start/run-remote.ts';
import { runTill } from './start/run-till.ts';
import { resolveStart, type StartConfig } from './start/start-config.ts';

/** A window that closes sooner was not closed by the user; milliseconds. */
const TOO_SOON = 3_000;

const print = (sentence: string) => console.log(sentence);

/** Runs one start to its end and returns the exit code. */
async function start(options: StartOptions): Promise<number> {
  const screen = screenFor(options);
  if (screen.kind !== 'electron') return runHere(options, screen);
  print(`The cashier screen opens in Electron, because ${screen.because}.`);
  const built = join(packageRoot(), 'dist/electron/main.js');
  return runElectron(screen.path, built, process.argv.slice(2));
}

function screenFor(options: Pick<StartOptions, 'screen'>): ScreenChoice {
  return chooseScreen({
    wish: options.screen,
    electron: findElectron(packageRoot(), thisMachine.env),
    browser: findBrowser(thisMachine),
    display: displayOf(thisMachine.platform, thisMachine.env),
    user: process.getuid?.() === 0 ? 'root' : 'ordinary',
  });
}

/** Runs everything in this process until a signal or until the window is closed. */
async function runHere(
  options: StartOptions,
  screen: Exclude<ScreenChoice, { kind: 'electron' }>,
): Promise<number> {
  // Listens first, so that Ctrl-C during the start stops what has started.
  const interrupted = new Promise<'interrupted'>((resolve) => {
    for (const signal of ENDING) {
      process.on(signal, () => resolve('interrupted'));
    }
  });
  const firstCode = systemIds.digits(FIRST_CODE_DIGITS);
  const config = { ...resolveStart(options, thisMachine, 'from_sources'), firstCode };
  const settings = loadShellSettings(config.directory);
  const mode = windowMode(config, settings);
  const role = screenOf(mode, settings);
  const till = await run(config, role);
  print(`Tillkit keeps its data in ${config.directory}.`);
  for (const words of [...config.words, ...till.words]) print(words);
  let window: BrowserWindow | null = null;
  if (screen.kind === 'browser') {
    print(`The ${role} screen opens in ${screen.path} in app mode, because ${screen.because}.`);
    const profile = profileDirectory(screen.path, config.directory, thisMachine.home);
    window = openBrowserWindow(screen.path, till.screen(), profile, mode);
  } else
    print(
      `Open ${till.screen()} for the ${role} screen; no window opens, because ${screen.because}.`,
    );
  if (role === 'cashier' && readStaff(config.directory, realFiles).length === 0) {
    print(
      `The screen asks for this code when the first supervisor is added: ${spaced(firstCode)}.`,
    );
  }
  print('Ctrl-C stops everything.');
  const opened = systemClock.ticks();
  const end = await Promise.race([interrupted, closedByPerson(window, till.screen, opened)]);
  print(end === 'closed' ? 'The window was closed: stopping.' : 'Stopping.');
  window?.close();
  await till.stop();
  return 0;
}

/** Starts a till with an embedded or a remote service. */
async function run(config: StartConfig, screen: 'cashier' | 'kiosk') {
  if (config.remote !== null) return runRemoteTill(config, config.remote, screen, print);
  const { wallet, portal, ...till } = await runTill(config, screen, print);
  const words = [
    `The customer's pages are at ${wallet}/w/.`,
    `The merchant portal is at ${portal}.`,
  ];
  return { ...till, words };
}

/** Digits in groups of four for reading. */
function spaced(code: string): string {
  return code.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Resolves when the user closes the window. If the window fails, the till continues. */
async function closedByPerson(
  window: BrowserWindow | null,
  address: () => string,
  opened: Ticks,
): Promise<'closed'> {
  const ended = await window?.ended;
  if (ended === 'closed' && elapsed(opened, systemClock.ticks()) >= TOO_SOON) return 'closed';
  if (ended)
    print(`The window closed unexpectedly. The till still runs; open ${address()} yourself.`);
  return new Promise<'closed'>(() => undefined);
}

await startCommand({
  help: START_HELP,
  parse: parseStart,
  run: ({ options }) => start(options),
  sentenceOf: (error) => `Tillkit did not start: ${startFailure(error)}`,
});
