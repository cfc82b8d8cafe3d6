import type { MoneyInteger } from '../../money/money.ts';
import type { ServiceRefusal } from '../../refusals/service-refusal.ts';
import type { Instant } from '../../time/clock.ts';
import type { VendResult } from './machine-port.ts';
import type { OwnPart, Part, Sums } from './parts.ts';
import type { SaleRecord } from './records.ts';
import type { Call, Sale } from './sale.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleAction } from './state.ts';

/** The answer of a call. */
export type CallAnswer =
  | {
      readonly kind: 'created';
      readonly tid: string;
      readonly uri: string | null;
      /** An earlier attempt had created the request. */
      readonly existed: boolean;
    }
  | {
      readonly kind: 'outcome';
      readonly code: number;
      readonly expires: Instant | null;
      readonly additional: MoneyInteger;
      readonly refunded: boolean;
      /** The reserved amount, and all captures and refunds; left out if unknown. */
      readonly authorised?: Sums;
      readonly captures?: readonly Part[];
      readonly refunds?: readonly Part[];
    }
  /** A command was accepted. */
  | { readonly kind: 'accepted' }
  /** The service refused the call and changed nothing. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** The service's own sentence, for logs and programs. A screen shows `reason` in its words. */
      readonly sentence: string;
      readonly reason: ServiceRefusal;
    }
  /** The service or the till postponed the call; nothing was changed. */
  | { readonly kind: 'later'; readonly retryAfter: number | null }
  /** No answer, or one that the till does not understand. The call may have arrived. */
  | { readonly kind: 'silence'; readonly retryAfter: number | null };

export type OutcomeAnswer = Extract<CallAnswer, { readonly kind: 'outcome' }>;

/** An event of a sale. */
export type SaleEvent =
  /** The first record is durable, or the sale was restored from the journal. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'answered'; readonly serial: number; readonly answer: CallAnswer }
  | { readonly kind: 'tick' }
  /** Read the outcome now: a push event, a refresh, or the connection is back. */
  | { readonly kind: 'look' }
  /** A display message of the service; `key` is null if the till does not know it. */
  | { readonly kind: 'message'; readonly key: string | null; readonly text: string }
  | { readonly kind: 'action'; readonly action: SaleAction }
  /** A customer has scanned the device's code of this sale. */
  | { readonly kind: 'scan'; readonly token: string }
  /** Which request of a pair continues. */
  | { readonly kind: 'chosen'; readonly leg: 'won' | 'lost' }
  /** A person cancelled the other request of this pair. */
  | { readonly kind: 'cancelled_with' }
  /** Capture a part of the reservation, as `permitPart` allows. */
  | { readonly kind: 'take_part'; readonly part: OwnPart; readonly rest: 'keep' | 'release' }
  /** The machine reported the result of the order, possibly late. */
  | { readonly kind: 'dispensed'; readonly result: VendResult }
  /** The refund of the missing part succeeded, or the service refused it. */
  | { readonly kind: 'refund_ended'; readonly how: 'done' | 'refused' }
  /** This till made a refund; `sum` is the total of all its refunds of this payment. */
  | { readonly kind: 'refund_made'; readonly sum: Sums }
  /** The receipt is uploaded, or the till gave up. */
  | { readonly kind: 'receipt'; readonly how: 'uploaded' | 'given_up' }
  /** Other work, such as a refund, has read the outcome of this sale. */
  | { readonly kind: 'outcome'; readonly outcome: OutcomeAnswer };

/** A step that the engine carries out, in order. A call waits until earlier records are durable. */
export type Step =
  | { readonly kind: 'write'; readonly record: SaleRecord }
  | { readonly kind: 'call'; readonly call: Call; readonly serial: number }
  /** Order the delivery, or ask for its result; after its record is durable. */
  | { readonly kind: 'dispense'; readonly how: 'order' | 'ask' }
  /** Refund what was not delivered. */
  | { readonly kind: 'refund' }
  /** Cancel the read in flight. */
  | { readonly kind: 'cancel_read' }
  /** Set the timer of the sale, which dispatches `tick` at this instant; null removes it. */
  | { readonly kind: 'arm'; readonly at: Instant | null };

/** What a reduction needs besides the sale and the event. */
export type SaleContext = {
  /** By the device's clock, as the sale's own due times are. */
  readonly now: Instant;
  /** The service's time. What the service states as a time is compared with this, and never with `now`. */
  readonly serviceNow: Instant;
  readonly pushUp: boolean;
  /** 0 to 1. Spreads the repeats of many tills. */
  readonly jitter: number;
  readonly settings: TerminalSettings;
};

/** What an event changes: the sale afterwards, and the steps that the engine must carry out. */
export type Transition = { readonly sale: Sale; readonly steps: readonly Step[] };
