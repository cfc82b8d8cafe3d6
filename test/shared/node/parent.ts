import { createTill } from '../../../main/commands/torture/till.ts';
import { systemClock } from '../../../main/host/adapters/machine.ts';
import { openBrowserWindow } from '../../../main/start/browser-window.ts';
import { runElectron } from '../../../main/start/electron.ts';
import { runChild } from '../../../shared/node/children.ts';

/* A command that starts the program of its command line as one of the product's commands does. */

const [name, program = '', folder = ''] = process.argv.slice(2);
const forEver = () => setInterval(() => {}, 60_000);

switch (name) {
  case 'electron':
    process.exitCode = await runElectron(program, 'main.js', []);
    break;
  case 'browser':
    openBrowserWindow(program, 'http://127.0.0.1/', folder);
    forEver();
    break;
  case 'till': {
    const deps = { clock: systemClock, command: program, env: process.env };
    createTill({ ...deps, onReport: () => {}, onEnd: () => {} }).start();
    forEver();
    break;
  }
  case 'build':
    await runChild(program, [], { stdio: 'inherit' });
    forEver();
    break;
  // A command that handles the signal itself, and forgets its child.
  case 'forgetful':
    process.once('SIGTERM', () => process.exit(0));
    void runChild(program, [], {});
}
