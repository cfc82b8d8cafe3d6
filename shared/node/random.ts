import { randomFillSync } from 'node:crypto';
import type { RandomBytes } from '../ids/ids.ts';

const POOL_BYTES = 4_096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Unpredictable bytes from the operating system. A request costs the same for few bytes as for
 * many, and ids are short, so the bytes come from a pool, which keeps no byte that was given out.
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
