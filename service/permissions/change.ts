import type { Ids } from '../../shared/ids/ids.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { MoreNames } from '../customers/find-customer.ts';
import type { StoredToken } from '../store/effects.ts';
import type { Store } from '../store/store.ts';
import type { GrantMaker } from './grants.ts';
import { permissionEvent } from './permissions.ts';
import { decidePermission, type PermissionCommand, permissionOverdue } from './rules/decide.ts';
import type { Permission } from './rules/permission.ts';
import { scopeRecordOf, termsOf } from './scope-log.ts';

export type PermissionDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether requests may end by time now; they may if left out (D-216). */
  readonly mayExpire?: () => boolean;
  /** Full URL of the API with its base path; read at use. */
  readonly base: () => string;
  readonly grants: GrantMaker;
  /** An outcome as it is written in a callback; unchanged by default. */
  readonly written?: (outcome: unknown) => unknown;
  /** Resolves other names of a customer. */
  readonly names?: MoreNames;
};

/** How often a change is decided again after a concurrent change. */
const ATTEMPTS_MAX = 50;
const NO_REQUEST = refuse('Not Found', 'There is no permission request of this id.');

/**
 * Changes permission requests by compare-and-set, like payments: read, decide, write, or repeat.
 */
export class PermissionChanger {
  readonly #deps: PermissionDeps;
  readonly #announce: (permission: Permission) => void;

  constructor(deps: PermissionDeps, announce: (permission: Permission) => void) {
    this.#deps = deps;
    this.#announce = announce;
  }

  /** The request with a due expiry applied. */
  async current(permission: Permission): Promise<Permission> {
    if (!this.#isOverdue(permission)) return permission;
    const changed = await this.change(permission.merchantId, permission.rid, null, []);
    return changed.ok ? changed.value : permission;
  }

  /** Applies a due expiry, then the command, if there is one. */
  async change(
    merchantId: string,
    rid: string,
    command: PermissionCommand | null,
    tokens: readonly StoredToken[],
  ): Promise<Answer<Permission>> {
    const { store } = this.#deps;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const permission = await store.permissions.byRid(merchantId, rid);
      if (permission === null) return NO_REQUEST;
      const expiring = this.#isOverdue(permission);
      const nextCommand: PermissionCommand | null = expiring ? { kind: 'expire' } : command;
      if (nextCommand === null) return answer(permission);
      const written = await this.#write(permission, nextCommand, expiring ? [] : tokens);
      if (!written.ok) return written;
      // After an expiry the command itself must still be decided.
      if (written.value !== null && !expiring) return answer(written.value);
    }
    return refuse('Service Unavailable', 'This request is changing too fast; try again.');
  }

  #isOverdue(permission: Permission): boolean {
    const { clock, mayExpire } = this.#deps;
    return permissionOverdue(permission, clock.now()) && (mayExpire === undefined || mayExpire());
  }

  /** Null after a concurrent change. */
  async #write(
    permission: Permission,
    command: PermissionCommand,
    tokens: readonly StoredToken[],
  ): Promise<Answer<Permission | null>> {
    const { store, clock, ids, base, grants, written } = this.#deps;
    const now = clock.now();
    const terms = await termsOf(store, permission.merchantId);
    const decision = decidePermission(permission, command, now, terms);
    if (!decision.ok) return decision;
    const { next, move } = decision.value;
    const effects = permissionEvent(next, move, { ids, base: base(), now, grants, written });
    const records = [scopeRecordOf(next, terms)];
    const saved = await store.permissions.save(next, { ...effects, records, tokens });
    if (saved) this.#announce(next);
    return answer(saved ? next : null);
  }
}
