import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../../shared/ids/ids.ts';

/** Unpredictable bytes from the operating system. */
export const secureRandom: RandomBytes = (length) => randomBytes(length);
