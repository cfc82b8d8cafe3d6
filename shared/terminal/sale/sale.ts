import { type MoneyInteger, ZERO } from '../../money/money.ts';
import { CODE, classOf } from '../../protocol/status-codes.ts';
import { type Instant, SECOND } from '../../time/clock.ts';
import { isNothing, NOTHING, type OwnPart, restOf, type Sums, totalOf } from './parts.ts';
import type { OpenedRecord, SaleBody } from './records.ts';
import type {
  AuthorisedBecause,
  PaymentMethod,
  RefusedBecause,
  RegisterName,
  SaleLogLine,
  SaleMode,
} from './state.ts';
import type { Undelivered, VendFacts } from './vend-facts.ts';

/** The calls a sale can have in flight; never more than one at a time. */
export type Call = 'create' | 'read' | 'capture' | 'abort' | 'release' | 'reauth';
export type Command = Extract<Call, 'capture' | 'abort' | 'release' | 'reauth'>;

/** Where the till wants the sale to go. `hold` waits for the cashier. */
type Goal = 'take' | 'hold' | 'abort' | 'release';

/** What the outcome endpoint said last. */
type Seen = {
  readonly code: number;
  readonly expires: Instant | null;
  readonly refunded: boolean;
  readonly at: Instant;
};

/** One request of a sale that has two, and how the two stand to each other. */
export type Leg = {
  readonly of: 'code' | 'sticker';
  /** Id of the other one. */
  readonly other: string;
  /** `open` while none was scanned. */
  readonly state: 'open' | 'won' | 'lost';
};

/** What is known of a sale: made from journal records alone, so a restart knows the same. */
export type SaleFacts = {
  readonly id: string;
  readonly number: number;
  readonly way: PaymentMethod;
  readonly register: RegisterName | null;
  readonly mode: SaleMode;
  readonly body: SaleBody;
  readonly label: string | null;
  /** The device's code that must be scanned before anything can be asked for; null otherwise. */
  readonly awaits: { readonly uri: string; readonly until: Instant } | null;
  /** When its scan came. */
  readonly bound: Instant | null;
  /** One of two requests for the same sale, each of which someone may scan. */
  readonly leg: Leg | null;
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
  /** What the authorisation held when it was last looked at; null: nobody said. */
  readonly held: Sums | null;
  /** What was taken and given back so far. */
  readonly taken: Sums;
  readonly givenBack: Sums;
  /** A partial capture that was set out for and not yet seen at the service. */
  readonly pending: OwnPart | null;
  /** Those that were seen there. */
  readonly captures: readonly OwnPart[];
  /** What becomes of the rest once the pending part is taken. */
  readonly rest: 'keep' | 'release';
  /** A renewal was set out for; the value is the end that it is to put off. */
  readonly renewing: Instant | null;
  /** The one delivery of a machine's sale; null: nothing was ordered. */
  readonly vend: VendFacts | null;
  readonly undelivered: Undelivered | null;
  /** How a machine's sale that was not simply delivered was brought to its end. */
  readonly settled: 'delivered' | 'refunded' | 'person' | null;
  /** Null while the receipt is not uploaded, or none is to be. */
  readonly receipt: 'uploaded' | 'given_up' | null;
  readonly goal: Goal;
  readonly sent: Readonly<Record<Command, boolean>>;
  readonly lastIntent: Exclude<Command, 'reauth'> | null;
  readonly because: AuthorisedBecause;
  readonly refused: RefusedBecause | null;
  /** Ended here, before anything was asked of the service. */
  readonly closed: 'cancelled' | 'expired' | null;
  readonly aside: boolean;
  /** A person has taken its end off the screen. */
  readonly dismissed: boolean;
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
  /** An attempt of the present command may have arrived, or arrive yet, without our knowing. */
  readonly unsure: boolean;
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
  readonly restored: boolean;
};

export type Sale = {
  readonly facts: SaleFacts;
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
  unsure: false,
  lookFirst: false,
  again: false,
  accepted: false,
  stale: 0,
  tries: 0,
  takeAt: null,
  unclear: false,
  restored: false,
};

