import type { MoneyInteger } from '../../money/money.ts';
import type { Instant } from '../../time/clock.ts';

/** What becomes of the money once the customer has approved. */
export type SaleMode =
  /** All of it is taken. */
  | { readonly kind: 'sale' }
  /** It stays reserved until someone takes it, in one or several parts, or gives it back. */
  | { readonly kind: 'authorise' }
  /**
   * A machine delivers. `deposit`: the amount is the most it may cost; what was delivered is taken
   * and the rest given back. `pay_first`: all is taken, then the machine delivers.
   */
  | { readonly kind: 'vend'; readonly item: string; readonly order: 'deposit' | 'pay_first' };

/** An amount besides the price, such as a tip. */
export type AdditionalAmount = {
  readonly amount: MoneyInteger;
  readonly edit: 'fixed' | 'by_customer';
};

/** A part of a reservation that is to be taken. Minor units. */
export type CaptureRequest = {
  readonly amount: MoneyInteger;
  readonly additional?: MoneyInteger;
  /** Names the capture for its caller: the same one again moves no money twice. */
  readonly captureId?: string;
  /** What becomes of what is left; it stays reserved when left out. */
  readonly rest?: 'keep' | 'release';
};

/** Where the money of a sale is, as the service said last; additional amounts included. */
export type SaleMoney = {
  readonly reserved: MoneyInteger;
  readonly taken: MoneyInteger;
  readonly refunded: MoneyInteger;
};

/** A reservation that someone means to keep. */
export type Renewal = {
  /** `due`: renew it now or lose it; `under_way`: it was asked for. */
  readonly state: 'not_yet' | 'due' | 'under_way';
  /** From when on it is due. */
  readonly from: Instant;
  readonly expires: Instant;
};

/** A customer was asked for data. */
export type PermissionView = {
  readonly id: string;
  /** The service's id; null while it has not heard of it. */
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

/** Money on its way back, or given back. */
export type RefundView = {
  readonly id: string;
  readonly tid: string;
  /** Additional amounts included. */
  readonly amount: MoneyInteger;
  readonly currency: string;
  readonly text: string | null;
  /** Who allowed it; null for what a machine did not deliver. */
  readonly approver: string | null;
  readonly at: Instant;
  readonly state: 'under_way' | 'done' | 'refused';
  /** Why the service refused it. */
  readonly sentence: string | null;
};
