import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHELL_FILE, type ShellSettings } from '../../main/host/settings/shell-settings.ts';
import type { WindowMode } from '../../main/host/settings/window-mode.ts';
import { type MirroredWindow, openMirror } from './mirror.ts';
import { openPages } from './pages.ts';
import { startBinary } from './start.ts';

const OPEN_MAX = 60_000;
const END_MAX = 10_000;

/** The service's last files may still be closing. */
const GONE = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

export type BinaryOptions = {
  readonly mode?: WindowMode;
  readonly settings?: ShellSettings;
  /** A directory of an earlier run; closing leaves it alone then. */
  readonly directory?: string;
  /** Called with the data directory before anything starts. */
  readonly prepare?: (directory: string) => void;
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * The built till on a separate Electron: main, preloads and windows are the real ones, and what a
 * test sees of main is a moment old. It has the displays that the machine has.
 */
export async function openBinary(binary: string, options: BinaryOptions = {}) {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'tillkit-app-'));
  options.prepare?.(directory);
  if (options.settings !== undefined)
    writeFileSync(join(directory, SHELL_FILE), JSON.stringify(options.settings));
  const kiosk = options.mode === 'kiosk' ? ['--kiosk'] : [];
  const own = ['--port', '0', '--data', directory, ...kiosk];
  const started = await startBinary(binary, own, options.env);
  const { inspector, lines } = started;
  const [mirror, pages] = await Promise.all([openMirror(inspector), openPages(started.devtools)]);
  const over = () => started.process.exitCode !== null || started.process.signalCode !== null;
  const until = Date.now() + OPEN_MAX;
  while ((mirror.windows[0]?.loaded.length ?? 0) === 0) {
    if (over() || Date.now() > until) throw new Error(`no window was opened\n${lines.join('\n')}`);
    await mirror.look().catch(() => undefined);
  }
  const press = async (window: MirroredWindow | undefined, key: string) => {
    if (!window) throw new Error('there is no such window');
    const before = window.keys.length;
    await inspector.evaluate(keyPress(window.id, key));
    while (window.keys.length === before) await new Promise((next) => setTimeout(next, 20));
    return window.keys.at(-1) ?? 'passed';
  };
  return {
    stage: { page: pages.page, press, refused: mirror.refused },
    directory,
    reports: lines,
    services: mirror.services,
    window: (index: number): MirroredWindow | undefined => mirror.windows[index],
    list: () => mirror.windows,
    seen: mirror.look,
    displays: () => mirror.displays,
    async close() {
      mirror.stop();
      await pages.close();
      const ended = once(started.process, 'exit');
      const quit = "setImmediate(() => require('electron').app.quit())";
      await inspector.evaluate(quit).catch(() => undefined);
      // The process waits for its inspector to go.
      inspector.close();
      const timer = setTimeout(() => started.process.kill('SIGKILL'), END_MAX);
      if (!over()) await ended;
      clearTimeout(timer);
      if (options.directory === undefined) rmSync(directory, GONE);
    },
  };
}

/** A key as the machine's keyboard gives it: main is told before the page. */
function keyPress(contents: number, name: string): string {
  const parts = name.split('+');
  const keyCode = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((part) => part.toLowerCase());
  const input = JSON.stringify({ type: 'keyDown', keyCode, modifiers });
  return `require('electron').webContents.fromId(${contents}).sendInputEvent(${input})`;
}
