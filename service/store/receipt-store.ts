import type { Instant } from '../../shared/time/clock.ts';

/** A receipt as a till handed it over. It never changes. */
export type StoredReceipt = {
  readonly merchantId: string;
  /** SHA-256 of the code, hexadecimal: a receipt is found by nothing else. */
  readonly hash: string;
  readonly code: string;
  readonly posId: string;
  /** The payment that it is a receipt of; null for another tender. */
  readonly tid: string | null;
  /** Its number in the books of the till; null for a receipt of a payment, which the ledger has. */
  readonly number: number | null;
  /** When the till made it, by its own clock. */
  readonly at: Instant;
  /** The document, as JSON. */
  readonly document: string;
  readonly received: Instant;
};

/** A part of the books of a till, by the till's clock: after one close until the next. */
export type BookedSpan = {
  readonly posId: string;
  readonly after: Instant;
  readonly until: Instant;
  /** When the service got the close. */
  readonly received: Instant;
  /** The last number of a receipt that the close counts. */
  readonly last: number;
};

/** Where an order to send a receipt by e-mail is. */
export type ReceiptEmailState = 'waiting' | 'sent' | 'failed';

/** An order that is due, for the one process that claimed it. */
export type DueEmail = {
  readonly merchantId: string;
  readonly hash: string;
  readonly id: string;
  readonly address: string;
  /** Attempts before this one, and those among them whose whole e-mail the server did not answer. */
  readonly tries: number;
  readonly unanswered: number;
  /** When it was ordered. */
  readonly at: Instant;
  /** The order belongs to the claim with this time. */
  readonly lease: Instant;
};

/** What a claim became that did not end its order: nothing was tried, it failed, or nobody knows. */
export type EmailAttempt = 'none' | 'failed' | 'unanswered';

export type NewEmail = {
  readonly hash: string;
  readonly id: string;
  readonly address: string;
  readonly at: Instant;
};

/** How many e-mails a receipt may have, and its shop since a time. */
export type EmailBounds = {
  readonly ofReceipt: number;
  readonly ofShop: number;
  readonly since: Instant;
};

/** `known`: there is an order of this id. The other two: a bound is reached, and nothing was written. */
export type OrderedEmail = 'ordered' | 'known' | 'receipt_full' | 'shop_full';

/** The receipts of all tills, and the orders to send them. */
export interface ReceiptStore {
  /** False if there is a receipt under this code already, of any shop. */
  put(receipt: StoredReceipt): Promise<boolean>;
  read(merchantId: string, hash: string): Promise<StoredReceipt | null>;
  /** The receipt of whoever has its code. */
  open(hash: string): Promise<StoredReceipt | null>;
  /** The receipts of a payment, oldest first. */
  ofPayment(merchantId: string, tid: string, limit: number): Promise<readonly StoredReceipt[]>;
  /**
   * Numbers of receipts without a payment that the till handed over before a close and that its books do not have: higher
   * than the last one of the close, or of two receipts. In their order.
   */
  leftOut(merchantId: string, span: BookedSpan, limit: number): Promise<readonly number[]>;
  /** Removes receipts that arrived before a time, with their orders; returns how many. */
  sweep(before: Instant, limit: number): Promise<number>;
  /** When the oldest one arrived; null without one. */
  oldest(): Promise<Instant | null>;
  order(merchantId: string, email: NewEmail, bounds: EmailBounds): Promise<OrderedEmail>;
  /** The shops with orders that are due, the longest due first. */
  dueShops(now: Instant): Promise<readonly string[]>;
  /** Claims orders of a shop that are due. Other processes leave them alone until the lease ends. */
  claim(
    merchantId: string,
    now: Instant,
    lease: Instant,
    limit: number,
  ): Promise<readonly DueEmail[]>;
  /** Ends a claimed order and forgets its address. No effect after another process has claimed it. */
  end(email: DueEmail, state: 'sent' | 'failed'): Promise<void>;
  /** Makes a claimed order due later. */
  later(email: DueEmail, due: Instant, attempt: EmailAttempt): Promise<void>;
  /** Ends due orders that were made until a time, and forgets their addresses; returns how many. */
  giveUp(now: Instant, orderedUntil: Instant): Promise<number>;
  /** The earliest due time after `now`; null without one. What is due already waits for a place. */
  nextDue(now: Instant): Promise<Instant | null>;
  /** Orders that wait, of all shops. */
  waiting(): Promise<number>;
  /** When the oldest of them was ordered; null if none waits. */
  oldestWaiting(): Promise<Instant | null>;
  /** The states of a receipt's orders, oldest first. */
  emailsOf(hash: string): Promise<readonly ReceiptEmailState[]>;
}
