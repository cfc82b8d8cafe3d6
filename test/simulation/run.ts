import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printBills } from './bills/report.ts';
import { coverageFile, printCoverage } from './coverage-report.ts';
import { createDataPlace } from './data-place.ts';
import { firstSeed } from './first-seed.ts';
import { huntAll } from './planted/hunt-all.ts';
import { playAllSmall } from './play-small-worlds.ts';
import { playDirected, playWorlds, type WorldSum } from './play-worlds.ts';
import { playWorld } from './world.ts';

/*
 * `--seeds N` plays N worlds; `--sales N` plays until N sales were made. The first seed belongs to the
 * last commit; `--from N` sets another. `--jobs N` plays in N processes. `--coverage FILE` writes the
 * coverage table to a file. `--seed N` replays one world and prints what happened in it. `--directed N`
 * also plays N worlds of each kind that is directed at rare combinations. `--planted` searches for every
 * planted bug instead, and `--small` plays all small worlds.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    sales: { type: 'string' },
    from: { type: 'string', default: 'commit' },
    jobs: { type: 'string', default: '1' },
    coverage: { type: 'string' },
    planted: { type: 'boolean' },
    small: { type: 'boolean' },
    directed: { type: 'string' },
  },
});

function wholeNumber(
  name: 'seed' | 'seeds' | 'sales' | 'from' | 'jobs' | 'directed',
  least: number,
): number | null {
  const text = values[name];
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name} ${text}: give a whole number of at least ${least}.`);
  process.exit(2);
}

async function replay(seed: number): Promise<number> {
  const place = createDataPlace();
  try {
    const result = await playWorld({ seed, place });
    for (const line of result.trace) console.log(line);
    for (const finding of result.findings) console.log(`finding: ${finding}`);
    return result.findings.length;
  } finally {
    place.remove();
  }
}

async function playMany(): Promise<number> {
  const commit = firstSeed();
  const from = values.from === 'commit' ? commit.seed : (wholeNumber('from', 0) ?? 0);
  const sales = wholeNumber('sales', 1);
  const worlds = wholeNumber('seeds', 1) ?? (sales === null ? 200 : null);
  const jobs = wholeNumber('jobs', 1) ?? 1;
  const source = values.from === 'commit' ? commit.from : 'given';
  console.log(`first seed ${from} (${source}), ${jobs} process${jobs === 1 ? '' : 'es'}`);
  const began = performance.now();
  const sum = { worlds: 0, sales: 0, requests: 0, restarts: 0, steps: 0, failed: 0 };
  const counts = new Map<number, number>();
  const bills = new Map<string, number>();
  const take = (world: WorldSum, again: string) => {
    sum.worlds += 1;
    sum.sales += world.sales;
    sum.requests += world.requests;
    sum.restarts += world.restarts;
    sum.steps += world.steps;
    for (const [at, count] of world.coverage) counts.set(at, (counts.get(at) ?? 0) + count);
    for (const [what, count] of world.bills) bills.set(what, (bills.get(what) ?? 0) + count);
    if (world.findings.length === 0) return;
    sum.failed += 1;
    console.log(`seed ${world.seed} fails${again}`);
    for (const finding of world.findings) console.log(`  ${finding}`);
  };
  await playWorlds({ from, worlds, sales, jobs }, (world) => {
    take(world, `; replay it: npm run test:sim -- --seed ${world.seed}`);
  });
  await playDirected(from, wholeNumber('directed', 0) ?? 0, (world, name) => {
    take(world, ` as directed world "${name}"`);
  });
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  printCoverage(counts);
  printBills(bills);
  if (values.coverage !== undefined) writeFileSync(values.coverage, coverageFile(counts));
  console.log(
    `${sum.worlds} worlds, ${sum.sales} sales, ${sum.requests} requests, ${sum.restarts} restarts ` +
      `of tills, ${sum.steps} events in ${seconds} s: ${sum.failed} worlds with findings`,
  );
  return sum.failed;
}

async function run(): Promise<number> {
  if (values.planted === true) return huntAll();
  if (values.small === true) return playAllSmall();
  const seed = wholeNumber('seed', 0);
  return seed === null ? playMany() : replay(seed);
}

const failed = await run();
process.exitCode = failed === 0 ? 0 : 1;
