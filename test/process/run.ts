import { parseArgs } from 'node:util';
import { ANSWER_WITHIN } from '../../service/store/postgres/database.ts';
import { firstSeed } from '../simulation/first-seed.ts';
import { makeRunFolder } from '../support/make-run-folder.ts';
import { endRun } from '../support/postgres/shared.ts';
import { shareFiles } from '../support/run-folder.ts';
import { STORES, type StoreKind } from '../support/stores.ts';
import { runCorruption } from './faults/corruption.ts';
import { runFloods } from './faults/floods.ts';
import { runFreezes } from './faults/freezes.ts';
import { runMoves } from './faults/moves.ts';
import { runRemovals } from './faults/removals.ts';
import type { FaultReport } from './faults/report.ts';
import { runKills } from './kill-run.ts';
import { type Fault, runServiceKills } from './kill-services/run-kills.ts';
import { runUpgrades } from './upgrade/run-upgrades.ts';

/*
 * Kills a till five hundred times, in each state of a sale and at each order in turn. Kills the service a
 * hundred times on each store while tills sell on it; on PostgreSQL then also four processes on one
 * database, with their connections cut and the server crashed or stopped with SIGSTOP in between, half of
 * it with one merchant and half with four. Kills the primary of a PostgreSQL cluster fifty times under two
 * processes, and promotes its synchronous standby each time. Replaces two processes under load by a newer
 * version, ten times. Then it damages files at random places,
 * renames and deletes a database under a running writer, kills the removal of old books, stops PostgreSQL
 * with SIGSTOP, and lets one merchant flood a service on each store while another one sells.
 * `--only till,sqlite` selects parts, `--kills N` sets the length of each part, and `--seed S` uses another
 * seed for the faults than the last commit's.
 */
const PARTS = {
  till: (kills: number | null) => killTills(kills ?? 500),
  sqlite: (kills: number | null) => killServices('sqlite', kills ?? 100),
  postgres: (kills: number | null) => killServices('postgres', kills ?? 100),
  failover: (times: number | null) => failOver(times ?? 50),
  upgrade: (rounds: number | null) => upgrade(rounds ?? 10),
  corruption: (rounds: number | null) => faults('corruption', runCorruption(seed, rounds ?? 100)),
  moves: (rounds: number | null) => faults('moves', runMoves(seed, rounds ?? 20)),
  removals: (rounds: number | null) => removeUnderKills(rounds ?? 10),
  freezes: (rounds: number | null) => faults('freezes', runFreezes(seed, rounds ?? 5)),
  floods: (rounds: number | null) => flood(rounds ?? 5),
} as const;
type Part = keyof typeof PARTS;

const HELP = `npm run test:process -- [options]

Parts, in this order:
  till        500 kills of a till
  sqlite      100 kills of a service on SQLite while tills sell on it
  postgres    the same on PostgreSQL, then kills, cuts, crashes and freezes with four processes
  failover    50 times the primary of a PostgreSQL cluster is killed and its standby promoted
  upgrade     10 times two processes on PostgreSQL are replaced by a newer version, one after the other
  corruption  100 files damaged at random places: logs, pages, journals, keys
  moves       20 databases that are renamed or deleted under a writer
  removals    10 times on each store the removal of old books is killed again and again
  freezes     5 times PostgreSQL is stopped with SIGSTOP
  floods      5 floods by one merchant on each store, while another one sells

  --only L    these parts, with commas between
  --kills N   this number of kills or rounds in each part
  --seed S    the faults of this seed in place of the last commit's
  --help      this text`;

