import { renameSync, rmSync, writeFileSync } from 'node:fs';

export type ReplaceOptions = {
  /** The new text is on the disk when this returns, and not only with the system. */
  readonly flush?: boolean;
  /** Access rights of the file, such as 0o600: nobody else can read it at any moment. */
  readonly mode?: number;
};

/**
 * Writes a text file under another name first, so that a crash leaves the old file or the new one,
 * whole. Throws what the disk throws.
 */
export function replaceFile(path: string, text: string, options: ReplaceOptions = {}): void {
  const next = `${path}.new`;
  const isPrivate = options.mode !== undefined;
  // A file of this name that is there already may be open to others.
  if (isPrivate) rmSync(next, { force: true });
  writeFileSync(next, text, { ...options, flag: isPrivate ? 'wx' : 'w' });
  renameSync(next, path);
}
