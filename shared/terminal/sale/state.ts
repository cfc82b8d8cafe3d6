import type { TenderId } from '../../ids/host-ids.ts';
import type { MoneyInteger } from '../../money/money.ts';
import type { Statement } from '../../payment/statement.ts';
import type { LineItem } from '../../protocol/line-items.ts';
import type { ServiceRefusal } from '../../refusals/service-refusal.ts';
import type { Instant } from '../../time/clock.ts';
import type { DeviceCodeView, ScanView } from './code-state.ts';
import type {
  AdditionalAmount,
  PermissionView,
  RefundView,
  Renewal,
  SaleMode,
} from './money-state.ts';

export type * from './code-state.ts';
export type * from './money-state.ts';

/** A printed code at the counter or on a table, by the number on it or by the service's id. */
export type Sticker =
  | { readonly kind: 'serial'; readonly serial: string }
  | { readonly kind: 'shortlink'; readonly id: string };

/** How the customer is reached. */
export type PaymentMethod =
  | { readonly kind: 'qr' }
  /** A phone number in international form, digits only. */
  | { readonly kind: 'phone'; readonly msisdn: string }
  /** `token:` and digits: the customer's own code, read with a scanner, or an earlier scan. */
  | { readonly kind: 'scan_token'; readonly token: string }
  /** The customer who has scanned the sticker since the last payment, or scans it next. */
  | { readonly kind: 'sticker'; readonly sticker: Sticker }
  /** The screen's code and the sticker together: the first scan wins, the other is closed. */
  | { readonly kind: 'qr_and_sticker'; readonly sticker: Sticker }
  /** This device's own code: one that `openCode` has shown before, or a new one. */
  | { readonly kind: 'device_code'; readonly code: string | null };

/** The cash register's reference of a sale. It is valid for one request. */
export type RegisterName = {
  readonly reference: string;
  /** Differs if the request differs. The till refuses a known reference with another fingerprint. */
  readonly fingerprint: string;
};

/** The bill of which a sale pays a part, and the tender of the bill that the sale is. */
export type BillOfSale = { readonly bill: string; readonly tender: TenderId };

/** A request to start a sale. Amounts in minor units of the shop's currency. */
export type SaleRequest = {
  readonly amount: MoneyInteger;
  readonly text: string | null;
  /** The bill; its totals add up to the amount. None when left out. */
  readonly lines?: readonly LineItem[];
  readonly method: PaymentMethod;
  /** A plain sale when left out. */
  readonly mode?: SaleMode;
  readonly additional?: AdditionalAmount;
  /** Set by a cash register. A repeat with the same reference returns the same sale. */
  readonly register?: RegisterName;
  /** A table or a name, for people. */
  readonly label?: string | null;
  /** None when left out. */
  readonly bill?: BillOfSale;
  /** Who starts it, for the till's books; nobody when left out. */
  readonly by?: string;
  /** On the main screen when left out, where one live sale has its place. */
  readonly place?: 'main_screen' | 'aside';
  /** How long the customer has to pay; the till's setting when left out. */
  readonly expiresInSeconds?: number;
};

/** Why money is reserved and not captured. The screens have a sentence for each reason. */
export type AuthorisedBecause =
  /** The customer has just approved; the terminal is about to take the money. */
  | 'approved'
  /** Taking the money failed; it is tried again, or the cashier decides. */
  | 'capture_failed'
  /** Releasing it failed several times; the cashier decides again. */
  | 'release_failed'
  /** Found reserved after a restart; an attended till asks the cashier. */
  | 'recovered'
  /** The customer approved while the sale was being cancelled. */
  | 'won_abort_race'
  /** An authorise-only sale: it is captured later. */
  | 'to_be_captured'
  /** Part of it was captured; the rest is still reserved. */
  | 'part_captured';

/**
 * Why the service did not take the request at all. Nothing was asked of the customer. `sentence` is the
 * service's own, for programs; a screen shows `reason` in its words.
 */
export type RefusedBecause =
  | { readonly kind: 'unknown_customer' }
  | {
      readonly kind: 'not_allowed' | 'bad_request';
      readonly sentence: string;
      readonly reason: ServiceRefusal;
    };

/**
 * All states of a sale. A screen must draw each of them.
 */
export type SaleState =
  | { readonly kind: 'creating' }
  | { readonly kind: 'waiting_scan'; readonly uri: string; readonly expires: Instant }
  /** The customer must scan the sticker; the screen shows no code. */
  | { readonly kind: 'waiting_sticker'; readonly expires: Instant }
  | { readonly kind: 'waiting_approval'; readonly expires: Instant }
  | {
      readonly kind: 'authorised';
      readonly because: AuthorisedBecause;
      readonly expires: Instant;
    }
  | { readonly kind: 'capturing' }
  | { readonly kind: 'paid'; readonly at: Instant }
  | { readonly kind: 'declined' }
  | { readonly kind: 'expired'; readonly what: 'request' | 'authorisation' }
  | { readonly kind: 'aborting' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'releasing' }
  /** The machine delivers, or the till asks for the result. */
  | { readonly kind: 'vending'; readonly item: string }
  /** Paid, and not delivered completely: the till refunds, or a person must settle. */
  | {
      readonly kind: 'undelivered';
      readonly missing: MoneyInteger;
      readonly refund: 'under_way' | 'by_person';
    }
  | { readonly kind: 'released' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'refused'; readonly because: RefusedBecause }
  /** Failed with a code for which there is no state. */
  | { readonly kind: 'failed'; readonly code: number }
  /** The service does not answer. `known` lists what is certain. */
  | {
      readonly kind: 'unclear';
      readonly known: readonly KnownFact[];
      readonly asking: readonly OpenQuestion[];
      readonly nextTry: Instant;
    };

