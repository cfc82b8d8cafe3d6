import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, Menu } from 'electron';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { loadShellSettings } from '../host/settings/shell-settings.ts';
import { windowMode } from '../host/settings/window-mode.ts';
import { startFailure } from '../host/start-error.ts';
import { openShellLog } from '../host/system/log-file.ts';
import { parseStart } from '../start/arguments.ts';
import { resolveStart } from '../start/start-config.ts';
import { startApp } from './start-app.ts';
import { ownArguments, setupGraphics, withoutDebugging } from './system/command-line.ts';
import { keepCrashes } from './system/crashes.ts';
import { setupQuit } from './system/quit.ts';
import { setupInstance } from './system/single-instance.ts';
import { setupContents } from './windows/hardening.ts';
import { holdGestures } from './windows/kiosk-window.ts';
import { registerScheme } from './windows/screen-protocol.ts';

/**
 * The till in Electron. The order matters: the data directory decides which instance lock to take,
 * the lock comes before any access to the data, and the scheme and the sandbox come before `ready`.
 */
async function main(): Promise<void> {
  withoutDebugging();
  // A packaged app has no script path among its arguments.
  const request = parseStart(ownArguments(process.argv.slice(app.isPackaged ? 1 : 2)));
  if (!request.ok) throw new Error(request.refusal.description);
  if (request.value.kind === 'help') return app.exit(0);
  const config = resolveStart(
    request.value.options,
    thisMachine,
    app.isPackaged ? 'installed' : 'from_sources',
  );
  const profile = join(config.directory, 'electron');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', profile);
  if (!setupInstance(thisMachine.platform)) {
    console.error(`Tillkit is already running with the data in ${config.directory}.`);
    return app.exit(1);
  }
  keepCrashes(config.directory);
  const settings = loadShellSettings(config.directory);
  const mode = windowMode(config, settings);
  const graphics = setupGraphics(config.directory, process.versions.electron ?? '');
  if (mode === 'kiosk') holdGestures();
  app.enableSandbox();
  registerScheme();
  setupContents();
  Menu.setApplicationMenu(null);
  const stops: (() => Promise<void>)[] = [];
  const endThen = setupQuit(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  const log = openShellLog(join(config.directory, 'electron.log'), systemClock);
  const report = (sentence: string) => {
    console.error(sentence);
    log(sentence);
  };
  for (const words of config.words) report(words);
  await app.whenReady();
  await startApp(config, stops, { settings, mode, graphics, report, endThen });
}

main().catch((error: unknown) => {
  const sentence = startFailure(error);
  console.error(`Tillkit did not start: ${sentence}`);
  dialog.showErrorBox('Tillkit did not start', sentence);
  app.exit(1);
});
