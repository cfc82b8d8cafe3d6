import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { NewDelivery } from '../../../service/store/delivery-store.ts';
import { knownStatements } from '../../../service/store/postgres/statements.ts';
import { DELIVERY_SQL, DUE_FEW, HOSTS_FEW } from '../../../service/store/sql/outbox-tables.ts';
import { migrate } from '../../../service/store/sqlite/migrate.ts';
import type { Store } from '../../../service/store/store.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newPostgres } from '../../support/postgres/shared.ts';
import { PLAN_MODES, preparedReads, type Raw, rawPostgres } from '../../support/raw.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

/* Hosts with due deliveries: the cost to find and claim them does not depend on the length of a queue. */

const NOW = Date.UTC(2026, 0, 5, 8, 0, 0);
const ALL = 4_096;
/** Copies of each of 4,500 deliveries. */
const COPIES = 20;

describe.each(STORES)('hosts with due deliveries, on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let number = 0;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const due = async (at = NOW, wall = NOW, limit = ALL) =>
    (await store.deliveries.dueHosts(at, wall, limit)).map(({ host }) => host);

  async function tell(host: string, count: number, at = NOW): Promise<void> {
    const made = Array.from({ length: count }, (): NewDelivery => {
      number += 1;
      return {
        id: `m${number}`,
        kind: 'event',
        resource: `payment_request/p${number}`,
        queue: `event/p${number}`,
        uri: `https://${host}/`,
        host,
        event: 'payment_captured',
        body: '{}',
      };
    });
    for (let first = 0; first < count; first += 500) {
      await store.deliveries.publish(MERCHANT.id, at, made.slice(first, first + 500));
    }
  }

  it.each([1, DUE_FEW * 3])(
    'are listed once each, the longest due first, if one of them has %i deliveries',
    async (crowd) => {
      await tell('late.test', 1, NOW - 1);
      await tell('crowd.test', crowd, NOW - 3);
      await tell('early.test', 2, NOW - 5);
      await tell('tomorrow.test', 1, NOW + 1);
      expect(await due()).toEqual(['early.test', 'crowd.test', 'late.test']);
      expect(await due(NOW, NOW, 2)).toEqual(['early.test', 'crowd.test']);
      expect(await due(NOW - 4)).toEqual(['early.test']);
      expect(await due(NOW - 6)).toEqual([]);
    },
  );

  it('include a host until its last delivery is claimed, and again when the lease ends', async () => {
    await tell('other.test', DUE_FEW * 2, NOW - 1);
    await tell('claimed.test', 3, NOW - 2);
    const lease = { id: 'lease', wall: NOW, until: NOW + 1_000 };
    expect(await store.deliveries.claim('claimed.test', NOW, lease, 2)).toHaveLength(2);
    expect(await due()).toEqual(['claimed.test', 'other.test']);
    expect(await store.deliveries.claim('claimed.test', NOW, lease, 2)).toHaveLength(1);
    expect(await due()).toEqual(['other.test']);
    expect(await due(NOW, NOW + 1_000)).toEqual(['claimed.test', 'other.test']);
  });

  it('are found without reading the whole queue of an unresponsive host', async () => {
    await tell('hangs.test', DUE_FEW * 2, NOW - 2);
    await tell('works.test', 1, NOW - 1);
    await tell('hangs.test', 12_000, NOW - 2);
    expect(await due()).toEqual(['hangs.test', 'works.test']);
    await look(kind === 'sqlite' ? expectSearchesOnly : expectFewRows);
  });

  it('are listed and claimed through an index, even if thousands are due at the same time', async () => {
    for (const host of ['crowd.test', 'hangs.test', 'other.test']) await tell(host, 1_500);
    await look(kind === 'sqlite' ? expectNoSorting : expectFewClaimed);
  });

  async function look(expectPlan: (raw: Raw) => Promise<void>): Promise<void> {
    await store.close();
    const raw = await place.raw();
    try {
      await expectPlan(raw);
    } finally {
      await raw.close();
      store = await place.open();
    }
  }
});

