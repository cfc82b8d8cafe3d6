import type { Permission } from '../../shared/permission/permission.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type {
  PermissionOutcome,
  PermissionRequestInput,
} from '../../shared/protocol/permission.ts';
import type { Instant } from '../../shared/time/clock.ts';

/** The rules of permission requests on stored data. Every method first applies a due expiry. */
export interface Permissions {
  /** `created` is false when the identical request existed; different content is a `Conflict`. */
  create(
    merchantId: string,
    input: PermissionRequestInput,
  ): Promise<Answer<{ readonly created: boolean; readonly permission: Permission }>>;
  read(merchantId: string, rid: string): Promise<Permission | null>;
  /** The current reply of the outcome endpoint. */
  outcome(permission: Permission): PermissionOutcome;
  readonly customerSide: PermissionCustomerSide;
  /** Applies every due expiry. */
  runDue(): Promise<void>;
  nextDue(): Promise<Instant | null>;
  /** Calls `listener` after every change, within this process. */
  onChange(listener: (permission: Permission) => void): () => void;
}

/** The customer's operations on a permission request; the wallet and the simulator use them. */
export interface PermissionCustomerSide {
  /** Null when it is unknown or belongs to another customer. */
  read(customerId: string, rid: string): Promise<Permission | null>;
  /** Grants the request, or the part of it that `scope` names. */
  accept(customerId: string, rid: string, scope: string | null): Promise<Answer<Permission>>;
  decline(customerId: string, rid: string): Promise<Answer<Permission>>;
  /** Open requests first, then the rest, newest first. */
  list(customerId: string, limit: number): Promise<readonly Permission[]>;
}
