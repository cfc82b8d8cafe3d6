import { add, type MoneyInteger, ZERO } from '../../money/money.ts';
import { classOf } from '../../protocol/status-class.ts';
import { CODE } from '../../protocol/status-codes.ts';
import { type Instant, SECOND } from '../../time/clock.ts';
import { isNothing, NOTHING, type OwnPart, restOf, type Sums, totalOf } from './parts.ts';
import type { OpenedRecord, SaleBody } from './records.ts';
import type {
  AuthorisedBecause,
  BillOfSale,
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

/** What the till does next with the money. `hold` waits for the cashier. */
type Goal = 'take' | 'hold' | 'abort' | 'release';

/** The last outcome. */
type Seen = {
  readonly code: number;
  readonly expires: Instant | null;
  readonly refunded: boolean;
  readonly at: Instant;
};

/** The role of a request in a pair. */
export type Leg = {
  readonly of: 'code' | 'sticker';
  /** Id of the other one. */
  readonly other: string;
  /** `open` until one of the two is chosen. */
  readonly state: 'open' | 'won' | 'lost';
};

/** What the till knows about a sale. Built from journal records only, so a restart knows the same. */
export type SaleFacts = {
  readonly id: string;
  readonly number: number;
  readonly method: PaymentMethod;
  readonly register: RegisterName | null;
  readonly mode: SaleMode;
  readonly body: SaleBody;
  readonly label: string | null;
  readonly bill: BillOfSale | null;
  /** Who started it; empty if nobody is known. */
  readonly by: string;
  /** The device's code that a customer must scan before the till sends a request; null otherwise. */
  readonly awaits: { readonly uri: string; readonly until: Instant } | null;
  /** When that code was scanned. */
  readonly bound: Instant | null;
  /** Set if this is one of the two requests of a pair. */
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
  /** True after the sale was authorised. */
  readonly approved: boolean;
  /** Authorised amount of the last outcome; null if unknown. */
  readonly authorised: Sums | null;
  /** Captured and refunded amounts. */
  readonly captured: Sums;
  readonly refunded: Sums;
  /** A partial capture that no outcome shows yet. */
  readonly pending: OwnPart | null;
  /** Partial captures that an outcome has shown. */
  readonly captures: readonly OwnPart[];
  /** What happens to the rest after the pending part is captured. */
  readonly rest: 'keep' | 'release';
  /** Expiry that an ordered renewal must extend; null if no renewal is ordered. */
  readonly renewing: Instant | null;
  /** The delivery of a machine's sale; null before the order. */
  readonly vend: VendFacts | null;
  readonly undelivered: Undelivered | null;
  /** How a machine's sale ended. */
  readonly settled: 'delivered' | 'refunded' | 'person' | null;
  /** Null until the receipt is uploaded or given up. */
  readonly receipt: 'uploaded' | 'given_up' | null;
  readonly goal: Goal;
  readonly sent: Readonly<Record<Command, boolean>>;
  readonly lastIntent: Exclude<Command, 'reauth'> | null;
  readonly because: AuthorisedBecause;
  readonly refused: RefusedBecause | null;
  /** Ended before the till sent a request. */
  readonly closed: 'cancelled' | 'expired' | null;
  readonly aside: boolean;
  /** A person put the sale on hold, and has not seen its end. */
  readonly onHold: boolean;
  /** A person removed the ended sale from the screen. */
  readonly dismissed: boolean;
  readonly ended: Instant | null;
};

/** State of the running till that is not in the journal. */
export type Run = {
  /** The call in flight; `again`: an event arrived during it, so the till reads again after it. */
  readonly call: { readonly kind: Call; readonly again: boolean } | null;
  /** Number of the call in flight. Answers to older calls are ignored. */
  readonly serial: number;
  /** Start of the first call since the last answer. */
  readonly askedAt: Instant | null;
  /** Start of the last call. */
  readonly calledAt: Instant;
  /** Consecutive calls without an answer. */
  readonly fails: number;
  /** No call before this instant. */
  readonly due: Instant;
  /**
   * The request at the service: the service has confirmed it in this run of the till, or an attempt to
   * create it may have arrived although no answer came.
   */
  readonly request: 'unsent' | 'doubtful' | 'confirmed';
  /** An attempt of the current command may have arrived, or may still arrive. */
  readonly unsure: boolean;
  /** Read the outcome before the next command. */
  readonly lookFirst: boolean;
  /** Reads without the effect of the current command, since the service accepted it; null if it has not. */
  readonly staleReads: number | null;
  /** Attempts of the current command. */
  readonly tries: number;
  /** When the till captures. */
  readonly takeAt: Instant | null;
  readonly unclear: boolean;
  /** Restored from the journal, and no outcome was read since. */
  readonly restored: boolean;
};

export type Sale = {
  readonly facts: SaleFacts;
  readonly run: Run;
  readonly log: readonly SaleLogLine[];
};

const FRESH: Run = {
  call: null,
  serial: 0,
  askedAt: null,
  calledAt: 0,
  fails: 0,
  due: 0,
  request: 'unsent',
  unsure: false,
  lookFirst: false,
  staleReads: null,
  tries: 0,
  takeAt: null,
  unclear: false,
  restored: false,
};

/** Makes a sale from its first record. */
export function openSale(record: OpenedRecord): Sale {
  const facts: SaleFacts = {
    id: record.sale,
    number: record.number,
    method: record.method,
    register: record.register ?? null,
    mode: record.mode ?? { kind: 'sale' },
    body: record.body,
    label: record.label ?? null,
    bill: record.bill ?? null,
    by: record.by ?? '',
    awaits: awaitsOf(record),
    bound: null,
    leg: record.twin === undefined ? null : { of: 'code', other: record.twin.sale, state: 'open' },
    started: record.at,
    created: null,
    scanned: false,
    seen: null,
    additional: record.body.additional_amount ?? ZERO,
    approved: false,
    authorised: null,
    captured: NOTHING,
    refunded: NOTHING,
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
    onHold: false,
    dismissed: false,
    ended: null,
  };
  // Nothing is sent before a customer has scanned the device's own code.
  const key = facts.awaits === null ? 'request_sent' : 'code_shown';
  const detail = key === 'request_sent' ? { amount: askedOf(facts.body) } : {};
  return { facts, run: FRESH, log: [{ at: record.at, key, ...detail }] };
}

/** What a request asks for, before the customer changes the additional amount. */
export function askedOf({ amount, additional_amount: additional = ZERO }: SaleBody): MoneyInteger {
  return add(amount, additional);
}

function awaitsOf({ awaits, at, body }: OpenedRecord): SaleFacts['awaits'] {
  return awaits === undefined ? null : { uri: awaits.uri, until: at + body.expires_in * SECOND };
}

/** The requests that a first record opens: one, or a pair (code and sticker). */
export function openSales(record: OpenedRecord): readonly Sale[] {
  const { twin, register: _, ...rest } = record;
  const first = openSale(record);
  if (twin === undefined) return [first];
  const second = openSale({ ...rest, sale: twin.sale, body: twin.body });
  const leg: Leg = { of: 'sticker', other: record.sale, state: 'open' };
  return [first, { ...second, facts: { ...second.facts, leg } }];
}

/** True if the customer pays by scanning a sticker. */
export function listens({ method, leg }: SaleFacts): boolean {
  return leg === null ? method.kind === 'sticker' : leg.of === 'sticker';
}

/** True if the customer pays by scanning the code on the screen. */
export function showsCode({ method, leg }: SaleFacts): boolean {
  return leg === null ? method.kind === 'qr' : leg.of === 'code';
}

/** True for the request of a pair that lost. It must never capture. */
export function hasLost(facts: SaleFacts): boolean {
  return facts.leg?.state === 'lost';
}

/**
 * True if the request that lost was paid. The other request decided the sale, so the till shows this
 * payment as unclaimed until a person resolves it (D-204).
 */
export function isUnmatched(facts: SaleFacts): boolean {
  return hasLost(facts) && isPaid(facts) && facts.seen?.refunded !== true && !facts.dismissed;
}

/** True if the payment and the delivery have ended. */
export function isOver(facts: SaleFacts): boolean {
  return isMoneyOver(facts) && !isOwed(facts);
}

/** True if something was paid that a machine has not delivered completely. */
function isOwed(facts: SaleFacts): boolean {
  const { mode, seen, vend, settled } = facts;
  if (mode.kind !== 'vend' || mode.order !== 'pay_first' || !isPaid(facts)) return false;
  if (seen?.refunded === true || settled !== null) return false;
  if (facts.undelivered !== null || vend?.result?.kind !== 'ok') return true;
  // If the price is lower than the payment, the rest must be refunded.
  const { amount } = vend.result;
  return amount !== null && amount < totalOf(paidOf(facts));
}

/** True if the last outcome is a success. */
export function isPaid(facts: SaleFacts): boolean {
  return facts.seen !== null && classOf(facts.seen.code) === 'success';
}

/** True if the payment has ended. */
export function isMoneyOver(facts: SaleFacts): boolean {
  if (facts.refused !== null || facts.closed !== null) return true;
  return facts.seen !== null && classOf(facts.seen.code) !== 'temporary';
}

/** True if money is reserved for this sale. */
export function isAuthorised(facts: SaleFacts): boolean {
  return facts.seen?.code === CODE.auth;
}

/** The amounts that are still reserved. */
export function authorisedOf(facts: SaleFacts): Sums {
  if (!isAuthorised(facts)) return NOTHING;
  const whole: Sums = { amount: facts.body.amount, additional: facts.additional };
  return facts.authorised ?? restOf(whole, facts.captured);
}

/** The captured amounts. If the service listed no captures, everything was captured. */
export function paidOf({ captured, body, additional }: SaleFacts): Sums {
  return isNothing(captured) ? { amount: body.amount, additional } : captured;
}
