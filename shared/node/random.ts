import { randomFillSync } from 'node:crypto';
import type { RandomBytes } from '../ids/ids.ts';

const POOL_BYTES = 4_096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Unpredictable bytes from the operating system. Asking it costs the same for few as for many, and
 * ids are short: so they are drawn from a pool, in which nothing that was given out remains.
 */
export const secureRandom: RandomBytes = (length) => {
  if (length > POOL_BYTES) return randomFillSync(Buffer.alloc(length));
  if (used + length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = new Uint8Array(length);
  bytes.set(pool.subarray(used, used + length));
  pool.fill(0, used, used + length);
  used += length;
  return bytes;
};
