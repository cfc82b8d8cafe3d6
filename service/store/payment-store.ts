import type { Payment } from '../../shared/payment/payment.ts';
import type { Status } from '../../shared/protocol/status-codes.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { Effects } from './effects.ts';

export type PaymentPage = {
  readonly items: readonly Payment[];
  /** Where the next page starts, or null at the end. */
  readonly next: { readonly created: Instant; readonly tid: string } | null;
};

/** A place in the order of due times: of a payment by its tid, of a permission request by its rid. */
export type DuePlace = { readonly due: Instant; readonly id: string };

export interface PaymentStore {
  /**
   * Writes a new payment with its effects. If (merchant, pos_id, pos_tid) exists already, the
   * unique index decides: nothing is written and the stored payment is returned (D-78).
   */
  create(
    payment: Payment,
    effects: Effects,
  ): Promise<{ readonly created: boolean; readonly payment: Payment }>;
  byTid(merchantId: string, tid: string): Promise<Payment | null>;
  byPosTid(merchantId: string, posId: string, posTid: string): Promise<Payment | null>;
  /** The payment that a permission was requested with (D-117). */
  byRid(merchantId: string, rid: string): Promise<Payment | null>;
  /** A payment of any merchant, for the customer's operations, which know only its tid. */
  byTidForCustomer(tid: string): Promise<Payment | null>;
  /**
   * Writes `next` with its effects if the stored version is still `next.version - 1`. False after a
   * concurrent change: the caller must read and decide again.
   */
  save(next: Payment, effects: Effects): Promise<boolean>;
  list(merchantId: string, query: PaymentQuery): Promise<PaymentPage>;
  /** Pending payments that wait for a scan of this shortlink, newest first. */
  listening(merchantId: string, shortlinkId: string, limit: number): Promise<readonly Payment[]>;
  ofCustomer(customerId: string, limit: number): Promise<readonly Payment[]>;
  /** Payments whose time has expired, oldest first. */
  due(now: Instant, limit: number): Promise<readonly { merchantId: string; tid: string }[]>;
  /**
   * Open payments that may have a time of a clock that was ahead: created after `now`, or authorised and due after
   * `latest`; by their due time, from the one after `after` on.
   */
  ahead(
    times: { readonly now: Instant; readonly latest: Instant },
    after: DuePlace | null,
    limit: number,
  ): Promise<readonly (DuePlace & { readonly merchantId: string })[]>;
  /** When the next payment expires. */
  nextDue(): Promise<Instant | null>;
  /** Payments that time alone will move, of all merchants, by code; `old` were created until `until`. */
  live(until: Instant): Promise<readonly LivePayments[]>;
  /** Approved payments of all merchants, created until `until`, that were neither captured nor released; the first to end first. */
  unmatched(until: Instant, limit: number): Promise<readonly UnmatchedPayment[]>;
}

export type UnmatchedPayment = {
  readonly merchantId: string;
  readonly posId: string;
  readonly tid: string;
  readonly created: Instant;
};

export type LivePayments = { readonly code: number; readonly count: number; readonly old: number };

export type PaymentQuery = {
  readonly createdFrom: Instant | null;
  readonly createdTo: Instant | null;
  /** Empty means every status. */
  readonly statuses: readonly Status[];
  readonly after: { readonly created: Instant; readonly tid: string } | null;
  readonly limit: number;
};

/** An uploaded receipt, list of items, or picture. */
export type Attachment = {
  readonly id: string;
  readonly merchantId: string;
  readonly tid: string;
  readonly contentType: string;
  readonly size: number;
  readonly at: Instant;
};

export interface AttachmentStore {
  /**
   * Writes all parts of one upload, once per upload address. `used` when the address was used
   * before, `full` when the payment would exceed its limit.
   */
  add(
    upload: { readonly addressHash: string; readonly expires: Instant },
    attachments: readonly (Attachment & { readonly body: Uint8Array })[],
  ): Promise<'written' | 'used' | 'full'>;
  /** In the order of upload. */
  ofPayment(merchantId: string, tid: string): Promise<readonly Attachment[]>;
  body(merchantId: string, tid: string, id: string): Promise<Uint8Array | null>;
  /** Removes upload addresses that expired before `now`. */
  sweep(now: Instant): Promise<void>;
}
