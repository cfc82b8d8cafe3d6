import { expect, it, onTestFinished } from 'vitest';
import {
  createDueTimes,
  createNoticedClock,
  LONGEST_WAITS,
} from '../../../service/app/due-times.ts';
import { DUE_COLUMNS } from '../../../service/store/due-time-store.ts';
import { POSTGRES_MIGRATIONS } from '../../../service/store/postgres/migrations/index.ts';
import { SQLITE_MIGRATIONS } from '../../../service/store/sqlite/migrations/index.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StoreKind } from '../../support/stores.ts';

const SCHEMAS: Readonly<Record<StoreKind, string>> = {
  sqlite: SQLITE_MIGRATIONS.map(({ up }) => up).join('\n'),
  postgres: POSTGRES_MIGRATIONS.map(({ up }) => up).join('\n'),
};

type Column = { readonly name: string; readonly type: string; readonly isRequired: boolean };

/** The columns of each table, as the statements that create them say. */
function tablesOf(kind: StoreKind): ReadonlyMap<string, readonly Column[]> {
  const tables = SCHEMAS[kind].matchAll(/CREATE TABLE (\w+) \(\n(.*?)\n\)/gs);
  return new Map(
    Array.from(tables, ([, table = '', body = '']) => {
      const columns = body.matchAll(
        /^ {2}([a-z_]+) (TEXT|INTEGER|BIGINT|BLOB|BYTEA|REAL)\b(.*)$/gm,
      );
      return [
        table,
        Array.from(columns, ([, name = '', type = '', more = '']) => ({
          name,
          type,
          isRequired: /NOT NULL|PRIMARY KEY/.test(more),
        })),
      ];
    }),
  );
}

/** What else an integer is: a number, a sum, or a time in the past that nothing waits for. */
const OTHERS = new Set([
  ...['additional_amount', 'alerts', 'allow_credit', 'amount', 'answered', 'attempts', 'changed'],
  ...['code', 'duration', 'fee', 'gross', 'id', 'interchange', 'is_active', 'last_ord', 'last_seq'],
  'last_version',
  ...['line', 'net', 'number', 'ord', 'payment_limit', 'payout_delay', 'place', 'position', 'seq'],
  ...[
    'seqno',
    'silent_after',
    'size',
    'status',
    'to_seq',
    'total',
    'tries',
    'unanswered',
    'used',
    'vat',
  ],
  ...['vat_rate', 'version'],
  ...['closed', 'created', 'enrolled', 'issued', 'modified', 'opened', 'redeemed'],
  ...['aside', 'revoked', 'silent', 'terms_accepted', 'until'],
  'at',
]);
/** A due time that is corrected through the state of its row, or whose delay does no harm. */
const ELSEWHERE = new Set([
  ...['payment.due_at', 'permission_request.due_at'],
  // It names a claim and is compared for equality alone.
  'receipt_email.lease',
  // It is moved together with its due time.
  'till_status.received',
  // A signature that is remembered for longer is refused for longer, which is its purpose.
  'used_signature.expires',
]);

it.each(STORES)('every due column of the schema of %s has its longest wait', (kind) => {
  const times = [...tablesOf(kind)].flatMap(([table, columns]) =>
    columns
      .filter(({ type, name }) => /INTEGER|BIGINT/.test(type) && !OTHERS.has(name))
      .map(({ name }) => `${table}.${name}`),
  );
  const known = Object.entries(DUE_COLUMNS).flatMap(([name, entry]) =>
    'only' in entry && entry.only !== kind ? [] : [name],
  );
  const ofOthers = known.filter((name) => OTHERS.has(name.split('.')[1] ?? ''));
  expect(times.filter((name) => !ELSEWHERE.has(name)).sort()).toEqual(
    known.filter((name) => !ofOthers.includes(name)).sort(),
  );
});

const NOW = Date.UTC(2026, 10, 29, 12);
const AHEAD = Date.UTC(2038, 0, 19);

/** What a row needs besides its due time, so that the corrected time is known. */
const MORE: Readonly<Record<string, Readonly<Record<string, number | string>>>> = {
  'delivery.due_at': { tries: 1 },
  'receipt_email.due': { tries: 1, at: NOW },
  'oauth_token.expires': { kind: 'access' },
  'till_status.due': { received: AHEAD - 10 * MINUTE },
};

/** The corrected time; null for a ledger, which is planned anew. */
function rightTime(name: string): number | null {
  if (name === 'delivery.due_at') return NOW + HOUR;
  if (name === 'receipt_email.due') return NOW + 690 * SECOND;
  if (name === 'oauth_token.expires') return NOW + HOUR;
  if (name === 'till_status.due') return NOW + 10 * MINUTE;
  if (name === 'settlement_schedule.next_at') return null;
  const latest = Object.entries(LONGEST_WAITS.all).find(([column]) => column === name)?.[1];
  if (latest === undefined) throw new Error(`${name} has no longest wait`);
  return latest({ now: NOW, wall: NOW });
}

