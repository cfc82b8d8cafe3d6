import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const WRITER = fileURLToPath(new URL('../../service/store/writer-process.ts', import.meta.url));

/** A process that writes payments continuously, until a write is refused or the process is killed. */
export type Writer = {
  /** Ids of the payments whose writes were acknowledged. */
  readonly acknowledged: readonly string[];
  /** Resolves after it has acknowledged this many more writes, or has ended. */
  readonly more: (count: number) => Promise<void>;
  readonly ended: Promise<unknown>;
  readonly kill: () => Promise<void>;
};

export function startWriter(path: string): Writer {
  const child = spawn(process.execPath, [WRITER, path], { stdio: ['ignore', 'pipe', 'ignore'] });
  const acknowledged: string[] = [];
  let wanted = { count: Number.POSITIVE_INFINITY, reached: () => {} };
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (tid) => {
    acknowledged.push(tid);
    if (acknowledged.length >= wanted.count) wanted.reached();
  });
  const ended = Promise.all([gone(child), once(lines, 'close')]);
  return {
    acknowledged,
    more: (count) =>
      Promise.race([
        ended.then(() => {}),
        new Promise<void>((reached) => {
          wanted = { count: acknowledged.length + count, reached };
        }),
      ]),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Kills a writer after it has acknowledged this many payments; returns all that it acknowledged. */
export async function writeAndKill(path: string, count: number): Promise<readonly string[]> {
  const writer = startWriter(path);
  await writer.more(count);
  await writer.kill();
  return writer.acknowledged;
}
