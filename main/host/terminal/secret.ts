import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import type { SecretPlace } from './config.ts';

export type SecretSource = {
  /** Base folder of relative file names. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
};

/** Largest size of a secret file; a key has several lines. */
const SECRET_BYTES_MAX = 20_000;

/**
 * Reads a secret from its configured place. Throws `StartError` when it is missing or when other
 * users of this machine can read its file.
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
    // Windows has no such bits; the folder's permissions apply.
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
