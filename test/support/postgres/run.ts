import '../../../main/bin/needs-node.js';
import { mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { parseCLI } from 'vitest/node';
import { forgetCaller } from '../environment.ts';
import { makeRunFolder } from '../make-run-folder.ts';
import { missingPrerequisites, PREREQUISITES_MET } from '../prerequisites.ts';
import { RUN_FOLDER } from '../run-folder.ts';
import { abortRun, endRun, serverPort } from './shared.ts';

/**
 * Starts a run of tests: makes its folder. Before a run of all tests it also checks that they can run and
 * starts the PostgreSQL server. If they cannot run on this machine, it prints one sentence and ends the
 * process. A run of some files starts what they ask for. The result ends the run; Ctrl+C ends it too.
 */
export async function setup(): Promise<() => Promise<void>> {
  // Every project of the configuration calls this; they share one run.
  if (process.env[RUN_FOLDER] !== undefined) return async () => {};
  forgetCaller(process.env);
  const folder = makeRunFolder();
  // The files that tests leave in the temporary folder are removed with the run, also if it is
  // interrupted.
  process.env.TMPDIR = join(folder, 'tmp');
  mkdirSync(process.env.TMPDIR);
  endOnSignals(folder);
  if (runsAll()) await prepare(folder);
  return () => endRun(folder);
}

const runsAll = () => parseCLI(['vitest', ...process.argv.slice(2)]).filter.length === 0;

async function prepare(folder: string): Promise<void> {
  const start = () => serverPort(folder);
  const met = process.env[PREREQUISITES_MET] !== undefined;
  const missing = met ? [] : await missingPrerequisites();
  const failed = missing.length > 0 ? missing : await missingPrerequisites([start]);
  if (failed.length === 0) return;
  console.error(failed.join('\n'));
  await endRun(folder);
  process.exit(1);
}

/** The server is detached from its worker, so that no signal of a terminal reaches it. */
function endOnSignals(folder: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      abortRun(folder);
      process.exit(128 + constants.signals[signal]);
    });
  }
}
