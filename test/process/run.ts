import { parseArgs } from 'node:util';
import type { StoreKind } from '../support/stores.ts';
import { type Blow, runFire } from './fire/run-fire.ts';
import { runKills } from './kill-run.ts';

/*
 * Without `--store`: kills a selling till `--kills N` (200) times.
 * With `--store sqlite|postgres`: kills the service that many times (100) while tills sell on it; on
 * PostgreSQL then also three processes on one database, with its connections cut and its server
 * crashed in between.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string' }, store: { type: 'string' } },
});
const { store } = values;
const kills = Number(values.kills ?? (store === undefined ? 200 : 100));
if (!Number.isInteger(kills) || kills < 1) refuse('Give a whole number: --kills N.');
if (store !== undefined && store !== 'sqlite' && store !== 'postgres') {
  refuse('Give a store: --store sqlite or --store postgres.');
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

async function killTills(): Promise<readonly string[]> {
  const report = await runKills(kills);
  console.log(
    `${report.kills} kills (${report.duringStart} of them during a start), ${report.sales} sales, ` +
      `${report.paid} paid`,
  );
  return report.findings;
}

async function fire(on: StoreKind, processes: number, blows: readonly Blow[]) {
  const report = await runFire({ store: on, processes, blows, lanes: 12, leases: 'waited for' });
  const { kill, cut, restart } = report.blows;
  console.log(
    `${on}, ${processes} process${processes === 1 ? '' : 'es'}: ${kill} kills of the service, ` +
      `${cut} cuts, ${restart} restarts of the database, ${report.sales} sales, ` +
      `${report.captured} captured`,
  );
  return report.findings;
}

async function killServices(on: StoreKind): Promise<readonly string[]> {
  const findings = await fire(
    on,
    1,
    Array.from({ length: kills }, () => 'kill' as const),
  );
  if (on === 'sqlite') return findings;
  const turns = ['kill', 'cut', 'restart', 'cut'] as const;
  const mixed = Array.from({ length: kills }, (_, at) => turns[at % turns.length] ?? 'kill');
  return [...findings, ...(await fire(on, 3, mixed))];
}

const began = performance.now();
const findings = await (store === undefined ? killTills() : killServices(store));
const seconds = ((performance.now() - began) / 1_000).toFixed(1);
console.log(`${findings.length} findings in ${seconds} s`);
for (const finding of findings) console.log(`  ${finding}`);
process.exitCode = findings.length === 0 ? 0 : 1;
