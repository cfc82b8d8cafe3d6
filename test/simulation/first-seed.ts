import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RUN } from '../runs.ts';

/** The seed of `npm test`, and of sources that are not in a git checkout, as in an unpacked archive. */
const FALLBACK = 1;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The first seed of this checkout's worlds, and where it comes from in words. */
export type FirstSeed = { readonly seed: number; readonly from: string };

/** The seed that belongs to a commit: the number of its first seven hexadecimal digits. */
export function seedOf(commit: string): number | null {
  const digits = /^[0-9a-f]{7}/.exec(commit)?.[0];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/**
 * The first seed that belongs to the last commit, so that each commit plays new worlds and the same
 * commit plays the same ones. Outside a git checkout it is a fixed number.
 */
export function firstSeed(readCommit: () => string = lastCommit): FirstSeed {
  try {
    const commit = readCommit();
    const seed = seedOf(commit);
    if (seed !== null) return { seed, from: `commit ${commit.slice(0, 7)}` };
  } catch {
    // Without git, or outside a checkout.
  }
  return { seed: FALLBACK, from: 'no commit' };
}

/**
 * The seed of the random tests in a run. `npm test` always has the same one, so that an unrelated commit
 * does not turn it red. `npm run test:full` has the seed of the commit and so finds what is new. The variable
 * `SEED` repeats another seed.
 */
export function testSeed(): FirstSeed {
  const { SEED } = process.env;
  if (SEED !== undefined) return { seed: Number(SEED), from: 'SEED' };
  if (process.env[RUN] === 'full') return firstSeed();
  return { seed: FALLBACK, from: 'fixed' };
}

function lastCommit(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