/** Statements of a round, with the words by which one is found and with values for its parameters. */
const STATEMENTS = {
  openHosts: [/number \+ 1/, HOSTS_FEW + 1, NOW, NOW, NOW, NOW],
  dueFirst: [/ORDER BY due_at LIMIT/, NOW, NOW, DUE_FEW],
  dueHosts: [/PARTITION BY merchant_id/, NOW, NOW, ALL],
  nextDue: [/SELECT due_at FROM delivery/, 0],
} as const;
const LOOKS = ['openHosts', 'dueFirst', 'dueHosts', 'nextDue'] as const;

type Asked = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/** The statements as PostgreSQL gets them, with a claim of deliveries to `host`. */
function onPostgres(host: string): readonly Asked[] {
  const known = (words: RegExp) =>
    knownStatements().find(({ text }) => words.test(text))?.text ?? '';
  const looks = LOOKS.map((name) => {
    const [words, ...values] = STATEMENTS[name];
    return { name, text: known(words), values };
  });
  const values = [host, host, NOW, NOW, 4, 'lease', NOW];
  return [...looks, { name: 'claim', text: known(/delivery .*SKIP LOCKED/s), values }];
}

/** The statements of SQLite, with their values in the text. */
function onSqlite(name: (typeof LOOKS)[number] | 'claim'): string {
  const [, ...look] = name === 'claim' ? [null] : STATEMENTS[name];
  const values = name === 'claim' ? ['lease', NOW, 'crowd.test', NOW, NOW, 4] : look;
  const rest = values.values();
  return DELIVERY_SQL[name].replaceAll('?', () => literal(rest.next().value));
}

/** SQLite's plan does not depend on the rows: each step of it has to go through an index. */
async function expectSearchesOnly(raw: Raw): Promise<void> {
  for (const name of ['openHosts', 'dueHosts'] as const) {
    const plan = await raw.rows(`EXPLAIN QUERY PLAN ${onSqlite(name)}`);
    const steps = plan
      .map(({ detail }) => String(detail))
      .filter((step) => /\bd(elivery)?\b/.test(step));
    expect(steps.length).toBeGreaterThan(2);
    for (const step of steps) expect(step).toMatch(/^SEARCH (d|delivery) USING (COVERING )?INDEX /);
  }
}

/** PostgreSQL reports how many rows each step has read; a scan of the queue would read twelve thousand. */
async function expectFewRows(raw: Raw): Promise<void> {
  await raw.exec('ANALYZE delivery');
  for (const { name, rows } of await readsOf(raw, 'hangs.test')) {
    // Only `dueFirst` reads up to `DUE_FEW` rows, each in two steps.
    expect(rows, name).toBeLessThan(name.startsWith('dueFirst') ? 3 * DUE_FEW : 100);
  }
}

/** SQLite reads only rows of the index, in its order. */
async function expectNoSorting(raw: Raw): Promise<void> {
  for (const name of [...LOOKS, 'claim'] as const) {
    const plan = await raw.rows(`EXPLAIN QUERY PLAN ${onSqlite(name)}`);
    const steps = plan.map(({ detail }) => `${detail}`);
    // The list of hosts is sorted; it has one row for each host.
    const sorted = steps.filter((step) => /TEMP B-TREE/.test(step) && name !== 'dueHosts');
    const scanned = steps.filter((step) => /^SCAN (d|delivery)\b(?!.*INDEX)/.test(step));
    expect([name, sorted, scanned]).toEqual([name, [], []]);
  }
}

/** PostgreSQL reports how many rows it has read, with its own choice of plan and with each kind. */
async function expectFewClaimed(raw: Raw): Promise<void> {
  // With many rows, a plan for any limit may read the table to find the ones that it has claimed.
  await raw.exec(`INSERT INTO delivery ${COLUMNS}
    SELECT merchant_id, id || '.' || copy, kind, resource, queue, ord, uri, host, event,
      body, created, state, attempts, tries, due_at
    FROM delivery, generate_series(1, ${COPIES}) AS copy`);
  await raw.exec('ANALYZE delivery');
  for (const { name, rows } of await readsOf(raw, 'crowd.test'))
    expect(rows, name).toBeLessThan(400);
}

