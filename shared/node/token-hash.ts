import { createHash } from 'node:crypto';

/** How tokens and codes are kept. They are 256 random bits, so a plain hash cannot be undone. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
