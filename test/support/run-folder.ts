import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable with the folder of the run; the process that started the run sets it for the workers. */
export const RUN_FOLDER = 'TILLKIT_TEST_RUN';

/** The folder below it with a file for each running PostgreSQL server; its name is the process id. */
export const SERVERS = 'servers';

/** Makes the folder of a run, and sets the variable. The user of PostgreSQL can enter the folder. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-run-'));
  chmodSync(folder, 0o755);
  process.env[RUN_FOLDER] = folder;
  return folder;
}
