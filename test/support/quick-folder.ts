import { existsSync, mkdtempSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASES, RUN_FOLDER } from './run-folder.ts';

/** The folder of Linux for files in memory, and the free bytes that the databases of a run need. */
const MEMORY = '/dev/shm';
const FREE_MIN = 2 * 1024 ** 3;

/** Environment variable that names the folder to use instead, such as one on a disk. */
export const TEST_DATABASES = 'TEST_DATABASES';

/**
 * The values that the choice depends on: the environment, and the free bytes of a folder; `null` without
 * the folder.
 */
export type Surroundings = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly freeBytes: (folder: string) => number | null;
  readonly temporary: string;
};

/**
 * The folder below which tests keep databases. The product flushes each commit to the disk, and the tests
 * make thousands of commits: in memory a flush takes no time. A machine without such a folder uses its
 * temporary folder.
 */
export function placeOfDatabases({ environment, freeBytes, temporary }: Surroundings): string {
  const named = environment[TEST_DATABASES];
  if (named !== undefined && named !== '') return named;
  return (freeBytes(MEMORY) ?? 0) >= FREE_MIN ? MEMORY : temporary;
}

/** Whether this machine keeps files in memory and has room for those of a run. */
export const memoryHasRoom = (): boolean => (freeBytes(MEMORY) ?? 0) >= FREE_MIN;

function freeBytes(folder: string): number | null {
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Makes a new folder for one database. The caller removes it. In a run of tests it is below the run's
 * folder of databases, which the end of the run removes, also if it is interrupted.
 */
export function newQuickFolder(prefix: string): string {
  const link = join(process.env[RUN_FOLDER] ?? '', DATABASES);
  const inRun = process.env[RUN_FOLDER] !== undefined && existsSync(link);
  return mkdtempSync(join(inRun ? realpathSync(link) : databasesHere(), prefix));
}

/** The folder of this machine below which tests keep databases. */
export const databasesHere = (): string =>
  placeOfDatabases({ environment: process.env, freeBytes, temporary: tmpdir() });
