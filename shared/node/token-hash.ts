import { createHash } from 'node:crypto';

/**
 * The stored form of tokens and codes. They are 256 random bits, so a plain hash cannot be
 * reversed.
 */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