export type SaleStateKind = SaleState['kind'];

export type KnownFact =
  | 'saved_here'
  | 'request_reached_service'
  | 'was_scanned'
  | 'was_approved'
  | 'capture_was_sent'
  | 'cancel_was_sent';
export type OpenQuestion =
  | 'did_request_arrive'
  | 'was_it_approved'
  | 'was_it_taken'
  | 'was_it_cancelled';

/** What the cashier may do with a sale now. */
export type SaleAction =
  | 'cancel'
  | 'capture'
  | 'release'
  /** The reservation lasts three new days. */
  | 'renew'
  | 'ask_again'
  /** A person has settled what a machine did not deliver. */
  | 'settle'
  /** Keep an undecided sale in the list and serve the next customer. */
  | 'set_aside'
  /** A sale that was aside takes the main screen. */
  | 'bring_to_front'
  /** A final sale leaves the screen. */
  | 'dismiss';

/** A printed line of the slip's log; the key is in the message catalogue. */
export type SaleLogKey =
  | 'request_sent'
  | 'code_shown'
  | 'request_delivered'
  | 'scanned'
  /** The customer looks at a request that was sent to a number. */
  | 'opened'
  | 'approved'
  | 'reserved'
  | 'taking'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'cancelling'
  | 'cancelled'
  | 'releasing'
  /** A reservation was released: nothing was captured. */
  | 'released'
  /** Captured money was refunded; the line has its amount. */
  | 'refunded'
  | 'refused'
  | 'failed'
  | 'no_answer'
  | 'take_failed'
  | 'release_failed'
  | 'found_after_restart'
  | 'set_aside'
  | 'brought_to_front'
  /** One of the two codes was scanned, and the other one is closed. */
  | 'other_code_closed'
  | 'additional_changed'
  | 'part_taken'
  | 'renewing'
  | 'renewed'
  | 'vending'
  | 'delivered'
  | 'partly_delivered'
  | 'not_delivered'
  | 'delivery_unknown'
  /** The machine reported the delivery too late. */
  | 'delivered_late'
  | 'refunding'
  | 'refund_refused'
  | 'settled_by_person'
  | 'receipt_sent'
  /** A display message of the service, shown unchanged. */
  | 'from_service';
export type SaleLogLine = {
  readonly at: Instant;
  readonly key: SaleLogKey;
  /** The sentence of `from_service`. */
  readonly text?: string;
  /**
   * What was asked for (`request_sent`), captured (`part_taken`, `paid`) or refunded (`refunded`) at that
   * time, additional amounts included, minor units of the sale's currency.
   */
  readonly amount?: MoneyInteger;
};

/** One sale in the view. */
export type SaleView = {
  /** The sale's pos_tid. The till creates it and writes it to the journal before it sends anything. */
  readonly id: string;
  /** Running number on this till, for people. */
  readonly number: number;
  readonly tid: string | null;
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  readonly mode: SaleMode;
  /** Its amounts, as the last outcome has them. */
  readonly money: Statement;
  /** How long the reservation lasts; null while none is to be kept. */
  readonly renewal: Renewal | null;
  readonly currency: string;
  readonly text: string | null;
  /** The bill, where goods were sold. */
  readonly lines?: readonly LineItem[];
  readonly method: PaymentMethod;
  /** The table or name it was started with. */
  readonly label?: string;
  /** The bill of which it pays a part. */
  readonly bill?: BillOfSale;
  /** The cash register's reference, if a cash register started the sale. */
  readonly reference?: string;
  readonly state: SaleState;
  readonly actions: readonly SaleAction[];
  readonly log: readonly SaleLogLine[];
  readonly started: Instant;
  /** Not on the main screen: set aside, or dismissed after its end. */
  readonly aside: boolean;
};

/** Whether the service can be reached, as the last calls showed. */
export type Connection =
  | { readonly kind: 'online'; readonly push: boolean }
  | { readonly kind: 'offline'; readonly since: Instant };

/**
 * The device's clock, compared with the service's: `ahead` or `behind` if it is wrong by minutes. Payments
 * continue; receipts and the history have the wrong time.
 */
export type ClockState = 'right' | 'ahead' | 'behind';

/** A payment result that belongs to no sale of this till. Shown until a person resolves it. */
export type UnclaimedView = {
  readonly tid: string;
  readonly posTid: string | null;
  /** Its amounts; null if the event did not have them. */
  readonly money: Statement | null;
  readonly currency: string | null;
  readonly code: number | null;
  readonly at: Instant;
};

/** Why no new sale can start, or null when one can. */
export type NotReady = 'journal_full' | 'starting' | null;

/** Everything that the screens of a till show. */
export type TerminalView = {
  readonly connection: Connection;
  readonly clock: ClockState;
  readonly notReady: NotReady;
  /** Open sales first, then the last ones that ended, newest first. */
  readonly sales: readonly SaleView[];
  readonly unclaimed: readonly UnclaimedView[];
  /** The last refunds of this till, newest first. */
  readonly refunds: readonly RefundView[];
  /** The last requests for data, newest first. */
  readonly permissions: readonly PermissionView[];
  /** Codes that wait for their total, oldest first. */
  readonly codes: readonly DeviceCodeView[];
  /** Scans without a code; the cashier can send these customers a request. Newest first. */
  readonly scans: readonly ScanView[];
};

const FINAL: ReadonlySet<SaleStateKind> = new Set([
  'paid',
  'declined',
  'expired',
  'aborted',
  'released',
  'refunded',
  'refused',
  'failed',
]);

/** True for a state in which the payment has ended. */
export function isFinal(state: SaleState): boolean {
  return FINAL.has(state.kind);
}
