import type { Clock } from '../../../shared/time/clock.ts';
import type { Settlement, SettlementStore } from '../ledger-store.ts';
import { readIntegerOrNull } from '../sql/rows.ts';
import { settlementCalls } from '../sql/settlement-calls.ts';
import { bookOf, SETTLEMENT_SQL, settlementOf } from '../sql/settlement-tables.ts';
import { SERVICE } from '../store.ts';
import { bulk } from './bulk.ts';
import type { PostgresDatabase } from './database.ts';
import { DUE_LEASE } from './due-rows.ts';
import { writeBookings } from './ledger-writer.ts';
import { lockMerchant } from './merchant-store.ts';
import { namedStatements } from './named-statements.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements({
  ...SETTLEMENT_SQL,
  schedule: `INSERT INTO settlement_schedule (merchant_id, currency, opened, next_at)
    VALUES (?, ?, ?, ?) ON CONFLICT (merchant_id, currency)
    DO UPDATE SET next_at = excluded.next_at, lease_until = NULL`,
  // Other processes skip claimed rows until the lease expires in real time. The arrays are for the
  // plan, as in `due-rows.ts`.
  due: `WITH taken AS MATERIALIZED (
      SELECT merchant_id, currency FROM settlement_schedule
      WHERE next_at IS NOT NULL AND next_at <= ? AND (lease_until IS NULL OR lease_until <= ?)
      ORDER BY next_at, merchant_id, currency LIMIT ? FOR UPDATE SKIP LOCKED)
    UPDATE settlement_schedule AS book SET lease_until = ?
    FROM unnest(ARRAY(SELECT merchant_id FROM taken), ARRAY(SELECT currency FROM taken))
      AS one (owner, currency)
    WHERE book.merchant_id = one.owner AND book.currency = one.currency
    RETURNING book.merchant_id, book.currency`,
  nextDue: `SELECT MIN(next_at) AS at FROM settlement_schedule
    WHERE lease_until IS NULL OR lease_until <= ?`,
});
const ASSIGN = bulk(
  { merchant_id: 'text', number: 'bigint', log: 'text', line_key: 'text', seq: 'bigint' },
  `INSERT INTO settlement_line (merchant_id, number, log, line_key, seq)
    SELECT merchant_id, number, log, line_key, seq FROM GIVEN ON CONFLICT DO NOTHING`,
);

export function createSettlementStore(database: PostgresDatabase, wall: Clock): SettlementStore {
  return {
    ...settlementCalls(namedStatements(database, SQL)),
    ...writes(database),
    async due(now, limit) {
      const at = wall.now();
      return (
        await database.writesOf(SERVICE).write(SQL.due, now, at, limit, at + DUE_LEASE)
      ).rows.map(bookOf);
    },
    async nextDue() {
      const rows = await Promise.all([
        database.get(SQL.nextDue, wall.now()),
        database.get(SQL.unplanned),
      ]);
      const times = rows.map((row) => (row === undefined ? null : readIntegerOrNull(row, 'at')));
      const known = times.filter((at) => at !== null);
      return known.length === 0 ? null : Math.min(...known);
    },
  };
}

type Writes = Pick<SettlementStore, 'assign' | 'write'>;

function writes(database: PostgresDatabase): Writes {
  return {
    async assign(merchantId, number, lines) {
      if (lines.length === 0) return;
      const rows = lines.map(({ log, key, seq }) => [merchantId, number, log, key, seq]);
      await database.writesOf(merchantId).run(ASSIGN.statement, ...ASSIGN.values(rows));
    },
    write(settlement, postings, nextAt) {
      const { merchantId, currency, number, created, start, toSeq } = settlement;
      return database.writesOf(merchantId).transaction(async (transaction) => {
        lockMerchant(transaction, merchantId);
        if (!(await stillNext(transaction, settlement))) return false;
        const body = JSON.stringify(settlement);
        transaction.send(SQL.insert, merchantId, number, currency, created, toSeq, body);
        const bookings = postings.map((posting) => ({
          merchantId,
          at: created,
          record: null,
          posting,
        }));
        writeBookings(transaction, bookings);
        transaction.send(SQL.schedule, merchantId, currency, start, nextAt);
        return true;
      });
    },
  };
}

/** True if there was no other settlement of this merchant since the calculation. */
async function stillNext(
  transaction: Transaction,
  { merchantId, currency, number, fromSeq }: Settlement,
): Promise<boolean> {
  const [last, own] = await Promise.all([
    transaction.get(SQL.last, merchantId),
    transaction.get(SQL.lastOf, merchantId, currency),
  ]);
  const lastNumber = settlementOf(last)?.number ?? 0;
  return number === lastNumber + 1 && fromSeq === (settlementOf(own)?.toSeq ?? 0);
}
