import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import type { SecretPlace } from './config.ts';

export type SecretSource = {
  /** Folder that relative file names are below. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
};

/** A secret file is a line; a key is not much longer. */
const SECRET_BYTES_MAX = 20_000;

/**
 * Reads a secret from where the configuration says. Throws `StartError` when it is not there, or
 * lies in a file that others on this machine can read.
 */
export async function readSecret(place: SecretPlace, source: SecretSource): Promise<string> {
  const text = 'env' in place ? fromEnv(place.env, source) : await fromFile(place.file, source);
  const secret = text.trim();
  if (secret === '') throw new StartError(`The secret in ${nameOf(place)} is empty.`);
  return secret;
}

function fromEnv(name: string, { env }: SecretSource): string {
  const value = env[name];
  if (value === undefined) throw new StartError(`The variable ${name} with the secret is not set.`);
  return value;
}

async function fromFile(name: string, { folder, platform }: SecretSource): Promise<string> {
  const path = resolve(folder, name);
  try {
    const { mode, size } = await stat(path);
    // Windows has no such bits; there the folder's own rights decide.
    if (platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new StartError(`Others can read the secret in ${path}; make it yours: chmod 600.`);
    }
    if (size > SECRET_BYTES_MAX) throw new StartError(`${path} is too large for a secret.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The secret file ${path} cannot be read.`);
  }
}

function nameOf(place: SecretPlace): string {
  return 'env' in place ? place.env : place.file;
}
