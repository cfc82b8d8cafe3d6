import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { LAST_RESORT } from '../../support/last-resort.ts';

export type Command = {
  /**
   * Resolves with the first line of either output that matches. Rejects with all the output when the
   * command ends before, or when {@link LAST_RESORT} is over.
   */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>;
  signal(signal: NodeJS.Signals): void;
};

/** Runs one of the product's commands as its own process; the caller ends it. */
export function runCommand(
  file: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Command {
  const child: ChildProcess = spawn(
    process.execPath,
    [...nodeArgs, join(packageRoot(), file), ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    },
  );
  let text = '';
  let over = false;
  const wake: (() => void)[] = [];
  const wakeAll = () => {
    for (const run of wake.splice(0)) run();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      wakeAll();
    });
  }
  const ended = new Promise<{ code: number | null; text: string }>((resolve) => {
    child.once('close', (code) => {
      over = true;
      wakeAll();
      resolve({ code, text });
    });
  });
  return {
    ended,
    signal: (signal) => child.kill(signal),
    async line(pattern) {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        wakeAll();
      }, LAST_RESORT);
      try {
        for (;;) {
          const match = pattern.exec(text);
          if (match) return match;
          if (over || late) throw new Error(`no ${pattern} in what it wrote:\n${text}`);
          await new Promise<void>((run) => wake.push(run));
        }
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
