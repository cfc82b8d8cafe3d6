import type { Ids } from '../../shared/ids/ids.ts';
import type { PermissionMove } from '../../shared/permission/moves.ts';
import { permissionOutcomeOf } from '../../shared/permission/outcome.ts';
import type { Permission } from '../../shared/permission/permission.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import { pathOf } from '../../shared/protocol/routes.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { outbound } from '../store/outbox.ts';
import { type Effects, NO_EFFECTS } from '../store/store.ts';
import type { GrantMaker } from './grants.ts';

/**
 * The event of a state transition, with the outcome at this time (D-113), read again when sent
 * (D-142).
 */
export function permissionEvent(
  permission: Permission,
  move: PermissionMove,
  context: {
    readonly ids: Ids;
    readonly base: string;
    readonly now: Instant;
    readonly grants: GrantMaker;
    /** As the profile writes it (D-93); unchanged by default. */
    readonly written?: ((outcome: unknown) => unknown) | undefined;
  },
): Effects {
  const { rid, request } = permission;
  const uri = request.callback_uri || null;
  if (uri === null) return NO_EFFECTS;
  const { ids, base, now, grants, written = (outcome: unknown) => outcome } = context;
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
