import { createPrivateKey } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the data directory that only its owner may read: keys, credentials. */
export type PrivateFile = { readonly name: string; readonly content: string };

/** Far larger than keys and credentials; a larger file is not one of the service's. */
const BYTES_MAX = 1024 * 1024;

/**
 * The screen settings of a till that shares the folder. They belong to the machine and are not part
 * of a backup.
 */
const NOT_THE_SERVICE = 'settings.json';

/** True if a file of this name is part of the service's identity. */
export function isPrivateFile(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,60}\.json$/.test(name) && name !== NOT_THE_SERVICE;
}

/**
 * Names of the private files in a data directory, in order; empty if the directory does not exist.
 */
export async function privateFilesIn(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter(isPrivateFile).sort();
}

/**
 * Reads the private files of a data directory. Throws when one is not a regular file of the
 * service.
 */
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

/** The name stays inside the folder, and the content is JSON whose private keys can be parsed. */
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
