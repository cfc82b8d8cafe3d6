import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { type Inspector, openInspector } from './inspector.ts';

const START_MAX = 60_000;

/** A running Electron: its process, main's inspector, and where its pages are driven from. */
export type Started = {
  readonly process: ChildProcess;
  readonly inspector: Inspector;
  /** Address for `connectOverCDP`. */
  readonly devtools: string;
  /** What it wrote on its standard error, line by line. */
  readonly lines: readonly string[];
};

/**
 * Starts the built app on a real Electron, with what a test needs to see it by; `own` are the till's
 * own arguments. The switches of Chromium stand before the app's folder, where `watch.cjs` takes them
 * from what main reads.
 */
export async function startBinary(
  binary: string,
  own: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const switches = [
    ...root,
    ...['--inspect=0', '--remote-debugging-port=0', '--lang=en-GB'],
    ...['--force-prefers-reduced-motion', '--password-store=basic'],
  ];
  const watch = join(import.meta.dirname, 'watch.cjs');
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const child = spawn(binary, [...switches, '-r', watch, packageRoot(), ...own], {
    env: { ...inherited, LANG: 'en_GB.UTF-8', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stderr });
  const find = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      reader.on('line', (line) => {
        const address = pattern.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      });
    });
  reader.on('line', (line) => lines.push(line));
  const both = Promise.all([
    find(/^Debugger listening on (ws:\S+)/),
    find(/^DevTools listening on (ws:\S+)/),
  ]);
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${binary}: ${why}\n${lines.join('\n')}`));
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code) => fail(`ended with ${code}`));
    timer = setTimeout(() => fail('did not listen in time'), START_MAX);
  });
  failed.catch(() => undefined);
  try {
    const [node, devtools] = await Promise.race([both, failed]);
    return { process: child, inspector: await openInspector(node), devtools, lines };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
