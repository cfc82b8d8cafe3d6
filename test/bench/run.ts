import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { fdatasyncRate } from './ceilings/fdatasync.ts';
import { STORE_NAMES } from './growth/places.ts';
import { measureBacklog } from './parts/backlog.ts';
import { measureCallbacks } from './parts/callbacks.ts';
import { auditAfterKill } from './parts/durability.ts';
import { measureEvents } from './parts/events.ts';
import { measureFlood } from './parts/flood.ts';
import { measureFlow } from './parts/flow.ts';
import { measureGrowth } from './parts/growth.ts';
import { measureObserved } from './parts/observed.ts';
import { measurePeers } from './parts/peers.ts';
import { measurePostgres } from './parts/postgres.ts';
import { measureMemory } from './parts/process.ts';
import { measureReads } from './parts/reads.ts';
import { measureScale } from './parts/scale.ts';
import { measureStart } from './parts/start.ts';
import { measureTill } from './parts/till.ts';
import { type Figure, summaryOf, tableHead, tableLine, type Unmeasured } from './report.ts';

/*
 * `npm run bench` measures the service's performance as ratios to ceilings, which it measures in the
 * same run. Servers run on a separate core. The rounds of the service and the ceiling alternate, so
 * that a change of the machine's speed affects both.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    /** Names of parts, separated by commas. */
    only: { type: 'string' },
    json: { type: 'string' },
    /** Number of payments in the largest store of the part `growth`. */
    stored: { type: 'string', default: '1000000' },
    /** Stores of the part `growth`. */
    stores: { type: 'string', default: STORE_NAMES.join(',') },
    /** Seconds of load in the part `memory`. */
    memory: { type: 'string', default: '60' },
  },
});
const lengths = { seconds: Number(values.seconds), rounds: Number(values.rounds) };

const PARTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  flow: () => measureFlow(lengths),
  observed: () => measureObserved(lengths),
  audit: () => auditAfterKill(lengths.seconds),
  reads: () => measureReads(lengths),
  callbacks: () => measureCallbacks(lengths),
  backlog: () => measureBacklog(lengths),
  events: async () => [
    ...(await measureEvents(100, lengths.rounds)),
    ...(await measureEvents(1_000, lengths.rounds)),
  ],
  flood: () => measureFlood(lengths),
  start: () => measureStart(lengths.rounds),
  memory: () => measureMemory(Number(values.memory)),
  postgres: () => measurePostgres(lengths),
  scale: () => measureScale(lengths),
  till: () => measureTill(20_000),
  peers: () => measurePeers(lengths),
  growth: () =>
    measureGrowth({
      most: Number(values.stored),
      rounds: lengths.rounds,
      stores: STORE_NAMES.filter((name) => values.stores.split(',').includes(name)),
    }),
  disk: async () => [
    { what: 'fdatasync of 4 KiB, one after another', value: fdatasyncRate(2), unit: '/s' },
  ],
};

const wanted = values.only?.split(',') ?? Object.keys(PARTS);
for (const name of wanted) {
  if (!Object.hasOwn(PARTS, name)) throw new Error(`the bench has no part called ${name}`);
}
const facts = {
  node: process.version,
  sqlite: process.versions.sqlite,
  cores: cpus().length,
  cpu: cpus()[0]?.model.trim() ?? '',
  memory_gib: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  commit: commit(),
  durability: 'WAL, synchronous=FULL: the service replies after the commit is on the disk',
};
console.log(
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
);
console.log(`\n${tableHead()}`);
const figures: Figure[] = [];
const unmeasured: Unmeasured[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.includes(name)) unmeasured.push(...(await measured(name, part)));
}
const others = Object.keys(PARTS).filter((name) => !wanted.includes(name));
if (others.length > 0) unmeasured.push({ name: others.join(', '), why: 'not selected' });
console.log(`\n${summaryOf(figures, unmeasured).join('\n')}`);
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ facts, lengths, figures, unmeasured }, null, 2)}\n`,
  );
}

/** Prints the figures of a part. If the part fails, prints the reason; the bench continues. */
async function measured(
  name: string,
  part: () => Promise<readonly Figure[]>,
): Promise<readonly Unmeasured[]> {
  try {
    for (const figure of await part()) {
      figures.push(figure);
      console.log(tableLine(figure));
    }
    return [];
  } catch (error) {
    const why = `failed: ${error instanceof Error ? error.message : String(error)}`;
    console.log(`${name}: ${why}`);
    process.exitCode = 1;
    return [{ name, why }];
  }
}

/** Short hash of the current commit. Sources from an archive have none. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
