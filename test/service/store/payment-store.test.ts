import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { knownStatements } from '../../../service/store/postgres/statements.ts';
import { NO_EFFECTS, type PaymentQuery, type Store } from '../../../service/store/store.ts';
import { CODE, STATUSES, type Status, statusOf } from '../../../shared/protocol/status-codes.ts';
import { MERCHANT } from '../../support/payments.ts';
import { PLAN_MODES, preparedReads, type Raw } from '../../support/raw.ts';
import { newStorePlace, STORES, type StoreKind, type StorePlace } from '../../support/stores.ts';
import { newPayment } from './postgres/world.ts';

/* The list of payments by status and time: its order, its pages, and the rows that it reads. */

const CODES = Object.values(CODE);
/** Paid payments beside the others, in the test of the rows that a page reads. */
const MANY = 20_000;
const PAGE = 50;

/** Every choice of statuses; the empty one means all. */
const CHOICES = Array.from({ length: 2 ** STATUSES.length }, (_, bits) =>
  STATUSES.filter((_, place) => (bits >> place) % 2 === 1),
);

type Stored = { readonly tid: string; readonly created: number; readonly status: Status };

/** A store with 40 payments of all statuses, and what it has, newest first. */
async function storeWithPayments(kind: StoreKind) {
  const place = await newStorePlace(kind);
  const store = await place.open();
  await store.merchants.put(MERCHANT);
  const stored: Stored[] = [];
  for (let number = 0; number < 40; number += 1) {
    const code = CODES[(number * 3) % CODES.length] ?? CODE.ok;
    // Three payments each have the same time.
    const created = 1_000 + Math.floor(number / 3);
    const payment = { ...newPayment({ pos_tid: `sale-${number}` }), created, code };
    await store.payments.create(payment, NO_EFFECTS);
    stored.push({ tid: payment.tid, created, status: statusOf(code) });
  }
  stored.sort((a, b) => b.created - a.created || (a.tid < b.tid ? 1 : -1));
  return { place, store, stored };
}

describe.each(STORES)('the list of payments on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let stored: readonly Stored[];
  beforeAll(async () => {
    ({ place, store, stored } = await storeWithPayments(kind));
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  async function everyPage(query: Omit<PaymentQuery, 'after' | 'limit'>, limit: number) {
    const tids: string[] = [];
    let after: PaymentQuery['after'] = null;
    do {
      const page = await store.payments.list(MERCHANT.id, { ...query, after, limit });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      tids.push(...page.items.map(({ tid }) => tid));
      after = page.next;
    } while (after !== null);
    return tids;
  }

  it.each(CHOICES)(
    'has each payment of the statuses %s %s %s %s once, newest first',
    async (...of) => {
      const statuses = of.filter((status) => STATUSES.includes(status));
      const chosen = stored.filter(
        ({ status }) => statuses.length === 0 || statuses.includes(status),
      );
      const times = [
        { createdFrom: null, createdTo: null },
        { createdFrom: 1_004, createdTo: 1_009 },
        { createdFrom: null, createdTo: 1_000 },
      ];
      for (const { createdFrom, createdTo } of times) {
        const tids = chosen
          .filter(({ created }) => created >= (createdFrom ?? 0) && created < (createdTo ?? 9_999))
          .map(({ tid }) => tid);
        for (const limit of [1, 4, 100]) {
          expect(await everyPage({ statuses, createdFrom, createdTo }, limit)).toEqual(tids);
        }
      }
    },
  );

  it('begins before the given time if the position is after it', async () => {
    const query = { createdFrom: null, createdTo: 1_002, statuses: ['ok'], limit: 100 } as const;
    const after = { created: 1_010, tid: 'z' };
    const { items } = await store.payments.list(MERCHANT.id, { ...query, after });
    expect(items.map(({ tid }) => tid)).toEqual(
      stored
        .filter(({ status, created }) => status === 'ok' && created < 1_002)
        .map((one) => one.tid),
    );
  });
});

it.each(STORES)(
  'a page of a rare status on %s reads no more rows than of a frequent one',
  async (kind) => {
    const { place, store } = await storeWithPayments(kind);
    onTestFinished(place.remove);
    await store.close();
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    await (await place.open()).close();
    const texts = prepare.mock.calls.map(([text]) => text);
    prepare.mockRestore();
    const raw = await place.raw();
    await raw.exec(MANY_PAID);
    await (kind === 'sqlite' ? expectOneRange(raw, texts) : expectFewRows(raw));
    await raw.close();
    const large = await place.open();
    const page = { createdFrom: null, createdTo: null, after: null, limit: PAGE };
    const rare = await large.payments.list(MERCHANT.id, { ...page, statuses: ['pending', 'auth'] });
    await large.close();
    expect(rare.items).toHaveLength(10);
  },
);

/** Copies of one paid payment, newer than all others. */
const MANY_PAID = `WITH RECURSIVE copy (number) AS
    (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < ${MANY})
  INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, request, state)
  SELECT tid || '.' || number, merchant_id, pos_id, pos_tid || '.' || number, code, version,
    created + 1000 + number, request, state
  FROM copy, (SELECT * FROM payment WHERE code = 2000 LIMIT 1) AS paid`;

/** SQLite's plan does not depend on the rows: each part has to be one range of the index. */
async function expectOneRange(raw: Raw, texts: readonly string[]): Promise<void> {
  const list = texts.find((text) => /AS class5/.test(text));
  const plan = await raw.rows(`EXPLAIN QUERY PLAN ${list}`);
  const reads = plan.map(({ detail }) => String(detail)).filter((step) => /\bpayment\b/.test(step));
  const range = '(merchant_id=? AND <expr>=? AND created>? AND (created,tid)<(?,?))';
  expect(reads).toEqual(
    Array.from({ length: 5 }, () => `SEARCH payment USING INDEX payment_by_status ${range}`),
  );
}

/** PostgreSQL reports the rows that it has read, with its own choice of plan and with each kind. */
async function expectFewRows(raw: Raw): Promise<void> {
  await raw.exec('ANALYZE payment');
  const list = knownStatements().find(({ text }) => /AS class5/.test(text));
  for (const mode of PLAN_MODES) {
    for (const wanted of [1, 2, 3, 4, 5]) {
      const parts = [1, 2, 3, 4, 5].flatMap((code) => {
        const flag = code === wanted ? 1 : 0;
        return [`'${MERCHANT.id}'`, 9_999_999, "''", 0, flag, PAGE + 1];
      });
      const rows = await preparedReads(raw, mode, list?.text ?? '', [...parts, PAGE + 1]);
      // A page passes through a few steps of the plan.
      expect(rows, `class ${wanted}, ${mode}`).toBeLessThan(PAGE * 10);
    }
  }
}
