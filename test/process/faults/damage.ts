import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import type { Prng } from '../../simulation/prng.ts';

/** The longest piece that is damaged at once, in bytes. */
const PIECE = 8_192;

export type Damage = {
  readonly offset: number;
  readonly length: number;
  /** Bytes of the whole file. */
  readonly size: number;
  /** In words, for a finding. */
  readonly what: string;
};

/** Writes zeros or random bytes over a piece of a file; the seed decides place and length. */
export function damage(path: string, prng: Prng): Damage {
  const { size } = statSync(path);
  const offset = prng.between(0, size - 1);
  const length = Math.min(size - offset, prng.between(1, PIECE));
  const filler = prng.chance(0.5) ? 0 : 0xa5;
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(length, filler), 0, length, offset);
  closeSync(file);
  const what = `${length} bytes of ${filler} at ${offset} of ${size} in ${path}`;
  return { offset, length, size, what };
}
