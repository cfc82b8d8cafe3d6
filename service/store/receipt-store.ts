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
  /** The document, as JSON. */
  readonly document: string;
  readonly received: Instant;
};

/** Where an order to send a receipt by e-mail is. */
export type ReceiptEmailState = 'waiting' | 'sent' | 'failed';

/** An order that is due, for the one process that claimed it. */
export type DueEmail = {
  readonly merchantId: string;
  readonly hash: string;
  readonly id: string;
  readonly address: string;
  /** Attempts before this one. */
  readonly tries: number;
  /** When it was ordered. */
  readonly at: Instant;
  /** The order belongs to the claim with this time. */
  readonly lease: Instant;
};

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
  /** Removes receipts that arrived before a time, with their orders; returns how many. */
  sweep(before: Instant, limit: number): Promise<number>;
  /** When the oldest one arrived; null without one. */
  oldest(): Promise<Instant | null>;
  order(merchantId: string, email: NewEmail, bounds: EmailBounds): Promise<OrderedEmail>;
  /** Claims orders that are due. Other processes leave them alone until the lease ends. */
  claim(now: Instant, lease: Instant, limit: number): Promise<readonly DueEmail[]>;
  /** Ends a claimed order and forgets its address. No effect after another process has claimed it. */
  end(email: DueEmail, state: 'sent' | 'failed'): Promise<void>;
  /** Makes a claimed order due later. `counts`: an attempt was made. */
  later(email: DueEmail, due: Instant, counts: boolean): Promise<void>;
  /** Ends due orders that were made until a time, and forgets their addresses; returns how many. */
  giveUp(now: Instant, orderedUntil: Instant): Promise<number>;
  /** The earliest due time; null without one. */
  nextDue(): Promise<Instant | null>;
  /** Orders that wait, of all shops. */
  waiting(): Promise<number>;
  /** The states of a receipt's orders, oldest first. */
  emailsOf(hash: string): Promise<readonly ReceiptEmailState[]>;
}
