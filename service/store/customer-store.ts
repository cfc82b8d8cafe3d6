import type { Instant } from '../../shared/time/clock.ts';
import type { Shortlink } from './shortlink-store.ts';

/** A customer who may pay. Blocked and erased customers are not found as such (D-75). */
export type Customer = { readonly id: string; readonly msisdn: string; readonly name: string };

/**
 * `invited`: the number may register. `blocked`: the customer is refused like an unknown one.
 * `erased`: the personal data is removed; the id remains as the pseudonym of ledger and log.
 */
export type CustomerStatus = 'invited' | 'active' | 'blocked' | 'erased';

/** All that the service keeps of a customer, apart from the profile and the requests. */
export type CustomerRecord = {
  readonly id: string;
  /** Null for an erased customer. */
  readonly msisdn: string | null;
  readonly name: string;
  readonly status: CustomerStatus;
  /** Whether the customer may pay by credit, where the merchant accepts it. */
  readonly allowCredit: boolean;
  readonly created: Instant;
  /** The terms that the customer has accepted; null if the operator created the customer. */
  readonly terms: { readonly version: string; readonly accepted: Instant } | null;
};

/** What other tables hold of a customer, for an export. */
export type CustomerHoldings = {
  readonly payments: readonly { readonly merchantId: string; readonly tid: string }[];
  readonly permissions: readonly { readonly merchantId: string; readonly rid: string }[];
  readonly scans: readonly {
    readonly merchantId: string;
    readonly shortlinkId: Shortlink['id'];
    readonly at: Instant;
    readonly expires: Instant;
  }[];
  readonly tokens: readonly {
    readonly merchantId: string;
    readonly clientId: string;
    readonly scope: string;
    readonly issued: Instant;
    readonly expires: Instant;
    readonly revoked: boolean;
  }[];
  /** Expiry of each session of the wallet, and of each one-time code. */
  readonly sessions: readonly Instant[];
  readonly codes: readonly Instant[];
  /** Requests of applications that the customer has seen, and answers that are not redeemed yet. */
  readonly consents: readonly {
    readonly merchantId: string;
    readonly clientId: string;
    readonly scope: string;
    readonly expires: Instant;
  }[];
  /** Lines of the permission logs of merchants. */
  readonly scopeLog: readonly {
    readonly merchantId: string;
    readonly rid: string;
    readonly at: Instant;
    readonly status: string;
  }[];
  /** Callbacks about the customer's requests. `body` is the message of the time of the event. */
  readonly callbacks: readonly {
    readonly merchantId: string;
    readonly resource: string;
    readonly event: string;
    readonly uri: string;
    readonly created: Instant;
    readonly state: string;
    readonly body: unknown;
  }[];
  /** Events about them for devices. */
  readonly events: readonly {
    readonly merchantId: string;
    readonly channel: string;
    readonly at: Instant;
    readonly message: unknown;
  }[];
};

/** The owner of the one-time codes of a number that has no active customer. */
export const numberOwner = (msisdn: string): string => `number ${msisdn}`;

/** The owner of the ticket with which a number registers. */
export const ticketOwner = (msisdn: string): string => `ticket ${msisdn}`;

/** Customers of the wallet. They belong to no merchant. */
export interface CustomerStore {
  /** An active customer, as `byId` and `bySession`. */
  byMsisdn(msisdn: string): Promise<Customer | null>;
  byId(id: string): Promise<Customer | null>;
  /** Writes an active customer who may pay by credit; for demos and simulations only. */
  put(customer: Customer): Promise<void>;
  list(limit: number): Promise<readonly Customer[]>;
  /** Writes a new customer; `taken` when the number or the id is in use. */
  add(record: CustomerRecord): Promise<'added' | 'taken'>;
  /** Writes all of them in one commit, or nothing if a number or an id is in use. */
  addAll(records: readonly CustomerRecord[]): Promise<'added' | 'taken'>;
  /** A customer of any status. */
  record(id: string): Promise<CustomerRecord | null>;
  recordByMsisdn(msisdn: string): Promise<CustomerRecord | null>;
  /** Customers of any status in byte order of their ids after `after`. */
  records(after: string | null, limit: number): Promise<readonly CustomerRecord[]>;
  /** Replaces a record that still has the status `was`; ends its sessions unless it stays active. */
  change(next: CustomerRecord, was: CustomerStatus): Promise<boolean>;
  holdings(id: string): Promise<CustomerHoldings>;
  /**
   * Removes the customer's personal data in one commit: name, number, profile, codes, sessions, the
   * number in requests and messages, granted user data, and the attachments and tickets of the
   * customer's payments. Log lines name `erased:<id>` instead.
   * False when there is no such customer, or it was erased before.
   */
  erase(id: string): Promise<boolean>;
  /** Stores a one-time code (as a hash) and replaces the owner's last one. */
  putCode(owner: string, codeHash: string, expires: Instant): Promise<void>;
  /**
   * Tries a code. A right one is used up; wrong tries are counted and invalidate it after
   * `triesMax`.
   */
  takeCode(owner: string, codeHash: string, now: Instant, triesMax: number): Promise<boolean>;
  putSession(tokenHash: string, customerId: string, expires: Instant): Promise<void>;
  bySession(tokenHash: string, now: Instant): Promise<Customer | null>;
  removeSession(tokenHash: string): Promise<void>;
  /** Removes codes and sessions that expired before `now`. */
  sweep(now: Instant): Promise<void>;
}
