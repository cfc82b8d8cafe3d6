import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import type { Prng } from '../simulation/prng.ts';

/** Paths of all regular files below a folder, relative to it. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Writes bytes over a random piece of a file; at least one byte. */
function overwrite(path: string, prng: Prng, filler: (length: number) => Uint8Array): void {
  const bytes = readFileSync(path);
  const at = prng.between(0, Math.max(0, bytes.length - 1));
  const length = Math.min(bytes.length - at, prng.between(1, 8_192));
  bytes.set(filler(length).subarray(0, length), at);
  writeFileSync(path, bytes);
}

/** Ways in which a disk, a person or another program damages a file. */
const WAYS: Readonly<Record<string, (path: string, prng: Prng) => void>> = {
  'cut short': (path, prng) => {
    const { size } = statSync(path);
    truncateSync(path, prng.between(0, Math.max(0, size - 1)));
  },
  emptied: (path) => writeFileSync(path, ''),
  'overwritten with zeros': (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'with a piece of zeros': (path, prng) => overwrite(path, prng, (length) => Buffer.alloc(length)),
  'with a piece of garbage': (path, prng) =>
    overwrite(path, prng, (length) => Buffer.from(prng.bytes(length))),
  'another JSON': (path, prng) =>
    writeFileSync(path, prng.pick(['null', '[]', '{}', '{"a":1}', '1'])),
  'no JSON': (path, prng) => writeFileSync(path, prng.pick(['hidden words', '{', '<html>', '\0'])),
  unreadable: (path) => chmodSync(path, 0),
  'replaced by a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
};
export const DAMAGES = Object.keys(WAYS);

/** Damages a file in one of the ways. */
export function damage(path: string, way: string, prng: Prng): void {
  WAYS[way]?.(path, prng);
}

/** Messages of parsers, of the runtime and of the validator, which do not help an operator. */
export const RAW_TEXT = new RegExp(
  [
    ...[
      'Unexpected',
      'JSON at',
      'at position',
      'SQLITE_',
      'illegal operation',
      'ENOTDIR',
      'EINVAL',
    ],
    ...['ERR_', 'Invalid input', 'not a function', 'undefined', '\\[object', 'hidden words'],
    ...['BEGIN', '\\n'],
  ].join('|'),
);
