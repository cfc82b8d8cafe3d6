import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { PARTS, type Part } from './parts.ts';

/*
 * `npm run mutation -- payment money` plants small bugs in these parts, one at a time, and counts
 * those that no test notices; without names all of them, and `terminal` is all of its parts. What was
 * found is kept, so that a second run pays for what has changed alone; `--fresh` forgets it. Other
 * options go to the runner.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fresh: { type: 'boolean' }, concurrency: { type: 'string', default: '1' } },
});
const known = PARTS.map(({ name }) => name);
const means = (name: string, part: string) => part === name || part.startsWith(`${name}-`);
const strange = positionals.filter((name) => !known.some((part) => means(name, part)));
if (strange.length > 0) {
  console.error(`There is no part ${strange.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(2);
}
const isWanted = (part: string) =>
  positionals.length === 0 || positionals.some((name) => means(name, part));
const chosen = PARTS.filter(({ name }) => isWanted(name));
const failed = chosen.filter((part) => !mutates(part)).map(({ name }) => name);
if (failed.length > 0) console.error(`Not well: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs one part; false where too many mutants were not noticed, or nothing could be run. */
function mutates({ name, mutate }: Part): boolean {
  const options = ['--mutate', mutate.join(','), '--concurrency', values.concurrency];
  const kept = ['--incremental', '--incrementalFile', `test-artifacts/mutation-${name}.json`];
  const forget = values.fresh === true ? ['--force'] : [];
  const command = ['run', 'test/mutation/stryker.config.json', ...options, ...kept, ...forget];
  const env = { ...process.env, MUTATION_PART: name, SMALL_WORLDS_DEPTH: '5' };
  return spawnSync('stryker', command, { stdio: 'inherit', env }).status === 0;
}
