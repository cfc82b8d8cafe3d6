import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type ReplaceOptions = {
  /** File and folder are flushed: a power cut after this returns leaves the new text. */
  readonly flush?: boolean;
  /** Access rights of the file, such as 0o600; other users cannot read it at any time. */
  readonly mode?: number;
};

/**
 * Writes a file under another name first, so that after a crash the old or the new file is
 * complete. Throws errors of the file system.
 */
export function replaceFile(
  path: string,
  text: string | Uint8Array,
  options: ReplaceOptions = {},
): void {
  const next = `${path}.new`;
  const isPrivate = options.mode !== undefined;
  // Another user may have an existing file of this name open.
  if (isPrivate) rmSync(next, { force: true });
  writeFileSync(next, text, { ...options, flag: isPrivate ? 'wx' : 'w' });
  renameSync(next, path);
  if (options.flush) syncFolderNow(dirname(path));
}

/**
 * Replaces `target` by a copy of `source`, completely or not at all, readable by its owner only.
 * `prepare` may change the copy before that. The old file is kept under `keep`; files named in
 * `stale` belong to it and are removed before.
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
  // Created first, so that it is inaccessible to others before any content is written.
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

/** As `syncFolder`, for callers that cannot wait. */
function syncFolderNow(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch {
    // Windows opens no folders; its file system makes the rename durable.
    return;
  }
  try {
    fsyncSync(folder);
  } catch {
    // The file system cannot flush a folder.
  } finally {
    closeSync(folder);
  }
}

/**
 * A rename is durable when its folder is flushed; systems that cannot flush a folder do it
 * themselves.
 */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
