import type { MoneyInteger } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';

/** How the customer is reached. */
export type WayToPay =
  | { readonly kind: 'qr' }
  /** A phone number in international form, digits only. */
  | { readonly kind: 'phone'; readonly msisdn: string };

/** What a cashier asks for. Amounts in minor units of the shop's currency. */
export type SaleRequest = {
  readonly amount: MoneyInteger;
  readonly text: string | null;
  readonly way: WayToPay;
};

/** Why money is reserved and not taken; each has its own sentence and its own way out. */
export type AuthorisedBecause =
  /** The customer has just approved; the terminal is about to take the money. */
  | 'approved'
  /** Taking the money failed; it is tried again, or the cashier decides. */
  | 'capture_failed'
  /** Found reserved after a restart; an attended till asks the cashier. */
  | 'recovered'
  /** The customer approved while the sale was being cancelled. */
  | 'won_abort_race';

/** Why the service did not take the request at all. Nothing was asked of the customer. */
export type RefusedBecause =
  | { readonly kind: 'unknown_customer' }
  | { readonly kind: 'not_allowed'; readonly sentence: string }
  | { readonly kind: 'bad_request'; readonly sentence: string };

/**
 * Everything a sale can be, exhaustive: a screen that draws each of these has drawn them all.
 * The words are the design's (section 5).
 */
export type SaleState =
  | { readonly kind: 'creating' }
  | { readonly kind: 'waiting_scan'; readonly uri: string; readonly expires: Instant }
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
  | { readonly kind: 'released' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'refused'; readonly because: RefusedBecause }
  /** Failed with a code this terminal has no own state for. */
  | { readonly kind: 'failed'; readonly code: number }
  /** The service cannot be asked just now; `known` is what is certain all the same. */
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
  | 'ask_again'
  /** Keep an undecided sale in the list and serve the next customer. */
  | 'set_aside'
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
  | 'giving_back'
  | 'given_back'
  | 'refused'
  | 'failed'
  | 'no_answer'
  | 'take_failed'
  | 'found_after_restart'
  | 'set_aside'
  | 'additional_changed'
  /** A sentence of the operator's service, shown as it came. */
  | 'from_service';
export type SaleLogLine = {
  readonly at: Instant;
  readonly key: SaleLogKey;
  /** The sentence of `from_service`. */
  readonly text?: string;
};

/** One sale as a screen sees it. */
export type SaleView = {
  /** The sale's pos_tid; minted here, journalled before anything was sent, never changed. */
  readonly id: string;
  /** Running number on this till, for people. */
  readonly number: number;
  readonly tid: string | null;
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  readonly currency: string;
  readonly text: string | null;
  readonly way: WayToPay;
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

/** A result that fits no sale of this till; shown until someone has dealt with it. */
export type UnclaimedView = {
  readonly tid: string;
  readonly posTid: string | null;
  readonly amount: MoneyInteger | null;
  readonly currency: string | null;
  readonly code: number | null;
  readonly at: Instant;
};

/** Why no new sale can start, or null when one can. */
export type NotReady = 'journal_full' | 'starting' | null;

/** Everything a till's screens draw. */
export type TerminalView = {
  readonly connection: Connection;
  readonly notReady: NotReady;
  /** Open sales first, then the last ones that ended, newest first. */
  readonly sales: readonly SaleView[];
  readonly unclaimed: readonly UnclaimedView[];
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

/** True when nothing more can happen to the money of a sale in this state. */
export function isFinal(state: SaleState): boolean {
  return FINAL.has(state.kind);
}
