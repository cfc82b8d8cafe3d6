import type { MoneyInteger } from '../../money/money.ts';
import type { Instant } from '../../time/clock.ts';
import type { VendResult } from './machine-port.ts';
import type { OwnPart, Part, Sums } from './parts.ts';
import type { SaleRecord } from './records.ts';
import type { Call, Sale } from './sale.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleAction } from './state.ts';

/** What came of a call, as far as a sale cares. */
export type CallAnswer =
  | {
      readonly kind: 'created';
      readonly tid: string;
      readonly uri: string | null;
      /** An earlier attempt had made it already. */
      readonly existed: boolean;
    }
  | {
      readonly kind: 'outcome';
      readonly code: number;
      readonly expires: Instant | null;
      readonly additional: MoneyInteger;
      readonly refunded: boolean;
      /** What the authorisation holds, and every capture and refund; left out: nobody said. */
      readonly held?: Sums;
      readonly captures?: readonly Part[];
      readonly refunds?: readonly Part[];
    }
  /** A command was accepted. */
  | { readonly kind: 'accepted' }
  /** The service looked at the request and did nothing. */
  | { readonly kind: 'refused'; readonly status: number; readonly sentence: string }
  /** "Not now": nothing was done, and it is to be asked again. */
  | { readonly kind: 'later'; readonly retryAfter: number | null }
  /** Nobody knows whether the request arrived, or the answer cannot be understood. */
  | { readonly kind: 'silence'; readonly retryAfter: number | null };

export type OutcomeAnswer = Extract<CallAnswer, { readonly kind: 'outcome' }>;

/** Everything that can happen to a sale. */
export type SaleEvent =
  /** Its first record is durable, or it was found in the journal. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'answered'; readonly serial: number; readonly answer: CallAnswer }
  | { readonly kind: 'tick' }
  /** Ask now: a push event, a refresh, the way to the service is back. */
  | { readonly kind: 'look' }
  /** The operator's service says something; `key` is null when this till does not know it. */
  | { readonly kind: 'message'; readonly key: string | null; readonly text: string }
  | { readonly kind: 'action'; readonly action: SaleAction }
  /** A customer has scanned the device's code of this sale. */
  | { readonly kind: 'scan'; readonly token: string }
  /** Which of the two requests of one sale goes on. */
  | { readonly kind: 'chosen'; readonly leg: 'won' | 'lost' }
  /** A person cancelled the sale; this is its other request. */
  | { readonly kind: 'cancelled_with' }
  /** Part of what is reserved is to be taken, as `permitPart` allows. */
  | { readonly kind: 'take_part'; readonly part: OwnPart; readonly rest: 'keep' | 'release' }
  /** The machine says what became of the order, in time or later. */
  | { readonly kind: 'dispensed'; readonly result: VendResult }
  /** What was missing was given back, or the service refused that. */
  | { readonly kind: 'refund_ended'; readonly how: 'done' | 'refused' }
  /** The receipt is uploaded, or will not be. */
  | { readonly kind: 'receipt'; readonly how: 'uploaded' | 'given_up' }
  /** Someone else has read the outcome of this sale. */
  | { readonly kind: 'outcome'; readonly outcome: OutcomeAnswer };

/** What a sale wants done, in order. A call waits until the records before it are durable. */
export type Step =
  | { readonly kind: 'write'; readonly record: SaleRecord }
  | { readonly kind: 'call'; readonly call: Call; readonly serial: number }
  /** The machine delivers, or only says what became of the order; once its record is durable. */
  | { readonly kind: 'dispense'; readonly how: 'order' | 'ask' }
  /** What was not delivered is given back. */
  | { readonly kind: 'refund' }
  /** The read in flight is not wanted any more. */
  | { readonly kind: 'cancel_read' }
  /** Calls again with `tick` at this instant; replaces the sale's earlier timer, null removes it. */
  | { readonly kind: 'arm'; readonly at: Instant | null };

/** What surrounds a sale when something happens to it. */
export type SaleContext = {
  readonly now: Instant;
  readonly pushUp: boolean;
  /** 0 to 1, spreads the repeats of many tills. */
  readonly jitter: number;
  readonly settings: TerminalSettings;
};

/** What an event changes: the sale afterwards, and the steps that the engine must carry out. */
export type Transition = { readonly sale: Sale; readonly steps: readonly Step[] };