const { values } = parseArgs({
  options: {
    ...{ kills: { type: 'string' }, only: { type: 'string' }, seed: { type: 'string' } },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  console.log(HELP);
  process.exit(0);
}
const kills = values.kills === undefined ? null : Number(values.kills);
if (kills !== null && (!Number.isInteger(kills) || kills < 1)) {
  refuse('Give a whole number: --kills N.');
}
const seed = values.seed === undefined ? firstSeed().seed : Number(values.seed);
if (!Number.isInteger(seed)) refuse('Give a whole number: --seed S.');
const names = values.only?.split(',') ?? Object.keys(PARTS);
const chosen = names.filter(isPart);
if (chosen.length < names.length) refuse(`Parts are ${Object.keys(PARTS).join(', ')}.`);

function isPart(name: string): name is Part {
  return Object.hasOwn(PARTS, name);
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

async function killTills(times: number): Promise<readonly string[]> {
  const report = await runKills(times);
  const { met, sales, pairs, paid, orders } = report;
  const moments = Object.values(met).reduce((sum, count) => sum + count, 0);
  console.log(
    `till: ${report.kills} kills, ${moments} of them at the moment of their case, ${sales} sales ` +
      `(${pairs} with two codes), ${paid} paid, ${orders} orders accepted`,
  );
  for (const [name, count] of Object.entries(met)) console.log(`  ${name}: ${count}`);
  return report.findings;
}

/** Milliseconds; longer than a request waits for the answer of a server. */
const FREEZE_MAX = ANSWER_WITHIN + 4_000;

async function killUnderLoad(
  on: StoreKind | 'cluster',
  processes: number,
  shops: number,
  faults: readonly Fault[],
) {
  const lengths = { lanes: 12, leases: 'waited for', freezeMax: FREEZE_MAX } as const;
  const report = await runServiceKills({ store: on, processes, faults, shops, ...lengths });
  const { kill, cut, restart, freeze, failover } = report.faults;
  console.log(
    `${on}, ${processes} process${processes === 1 ? '' : 'es'}, ` +
      `${shops} merchant${shops === 1 ? '' : 's'}: ${kill} kills of the service, ` +
      `${cut} cuts, ${restart} restarts and ${freeze} freezes of the database, ${failover} failovers, ` +
      `${report.sales} sales, ` +
      `${report.captured} captured`,
  );
  return report.findings;
}

/** Processes that share a database of PostgreSQL. */
const PROCESSES = 4;

async function killServices(on: StoreKind, times: number): Promise<readonly string[]> {
  const faults = Array.from({ length: times }, () => 'kill' as const);
  const findings = await killUnderLoad(on, 1, 1, faults);
  if (on === 'sqlite') return findings;
  const turns = ['kill', 'cut', 'restart', 'cut'] as const;
  const mixed = Array.from({ length: times }, (_, at) => turns[at % turns.length] ?? 'kill');
  const half = Math.ceil(times / 2);
  const kill = (shops: number, some: readonly Fault[]) =>
    some.length === 0 ? [] : killUnderLoad(on, PROCESSES, shops, withAnother('freeze', 8, some));
  const one = await kill(1, mixed.slice(0, half));
  const four = await kill(4, mixed.slice(half));
  return [...findings, ...one, ...four];
}

function failOver(times: number): Promise<readonly string[]> {
  const failovers = Array.from({ length: times }, () => 'failover' as const);
  return killUnderLoad('cluster', 2, 4, withAnother('kill', 10, failovers));
}

/** The faults with another one after each group of `every`. */
function withAnother(fault: Fault, every: number, faults: readonly Fault[]): readonly Fault[] {
  return faults.flatMap((one, at) => (at % every === every - 1 ? [one, fault] : [one]));
}

async function upgrade(rounds: number): Promise<readonly string[]> {
  const report = await runUpgrades({ rounds, lanes: 12, leases: 'waited for' });
  const { replaced, requests, repeated, tries, sales, captured } = report;
  const again = Object.entries(repeated).map(([got, count]) => `${count} after ${got}`);
  console.log(
    `upgrade to versions with more steps: ${replaced} processes replaced, ` +
      `${requests} requests, repeated ${again.join(', ') || 'none'}, at most ${tries} tries, ` +
      `${sales} sales, ${captured} captured`,
  );
  return report.findings;
}

/** Prints the result of a part. The seeds of its rounds are counted from the first seed. */
async function faults(name: string, report: Promise<FaultReport>): Promise<readonly string[]> {
  const { rounds, refused, acknowledged, findings } = await report;
  console.log(
    `${name}: ${rounds} rounds from seed ${seed}, ${refused} refused with a message, ` +
      `${acknowledged} acknowledged writes looked for`,
  );
  return findings;
}

const flood = (rounds: number) =>
  onBoth('floods', (store) => runFloods({ store, own: 200 }, seed, rounds));

async function removeUnderKills(rounds: number): Promise<readonly string[]> {
  const folder = makeRunFolder();
  try {
    return await onBoth('removals', (store) => runRemovals(store, seed, rounds));
  } finally {
    await endRun(folder);
  }
}

async function onBoth(
  name: string,
  run: (store: StoreKind) => Promise<FaultReport>,
): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const store of STORES) findings.push(...(await faults(`${name} on ${store}`, run(store))));
  return findings;
}

shareFiles();
const began = performance.now();
const findings: string[] = [];
for (const part of chosen) findings.push(...(await PARTS[part](kills)));
const seconds = ((performance.now() - began) / 1_000).toFixed(1);
console.log(`${findings.length} findings in ${seconds} s`);
for (const finding of findings) console.log(`  ${finding}`);
process.exitCode = findings.length === 0 ? 0 : 1;
