import type { MoneyInteger } from '../../money/money.ts';
import type { RefundLine } from '../../payment/refund-lines.ts';
import type { ServiceRefusal } from '../../refusals/service-refusal.ts';
import type { Instant } from '../../time/clock.ts';
import type { RefundedGoods } from './refunded-goods.ts';

/** What happens to the money after the customer has approved. */
export type SaleMode =
  /** The till captures everything. */
  | { readonly kind: 'sale' }
  /** It stays reserved until a person captures it, in one or more parts, or releases it. */
  | { readonly kind: 'authorise' }
  /**
   * A machine delivers. `deposit`: the amount is the maximum price; the till captures the price of the
   * delivery and releases the rest. `pay_first`: the till captures everything, then the machine delivers.
   */
  | { readonly kind: 'vend'; readonly item: string; readonly order: 'deposit' | 'pay_first' };

/** An amount besides the price, such as a tip. */
export type AdditionalAmount = {
  readonly amount: MoneyInteger;
  readonly edit: 'fixed' | 'by_customer';
};

/** A request to capture part of a reservation. Minor units. */
export type CaptureRequest = {
  readonly amount: MoneyInteger;
  readonly additional?: MoneyInteger;
  /** The caller's id of the capture. A repeat with the same id moves no money twice. */
  readonly captureId?: string;
  /** What happens to the rest. Left out, it stays reserved. */
  readonly rest?: 'keep' | 'release';
};

/** The renewal of an authorise-only reservation. */
export type Renewal = {
  /** `due`: renew it now or lose it; `under_way`: it was asked for. */
  readonly state: 'not_yet' | 'due' | 'under_way';
  /** From when on it is due. */
  readonly from: Instant;
  readonly expires: Instant;
};

/** A request for customer data. */
export type PermissionView = {
  readonly id: string;
  /** The service's id; null until the till knows it. */
  readonly rid: string | null;
  readonly scope: string;
  readonly text: string | null;
  readonly at: Instant;
  readonly state:
    | 'asking'
    | 'waiting'
    | 'granted'
    | 'declined'
    | 'expired'
    | 'unknown_customer'
    | 'failed'
    | 'refused';
  /** Why the service refused it. */
  readonly sentence: string | null;
};

/** A refund. */
export type RefundView = {
  readonly id: string;
  readonly tid: string;
  /** Additional amounts included. */
  readonly amount: MoneyInteger;
  readonly currency: string;
  readonly text: string | null;
  /** The approver; null for what a machine did not deliver. */
  readonly approver: string | null;
  readonly at: Instant;
  readonly state: 'under_way' | 'done' | 'refused';
  /** Why the service refused it, in its own words, for programs. */
  readonly sentence: string | null;
  /** The same for screens. Left out unless refused. */
  readonly reason?: ServiceRefusal | undefined;
  /** The sold lines that it returns; left out for a refund of an amount. */
  readonly lines?: readonly RefundedLineView[] | undefined;
  /** Of a refund of products of a bill, of which the payment paid a share (D-572). */
  readonly goods?: readonly RefundedGoods[] | undefined;
};

/** A part of a sold line that a refund returns. Minor units. */
export type RefundedLineView = RefundLine & {
  readonly product: string;
  readonly name: string;
  readonly vat: MoneyInteger;
  /** Of the VAT, in hundredths of a per cent. */
  readonly rate: number;
};
