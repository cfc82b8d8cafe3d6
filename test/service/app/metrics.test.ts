import { afterEach, describe, expect, it } from 'vitest';
import { newPostgres } from '../../support/postgres/shared.ts';
import { evaluate, type Scrape } from '../../support/promql.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { STORES, type StoreKind } from '../../support/stores.ts';
import { send } from '../../support/wire.ts';

/* What `/metrics` says of the store and of payments, on both databases. */

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(kind: StoreKind): Promise<TestService> {
  const database = kind === 'postgres' ? await newPostgres() : null;
  if (database !== null) ends.push(database.drop);
  const test = await startTestService({
    adminListen: { host: '127.0.0.1', port: 0 },
    ...(database === null ? {} : { databaseUrl: database.url }),
  });
  ends.push(test.stop);
  return test;
}

async function scrape({ ready }: TestService): Promise<Scrape> {
  const { status, text } = await send(ready.metrics_url ?? '');
  expect(status).toBe(200);
  return { at: 0, text };
}

/** The sum of a metric's samples; null without any. */
function sumOf(name: string, from: Scrape): number | null {
  const samples = evaluate(name, [from]);
  return samples.length === 0 ? null : samples.reduce((sum, { value }) => sum + value, 0);
}

const SALES = 3;

describe.each(STORES)('the metrics on %s', (kind) => {
  it('count each commit and each call of the store, with their time', async () => {
    const test = await start(kind);
    const before = await scrape(test);
    for (let sale = 0; sale < SALES; sale += 1) await test.payment();
    const after = await scrape(test);
    const more = (name: string) => (sumOf(name, after) ?? 0) - (sumOf(name, before) ?? 0);
    expect(more('tillkit_store_commit_seconds_count')).toBeGreaterThanOrEqual(SALES);
    expect(more('tillkit_store_commit_writes_sum')).toBeGreaterThanOrEqual(SALES);
    expect(more('tillkit_store_commit_seconds_sum')).toBeGreaterThan(0);
    const created = '{method="payments.create"}';
    expect(more(`tillkit_store_call_seconds_count${created}`)).toBe(SALES);
    expect(more(`tillkit_store_call_seconds_sum${created}`)).toBeGreaterThan(0);
    expect(sumOf('tillkit_store_bytes', after)).toBeGreaterThan(100_000);
    expect(sumOf('tillkit_ready', after)).toBe(1);
    expect(sumOf('tillkit_not_ready', after)).toBe(0);
  });

  it('count payments by state, those that wait and those that have ended', async () => {
    const test = await start(kind);
    const { simulator } = test.service;
    const customer = test.ready.customers[0]?.msisdn ?? '';
    const approved = async () => {
      const tid = await test.payment({ customer });
      expect((await simulator.confirm(tid)).ok).toBe(true);
      return tid;
    };
    const base = (tid: string) => `/payment_request/${tid}/`;
    await test.payment();
    await approved();
    const paid = await approved();
    const capture = { method: 'PUT', body: { action: 'capture' } };
    expect((await test.key(test.users.admin, base(paid), capture)).status).toBe(204);
    const aborted = await test.payment();
    const abort = { method: 'PUT', body: { action: 'abort' } };
    expect((await test.key(test.users.admin, base(aborted), abort)).status).toBe(204);
    const now = await scrape(test);
    const states = (name: string) =>
      Object.fromEntries(
        ['pending', 'auth', 'ok', 'fail'].map((state) => [
          state,
          sumOf(`${name}{state="${state}"}`, now),
        ]),
      );
    expect(states('tillkit_payments_live')).toMatchObject({ pending: 1, auth: 1 });
    expect(states('tillkit_payments_total')).toMatchObject({ auth: 2, ok: 1, fail: 1 });
    expect(sumOf('tillkit_results_unmatched', now)).toBe(0);
    await simulator.advance(16 * 60);
    expect(sumOf('tillkit_results_unmatched', await scrape(test))).toBe(1);
  });
});
