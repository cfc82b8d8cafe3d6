import { app, dialog, Menu } from 'electron';
import { thisMachine } from '../host/adapters/machine.ts';
import { parseStart } from '../start/arguments.ts';
import { planStart } from '../start/plan.ts';
import { startFailure } from '../start/start-failure.ts';
import { setupContents } from './setup-contents.ts';
import { setupInstance } from './setup-instance.ts';
import { registerScheme } from './setup-protocol.ts';
import { setupQuit } from './setup-quit.ts';
import { startApp } from './start-app.ts';

/**
 * The till in Electron. The order matters: the data directory decides which lock is taken, the lock
 * comes before anything else touches the data, and the scheme and the sandbox before `ready`.
 */
async function main(): Promise<void> {
  // A packaged app has no script among its arguments.
  const request = parseStart(process.argv.slice(app.isPackaged ? 1 : 2));
  if (!request.ok) throw new Error(request.refusal.description);
  if (request.value.kind === 'help') return app.exit(0);
  const plan = planStart(request.value.options, thisMachine);
  app.setPath('userData', `${plan.directory}/electron`);
  if (!setupInstance()) {
    console.error(`Tillkit runs already with the data in ${plan.directory}.`);
    return app.exit(1);
  }
  app.enableSandbox();
  registerScheme();
  setupContents();
  Menu.setApplicationMenu(null);
  const stops: (() => Promise<void>)[] = [];
  setupQuit(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  for (const words of plan.words) console.error(words);
  await app.whenReady();
  await startApp(plan, stops);
}

main().catch((error: unknown) => {
  const sentence = startFailure(error);
  console.error(`Tillkit did not start: ${sentence}`);
  dialog.showErrorBox('Tillkit did not start', sentence);
  app.exit(1);
});
