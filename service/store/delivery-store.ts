import type { Instant } from '../../shared/time/clock.ts';

/** What a callback tells of; it decides how often it is tried (D-141, D-147). */
export type DeliveryKind = 'event' | 'display' | 'scan';

/**
 * `open` until it was answered with 2xx (`delivered`), the receiver said 410 (`gone`), or the
 * schedule ran out (`given_up`).
 */
export type DeliveryState = 'open' | 'delivered' | 'gone' | 'given_up';

/** A message for an http or https address, written in the commit of the change it tells of. */
export type NewDelivery = {
  /** The message's own id; every attempt carries the same. */
  readonly id: string;
  readonly kind: DeliveryKind;
  /** What it is about, as a path below the API: `payment_request/<tid>`. */
  readonly resource: string;
  /** Deliveries of one queue go out one after the other, in the order they were written. */
  readonly queue: string;
  /** The address as it was registered; the signature covers it to the letter (D-20). */
  readonly uri: string;
  /** Host and port of the address, by which attempts are counted. */
  readonly host: string;
  readonly event: string;
  /** The message as it was at the event; an attempt reads the object again (D-142). */
  readonly body: string;
};

/** A delivery that this process may attempt until its lease ends. */
export type ClaimedDelivery = NewDelivery & {
  readonly merchantId: string;
  readonly created: Instant;
  /** Attempts since it was written or sent again by hand. */
  readonly tries: number;
  readonly lease: string;
};

/** What one attempt came to. */
export type AttemptNote = {
  readonly at: Instant;
  /** Status of the answer, or null when there was none. */
  readonly status: number | null;
  /** Why it failed, in words; null when it was delivered. */
  readonly problem: string | null;
  /** Milliseconds of real time. */
  readonly duration: number;
};

/** What follows from an attempt: the state, and for an open one the time of the next attempt. */
export type AttemptVerdict =
  | { readonly state: 'open'; readonly dueAt: Instant }
  | { readonly state: Exclude<DeliveryState, 'open'> };

/** One line of the delivery log. */
export type Delivery = {
  readonly id: string;
  readonly kind: DeliveryKind;
  readonly event: string;
  readonly resource: string;
  readonly uri: string;
  readonly created: Instant;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next; null when it is not open or waits for an earlier one of its queue. */
  readonly dueAt: Instant | null;
  readonly last: AttemptNote | null;
  /** What the receiver answered to a scan, as JSON text (D-139). */
  readonly answer: string | null;
};

export type DeliveryQuery = {
  /** Null means every state. */
  readonly state: DeliveryState | null;
  /** Null means everything, else the resource's own. */
  readonly resource: string | null;
  readonly after: { readonly created: Instant; readonly id: string } | null;
  readonly limit: number;
};

export type DeliveryPage = {
  readonly items: readonly Delivery[];
  readonly next: { readonly created: Instant; readonly id: string } | null;
};

/** `waiting`: an earlier one of its queue, or an attempt under way, must come to its end first. */
export type ResendResult = 'due' | 'waiting' | 'unknown';

/** Callbacks on their way out, and the log of what became of them. */
export interface DeliveryStore {
  /** Writes deliveries that come with no change of a payment. */
  publish(merchantId: string, at: Instant, deliveries: readonly NewDelivery[]): Promise<void>;
  list(merchantId: string, query: DeliveryQuery): Promise<DeliveryPage>;
  read(merchantId: string, id: string): Promise<Delivery | null>;
  /** The newest attempts of one delivery, newest first. */
  attempts(merchantId: string, id: string, limit: number): Promise<readonly AttemptNote[]>;
  /** Makes a delivery due at `at`, with its schedule from the start; same id. */
  resend(merchantId: string, id: string, at: Instant): Promise<ResendResult>;
  /** Notes an attempt of a claimed delivery. False when the lease had passed to someone else. */
  finish(
    merchantId: string,
    claimed: Pick<ClaimedDelivery, 'id' | 'queue' | 'lease'>,
    note: AttemptNote,
    verdict: AttemptVerdict,
    answer: string | null,
  ): Promise<boolean>;
  /** Gives a claimed delivery back, as if nobody had claimed it. */
  release(merchantId: string, claimed: Pick<ClaimedDelivery, 'id' | 'lease'>): Promise<void>;
  /** Hosts of all merchants that have something due and unclaimed, the longest due first. */
  dueHosts(now: Instant, wall: Instant, limit: number): Promise<readonly string[]>;
  /**
   * Takes due deliveries to one host, of all merchants, in one statement. `wall` is real time: a
   * lease measures how long an attempt takes, which no simulated clock moves.
   */
  claim(
    host: string,
    now: Instant,
    lease: { readonly id: string; readonly wall: Instant; readonly until: Instant },
    limit: number,
  ): Promise<readonly ClaimedDelivery[]>;
  /** When the next delivery of any merchant after `now` falls due. */
  nextDue(now: Instant): Promise<Instant | null>;
  /** When the oldest delivery that is closed was written; null when none is. */
  oldestClosed(): Promise<Instant | null>;
  /**
   * Forgets closed deliveries written before `before`, at most `limit` of them, and as many queues
   * that were last used before it; answers how many deliveries.
   */
  sweep(before: Instant, limit: number): Promise<number>;
  /** Called after every commit that made deliveries due. */
  onDue(listener: () => void): () => void;
}
