import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type ReplaceOptions = {
  /** The new text is flushed to disk when this returns. */
  readonly flush?: boolean;
  /** Access rights of the file, such as 0o600; other users cannot read it at any time. */
  readonly mode?: number;
};

/**
 * Writes a text file under another name first, so that after a crash the old or the new file is
 * complete. Throws errors of the file system.
 */
export function replaceFile(path: string, text: string, options: ReplaceOptions = {}): void {
  const next = `${path}.new`;
  const isPrivate = options.mode !== undefined;
  // Another user may have an existing file of this name open.
  if (isPrivate) rmSync(next, { force: true });
  writeFileSync(next, text, { ...options, flag: isPrivate ? 'wx' : 'w' });
  renameSync(next, path);
}

/**
 * Puts a copy of `source` in the place of `target`, whole or not at all, for its owner's eyes
 * alone; `prepare` may change the copy before it takes the place. What was there is kept under
 * `keep`; files named in `stale` belong to it and are removed before.
 */
export async function replaceWithCopy(
  source: string,
  target: string,
  places: {
    readonly keep: string | null;
    readonly stale: readonly string[];
    readonly prepare: (copy: string) => void;
  },
): Promise<void> {
  const next = `${target}.new`;
  // Made first, so that it is closed to others before anything is in it.
  await (await open(next, 'w', 0o600)).close();
  await copyFile(source, next);
  places.prepare(next);
  const file = await open(next, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
  for (const stale of places.stale) await rm(stale, { force: true });
  if (places.keep !== null) await rename(target, places.keep);
  await rename(next, target);
  await syncFolder(dirname(target));
}

/** A rename is on the disk when its folder is; systems that cannot flush a folder do it themselves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
