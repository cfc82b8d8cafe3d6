import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import {
  getAgain,
  outcomePoll,
  type Round,
  replay,
  runLoad,
  SHORT_WARM_UP,
  secretHeaders,
} from '../loads.ts';
import { type Figure, percentile } from '../report.ts';
import { seed } from '../seed.ts';
import { type BenchService, startService } from '../service-server.ts';

const DAY = 24 * 60 * 60 * 1_000;
const RUN = 'grown';

type Times = Readonly<Record<Measured, number>>;
type Measured = 'outcome' | 'replay' | 'list' | 'summary' | 'settlement' | 'due' | 'start';

/** Target for the ratio of the largest store to the smallest. Null if the call has no target. */
const LIMITS: Readonly<Record<Measured, number | null>> = {
  outcome: 1.3,
  replay: 1.3,
  list: 1.5,
  due: 1.5,
  summary: null,
  settlement: null,
  start: null,
};
const NAMES: Readonly<Record<Measured, string>> = {
  outcome: 'outcome poll',
  replay: 'idempotent replay',
  list: 'page of the list of payments',
  due: 'scan for due payments',
  summary: 'sales summary of one day',
  settlement: 'settlement of the open amount',
  start: 'start to ready',
};

/** Measures how the time of a call grows with 1,000, 100,000 and `most` stored payments. */
export async function measureGrowth(most: number): Promise<readonly Figure[]> {
  const sizes = [1_000, 100_000, most].filter(
    (size, at, all) => size <= most && all.indexOf(size) === at,
  );
  const bySize: { size: number; times: Times }[] = [];
  for (const size of sizes) bySize.push({ size, times: await timesAt(size) });
  const first = bySize[0]?.times;
  const last = bySize.at(-1)?.times;
  if (first === undefined || last === undefined) return [];
  return keysOf(NAMES).map((name) => {
    const ratio = last[name] / first[name];
    const limit = LIMITS[name];
    const spread = { low: ratio, middle: ratio, high: ratio };
    const note = bySize
      .map(({ size, times }) => `${size}: ${times[name].toFixed(3)} ms`)
      .join(', ');
    const figure: Figure = {
      what: `${NAMES[name]}, median at ${most} stored`,
      value: last[name],
      unit: 'ms',
      against: { name: `the same at ${sizes[0]}`, value: first[name], ratio: spread },
      note,
    };
    if (limit === null) return figure;
    return { ...figure, target: { requirement: `at most ${limit} times`, met: ratio <= limit } };
  });
}

function keysOf(names: typeof NAMES): readonly Measured[] {
  return ['outcome', 'replay', 'list', 'due', 'summary', 'settlement', 'start'].filter(
    (name): name is Measured => name in names,
  );
}

async function timesAt(size: number): Promise<Times> {
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-bench-growth-'));
  try {
    const empty = await startService(RUN, ['--data', directory]);
    await empty.stop();
    const tids = await seed(directory, empty.target.merchant, RUN, size);
    const due = await dueTime(directory);
    const service = await startService(RUN, ['--data', directory]);
    try {
      return { ...(await timesOf(service, tids, size)), due, start: service.startMilliseconds };
    } finally {
      await service.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function timesOf(service: BenchService, tids: readonly string[], size: number) {
  const { target, url } = service;
  const headers = secretHeaders(target);
  const day = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  const median = async (round: Round) => (await runLoad(url, 1, 2, round, SHORT_WARM_UP)).p50;
  const get = (path: string) => getAgain([`${target.basePath}${path}`], () => headers);
  const outcome = await median(outcomePoll(target, tids));
  const again = await median(replay(target, size));
  const list = await median(get('/payment_request/'));
  const period = `from_date=${day}&to_date=${day}`;
  const summary = await median(get(`/sales_summary/?${period}`));
  const begun = performance.now();
  const settled = await fetch(`${url.origin}${target.simulatorPath}/settlement/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await settled.text();
  const settlement = performance.now() - begun;
  return { outcome, replay: again, list, summary, settlement };
}

/** Calls the store in this process, because the API has no endpoint for the scan. */
async function dueTime(directory: string): Promise<number> {
  const store = openSqliteStore(join(directory, 'tillkit.db'));
  const times: number[] = [];
  for (let i = 0; i < 2_000; i += 1) {
    const begun = performance.now();
    await store.payments.due(Date.now(), 100);
    await store.payments.nextDue();
    times.push(performance.now() - begun);
  }
  await store.close();
  return percentile(times, 0.5);
}
