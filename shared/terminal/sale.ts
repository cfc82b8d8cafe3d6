import { type MoneyInteger, ZERO } from '../money/money.ts';
import { CODE, classOf } from '../protocol/status-codes.ts';
import type { Instant } from '../time/clock.ts';
import type { OpenedRecord, SaleBody } from './records.ts';
import type { AuthorisedBecause, RefusedBecause, SaleLogLine, WayToPay } from './state.ts';

/** The calls a sale can have in flight; never more than one at a time. */
export type Call = 'create' | 'read' | 'capture' | 'abort' | 'release';
export type Command = Extract<Call, 'capture' | 'abort' | 'release'>;

/** Where the till wants the sale to go. `hold` waits for the cashier. */
type Goal = 'take' | 'hold' | 'abort' | 'release';

/** What the outcome endpoint said last. */
type Seen = {
  readonly code: number;
  readonly expires: Instant | null;
  readonly refunded: boolean;
  readonly at: Instant;
};

/** What is known of a sale: made from journal records alone, so a restart knows the same. */
export type Facts = {
  readonly id: string;
  readonly number: number;
  readonly way: WayToPay;
  readonly body: SaleBody;
  readonly started: Instant;
  readonly created: {
    readonly tid: string;
    readonly uri: string | null;
    readonly expires: Instant;
  } | null;
  readonly scanned: boolean;
  readonly seen: Seen | null;
  /** The customer's additional amount may change it (D-91). */
  readonly additional: MoneyInteger;
  /** Ever seen reserved. */
  readonly approved: boolean;
  readonly goal: Goal;
  readonly sent: Readonly<Record<Command, boolean>>;
  readonly lastIntent: Command | null;
  readonly because: AuthorisedBecause;
  readonly refused: RefusedBecause | null;
  readonly aside: boolean;
  readonly ended: Instant | null;
};

/** What only matters while the till runs. */
export type Run = {
  readonly busy: Call | null;
  /** Number of the call in flight; an answer to an older one is not listened to. */
  readonly serial: number;
  /** When the first of the calls went out that have not been answered since. */
  readonly askedAt: Instant | null;
  /** When the last call went out. */
  readonly calledAt: Instant;
  /** Calls in a row without an answer. */
  readonly fails: number;
  /** No call before this instant. */
  readonly due: Instant;
  /** The service has confirmed the request in this run of the till. */
  readonly confirmed: boolean;
  /** An attempt to create may have arrived without our knowing. */
  readonly doubtful: boolean;
  /** Ask how things are before commanding anything. */
  readonly lookFirst: boolean;
  /** Something happened while a call was in flight: ask again after it. */
  readonly again: boolean;
  /** The present command was accepted; its effect is awaited. */
  readonly accepted: boolean;
  /** Reads after that which did not show the effect. */
  readonly stale: number;
  /** How often the present command was sent. */
  readonly tries: number;
  /** When the money is to be taken. */
  readonly takeAt: Instant | null;
  readonly unclear: boolean;
  /** Came from the journal at start, and its outcome has not been read since. */
  readonly found: boolean;
};

export type Sale = {
  readonly facts: Facts;
  readonly run: Run;
  readonly log: readonly SaleLogLine[];
};

const FRESH: Run = {
  busy: null,
  serial: 0,
  askedAt: null,
  calledAt: 0,
  fails: 0,
  due: 0,
  confirmed: false,
  doubtful: false,
  lookFirst: false,
  again: false,
  accepted: false,
  stale: 0,
  tries: 0,
  takeAt: null,
  unclear: false,
  found: false,
};

/** A sale as its first record makes it. */
export function openSale(record: OpenedRecord): Sale {
  const facts: Facts = {
    id: record.sale,
    number: record.number,
    way: record.way,
    body: record.body,
    started: record.at,
    created: null,
    scanned: false,
    seen: null,
    additional: ZERO,
    approved: false,
    goal: 'take',
    sent: { capture: false, abort: false, release: false },
    lastIntent: null,
    because: 'approved',
    refused: null,
    aside: false,
    ended: null,
  };
  return { facts, run: FRESH, log: [{ at: record.at, key: 'request_sent' }] };
}

/** True when nothing more can happen to the money. */
export function isOver(facts: Facts): boolean {
  if (facts.refused !== null) return true;
  return facts.seen !== null && classOf(facts.seen.code) !== 'temporary';
}

/** True when money is reserved for this sale. */
export function isAuthorised(facts: Facts): boolean {
  return facts.seen?.code === CODE.auth;
}
