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
  /** The till has begun to carry it out. */
  begun: boolean;
  /** The till gives the rest of a part back by itself. */
  readonly givesRest: boolean;
  /** The order that applies if the till refuses this one. */
  before: MoneyOrder | null;
  /** When the till has accepted it. */
  accepted: Instant | null;
};

/** A sale as the auditor knows it: from what was asked of tills and what was answered. */
export type AuditedSale = {
  readonly id: string;
  readonly till: string;
  /**
   * The till's life in which it began: the one in which the caller was told so, or the one before the life
   * whose first screen shows it, whichever comes first. Null while neither has happened.
   */
  life: number | null;
  /** What was asked for under each name: two where a screen and a sticker are live together. */
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
  /** What was asked for, where a person was told that it had begun. */
  mode: SaleMode['kind'] | null;
  codes: Codes;
  /** What the till's screen shows, in this life of the till, and since when. */
  shown: SaleStateKind | null;
  /** It waits for a person with a part taken. */
  waitsWithRest: boolean;
  since: Instant;
  /** How it ended, as a screen showed it first. */
  ended: SaleStateKind | null;
  /** The result that a person dismissed. */
  dismissed: SaleStateKind | null;
  /** Where a person has put it: aside, or on the main screen. */
  aside: boolean | null;
  /** When a person gave the last order about its place. */
  placed: Instant | null;
  settled: boolean;
  /** An accepted order that one request to the service carries out, and when it was accepted. */
  asking: { readonly action: 'ask_again' | 'renew'; readonly at: Instant } | null;
  /** When a request about it was sent last, and a renewal. */
  requestSent: Instant | null;
  renewalSent: Instant | null;
  /** The most that people have ordered to take of a reservation; null for all of it. */
  mayTake: number | null;
  /** The first sentence that said that nothing was taken. */
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
    settled: false,
    asking: null,
    requestSent: null,
    renewalSent: null,
    mayTake: 0,
    saidNothing: null,
    lastLine: null,
  };
}

/** The sticker's request of a sale that has a code on the screen as well is named after it. */
export const saleIdOf = (posTid: string) => posTid.replace(/\.s$/, '');

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
  /** The final code of a payment, once the till has been told it, and since when. */
  readonly heard: ReadonlyMap<string, { readonly code: number; readonly at: Instant }>;
};
