import { createHash, timingSafeEqual } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Ids } from '../../../shared/ids/ids.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import { StartError } from '../start-error.ts';

/** Name of the file in the data directory with the API's address and token. */
export const TOKEN_FILE = 'till-api.json';

const tokenFile = z.object({
  url: z.string().max(200).optional(),
  token: z.string().min(32).max(200),
});

/** Path of the token file of a data directory. */
export function tokenPath(directory: string): string {
  return join(directory, TOKEN_FILE);
}

/**
 * The token of this till. The first start creates it and later starts keep it, so that a configured
 * register stays valid. Throws `StartError` for an invalid file.
 */
export async function loadToken(directory: string, ids: Ids): Promise<string> {
  const path = tokenPath(directory);
  try {
    const kept = await readPrivateFile(path, tokenFile);
    return kept?.token ?? ids.token();
  } catch {
    const advice = 'Remove it to get a new token, or put the old one back.';
    throw new StartError(`The token file ${path} cannot be read. ${advice}`);
  }
}

/** Writes the token with the address of this start; only its owner can read the file. */
export async function writeToken(directory: string, url: string, token: string): Promise<void> {
  const path = tokenPath(directory);
  await writePrivateFile(path, { url, token });
  // A manually copied file may have been readable by others.
  await chmod(path, 0o600);
}

/** Compares an offered token in constant time. */
export function createTokenCheck(token: string): (presented: string) => boolean {
  const expected = digest(token);
  return (presented) => timingSafeEqual(digest(presented), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The token of `Authorization: Bearer <token>`, or null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9_\-.~+/]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
}
