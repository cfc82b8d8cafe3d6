import type { Ticket } from '../../shared/protocol/ticket.ts';
import type { Instant } from '../../shared/time/clock.ts';

export type StoredTickets = { readonly at: Instant; readonly tickets: readonly Ticket[] };

/** Electronic tickets of payments, for clients of older generations (V-14). */
export interface TicketStore {
  /** Replaces all tickets of a payment. */
  put(merchantId: string, tid: string, stored: StoredTickets): Promise<void>;
  ofPayment(merchantId: string, tid: string): Promise<StoredTickets | null>;
}

export type ClosedReport = { readonly number: number; readonly closed: Instant };

/** Reports of a merchant's one ledger, numbered from 1 (V-14). The one after the last is open. */
export interface ReportStore {
  last(merchantId: string): Promise<ClosedReport | null>;
  read(merchantId: string, number: number): Promise<ClosedReport | null>;
  /** Closes the open report; no effect if `number` is not the open report. */
  close(merchantId: string, number: number, at: Instant): Promise<void>;
}
