import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { knownStatements } from '../../../../service/store/postgres/statements.ts';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';
import { PLAN_MODES, preparedReads, rawPostgres } from '../../../support/raw.ts';
import { newPayment, openSeveral } from './world.ts';

it('due payments are returned in the order of their due times', async () => {
  const world = await openSeveral(1);
  onTestFinished(() => world.close());
  const payments = [30, 10, 20].map((expires_in) => newPayment({ expires_in }));
  for (const payment of payments) await world.first.payments.create(payment, NO_EFFECTS);
  const [last, first, second] = payments.map(({ tid }) => tid);
  const due = await world.first.payments.due(1_000_000 + 3_600_000, 50);
  expect(due.map(({ tid }) => tid)).toEqual([first, second, last]);
});

const STORED = 60_000;
const TAKEN = 10;
const copies = (columns: string, values: string) =>
  `(${columns}) SELECT ${values} FROM generate_series(1, ${STORED}) AS n`;
const ROWS = copies(
  'merchant_id, pos_id, pos_tid, code, version, created, request, state, due_at',
  "'m', 'p', 'p' || n, 1003, 1, n, '{}', '{}', n",
);

/** Tables with so many due rows that a generic plan could read a whole table. */
const DUE = {
  payment: ROWS.replace('(merchant_id', '(tid, merchant_id').replace('SELECT', "SELECT 't' || n,"),
  permission_request: ROWS.replace('(merchant_id', '(rid, modified, merchant_id').replace(
    'SELECT',
    "SELECT 'r' || n, n,",
  ),
  settlement_schedule: copies('merchant_id, currency, opened, next_at', "'m' || n, 'NOK', 1, n"),
};

it.each(Object.entries(DUE))('due rows of %s are taken through an index', async (table, rows) => {
  const { url, drop } = await newPostgres();
  onTestFinished(drop);
  await (await openPostgresStore(url, { wall: createManualClock(), self: 'p0' })).close();
  const raw = await rawPostgres(url);
  onTestFinished(() => raw.close());
  await raw.exec('SET session_replication_role = replica');
  await raw.exec(`INSERT INTO ${table} ${rows}`);
  await raw.exec(`ANALYZE ${table}`);
  const taking = new RegExp(`FROM ${table}\\s.*SKIP LOCKED`, 's');
  const [take] = knownStatements().filter(({ text }) => taking.test(text));
  for (const mode of PLAN_MODES) {
    const parameters = [STORED, STORED, TAKEN, 2 * STORED];
    const rows = await preparedReads(raw, mode, take?.text ?? '', parameters);
    expect(rows, `${table}, ${mode}`).toBeLessThan(TAKEN * 20);
  }
});
