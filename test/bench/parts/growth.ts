import { STEP_MAX } from '../../../service/settlements/retention.ts';
import { type Filled, fill, RUN, type StoreName } from '../growth/places.ts';
import { PAYMENTS_OF_DAY } from '../growth/seed.ts';
import {
  durableFlow,
  getAgain,
  outcomePoll,
  type Round,
  replay,
  runLoad,
  SHORT_WARM_UP,
  secretHeaders,
} from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { type Figure, percentile, spreadOf } from '../report.ts';
import type { BenchService } from '../service-server.ts';

const SIZES = [1_000, 100_000];
/** Highest ratio of the time with the most payments to that with a thousand. */
const AT_MOST = 1.3;
const SETTLEMENTS = 5;
const CONNECTIONS = 16;
const ONE_CLIENT = { connections: 1, seconds: 2, warmUp: SHORT_WARM_UP };

/** Median times in milliseconds. Null if the store has no such call. */
type Times = Readonly<Record<Measured, number | null>>;
type Measured = keyof typeof NAMES;

const NAMES = {
  outcome: 'outcome poll',
  replay: 'idempotent replay',
  list: 'page of the list of payments',
  rare: 'page of the three aborted payments',
  due: 'scan for due payments',
  summary: 'sales summary of a day of 1,000 sales',
  settlement: 'settlement of 1,000 open payments',
  start: 'start to ready',
  backup: 'backup with its check',
  removal: `removal of ${STEP_MAX.numbers} old ledger numbers and up to ${STEP_MAX.items} payments`,
};
const MEASURED: readonly Measured[] = [
  ...(['outcome', 'replay', 'list', 'rare', 'due', 'summary', 'settlement'] as const),
  ...(['start', 'backup', 'removal'] as const),
];
const REMOVALS = 5;

type Sized = {
  readonly size: number;
  readonly filled: Filled;
  readonly bytes: number;
  /** One for each round. */
  readonly rounds: Times[];
};

type GrowthOptions = {
  /** Payments in the largest store. */
  readonly most: number;
  readonly rounds: number;
  readonly stores: readonly StoreName[];
};

/**
 * Measures how the times of calls grow with the number of stored payments. All stores of a kind are filled
 * first; then each round measures them one after the other. The first round does not count: the system still
 * writes the filled stores to the disk, and reads programs again that they have displaced in memory.
 */
export async function measureGrowth({
  most,
  rounds,
  stores,
}: GrowthOptions): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const store of stores) figures.push(...(await growthOf(store, most, rounds)));
  return figures;
}

async function growthOf(
  store: StoreName,
  most: number,
  rounds: number,
): Promise<readonly Figure[]> {
  const bySize: Sized[] = [];
  try {
    for (const size of [...SIZES.filter((size) => size < most), most]) {
      const filled = await fill(store, size);
      bySize.push({ size, filled, bytes: await filled.bytes(), rounds: [] });
    }
    for (let round = 0; round <= rounds; round += 1) {
      for (const one of bySize) {
        const times = await measure(one, round, rounds);
        if (round > 0) one.rounds.push(times);
      }
    }
    return [...MEASURED.flatMap((call) => figureOf(store, call, bySize)), bytesOf(store, bySize)];
  } finally {
    for (const { filled } of bySize) await filled.remove();
  }
}

function figureOf(store: StoreName, call: Measured, bySize: readonly Sized[]): readonly Figure[] {
  const times = ({ rounds }: Sized) =>
    rounds.map((round) => round[call]).filter((time) => time !== null);
  const [first, last] = [bySize[0], bySize.at(-1)];
  if (first === undefined || last === undefined || times(first).length === 0) return [];
  const [least, value] = [spreadOf(times(first)).middle, spreadOf(times(last)).middle];
  const note = bySize.map((one) => `${one.size}: ${spreadOf(times(one)).middle.toFixed(3)} ms`);
  const figure: Figure = {
    what: `${NAMES[call]}, ${store}, ${last.size}`,
    value,
    unit: 'ms',
    against: {
      name: `the same at ${first.size}`,
      value: least,
      ratio: spreadOf(times(last).map((time, round) => time / (times(first)[round] ?? Number.NaN))),
    },
    note: note.join(', '),
  };
  // A backup copies every page, so its time is in proportion to the payments. A removal works in the
  // background.
  if (call === 'backup' || call === 'removal') return [figure];
  const ratio = figure.against?.ratio.middle ?? Number.NaN;
  return [
    { ...figure, target: { requirement: `at most ${AT_MOST} times`, met: ratio <= AT_MOST } },
  ];
}

