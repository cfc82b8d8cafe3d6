import type { Instant } from '../../shared/time/clock.ts';

/** The subject of a callback; it determines the retry schedule (D-141, D-147). */
export type DeliveryKind = 'event' | 'display' | 'scan';

/**
 * `open` until the receiver answered with 2xx (`delivered`) or 410 (`gone`), or the schedule ended
 * (`given_up`).
 */
export type DeliveryState = 'open' | 'delivered' | 'gone' | 'given_up';

/** A message for an http or https address, written in the commit of the change that it reports. */
export type NewDelivery = {
  /** Id of the message; every attempt has the same. */
  readonly id: string;
  readonly kind: DeliveryKind;
  /** The resource of the message, as a path below the API: `payment_request/<tid>`. */
  readonly resource: string;
  /**
   * Deliveries of one queue are sent one after the other, in the order in which they were written.
   */
  readonly queue: string;
  /** The address exactly as registered, because the signature covers it (D-20). */
  readonly uri: string;
  /** Host and port of the address; attempts are counted by host. */
  readonly host: string;
  readonly event: string;
  /** The message at the time of the event; an attempt reads the object again (D-142). */
  readonly body: string;
  /** `traceparent` of the request that caused it, if that request is recorded. */
  readonly trace?: string | null;
};

/** A delivery that this process may attempt until its lease expires. */
export type ClaimedDelivery = NewDelivery & {
  readonly merchantId: string;
  readonly created: Instant;
  /** Attempts since it was written or sent again manually. */
  readonly tries: number;
  readonly lease: string;
};

/** The result of one attempt. */
export type AttemptNote = {
  readonly at: Instant;
  /** Status of the answer, or null when there was none. */
  readonly status: number | null;
  /** Why it failed, as a sentence; null when it was delivered. */
  readonly problem: string | null;
  /** Milliseconds of real time. */
  readonly duration: number;
};

/**
 * The next step after an attempt: the state, and for an open delivery the time of the next attempt.
 */
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
  /**
   * Time of the next attempt; null when it is not open or waits for an earlier one of its queue.
   */
  readonly dueAt: Instant | null;
  readonly last: AttemptNote | null;
  /** The receiver's answer to a scan, as JSON text (D-139). */
  readonly answer: string | null;
};

export type DeliveryQuery = {
  /** Null means every state. */
  readonly state: DeliveryState | null;
  /** Null means every resource. */
  readonly resource: string | null;
  readonly after: { readonly created: Instant; readonly id: string } | null;
  readonly limit: number;
};

export type DeliveryPage = {
  readonly items: readonly Delivery[];
  readonly next: { readonly created: Instant; readonly id: string } | null;
};

export type DeliveryBacklog = {
  readonly open: number;
  /** Time of the earliest attempt; null when nothing is open. */
  readonly oldestDue: Instant | null;
  /** Hosts with an open delivery that has failed. */
  readonly failingHosts: number;
};

/** `waiting`: an earlier delivery of its queue, or an attempt in progress, must end first. */
export type ResendResult = 'due' | 'waiting' | 'unknown';

/** A host with due deliveries, and the merchant whose delivery to it has been due the longest. */
export type DueHost = { readonly host: string; readonly merchantId: string };

/** A host that a merchant's callbacks do not reach: how many, and when the oldest was written. */
export type FailingHost = DueHost & { readonly count: number; readonly since: Instant };

/** Outgoing callbacks, and the log of their results. */
export interface DeliveryStore {
  /** Writes deliveries without a change of a payment. */
  publish(merchantId: string, at: Instant, deliveries: readonly NewDelivery[]): Promise<void>;
  list(merchantId: string, query: DeliveryQuery): Promise<DeliveryPage>;
  read(merchantId: string, id: string): Promise<Delivery | null>;
  /** The newest attempts of one delivery, newest first. */
  attempts(merchantId: string, id: string, limit: number): Promise<readonly AttemptNote[]>;
  /** Makes a delivery due at `at`, with its schedule from the start and the same id. */
  resend(merchantId: string, id: string, at: Instant): Promise<ResendResult>;
  /** Records an attempt of a claimed delivery. False when another process has the lease. */
  finish(
    merchantId: string,
    claimed: Pick<ClaimedDelivery, 'id' | 'queue' | 'lease'>,
    note: AttemptNote,
    verdict: AttemptVerdict,
    answer: string | null,
  ): Promise<boolean>;
  /** Releases a claimed delivery without an attempt. */
  release(merchantId: string, claimed: Pick<ClaimedDelivery, 'id' | 'lease'>): Promise<void>;
  /**
   * Hosts with due, unclaimed deliveries, the longest due first. Above the limit, and with many rows,
   * merchants take turns: the first host of each, then the second of each.
   */
  dueHosts(now: Instant, wall: Instant, limit: number): Promise<readonly DueHost[]>;
  /**
   * Claims due deliveries to one host, of all merchants, in one statement. `wall` is real time: a
   * lease measures the duration of an attempt, which does not depend on a simulated clock.
   */
  claim(
    host: string,
    now: Instant,
    lease: { readonly id: string; readonly wall: Instant; readonly until: Instant },
    limit: number,
  ): Promise<readonly ClaimedDelivery[]>;
  /** When the next delivery of any merchant after `now` falls due. */
  nextDue(now: Instant): Promise<Instant | null>;
  /** Open deliveries of all merchants that no earlier one of their queue delays. */
  backlog(): Promise<DeliveryBacklog>;
  /** Hosts with an open delivery that has failed, for each merchant, the oldest delivery first. */
  failingHosts(limit: number): Promise<readonly FailingHost[]>;
  /** When the oldest closed delivery was written; null when there is none. */
  oldestClosed(): Promise<Instant | null>;
  /**
   * Removes closed deliveries written before `before`, at most `limit`, and as many queues that
   * were last used before it; returns the number of deliveries.
   */
  sweep(before: Instant, limit: number): Promise<number>;
  /** Called after every commit that made deliveries due. */
  onDue(listener: () => void): () => void;
}
