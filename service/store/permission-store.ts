import type { CustomerProfile } from '../../shared/protocol/user-info.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { Permission } from '../permissions/rules/permission.ts';
import type { Effects } from './effects.ts';
import type { DuePlace } from './payment-store.ts';

export interface PermissionStore {
  /**
   * Writes a new request. If (merchant, pos_id, pos_tid) exists already, the unique index decides:
   * nothing is written and the stored request is returned (D-115).
   */
  create(
    permission: Permission,
    effects: Effects,
  ): Promise<{ readonly created: boolean; readonly permission: Permission }>;
  byRid(merchantId: string, rid: string): Promise<Permission | null>;
  byPosTid(merchantId: string, posId: string, posTid: string): Promise<Permission | null>;
  /** A request of any merchant, for the customer's operations, which know only its rid. */
  byRidForCustomer(rid: string): Promise<Permission | null>;
  ofCustomer(customerId: string, limit: number): Promise<readonly Permission[]>;
  /** Writes `next` if the stored version is still `next.version - 1`; false when it is not. */
  save(next: Permission, effects: Effects): Promise<boolean>;
  due(now: Instant, limit: number): Promise<readonly { merchantId: string; rid: string }[]>;
  /** Open requests that were created after `now`, by their due time, from the one after `after` on. */
  ahead(
    now: Instant,
    after: DuePlace | null,
    limit: number,
  ): Promise<readonly (DuePlace & { readonly merchantId: string })[]>;
  nextDue(): Promise<Instant | null>;
}

/** Personal data that customers have entered, in addition to number and name. */
export interface ProfileStore {
  read(customerId: string): Promise<CustomerProfile | null>;
  put(customerId: string, profile: CustomerProfile): Promise<void>;
  /** The same with the customer's name, in one commit. */
  describe(customerId: string, name: string, profile: CustomerProfile): Promise<void>;
}