function bytesOf(store: StoreName, bySize: readonly Sized[]): Figure {
  const [first, last] = [bySize[0], bySize.at(-1)];
  if (first === undefined || last === undefined) throw new Error('there is no store');
  return {
    what: `bytes of another payment, ${store}`,
    value: (last.bytes - first.bytes) / (last.size - first.size),
    unit: 'B',
    note: bySize.map(({ size, bytes }) => `${size}: ${Math.round(bytes / 1e6)} MB`).join(', '),
  };
}

async function measure({ filled }: Sized, round: number, last: number): Promise<Times> {
  const due = await dueTime(filled);
  const service = await filled.start();
  const times = await timesOf(service, filled, round).finally(() => service.stop());
  // Last, because a backup displaces in memory what the other calls read, and they read old payments too.
  const backup = round === last ? await filled.backup() : null;
  const removal = round === last ? await removalTime(filled) : null;
  return { ...times, due, start: service.startMilliseconds, backup, removal };
}

async function timesOf(service: BenchService, { day, tids, posTids }: Filled, round: number) {
  const { target, url } = service;
  const headers = secretHeaders(target);
  const median = async (round: Round) => (await runLoad(url, round, ONE_CLIENT)).p50;
  const get = (path: string) => getAgain([`${target.basePath}${path}`], () => headers);
  const outcome = await median(outcomePoll(target, tids));
  const again = await median(replay(target, posTids));
  const list = await median(get('/payment_request/'));
  const rare = await median(get('/payment_request/?status=fail'));
  const date = new Date(day.from).toISOString().slice(0, 10);
  const summary = await median(get(`/sales_summary/?from_date=${date}&to_date=${date}`));
  const settlements: number[] = [];
  for (let number = 0; number < SETTLEMENTS; number += 1) {
    await sellMore(service, `${round}-${number}`);
    settlements.push(await settle(service));
  }
  const settlement = percentile(settlements, 0.5);
  return { outcome, replay: again, list, rare, summary, settlement };
}

/** Sells as many open payments as a settled day has. */
async function sellMore({ target, url }: BenchService, day: string): Promise<void> {
  const flow = durableFlow({ ...target, run: `${RUN}-open-${day}` });
  const numbers = Array.from({ length: PAYMENTS_OF_DAY }, (_, number) => number).values();
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => RawClient.open(url)));
  await Promise.all(
    clients.map(async (client) => {
      for (const number of numbers) await flow(client, number);
      client.close();
    }),
  );
}

async function settle({ target, url }: BenchService): Promise<number> {
  const begun = performance.now();
  const settled = await fetch(`${url.origin}${target.simulatorPath}/settlement/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await settled.text();
  return performance.now() - begun;
}

/** Calls the store in this process, because the API has no endpoint for the scan. */
async function dueTime({ open }: Filled): Promise<number> {
  const store = await open();
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

/** Removes some of the oldest books and payments: one step of each, several times. */
async function removalTime({ open, day }: Filled): Promise<number> {
  const store = await open();
  const { retention } = store;
  const page = {
    before: day.until,
    after: { created: 0, id: '' },
    limit: STEP_MAX.items,
  };
  const times: number[] = [];
  for (let i = 0; i < REMOVALS; i += 1) {
    const begun = performance.now();
    const kept = await retention.firstKept({ merchantId: day.merchantId, currency: 'NOK' });
    if (kept === null) throw new Error('there are no old books');
    await retention.removeBooks(kept.settlement, kept.from, kept.from + STEP_MAX.numbers);
    const old = await retention.oldPayments(day.merchantId, page);
    await retention.removePayments(old.filter((one) => !one.logged).map(({ payment }) => payment));
    times.push(performance.now() - begun);
  }
  await store.close();
  return percentile(times, 0.5);
}
