import type { NamedRate } from '../lines/steps.ts';
import type { MoneyInteger } from '../money/money.ts';
import type { LineItem } from '../protocol/line-items.ts';
import type { PaymentRequestInput } from '../protocol/payment-request.ts';
import type { JoinedPermission } from '../protocol/permission.ts';
import type { StatusCode } from '../protocol/status-codes.ts';
import type { Instant } from '../time/clock.ts';
import type { RefundLine } from './refund-lines.ts';

/** Money captured from an authorisation; `id` is null when all of it was captured at once (D-35). */
export type Capture = {
  readonly id: string | null;
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  readonly at: Instant;
};

/** Money refunded to the customer; `text` is the reason the customer sees (D-36). */
export type Refund = Capture & {
  readonly text: string | null;
  /** The sold lines that it returns; left out for a refund of an amount (D-250). */
  readonly lines?: readonly RefundLine[];
  /** What it gives back of each tax rate; left out for a refund of lines or of an amount (D-572). */
  readonly rates?: readonly NamedRate[];
};

/** The lines of all refunds, in their order. */
export function refundedLines({ refunds }: Pick<Payment, 'refunds'>): readonly RefundLine[] {
  return refunds.flatMap(({ lines }) => lines ?? []);
}

/** The rates of all refunds, in their order. */
export function refundedRates({ refunds }: Pick<Payment, 'refunds'>): readonly NamedRate[] {
  return refunds.flatMap(({ rates }) => rates ?? []);
}

/** What happened to a payment so far. Pure data; every change goes through `decide`. */
export type Payment = {
  readonly tid: string;
  readonly merchantId: string;
  /** The validated and defaulted input, as the POS sent it; a repeat is compared with it (D-78). */
  readonly request: PaymentRequestInput;
  /** Where events go now; an update may have changed what the request said (D-92). */
  readonly callbackUri: string | null;
  readonly displayMessageUri: string | null;
  readonly lineItems: readonly LineItem[] | null;
  readonly code: StatusCode;
  /** How a 4019 came about; only an abort may be repeated (states table, last line). */
  readonly closedBy: 'abort' | 'release' | null;
  /** May differ from the request's when the customer edited it (D-91). */
  readonly additionalAmount: MoneyInteger;
  readonly credit: boolean;
  readonly transactionFee: MoneyInteger;
  readonly interchangeFee: MoneyInteger;
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
  readonly created: Instant;
  readonly modified: Instant;
  /** Expiry of the request itself. */
  readonly requestExpires: Instant;
  /** Expiry of the present status: the request's, then the authorisation's (D-86, D-88). */
  readonly expires: Instant;
  /**
   * Money that stays reserved after the authorisation has ended, because the merchant's agreement does
   * not release it by itself (D-100); left out or null where there is none.
   */
  readonly held?: { readonly amount: MoneyInteger; readonly additionalAmount: MoneyInteger } | null;
  /** The customer named by the request or who claimed it; null before that. */
  readonly customerId: string | null;
  /** Shortlink whose next scan brings the customer (D-106); null for any other request. */
  readonly shortlinkId: string | null;
  /** Token of the scan that brought the customer of such a request. */
  readonly scanToken?: string;
  /** What is asked for together with the money (D-117). */
  readonly permission: JoinedPermission | null;
  /** Whether that customer has opened it. */
  readonly opened: boolean;
  /** Number of the next event about this payment (D-135). */
  readonly seqno: number;
  /** The same for the operator's display messages (D-147). */
  readonly displaySeqno: number;
  /** Counts changes; a write names the version it was decided on. */
  readonly version: number;
};

/** What a merchant's agreement says about a payment. */
export type PaymentTerms = {
  /** How long an authorisation is good for, milliseconds (D-86). */
  readonly authorisationLife: number;
  /** Hundredths of a per cent of the authorised sum. */
  readonly transactionFeeBasisPoints: number;
  /** Deducted for each authorisation in addition, in minor units; none when left out. */
  readonly transactionFeeFixed?: number;
  /** The same, taken on top when the payment is credit. */
  readonly interchangeBasisPoints: number;
  /** Whether the end of an authorisation releases its money by itself (D-100); true when left out. */
  readonly autoRelease?: boolean;
  /** The merchant's highest single payment, minor units (D-105); null or left out for none. */
  readonly paymentLimit?: number | null;
};
