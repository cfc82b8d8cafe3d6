import type { Ticket } from '../../../shared/protocol/ticket.ts';
import type { LedgerStore, ReportStore, TicketStore } from '../ledger-store.ts';
import {
  entrySumsOf,
  LEDGER_SQL,
  linesByKindOf,
  productSalesOf,
  scopeLineOf,
  transactionLineOf,
} from '../sql/ledger-tables.ts';
import { addSums, RETENTION_SQL, removedOf } from '../sql/retention-tables.ts';
import { readInteger, readIntegerOrNull, readText } from '../sql/rows.ts';
import { REPORT_SQL, reportOf, TICKET_SQL } from '../sql/settlement-tables.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...LEDGER_SQL,
  removed: RETENTION_SQL.removed,
  linesOf: 'SELECT * FROM transaction_log WHERE merchant_id = ? AND tid = ? ORDER BY seq',
});

/** The ledger as the rest of the service reads it. */
export function createLedgerStore(database: PostgresDatabase): LedgerStore {
  return {
    async transactionLines({ merchantId, currency, from, to }, limit) {
      const rows = await database.all(SQL.transactionLines, merchantId, currency, from, to, limit);
      return rows.map(transactionLineOf);
    },
    async scopeLines({ merchantId, currency, from, to }, limit) {
      const rows = await database.all(SQL.scopeLines, merchantId, currency, from, to, limit);
      return rows.map(scopeLineOf);
    },
    async linesByKind({ merchantId, currency, from, to }) {
      const range = [merchantId, currency, from, to] as const;
      return linesByKindOf(
        await database.all(SQL.transactionKinds, ...range),
        await database.all(SQL.scopeKinds, ...range),
      );
    },
    async entrySums({ merchantId, currency, from, to }) {
      return entrySumsOf(await database.all(SQL.entrySums, merchantId, currency, from, to));
    },
    async balances({ merchantId, currency }) {
      const kept = entrySumsOf(await database.all(SQL.balances, merchantId, currency));
      const removed = removedOf(await database.get(SQL.removed, merchantId, currency));
      return addSums(removed?.sums ?? {}, kept);
    },
    async linesOf(merchantId, tid) {
      const rows = await database.all(SQL.linesOf, merchantId, tid);
      return rows.map((row) => transactionLineOf(row).line);
    },
    async cutAt({ merchantId, currency }, from, end) {
      // Read first: rows that are written during the second read are not part of the cut.
      const row = await database.get(SQL.lastSeq, merchantId);
      const later = await database.get(SQL.firstFrom, merchantId, currency, from, end);
      if (later !== undefined) return readInteger(later, 'seq') - 1;
      return row === undefined ? from : readInteger(row, 'last_seq');
    },
    async sales(merchantId, { from, to, currency, numbers }, limit) {
      const range = [numbers?.from ?? 0, numbers?.to ?? Number.MAX_SAFE_INTEGER];
      const span = [merchantId, from, to, currency, currency];
      return (await database.all(SQL.sales, ...span, ...range, limit)).map(productSalesOf);
    },
    async lastSale(merchantId, from, to) {
      const row = await database.get(SQL.lastSale, merchantId, from, to);
      return row === undefined ? null : readIntegerOrNull(row, 'at');
    },
  };
}

const TICKETS = statements(TICKET_SQL);

export function createTicketStore(database: PostgresDatabase): TicketStore {
  return {
    async put(merchantId, tid, { at, tickets }) {
      await database
        .writesOf(merchantId)
        .run(TICKETS.put, merchantId, tid, at, JSON.stringify(tickets));
    },
    async ofPayment(merchantId, tid) {
      const row = await database.get(TICKETS.read, merchantId, tid);
      if (row === undefined) return null;
      // The service wrote the stored text itself, after checking it.
      const tickets: readonly Ticket[] = JSON.parse(readText(row, 'body'));
      return { at: readInteger(row, 'at'), tickets };
    },
  };
}

const REPORTS = statements(REPORT_SQL);

export function createReportStore(database: PostgresDatabase): ReportStore {
  return {
    async last(merchantId) {
      return reportOf(await database.get(REPORTS.last, merchantId));
    },
    async read(merchantId, number) {
      return reportOf(await database.get(REPORTS.read, merchantId, number));
    },
    async close(merchantId, number, at) {
      await database
        .writesOf(merchantId)
        .run(REPORTS.close, merchantId, number, at, number, merchantId);
    },
  };
}