it.each(STORES)(
  '%s corrects each due time of 2038 at the start, and nothing else',
  async (kind) => {
    const place = await newStorePlace(kind);
    onTestFinished(() => place.remove());
    await (await place.open()).close();
    const tables = tablesOf(kind);
    const columns = Object.entries(DUE_COLUMNS).filter(
      ([, entry]) => !('only' in entry) || entry.only === kind,
    );
    const off =
      kind === 'sqlite' ? 'PRAGMA foreign_keys = OFF' : 'SET session_replication_role = replica';
    const raw = await place.raw();
    await raw.exec(off);
    for (const [index, [name]] of columns.entries()) {
      const [table = '', column = ''] = name.split('.');
      const row = (key: string, at: number) => {
        const cells = (tables.get(table) ?? []).flatMap(({ name: own, type, isRequired }) => {
          const given = own === column ? at : MORE[name]?.[own];
          if (given !== undefined) return [[own, typeof given === 'string' ? `'${given}'` : given]];
          if (!isRequired) return [];
          if (type === 'TEXT') return [[own, `'${key}'`]];
          const empty: Readonly<Record<string, string>> = { BLOB: "x''", BYTEA: "''" };
          return [[own, empty[type] ?? 0]];
        });
        const [names, values] = [0, 1].map((part) => cells.map((cell) => cell[part]).join(', '));
        return `INSERT INTO ${table} (${names}) VALUES (${values})`;
      };
      await raw.exec(row(`late${index}`, AHEAD));
      const own = rightTime(name);
      if (own !== null && name !== 'till_status.due') await raw.exec(row(`well${index}`, own - 1));
    }
    await raw.close();

    const store = await place.open();
    const clock = createManualClock(NOW);
    await createDueTimes(createNoticedClock(clock), { store, wall: clock }).look();
    await store.close();

    const read = await place.raw();
    onTestFinished(() => read.close());
    for (const [index, [name]] of columns.entries()) {
      const [table = '', column = ''] = name.split('.');
      const key = (tables.get(table) ?? []).find(
        ({ type, isRequired }) => type === 'TEXT' && isRequired,
      );
      const at = async (which: string) => {
        const where = `WHERE ${key?.name} = '${which}${index}'`;
        const [found] = await read.rows(`SELECT ${column} AS at FROM ${table} ${where}`);
        return found?.at;
      };
      const right = rightTime(name);
      expect([name, await at('late')]).toEqual([name, right]);
      if (right !== null && name !== 'till_status.due') expect(await at('well')).toBe(right - 1);
    }
  },
);

it('corrects again after a step back that a reading has seen, also one of seconds, and only then', async () => {
  const clock = createManualClock(NOW);
  const noticed = createNoticedClock(clock);
  noticed.now();
  clock.advance(DAY);
  expect(noticed.takeSetBack()).toBe(false);
  clock.set(23 * HOUR);
  noticed.now();
  clock.set(-23 * HOUR);
  expect(noticed.takeSetBack()).toBe(true);
  expect(noticed.takeSetBack()).toBe(false);
  clock.set(-2 * SECOND);
  noticed.now();
  expect(noticed.takeSetBack()).toBe(true);
  clock.sleep(8 * HOUR);
  expect(noticed.takeSetBack()).toBe(false);
});

it.each(STORES)(
  '%s keeps no time of a process that died ahead, while another process goes on',
  async (kind) => {
    const place = await newStorePlace(kind);
    onTestFinished(() => place.remove());
    const store = await place.open();
    onTestFinished(() => store.close());
    await store.merchants.put(MERCHANT);
    const clock = createManualClock(NOW);
    const dueTimes = createDueTimes(createNoticedClock(clock), { store, wall: clock });
    await dueTimes.look();
    const { id: merchantId } = MERCHANT;
    await store.receipts.put({
      ...{ merchantId, code: 'c', hash: 'h', posId: 'p', tid: null, number: 1 },
      ...{ document: '{}', at: NOW, received: NOW },
    });
    const order = { hash: 'h', id: 'e', address: 'kari@example.org', at: AHEAD };
    await store.receipts.order(merchantId, order, { ofReceipt: 3, ofShop: 3, since: NOW });
    clock.advance(10 * MINUTE - 1);
    await dueTimes.look();
    expect(await store.receipts.nextDue(NOW)).toBe(AHEAD);
    clock.advance(1);
    await dueTimes.look();
    expect(await store.receipts.nextDue(NOW)).toBeLessThan(NOW + HOUR);
  },
);
