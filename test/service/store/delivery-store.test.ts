import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../service/store/delivery-store.ts';
import { knownStatements, statement } from '../../../service/store/postgres/statements.ts';
import { DELIVERY_SQL, DUE_FEW } from '../../../service/store/sql/outbox-tables.ts';
import type { Store } from '../../../service/store/store.ts';
import { MERCHANT } from '../../support/payments.ts';
import { type Raw, rowsRead } from '../../support/raw.ts';
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

/** SQLite's plan does not depend on the rows: each step of it has to go through an index. */
async function expectSearchesOnly(raw: Raw): Promise<void> {
  const plan = await raw.rows(`EXPLAIN QUERY PLAN ${asked}`);
  const steps = plan
    .map(({ detail }) => String(detail))
    .filter((step) => /\bd(elivery)?\b/.test(step));
  expect(steps.length).toBeGreaterThan(2);
  for (const step of steps) expect(step).toMatch(/^SEARCH (d|delivery) USING (COVERING )?INDEX /);
}

/** PostgreSQL reports how many rows each step has read, with a custom and with a generic plan. */
async function expectFewRows(raw: Raw): Promise<void> {
  await raw.exec('ANALYZE delivery');
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await raw.exec(`SET plan_cache_mode = ${mode}`);
    await raw.exec(`PREPARE ${mode} (BIGINT, BIGINT, BIGINT) AS ${numbered}`);
    const [row] = await raw.rows(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${mode} (${NOW}, ${NOW}, ${ALL})`,
    );
    // A scan of the whole queue would read twelve thousand rows.
    expect(rowsRead(row?.['QUERY PLAN']), mode).toBeLessThan(100);
  }
}

const asked = DELIVERY_SQL.dueHosts.replace('LIMIT ?', `LIMIT ${ALL}`).replaceAll('?', `${NOW}`);
const numbered = statement(DELIVERY_SQL.dueHosts).text;

/** Statements of a round, with values for their parameters. */
const LOOKS = { dueFirst: [NOW, NOW, DUE_FEW], dueHosts: [NOW, NOW, ALL], nextDue: [0] } as const;
type Asked = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };
const looks = (claim: string, values: readonly unknown[]): readonly Asked[] => [
  ...(['dueFirst', 'dueHosts', 'nextDue'] as const).map((name) => {
    return { name, text: statement(DELIVERY_SQL[name]).text, values: LOOKS[name] };
  }),
  { name: 'claim', text: claim, values },
];

/** SQLite reads only rows of the index, in its order. */
async function expectNoSorting(raw: Raw): Promise<void> {
  const claim = statement(DELIVERY_SQL.claim).text;
  for (const { name, text, values } of looks(claim, ['lease', NOW, 'crowd.test', NOW, NOW, 4])) {
    const filled = text.replaceAll(/\$(\d+)/g, (_, at) => literal(values[Number(at) - 1]));
    const steps = (await raw.rows(`EXPLAIN QUERY PLAN ${filled}`)).map(({ detail }) => `${detail}`);
    // The list of hosts is sorted; it has one row for each host.
    const sorted = steps.filter((step) => /TEMP B-TREE/.test(step) && name !== 'dueHosts');
    const scanned = steps.filter((step) => /^SCAN (d|delivery)\b(?!.*INDEX)/.test(step));
    expect([name, sorted, scanned]).toEqual([name, [], []]);
  }
}

/** PostgreSQL reports how many rows it has read, with its own choice of plan and with each kind. */
async function expectFewClaimed(raw: Raw): Promise<void> {
  // With many rows, a plan for any limit may read the table to find the ones that it has claimed.
  await raw.exec(`INSERT INTO delivery (merchant_id, id, kind, resource, queue, ord, uri, host, event,
    body, created, state, attempts, tries, due_at)
    SELECT merchant_id, id || '.' || copy, kind, resource, queue, ord, uri, host, event,
      body, created, state, attempts, tries, due_at
    FROM delivery, generate_series(1, ${COPIES}) AS copy`);
  await raw.exec('ANALYZE delivery');
  for (const mode of ['auto', 'force_custom_plan', 'force_generic_plan']) {
    await raw.exec(`SET plan_cache_mode = ${mode}`);
    await expectFewReads(raw, mode);
  }
}

async function expectFewReads(raw: Raw, mode: string): Promise<void> {
  const claim = knownStatements().find(({ text }) => /delivery .*SKIP LOCKED/s.test(text));
  const claimed = ['crowd.test', 'crowd.test', NOW, NOW, 4, 'lease', NOW];
  for (const { name, text, values } of looks(claim?.text ?? '', claimed)) {
    const prepared = `${name}_${mode}`;
    await raw.exec(`PREPARE ${prepared} AS ${text}`);
    const execute = `EXECUTE ${prepared} (${values.map(literal).join(', ')})`;
    await raw.exec('BEGIN');
    for (let times = 0; times < 8; times += 1) await raw.exec(execute);
    await raw.exec('ROLLBACK');
    await raw.exec('BEGIN');
    const [row] = await raw.rows(`EXPLAIN (ANALYZE, FORMAT JSON) ${execute}`);
    await raw.exec('ROLLBACK');
    expect(rowsRead(row?.['QUERY PLAN']), prepared).toBeLessThan(400);
  }
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
