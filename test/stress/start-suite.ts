import { fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunReport } from './summary.ts';

const SUITE = fileURLToPath(new URL('suite.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Suite = {
  readonly report: Promise<RunReport>;
  /** Asks for an orderly end: running tests end, and what the run started is stopped. */
  stop(): void;
  /**
   * Ends the process and its process group at once. With `SIGTERM` it first stops the PostgreSQL server
   * of the run, which has its own process group.
   */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
};

/** Where a run writes what Vitest prints. */
export const logOf = (seed: number) => `test-artifacts/stress/${seed}.log`;

/**
 * Runs the suite once with `seed` in a separate process with its own process group: Ctrl-C does not reach
 * it, so that the caller can end it in order. A run that ends without a report counts as a failure. The run
 * has the caller's variables and `variables`.
 */
export function startSuite(
  seed: number,
  only: readonly string[],
  variables: Readonly<Record<string, string>>,
): Suite {
  mkdirSync(`${ROOT}test-artifacts/stress`, { recursive: true });
  const log = openSync(`${ROOT}${logOf(seed)}`, 'w');
  const child = fork(SUITE, [String(seed), ...only], {
    cwd: ROOT,
    env: { ...process.env, ...variables, PROPERTY_SEED: String(seed), SEED: String(seed) },
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const report = new Promise<RunReport>((resolve) => {
    child.once('message', (message) => resolve(message as RunReport));
    child.once('exit', (code, signal) => {
      const message = `it ended with ${signal ?? `code ${code}`}, see ${logOf(seed)}`;
      resolve({ tests: 0, failures: [{ file: null, name: 'a run without a report', message }] });
    });
  });
  return {
    report,
    stop: () => void (child.connected && child.send('stop')),
    kill: (signal) => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      if (process.platform === 'win32') child.kill(signal);
      else process.kill(-child.pid, signal);
    },
  };
}
