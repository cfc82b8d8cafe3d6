import type { Ids } from '../../shared/ids/ids.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import type {
  PermissionOutcome,
  PermissionRequestInput,
} from '../../shared/protocol/permission.ts';
import { pathOf } from '../../shared/protocol/routes.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { outbound } from '../outbox/outbound.ts';
import { type Effects, NO_EFFECTS } from '../store/store.ts';
import type { GrantMaker } from './grants.ts';
import { permissionOutcomeOf } from './rules/outcome.ts';
import type { Permission, PermissionMove } from './rules/permission.ts';

/**
 * The event of a state transition, with the outcome at this time (D-113), read again when sent
 * (D-142).
 */
export function permissionEvent(
  permission: Permission,
  move: PermissionMove,
  deps: {
    readonly ids: Ids;
    readonly base: string;
    readonly now: Instant;
    readonly grants: GrantMaker;
    /** As callbacks have it (D-93); unchanged by default. */
    readonly written?: ((outcome: unknown) => unknown) | undefined;
  },
): Effects {
  const { rid, request } = permission;
  const uri = request.callback_uri || null;
  if (uri === null) return NO_EFFECTS;
  const { ids, base, now, grants, written = (outcome: unknown) => outcome } = deps;
  const message = createMessage({
    id: ids.message(),
    event: move.event,
    uri: base + pathOf('permissionOutcome', { rid }),
    // The transition has already incremented the counter.
    seqno: permission.seqno - 1,
    at: now,
    object: written(permissionOutcomeOf(permission, grants.tokensOf(rid), now)),
  });
  return outbound({ uri, kind: 'event', resource: `permission_request/${rid}` }, message);
}

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
