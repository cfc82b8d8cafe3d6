import { saleOfRequest } from '../../shared/ids/host-ids.ts';
import type { SaleLogLine, SaleMode, SaleStateKind } from '../../shared/terminal/index.ts';
import type { Instant } from '../../shared/time/clock.ts';

export type Codes = 'one code' | 'two codes';

/** An order of a person about the money of a sale. */
export type MoneyOrder = {
  readonly action: 'cancel' | 'capture' | 'release';
  /** The life of the till in which it was given. */
  readonly life: number;
  /** `asked` until the till has answered; `binding` also holds after a restart. */
  state: 'asked' | 'binding' | 'this life';
  /** The till has started to carry it out. */
  begun: boolean;
  /** The till releases the rest after a part was captured. */
  readonly givesRest: boolean;
  /** The order that applies if the till refuses this one. */
  before: MoneyOrder | null;
  /** When the till has accepted it. */
  accepted: Instant | null;
};

/** A sale as the auditor knows it, from the requests to tills and their answers. */
export type AuditedSale = {
  readonly id: string;
  readonly till: string;
  /**
   * The life of the till in which the sale began: the one in which the caller was told about it, or the
   * one before the life whose first screen shows it, whichever is known first. Null until one of them is
   * known.
   */
  life: number | null;
  /**
   * The body of each payment request by pos_tid: two if a code on the screen and a sticker are both
   * active.
   */
  readonly bodies: Map<string, string>;
  readonly tids: Map<string, string>;
  order: MoneyOrder | null;
  /** When a person gave the last order, and when the till answered it. */
  lastOrder: { readonly given: Instant; readonly answered: Instant | null } | null;
  cancelAsked: boolean;
  captureAsked: boolean;
  /** A capture was sent at some time. */
  captureSent: boolean;
  /** An abort or a release was sent at some time. */
  backSent: boolean;
  /** The mode of the request, once a person was told that the sale has begun. */
  mode: SaleMode['kind'] | null;
  codes: Codes;
  /** The state on the till's screen in this life of the till; `since` is the time of its last change. */
  shown: SaleStateKind | null;
  /** A part is captured, and the rest waits for a person. */
  waitsWithRest: boolean;
  since: Instant;
  /** The final state that a screen showed first. */
  ended: SaleStateKind | null;
  /** The result that a person dismissed. */
  dismissed: SaleStateKind | null;
  /** Where a person has put the sale: aside, or on the main screen. */
  aside: boolean | null;
  /** When a person last ordered a change of its place. */
  placed: Instant | null;
  /** Somebody has pressed the key that marks it as resolved; `settled` once the till has answered. */
  settleAsked: boolean;
  settled: boolean;
  /**
   * An accepted order that one request to the service carries out, and the time at which it was accepted.
   */
  asking: { readonly action: 'ask_again' | 'renew'; readonly at: Instant } | null;
  /** When the till last sent a request about the sale, and when it last sent a renewal. */
  requestSent: Instant | null;
  renewalSent: Instant | null;
  /** The largest amount that people have ordered to capture of a reservation; null for all of it. */
  mayTake: number | null;
  /** The first sentence on a screen that said that nothing was captured. */
  saidNothing: string | null;
  /** The last line of its log that was audited, in this life of the till. */
  lastLine: SaleLogLine | null;
};

export function createAuditedSale(id: string, till: string): AuditedSale {
  return {
    id,
    till,
    life: null,
    bodies: new Map(),
    tids: new Map(),
    order: null,
    lastOrder: null,
    cancelAsked: false,
    captureAsked: false,
    captureSent: false,
    backSent: false,
    mode: null,
    codes: 'one code',
    shown: null,
    waitsWithRest: false,
    since: 0,
    ended: null,
    dismissed: null,
    aside: null,
    placed: null,
    settleAsked: false,
    settled: false,
    asking: null,
    requestSent: null,
    renewalSent: null,
    mayTake: 0,
    saidNothing: null,
    lastLine: null,
  };
}

/**
 * The id of the sale. If the sale also has a code on the screen, the sticker's request has the id with a
 * suffix.
 */
export const saleIdOf = (posTid: string) => saleOfRequest(posTid);

/** What the parts of an auditor share. */
export type AuditContext = {
  readonly policy: 'attended' | 'unattended';
  readonly find: (finding: string) => void;
  readonly now: () => Instant;
  readonly sales: ReadonlyMap<string, AuditedSale>;
  /** The sale behind a pos_tid; a new one of this till when it is not known. */
  readonly saleOf: (posTid: string, till: string) => AuditedSale;
  /** The number of the till's present life. */
  readonly lifeOf: (till: string) => number;
  /** True while the till's screen says that it cannot write its journal. */
  readonly cannotWrite: (till: string) => boolean;
  /**
   * The final status code of each payment that the till has received, and the time at which it received
   * the first one.
   */
  readonly heard: ReadonlyMap<string, { readonly code: number; readonly at: Instant }>;
};

/**
 * True if the till received an answer while it wrote an order of a person to its journal. The command
 * follows from the order, so the till sends it anyway, and the service refuses it.
 */
export function wasWriting({ lastOrder }: AuditedSale, at: Instant): boolean {
  if (lastOrder === null || lastOrder.given > at) return false;
  return lastOrder.answered === null || lastOrder.answered >= at;
}