/** A sale as its first record makes it. */
export function openSale(record: OpenedRecord): Sale {
  const facts: SaleFacts = {
    id: record.sale,
    number: record.number,
    way: record.way,
    register: record.register ?? null,
    mode: record.mode ?? { kind: 'sale' },
    body: record.body,
    label: record.label ?? null,
    awaits: awaitsOf(record),
    bound: null,
    leg: record.twin === undefined ? null : { of: 'code', other: record.twin.sale, state: 'open' },
    started: record.at,
    created: null,
    scanned: false,
    seen: null,
    additional: record.body.additional_amount ?? ZERO,
    approved: false,
    held: null,
    taken: NOTHING,
    givenBack: NOTHING,
    pending: null,
    captures: [],
    rest: 'keep',
    renewing: null,
    vend: null,
    undelivered: null,
    settled: null,
    receipt: null,
    goal: 'take',
    sent: { capture: false, abort: false, release: false, reauth: false },
    lastIntent: null,
    because: 'approved',
    refused: null,
    closed: null,
    aside: record.place === 'aside',
    dismissed: false,
    ended: null,
  };
  return { facts, run: FRESH, log: [{ at: record.at, key: 'request_sent' }] };
}

function awaitsOf({ awaits, at, body }: OpenedRecord): SaleFacts['awaits'] {
  return awaits === undefined ? null : { uri: awaits.uri, until: at + body.expires_in * SECOND };
}

/** What a first record opens: one request, or the code's and the sticker's of one sale. */
export function openSales(record: OpenedRecord): readonly Sale[] {
  const { twin, register: _, ...rest } = record;
  const first = openSale(record);
  if (twin === undefined) return [first];
  const second = openSale({ ...rest, sale: twin.sale, body: twin.body });
  const leg: Leg = { of: 'sticker', other: record.sale, state: 'open' };
  return [first, { ...second, facts: { ...second.facts, leg } }];
}

/** True when the customer is whoever scans a sticker. */
export function listens({ way, leg }: SaleFacts): boolean {
  return leg === null ? way.kind === 'sticker' : leg.of === 'sticker';
}

/** True when the customer is whoever scans the request's own code on a screen. */
export function showsCode({ way, leg }: SaleFacts): boolean {
  return leg === null ? way.kind === 'qr' : leg.of === 'code';
}

/** True for the request of two that was not scanned first: it must never take money. */
export function hasLost(facts: SaleFacts): boolean {
  return facts.leg?.state === 'lost';
}

/**
 * True for money that was taken for the request that lost: its sale was decided by the other one, so
 * it is shown as a payment that fits no sale, until someone has dealt with it (D-204).
 */
export function isUnmatched(facts: SaleFacts): boolean {
  return hasLost(facts) && isPaid(facts) && facts.seen?.refunded !== true && !facts.dismissed;
}

/** True when nothing is left to be done: the money is decided, and what it paid for is too. */
export function isOver(facts: SaleFacts): boolean {
  return isMoneyOver(facts) && !isOwed(facts);
}

/** True when something was paid for that a machine has not, or not wholly, delivered. */
function isOwed(facts: SaleFacts): boolean {
  const { mode, seen, vend, settled } = facts;
  if (mode.kind !== 'vend' || mode.order !== 'pay_first' || !isPaid(facts)) return false;
  if (seen?.refunded === true || settled !== null) return false;
  if (facts.undelivered !== null || vend?.result?.kind !== 'ok') return true;
  // A machine that names a lower price owes the rest.
  const { amount } = vend.result;
  return amount !== null && amount < totalOf(paidOf(facts));
}

/** True when the service says that it was paid. */
export function isPaid(facts: SaleFacts): boolean {
  return facts.seen !== null && classOf(facts.seen.code) === 'success';
}

/** True when nothing more can happen to the money of its own accord. */
export function isMoneyOver(facts: SaleFacts): boolean {
  if (facts.refused !== null || facts.closed !== null) return true;
  return facts.seen !== null && classOf(facts.seen.code) !== 'temporary';
}

/** True when money is reserved for this sale. */
export function isAuthorised(facts: SaleFacts): boolean {
  return facts.seen?.code === CODE.auth;
}

/** What the authorisation of a sale still holds. */
export function heldOf(facts: SaleFacts): Sums {
  if (!isAuthorised(facts)) return NOTHING;
  const whole: Sums = { amount: facts.body.amount, additional: facts.additional };
  return facts.held ?? restOf(whole, facts.taken);
}

/** What a paid sale was paid; one that nobody counted was taken whole. */
export function paidOf({ taken, body, additional }: SaleFacts): Sums {
  return isNothing(taken) ? { amount: body.amount, additional } : taken;
}
