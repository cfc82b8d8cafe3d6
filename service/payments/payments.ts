import type { MoneyInteger } from '../../shared/money/money.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { Permission } from '../../shared/permission/permission.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type { PaymentList, PaymentListQuery } from '../../shared/protocol/lists.ts';
import type { Outcome } from '../../shared/protocol/outcome.ts';
import type {
  PaymentRequestInput,
  PaymentUpdateInput,
} from '../../shared/protocol/payment-request.ts';

/**
 * The rules of payment requests on stored data. Every method first applies a due expiry, so no
 * impossible state is visible.
 */
export interface Payments {
  /** `created` is false when the identical request existed; different content is a `Conflict`. */
  create(
    merchantId: string,
    input: PaymentRequestInput,
  ): Promise<Answer<{ readonly created: boolean; readonly payment: Payment }>>;
  read(merchantId: string, tid: string): Promise<Payment | null>;
  /** The current reply of the outcome endpoint, with a new upload address each time (D-163). */
  outcome(payment: Payment): Outcome;
  /** Applies the URI changes, then the action. `Not Found` for an unknown or foreign tid. */
  update(merchantId: string, tid: string, input: PaymentUpdateInput): Promise<Answer<Payment>>;
  list(merchantId: string, query: PaymentListQuery): Promise<Answer<PaymentList>>;
  /**
   * Resolves when the status code differs from `since`, after `wait` milliseconds, or when `signal`
   * aborts; null for an unknown tid.
   */
  readAfter(
    merchantId: string,
    tid: string,
    since: number,
    wait: number,
    signal: AbortSignal,
  ): Promise<Payment | null>;
  /** The permission of this id that was requested together with a payment, or null (D-117). */
  joinedPermission(merchantId: string, rid: string): Promise<Permission | null>;
  readonly customerSide: CustomerSide;
}

/** The customer's operations on a request; the wallet and the simulator use them. */
export interface CustomerSide {
  /** Null when it is unknown or belongs to another customer. */
  read(customerId: string, tid: string): Promise<Payment | null>;
  /** Binds an open request to this customer; `Conflict` when another customer was first (D-81). */
  claim(customerId: string, tid: string): Promise<Answer<Payment>>;
  /**
   * Approves; first claims an unclaimed request. `additionalAmount` null keeps the request's
   * (D-91).
   */
  confirm(
    customerId: string,
    tid: string,
    choice: { readonly additionalAmount: MoneyInteger | null; readonly credit: boolean },
  ): Promise<Answer<Payment>>;
  reject(customerId: string, tid: string): Promise<Answer<Payment>>;
  /** Open requests first, then the rest, newest first. */
  list(customerId: string, limit: number): Promise<readonly Payment[]>;
  /** Calls `listener` after every change of a payment that has a customer. */
  onChange(listener: (customerId: string, tid: string) => void): () => void;
}
