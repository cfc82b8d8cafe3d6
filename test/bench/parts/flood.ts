import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from '../cluster.ts';
import {
  createPayment,
  createPos,
  type LoadResult,
  type Round,
  runLoad,
  type ServiceTarget,
} from '../loads.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';
import type { Lengths } from './flow.ts';

const FLOODER = fileURLToPath(new URL('../flooder.ts', import.meta.url));

/** What the flooding merchant sends: acknowledgements on event sockets, or POS over http. */
type Flood = 'acks' | 'POS';

/** A measured request and a flood. The target is at most twice the latency without the flood. */
type Case = { readonly what: 'payment' | 'POS'; readonly flood: Flood };
const CASES: readonly Case[] = [
  { what: 'payment', flood: 'acks' },
  { what: 'POS', flood: 'acks' },
  { what: 'payment', flood: 'POS' },
  { what: 'POS', flood: 'POS' },
];

/**
 * Measures the latency of one merchant's writes while another merchant floods the service, as a ratio
 * to the latency without the flood, on both databases. The rounds alternate on one service.
 */
export async function measureFlood(lengths: Lengths): Promise<readonly Figure[]> {
  return [...(await onSqlite(lengths)), ...(await onPostgres(lengths))];
}

async function onSqlite(lengths: Lengths): Promise<readonly Figure[]> {
  const service = await startService('flood');
  try {
    return await casesOf('SQLite', service, lengths);
  } finally {
    await service.stop();
  }
}

async function onPostgres(lengths: Lengths): Promise<readonly Figure[]> {
  const cluster = await startCluster();
  const data = await mkdtemp(join(tmpdir(), 'tillkit-bench-keys-'));
  try {
    const where = ['--data', data, '--database-url', await cluster.database('flood')];
    const service = await startService('flood', where, { core: 'anywhere' });
    try {
      return await casesOf('PostgreSQL', service, lengths);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
    await cluster.stop();
  }
}

async function casesOf(
  store: string,
  service: BenchService,
  lengths: Lengths,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const one of CASES) figures.push(await measure(store, service, one, lengths));
  return figures;
}

async function measure(
  store: string,
  service: BenchService,
  { what, flood }: Case,
  { seconds, rounds }: Lengths,
): Promise<Figure> {
  const round = roundOf(what, victimOf(service));
  const load = () => runLoad(service.url, round, { connections: 1, seconds });
  await load();
  const quiet: LoadResult[] = [];
  const flooded: LoadResult[] = [];
  for (let at = 0; at < rounds; at += 1) {
    quiet.push(await load());
    const running = await startFlood(service, flood);
    flooded.push(await load());
    await running.stop();
  }
  const middle = (results: readonly LoadResult[]) => spreadOf(results.map(({ p50 }) => p50)).middle;
  const ratio = spreadOf(flooded.map(({ p50 }, at) => p50 / (quiet[at]?.p50 ?? Number.NaN)));
  return {
    what: `${store}: a ${what} while another merchant floods ${flood}`,
    value: middle(flooded),
    unit: 'ms',
    against: { name: 'without the flood', value: middle(quiet), ratio },
    target: { requirement: 'at most twice', met: ratio.middle <= 2 },
  };
}

let sent = 0;

function roundOf(what: Case['what'], target: ServiceTarget): Round {
  return async (client) => {
    sent += 1;
    if (what === 'POS') await createPos(client, target, sent);
    else await createPayment(client, target, sent);
    return 1;
  };
}

function victimOf({ details, target }: BenchService): ServiceTarget {
  const { id: merchant, users } = details.other_merchant;
  const user = users[0];
  if (user === undefined) throw new Error('the demo has no second merchant');
  return { ...target, merchant, user: user.id, secret: user.secret };
}

/** Starts the flood in a separate process, so that it does not slow the measurement. */
async function startFlood(
  { target, url }: BenchService,
  flood: Flood,
): Promise<{ readonly stop: () => Promise<unknown> }> {
  const options = JSON.stringify({ url: url.href, target, flood });
  const child = spawn(process.execPath, [FLOODER, options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  // The flooder prints one line when all its connections are open.
  await once(child.stdout, 'data');
  return {
    stop() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
