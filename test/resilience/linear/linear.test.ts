import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPostgres } from '../../support/postgres/shared.ts';
import { seededData } from '../../support/seeded-data.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { linearize, type Operation, type Seen } from './checker.ts';
import { playHistory, written } from './players.ts';

/*
 * Several clients change one payment at the same time. There must be one order of all changes that fits
 * every reply and every read, in which each change happens at one moment between its request and its reply.
 */

type Services = {
  readonly all: readonly [TestService, ...TestService[]];
  readonly stop: () => Promise<void>;
};

async function oneService(options: Parameters<typeof startTestService>[0]): Promise<Services> {
  const service = await startTestService(options);
  return { all: [service], stop: () => service.stop() };
}

/** Several services with one database and one set of keys, as an operator runs them. */
async function fourServices(): Promise<Services> {
  const { url, drop } = await newPostgres();
  const { data, remove } = await seededData();
  // The manual clock of the simulator works with one service only.
  const options = { data, databaseUrl: url, clock: 'system' } as const;
  const first = await startTestService(options);
  const others = await Promise.all([1, 2, 3].map(() => startTestService(options)));
  const all = [first, ...others] as const;
  return {
    all,
    async stop() {
      await Promise.all(all.map((one) => one.stop()));
      await drop();
      remove();
    },
  };
}

/** Each test runs on all of them. */
const PLACES: readonly { readonly name: string; readonly start: () => Promise<Services> }[] = [
  { name: 'SQLite', start: () => oneService({}) },
  {
    name: 'PostgreSQL',
    start: async () => oneService({ databaseUrl: (await newPostgres()).url }),
  },
  { name: 'PostgreSQL with four services', start: fourServices },
];

const SEEDS = Number(process.env.LINEAR_SEEDS ?? 30);

describe.each(PLACES)('payments on $name', ({ start }) => {
  let services: Services;
  beforeAll(async () => {
    services = await start();
  });
  afterAll(() => services.stop());

  it.each([
    ['every reply arrives', { clients: 4, each: 4, losses: 0 }],
    ['some replies are lost', { clients: 4, each: 4, losses: 3 }],
    ['twelve clients send one operation each at once', { clients: 12, each: 1, losses: 0 }],
  ])('are linearisable when %s', async (_, how) => {
    let overlaps = 0;
    const statuses = new Set<number>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const history = await playHistory(services.all, seed, how);
      if (linearize(history) === null) {
        expect.fail(`seed ${seed} has no legal order:\n${written(history)}`);
      }
      overlaps += history.filter(({ began, ended }) => ended - began > 1).length;
      for (const { seen } of history) if (seen.kind === 'status') statuses.add(seen.status);
    }
    // Without these the histories would say nothing: clients must have met, and refusals happened.
    expect(overlaps).toBeGreaterThan(SEEDS * 4);
    expect([...statuses].sort()).toEqual([204, 400, 409]);
  });
});

describe('the checker of histories', () => {
  const status = (code: number): Seen => ({ kind: 'status', status: code });
  const read = (text: string): Seen => ({ kind: 'read', text });
  const at = (began: number, ended: number, name: string, seen: Seen, client = 0): Operation => ({
    client,
    name,
    began,
    ended,
    seen,
  });
  const approved = at(1, 2, 'confirm', status(204));

  it('finds an order of concurrent operations', () => {
    const both = [
      approved,
      at(3, 6, 'captureA1', status(409), 1),
      at(4, 5, 'release', status(204), 2),
    ];
    expect(linearize(both)).toEqual(['0 confirm', '2 release', '1 captureA1']);
  });

  it.each([
    [
      'a history with a lost change',
      [
        approved,
        at(3, 6, 'captureA1', status(204), 1),
        at(4, 7, 'captureB1', status(204), 2),
        at(8, 9, 'read', read('auth: 1 held, 1 captured, 0 refunded')),
      ],
    ],
    [
      'a history that captures the whole amount twice',
      [approved, at(3, 6, 'captureA2', status(204), 1), at(4, 7, 'captureB1', status(204), 2)],
    ],
    [
      'a history with a read that is older than an earlier reply',
      [
        approved,
        at(3, 4, 'captureA2', status(204)),
        at(5, 6, 'read', read('auth: 2 held, 0 captured, 0 refunded')),
      ],
    ],
    [
      'a history where a release and an abort both succeed',
      [approved, at(3, 6, 'release', status(204), 1), at(4, 7, 'abort', status(204), 2)],
    ],
    ['a history with a refusal without a reason', [approved, at(3, 4, 'captureA1', status(409))]],
  ])('rejects %s', (_, history) => {
    expect(linearize(history)).toBeNull();
  });

  it('accepts that an operation without a reply took effect later or never', () => {
    const lost = at(3, 4, 'captureA2', { kind: 'lost' }, 1);
    const held = read('auth: 2 held, 0 captured, 0 refunded');
    const taken = read('ok: 0 held, 2 captured, 0 refunded');
    expect(linearize([approved, lost, at(5, 6, 'read', held)])).not.toBeNull();
    expect(linearize([approved, lost, at(5, 6, 'read', taken)])).not.toBeNull();
    const back = [approved, lost, at(5, 6, 'read', taken), at(7, 8, 'read', held)];
    expect(linearize(back)).toBeNull();
  });
});
