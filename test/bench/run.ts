import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { fdatasyncRate } from './ceilings/fdatasync.ts';
import { measureCallbacks } from './parts/callbacks.ts';
import { auditAfterKill } from './parts/durability.ts';
import { measureEvents } from './parts/events.ts';
import { measureFlow } from './parts/flow.ts';
import { measureGrowth } from './parts/growth.ts';
import { measurePeers } from './parts/peers.ts';
import { measurePostgres } from './parts/postgres.ts';
import { measureMemory } from './parts/process.ts';
import { measureReads } from './parts/reads.ts';
import { measureStart } from './parts/start.ts';
import { type Figure, tableHead, tableLine } from './report.ts';

/*
 * `npm run bench`: what the service can do, as ratios to ceilings that were measured on the same
 * machine in the same run. Servers have a core of their own, and rounds alternate, so that a machine
 * whose speed drifts is still fair.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    /** Names of parts, with commas between. */
    only: { type: 'string' },
    json: { type: 'string' },
    /** Largest store that growth is measured on. */
    stored: { type: 'string', default: '1000000' },
    /** Seconds of load that memory is watched for. */
    memory: { type: 'string', default: '60' },
  },
});
const lengths = { seconds: Number(values.seconds), rounds: Number(values.rounds) };

const PARTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  flow: () => measureFlow(lengths),
  audit: () => auditAfterKill(lengths.seconds),
  reads: () => measureReads(lengths),
  callbacks: () => measureCallbacks(lengths.seconds),
  events: async () => [...(await measureEvents(100)), ...(await measureEvents(1_000))],
  start: () => measureStart(lengths.rounds),
  memory: () => measureMemory(Number(values.memory)),
  postgres: () => measurePostgres(lengths),
  peers: () => measurePeers(lengths),
  growth: () => measureGrowth(Number(values.stored)),
  disk: async () => [
    { what: 'fdatasync of 4 KiB, one after another', value: fdatasyncRate(2), unit: '/s' },
  ],
};

const wanted = values.only?.split(',') ?? Object.keys(PARTS);
const facts = {
  node: process.version,
  sqlite: process.versions.sqlite,
  cores: cpus().length,
  cpu: cpus()[0]?.model.trim() ?? '',
  memory_gib: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  durability: 'WAL, synchronous=FULL: every reply after its commit is on the disk',
};
console.log(
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
);
console.log(`\n${tableHead()}`);
const figures: Figure[] = [];
for (const name of wanted) {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`no part is called ${name}`);
  for (const figure of await part()) {
    figures.push(figure);
    console.log(tableLine(figure));
  }
}
const missed = figures.filter(({ target }) => target?.met === false).length;
console.log(`\n${missed === 0 ? 'Every target is met.' : `${missed} targets are missed.`}`);
const none = figures.filter(({ value }) => Number.isNaN(value)).length;
if (none > 0) console.log(`${none} lines have no figure, and no target.`);
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ facts, lengths, figures }, null, 2)}\n`);
}
