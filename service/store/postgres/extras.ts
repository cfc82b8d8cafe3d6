import type { Ticket } from '../../../shared/protocol/ticket.ts';
import type { ReportStore, TicketStore } from '../extras-store.ts';
import { REPORT_SQL, reportOf, TICKET_SQL } from '../sql/extras.ts';
import { readInteger, readText } from '../sql/rows.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

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
      // The stored text is the product's own writing, checked when it was put.
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
