import { readFileSync } from 'node:fs';
import { open } from 'node:inspector';
import { createRequire, registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeDisplay } from '../../electron-double/machine.ts';
import { realServices } from '../../electron-double/real-service.ts';
import { openStage } from '../../electron-double/stage.ts';
import { launchBrowser } from '../../support/browser.ts';
import { takePort } from '../../support/free-port.ts';

/*
 * A fake of Electron's binary: it takes the same command line, listens where the real one listens, and
 * runs the built main under the double, with the windows in the installed Chromium. The launcher is
 * proved on it; of Electron itself it proves nothing.
 */

const MODULE = new URL('module.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: MODULE, shortCircuit: true } : next(name, context),
});
const electron: typeof import('./module.ts') = await import(MODULE);
const { app, utilityProcess, screen } = electron;

/** What stands before the app's folder is Electron's; the rest is the app's own. */
function readArguments(words: readonly string[]) {
  const required: string[] = [];
  const switches: string[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-r') required.push(words[++at] ?? '');
    else if (word.startsWith('-')) switches.push(word);
    else break;
  }
  return { required, switches, root: resolve(words[at] ?? '.') };
}

const [binary = 'electron', ...words] = process.argv.slice(2);
const { required, switches, root } = readArguments(words);
const port = await takePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
const stage = openStage(browser);
const services = realServices();
utilityProcess.onFork = services.onFork;
const shown = Number(process.env.FAKE_DISPLAYS ?? 1);
screen.displays = Array.from({ length: shown }, (_, at) =>
  makeDisplay(at + 1, `Display ${at + 1}`, at * 1_920),
);
electron.metrics.all = () =>
  services.processes
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map(({ pid = 0 }) => ({ pid, type: 'Utility', name: 'Tillkit service' }));
electron.keyboard.press = (window, key) => void stage.press(window, key);

/** Ends as the real one does once nothing holds it. */
async function end(code: number): Promise<void> {
  await stage.close();
  await browser.close();
  await services.end();
  process.exit(code);
}
const quit = app.quit.bind(app);
app.quit = () => {
  quit();
  if (app.quits.at(-1)?.prevented === false) void end(0);
};
app.exit = (code = 0) => void end(code);

if (switches.includes('--inspect=0')) open(0, '127.0.0.1');
const version: { webSocketDebuggerUrl: string } = await (
  await fetch(`http://127.0.0.1:${port}/json/version`)
).json();
if (switches.includes('--remote-debugging-port=0')) {
  process.stderr.write(`\nDevTools listening on ${version.webSocketDebuggerUrl}\n`);
}
process.argv = [binary, ...words];
const load = createRequire(join(root, 'package.json'));
for (const file of required) load(file);
const { main }: { main: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
await import(pathToFileURL(join(root, main)).href);
