import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';

/** The variable with the folder of the run; the process that started the run sets it for the workers. */
export const RUN_FOLDER = 'TEST_RUN';

/** The folder below it with a file for each running PostgreSQL server; its name is the process id. */
export const SERVERS = 'servers';

/** The link below it to the folder in which the run's databases are. */
export const DATABASES = 'databases';

const SHARED = '/tmp';

/**
 * The folder for temporary files that a run of tests uses: that of the caller. As root, PostgreSQL runs as
 * another user, which cannot enter a private folder of root (Debian's `libpam-tmpdir` makes one). Then it is
 * `/tmp`.
 */
export function temporaryFolder(
  folder = tmpdir(),
  isRoot = process.getuid?.() === 0,
  isOpen = everybodyCanEnter,
): string {
  return isRoot && !isOpen(folder) && isOpen(SHARED) ? SHARED : folder;
}

function everybodyCanEnter(folder: string): boolean {
  const path = resolve(folder);
  if ((statSync(path).mode & 0o001) === 0) return false;
  return dirname(path) === path || everybodyCanEnter(dirname(path));
}

/**
 * From now on this process, and all that it starts, makes temporary files where the user of PostgreSQL can
 * enter, and with the usual modes, whatever the caller's umask is.
 */
export function shareFiles(): void {
  process.env.TMPDIR = temporaryFolder();
  process.umask(0o022);
}