const COLUMNS = `(merchant_id, id, kind, resource, queue, ord, uri, host, event, body, created, state,
  attempts, tries, due_at)`;

/** Adds rows to `host`: delivered ones, which have no time, or due ones. */
const rowsOf = (
  count: number,
  host: string,
  state: 'delivered' | 'open',
) => `INSERT INTO delivery ${COLUMNS}
  SELECT '${MERCHANT.id}', ${host} || '.' || n || '.${state}', 'event', 'r', 'q' || ${host} || n, 1, 'u',
    ${host}, 'e', '{}', ${NOW} - n, '${state}', 1, 1, ${state === 'open' ? NOW : 'NULL'}
  FROM generate_series(1, ${count}) AS n`;

/** Number of rows that each statement has read, by the name of the statement and the kind of plan. */
async function readsOf(raw: Raw, host: string): Promise<readonly { name: string; rows: number }[]> {
  const reads: { name: string; rows: number }[] = [];
  for (const mode of PLAN_MODES) {
    for (const { name, text, values } of onPostgres(host)) {
      const rows = await preparedReads(raw, mode, text, values.map(literal));
      reads.push({ name: `${name}, ${mode}`, rows });
    }
  }
  return reads;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** Hosts without a backlog: few, and more than are read one by one. */
const OTHERS = [3, HOSTS_FEW * 2];

it.each(OTHERS)(
  'PostgreSQL reads as many rows for a backlog of 20,000 as of 200, beside %i hosts, if it does not know it',
  async (others) => {
    const reads = [];
    for (const backlog of [200, 20_000]) {
      const { url, drop } = await newPostgres();
      onTestFinished(drop);
      const raw = await rawPostgres(url);
      onTestFinished(() => raw.close());
      await raw.exec('SET session_replication_role = replica');
      await raw.exec('ALTER TABLE delivery SET (autovacuum_enabled = off)');
      onTestFinished(() => raw.exec('ALTER TABLE delivery RESET (autovacuum_enabled)'));
      await raw.exec(rowsOf(50_000, "'host-' || n % 100", 'delivered'));
      // The server vacuums and analyses by itself. Its statistics are from before the outage.
      await raw.exec('VACUUM ANALYZE delivery');
      await raw.exec(rowsOf(others, "'host-' || n", 'open'));
      await raw.exec(rowsOf(backlog, "'hangs'", 'open'));
      reads.push([await readsOf(raw, 'hangs'), await readsOf(raw, 'host-2')]);
    }
    const [few = [], many = []] = reads;
    expect(many).toEqual(few);
  },
);

it('SQLite reads as many rows for a backlog of 5,000 as of 200', () => {
  const counts = [200, 5_000].map((backlog) => {
    const database = new DatabaseSync(':memory:');
    onTestFinished(() => database.close());
    migrate(database);
    let read = 0;
    database.function('counted', (value) => {
      read += 1;
      return value;
    });
    const add = database.prepare(`INSERT INTO delivery ${COLUMNS}
      VALUES ('m', ?, 'event', 'r', ?, 1, 'u', ?, 'e', '{}', 1, 'open', 0, 0, ${NOW})`);
    for (let n = 0; n < backlog; n += 1) add.run(`m${n}`, `q${n}`, 'crowd.test');
    add.run('last', 'last', 'works.test');
    return (['openHosts', 'dueHosts', 'claim'] as const).map((name) => {
      read = 0;
      // Each row that a statement considers is checked for its lease.
      const text = onSqlite(name).replaceAll(/[d.]*lease_until IS NULL/g, 'counted($&)');
      return [name, database.prepare(text).all().length, read];
    });
  });
  const [few, many] = counts;
  expect(many).toEqual(few);
  expect(few).toEqual([
    ['openHosts', 2, 4],
    ['dueHosts', 2, 2],
    ['claim', 4, 4],
  ]);
});
