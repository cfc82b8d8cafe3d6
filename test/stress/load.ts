import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('load-process.ts', import.meta.url));

export type Load = {
  readonly pids: readonly number[];
  /** Ends every process of the load and removes what they wrote. */
  end(): Promise<void>;
};

/**
 * Starts `computing` processes that keep a core busy each and, with `disk`, one that writes and flushes
 * to the disk of the temporary folder, where the tests have their databases. All of them are at work when
 * this resolves. They end after `end()`, and by themselves if this process ends.
 */
export async function startLoad(computing: number, disk: boolean): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-stress-'));
  const children = Array.from({ length: computing }, () => fork(PROCESS, ['compute']));
  if (disk) children.push(fork(PROCESS, ['flush', join(folder, 'flushed')]));
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    pids: children.flatMap(({ pid }) => pid ?? []),
    end: async () => {
      await Promise.all(children.map(endProcess));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
