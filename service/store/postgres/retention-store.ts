import type { LedgerKey, RetentionStore } from '../ledger-store.ts';
import { entrySumsOf, LEDGER_SQL } from '../sql/ledger-tables.ts';
import { permissionOf } from '../sql/permission-tables.ts';
import {
  advanceParameters,
  OF_PAYMENT,
  OLD_PERMISSIONS,
  oldParameters,
  oldPaymentOf,
  oldPayments,
  paymentKeys,
  permissionKeys,
  REMOVE_RANGE_SQL,
  RETENTION_SQL,
  removedOf,
} from '../sql/retention-tables.ts';
import { readInteger, readIntegerOrNull, readText } from '../sql/rows.ts';
import { settlementOf } from '../sql/settlement-tables.ts';
import { SERVICE } from '../store.ts';
import { bulk } from './bulk.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...RETENTION_SQL,
  oldPermissions: OLD_PERMISSIONS,
  entrySums: LEDGER_SQL.entrySums,
  oldPayments: oldPayments(`SELECT 1 FROM transaction_log AS line
    WHERE line.merchant_id = payment.merchant_id AND line.tid = payment.tid`),
});
const RANGES = Object.values(statements(REMOVE_RANGE_SQL));
const SETTLED_LINES = bulk(
  { merchant_id: 'text', number: 'bigint', log: 'text', line_key: 'text', seq: 'bigint' },
  `DELETE FROM settlement_line AS line USING GIVEN
    WHERE line.merchant_id = given.merchant_id AND line.number = given.number
      AND line.log = given.log AND line.line_key = given.line_key AND line.seq = given.seq`,
);
const SALES = bulk(
  { merchant_id: 'text', at: 'bigint', seq: 'bigint' },
  `DELETE FROM sales_line AS line USING GIVEN
    WHERE line.merchant_id = given.merchant_id AND line.at = given.at AND line.seq = given.seq`,
);
/** Holds the payments that have not changed, so that none changes before the commit. */
const UNCHANGED = bulk(
  { merchant_id: 'text', tid: 'text', version: 'bigint' },
  `SELECT payment.merchant_id, payment.tid FROM GIVEN
    JOIN payment ON payment.merchant_id = given.merchant_id AND payment.tid = given.tid
      AND payment.version = given.version
    ORDER BY payment.tid FOR UPDATE OF payment`,
);
const OF_PAYMENTS = [...OF_PAYMENT, 'payment'].map((table) =>
  bulk(
    { merchant_id: 'text', tid: 'text' },
    `DELETE FROM ${table} AS own USING GIVEN
      WHERE own.merchant_id = given.merchant_id AND own.tid = given.tid`,
  ),
);

const PERMISSIONS = bulk(
  { merchant_id: 'text', rid: 'text', version: 'bigint' },
  `DELETE FROM permission_request AS own USING GIVEN
    WHERE own.merchant_id = given.merchant_id AND own.rid = given.rid AND own.version = given.version`,
);

export function createRetentionStore(database: PostgresDatabase): RetentionStore {
  const removed = async ({ merchantId, currency }: LedgerKey) =>
    removedOf(await database.get(SQL.removed, merchantId, currency));

  return {
    removed,
    async salesRemovedUntil(merchantId) {
      const row = await database.get(SQL.salesRemoved, merchantId);
      return row === undefined ? null : readIntegerOrNull(row, 'until');
    },
    async firstKept(ledgerKey) {
      const { number = 0, toSeq: from = 0 } = (await removed(ledgerKey)) ?? {};
      const { merchantId, currency } = ledgerKey;
      const row = await database.get(SQL.firstKept, merchantId, currency, number, from);
      const settlement = settlementOf(row);
      return settlement === null ? null : { settlement, from };
    },
    removeBooks(settlement, from, to) {
      const { merchantId, currency, number } = settlement;
      const range = [merchantId, currency, from, to];
      return database.writesOf(SERVICE).transaction(async (transaction) => {
        const [row, entries, lines] = await Promise.all([
          transaction.get(SQL.removed, merchantId, currency),
          transaction.all(SQL.entrySums, ...range),
          transaction.all(SQL.lines, ...range, ...range),
        ]);
        const before = removedOf(row);
        if ((before?.toSeq ?? 0) !== from) return false;
        const advance = advanceParameters(settlement, before, to, entrySumsOf(entries));
        // First, because the database refuses to remove a line of books that are kept.
        if ((await transaction.run(SQL.advance, ...advance)) !== 1) return false;
        const rows = lines.map((line) => ({
          key: [readText(line, 'log'), readText(line, 'line_key'), readInteger(line, 'seq')],
          sale: [merchantId, readInteger(line, 'at'), readInteger(line, 'seq')],
        }));
        const settled = rows.map(({ key }) => [merchantId, number, ...key]);
        transaction.send(SETTLED_LINES.statement, ...SETTLED_LINES.values(settled));
        transaction.send(SALES.statement, ...SALES.values(rows.map(({ sale }) => sale)));
        for (const statement of RANGES) transaction.send(statement, ...range);
        return true;
      });
    },
    async oldPayments(merchantId, page) {
      const rows = await database.all(SQL.oldPayments, ...oldParameters(merchantId, page));
      return rows.map(oldPaymentOf);
    },
    removePayments: (payments) =>
      database.writesOf(SERVICE).transaction(async (transaction) => {
        const given = UNCHANGED.values(paymentKeys(payments));
        const held = await transaction.all(UNCHANGED.statement, ...given);
        const keys = held.map((row) => [readText(row, 'merchant_id'), readText(row, 'tid')]);
        for (const { statement, values } of OF_PAYMENTS) {
          transaction.send(statement, ...values(keys));
        }
        return keys.length;
      }),
    async oldPermissions(merchantId, page) {
      const rows = await database.all(SQL.oldPermissions, ...oldParameters(merchantId, page));
      return rows.map(permissionOf);
    },
    removePermissions: (permissions) =>
      database
        .writesOf(SERVICE)
        .run(PERMISSIONS.statement, ...PERMISSIONS.values(permissionKeys(permissions))),
  };
}
