import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endRun, RUN_FOLDER } from './shared.ts';

/** Begins a run of tests: there is a place for a server, and none yet. Answers what ends it. */
export function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-run-'));
  process.env[RUN_FOLDER] = folder;
  return () => endRun(folder);
}
