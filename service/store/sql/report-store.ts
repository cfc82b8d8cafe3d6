import type { Ticket } from '../../../shared/protocol/ticket.ts';
import type { ReportStore, TicketStore } from '../ledger-store.ts';
import type { NamedStatements } from './named-statements.ts';
import { readInteger, readText } from './rows.ts';
import { type REPORT_SQL, reportOf, type TICKET_SQL } from './settlement-tables.ts';

export function createTicketStore(sql: NamedStatements<keyof typeof TICKET_SQL>): TicketStore {
  return {
    async put(merchantId, tid, { at, tickets }) {
      await sql.run(merchantId, 'put', merchantId, tid, at, JSON.stringify(tickets));
    },
    async ofPayment(merchantId, tid) {
      const row = await sql.get('read', merchantId, tid);
      if (row === undefined) return null;
      // The service wrote the stored text itself, after checking it.
      const tickets: readonly Ticket[] = JSON.parse(readText(row, 'body'));
      return { at: readInteger(row, 'at'), tickets };
    },
  };
}

export function createReportStore(sql: NamedStatements<keyof typeof REPORT_SQL>): ReportStore {
  return {
    async last(merchantId) {
      return reportOf(await sql.get('last', merchantId));
    },
    async read(merchantId, number) {
      return reportOf(await sql.get('read', merchantId, number));
    },
    async close(merchantId, number, at) {
      await sql.run(merchantId, 'close', merchantId, number, at, number, merchantId);
    },
  };
}
