import type { DatabaseSync } from 'node:sqlite';
import type { Ticket } from '../../../shared/protocol/ticket.ts';
import type { ClosedReport, ReportStore, TicketStore } from '../extras-store.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Row, readInteger, readText } from './rows.ts';
import { prepareAll } from './statements.ts';

const TICKETS = {
  put: `INSERT INTO ticket (merchant_id, tid, at, body) VALUES (?, ?, ?, ?)
    ON CONFLICT (merchant_id, tid) DO UPDATE SET at = excluded.at, body = excluded.body`,
  read: 'SELECT at, body FROM ticket WHERE merchant_id = ? AND tid = ?',
};

export function createTicketStore(database: DatabaseSync, commits: GroupCommit): TicketStore {
  const sql = prepareAll(database, TICKETS);
  return {
    async put(merchantId, tid, { at, tickets }) {
      await commits.write(() => sql.put.run(merchantId, tid, at, JSON.stringify(tickets)));
    },
    async ofPayment(merchantId, tid) {
      const row = sql.read.get(merchantId, tid);
      if (row === undefined) return null;
      // The stored text is the product's own writing, checked when it was put.
      const tickets: readonly Ticket[] = JSON.parse(readText(row, 'body'));
      return { at: readInteger(row, 'at'), tickets };
    },
  };
}

const REPORTS = {
  last: `SELECT number, closed FROM ledger_report WHERE merchant_id = ?
    ORDER BY number DESC LIMIT 1`,
  read: 'SELECT number, closed FROM ledger_report WHERE merchant_id = ? AND number = ?',
  // The number after the last one is open, and no other can be closed.
  close: `INSERT INTO ledger_report (merchant_id, number, closed)
    SELECT ?1, ?2, ?3
    WHERE ?2 = 1 + (SELECT COALESCE(MAX(number), 0) FROM ledger_report WHERE merchant_id = ?1)`,
};

export function createReportStore(database: DatabaseSync, commits: GroupCommit): ReportStore {
  const sql = prepareAll(database, REPORTS);
  return {
    async last(merchantId) {
      return reportOf(sql.last.get(merchantId));
    },
    async read(merchantId, number) {
      return reportOf(sql.read.get(merchantId, number));
    },
    async close(merchantId, number, at) {
      await commits.write(() => sql.close.run(merchantId, number, at));
    },
  };
}

function reportOf(row: Row | undefined): ClosedReport | null {
  if (row === undefined) return null;
  return { number: readInteger(row, 'number'), closed: readInteger(row, 'closed') };
}
