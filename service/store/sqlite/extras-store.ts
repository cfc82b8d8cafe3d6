import type { DatabaseSync } from 'node:sqlite';
import type { Ticket } from '../../../shared/protocol/ticket.ts';
import type { ReportStore, TicketStore } from '../ledger-store.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { REPORT_SQL, reportOf, TICKET_SQL } from '../sql/settlement-tables.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

export function createTicketStore(database: DatabaseSync, commits: GroupCommit): TicketStore {
  const sql = prepareAll(database, TICKET_SQL);
  return {
    async put(merchantId, tid, { at, tickets }) {
      await commits.write(merchantId, () =>
        sql.put.run(merchantId, tid, at, JSON.stringify(tickets)),
      );
    },
    async ofPayment(merchantId, tid) {
      const row = sql.read.get(merchantId, tid);
      if (row === undefined) return null;
      // The service wrote the stored text itself, after checking it.
      const tickets: readonly Ticket[] = JSON.parse(readText(row, 'body'));
      return { at: readInteger(row, 'at'), tickets };
    },
  };
}

export function createReportStore(database: DatabaseSync, commits: GroupCommit): ReportStore {
  const sql = prepareAll(database, REPORT_SQL);
  return {
    async last(merchantId) {
      return reportOf(sql.last.get(merchantId));
    },
    async read(merchantId, number) {
      return reportOf(sql.read.get(merchantId, number));
    },
    async close(merchantId, number, at) {
      await commits.write(merchantId, () =>
        sql.close.run(merchantId, number, at, number, merchantId),
      );
    },
  };
}
