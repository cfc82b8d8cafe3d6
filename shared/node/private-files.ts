import { createPrivateKey } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the data directory that is for its owner's eyes alone: keys, credentials. */
export type PrivateFile = { readonly name: string; readonly content: string };

/** Far above what keys and credentials take; anything larger is no file of ours. */
const BYTES_MAX = 1024 * 1024;

/** How a till that shares the folder looks; it is the machine's own and moves with no backup. */
const NOT_THE_SERVICE = 'settings.json';

/** Whether a file of this name belongs to what the service cannot be the same without. */
export function isPrivateFile(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,60}\.json$/.test(name) && name !== NOT_THE_SERVICE;
}

/** Names of the private files in a data directory, in order; none where there is no directory. */
export async function privateFilesIn(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter(isPrivateFile).sort();
}

/** Reads the private files of a data directory. Throws when one is no plain file of ours. */
export async function readPrivateFiles(directory: string): Promise<readonly PrivateFile[]> {
  const files: PrivateFile[] = [];
  for (const name of await privateFilesIn(directory)) {
    const path = join(directory, name);
    const { size } = await lstat(path);
    if (size > BYTES_MAX) throw new Error(`${path} is too large to be a file of keys.`);
    files.push({ name, content: await readFile(path, 'utf8') });
  }
  return files;
}

/** A name that goes nowhere else, and JSON in which every private key can be read. */
export function isSoundFile({ name, content }: PrivateFile): boolean {
  if (!isPrivateFile(name)) return false;
  try {
    JSON.parse(content, (member, value: unknown) => {
      if (member.endsWith('private_key_pem')) createPrivateKey(String(value));
      return value;
    });
    return true;
  } catch {
    return false;
  }
}
