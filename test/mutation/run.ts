import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PARTS, type Part } from './parts.ts';

/*
 * `npm run mutation -- payment money` plants small bugs in these parts, one at a time, and counts
 * those that no test notices; without names all of them, and `terminal` is all of its parts. What was
 * found is kept, so that a second run pays for what has changed alone; `--fresh` forgets it. The end
 * names the share of each file, and of all of them together.
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
printShares();
if (failed.length > 0) console.error(`Not well: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function reportOf(part: string): string {
  return `test-artifacts/mutation-${part}.json`;
}

type Report = {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { status: string }[] }>>;
};

/** Prints how many mutants of each file were noticed; those that run at loading time do not count. */
function printShares(): void {
  const sum = { noticed: 0, all: 0 };
  const line = (name: string, noticed: number, all: number) =>
    console.log(`${((100 * noticed) / all).toFixed(1).padStart(6)} % of ${all}  ${name}`);
  for (const { name } of chosen.filter((part) => existsSync(reportOf(part.name)))) {
    const { files }: Report = JSON.parse(readFileSync(reportOf(name), 'utf8'));
    for (const [file, { mutants }] of Object.entries(files)) {
      const count = (...kinds: readonly string[]) =>
        mutants.filter(({ status }) => kinds.includes(status)).length;
      const noticed = count('Killed', 'Timeout');
      const all = noticed + count('Survived', 'NoCoverage');
      if (all > 0) line(file, noticed, all);
      sum.noticed += noticed;
      sum.all += all;
    }
  }
  if (sum.all > 0) line('all of these', sum.noticed, sum.all);
}

/** Runs one part; false where too many mutants were not noticed, or nothing could be run. */
function mutates({ name, mutate }: Part): boolean {
  const options = ['--mutate', mutate.join(','), '--concurrency', values.concurrency];
  const kept = ['--incremental', '--incrementalFile', reportOf(name)];
  const forget = values.fresh === true ? ['--force'] : [];
  const command = ['run', 'test/mutation/stryker.config.json', ...options, ...kept, ...forget];
  const env = { ...process.env, MUTATION_PART: name, SMALL_WORLDS_DEPTH: '5' };
  return spawnSync('stryker', command, { stdio: 'inherit', env }).status === 0;
}
