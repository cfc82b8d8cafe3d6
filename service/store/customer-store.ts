import type { Instant } from '../../shared/time/clock.ts';

export type Customer = { readonly id: string; readonly msisdn: string; readonly name: string };

/** Customers of the wallet. They belong to no merchant. */
export interface CustomerStore {
  byMsisdn(msisdn: string): Promise<Customer | null>;
  byId(id: string): Promise<Customer | null>;
  put(customer: Customer): Promise<void>;
  list(limit: number): Promise<readonly Customer[]>;
  /** Stores a one-time code (as a hash) and replaces the customer's last one. */
  putCode(customerId: string, codeHash: string, expires: Instant): Promise<void>;
  /**
   * Tries a code. A right one is used up; wrong tries are counted and invalidate it after
   * `triesMax`.
   */
  takeCode(customerId: string, codeHash: string, now: Instant, triesMax: number): Promise<boolean>;
  putSession(tokenHash: string, customerId: string, expires: Instant): Promise<void>;
  bySession(tokenHash: string, now: Instant): Promise<Customer | null>;
  removeSession(tokenHash: string): Promise<void>;
  /** Removes codes and sessions that expired before `now`. */
  sweep(now: Instant): Promise<void>;
}
