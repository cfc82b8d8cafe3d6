import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasesHere } from './quick-folder.ts';
import { DATABASES, RUN_FOLDER, shareFiles } from './run-folder.ts';

/** Makes the folder of a run and that of its databases, and sets the variable. */
export function makeRunFolder(): string {
  shareFiles();
  const folder = newOpenFolder(tmpdir());
  symlinkSync(newOpenFolder(databasesHere()), join(folder, DATABASES));
  process.env[RUN_FOLDER] = folder;
  return folder;
}

/** The user of PostgreSQL can enter it. */
function newOpenFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'tillkit-run-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes the folder of a run with its databases. */
export function removeRunFolder(folder: string): void {
  const link = join(folder, DATABASES);
  if (existsSync(link)) remove(realpathSync(link));
  remove(folder);
}

/**
 * The processes of an interrupted run still write and remove files while they end. At a file that another
 * process removes meanwhile, Node's removal stops without an error and leaves the rest.
 */
function remove(path: string): void {
  for (let left = 100; existsSync(path) && left > 0; left -= 1) {
    rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  }
}
