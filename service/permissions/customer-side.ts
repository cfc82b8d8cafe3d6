import { type Answer, refuse } from '../../shared/protocol/errors.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { PermissionChanger, PermissionDeps } from './change.ts';
import type { PermissionCustomerSide } from './permissions.ts';
import { includesScope } from './rules/decide.ts';
import type { Permission } from './rules/permission.ts';

const NO_REQUEST = refuse('Not Found', 'There is no such request.');

/** Creates the customer's operations on a permission request. */
export function createPermissionCustomerSide(
  deps: Pick<PermissionDeps, 'store' | 'grants'>,
  changer: PermissionChanger,
): PermissionCustomerSide {
  const { store, grants } = deps;

  async function own(customerId: string, rid: string): Promise<Permission | null> {
    const permission = await store.permissions.byRidForCustomer(rid);
    return permission?.customerId === customerId ? changer.current(permission) : null;
  }

  async function accepted(
    permission: Permission,
    customerId: string,
    scope: string,
  ): Promise<Answer<Permission>> {
    const { rid, merchantId } = permission;
    const { grant, tokens } = await grants.prepare({ rid, merchantId, customerId, scope });
    return changer.change(merchantId, rid, { kind: 'accept', grant }, tokens);
  }

  return {
    read: own,
    async accept(customerId, rid, scope) {
      const permission = await own(customerId, rid);
      if (permission === null) return NO_REQUEST;
      const granted = scope ?? permission.request.scope;
      if (!includesScope(permission.request.scope, granted)) {
        return refuse('Bad Request', 'More cannot be granted than was asked for.');
      }
      return accepted(permission, customerId, granted);
    },
    async decline(customerId, rid) {
      const permission = await own(customerId, rid);
      if (permission === null) return NO_REQUEST;
      return changer.change(permission.merchantId, rid, { kind: 'decline' }, []);
    },
    async list(customerId, limit) {
      const stored = await store.permissions.ofCustomer(customerId, limit);
      const permissions = await Promise.all(
        stored.map((permission) => changer.current(permission)),
      );
      const pending = (permission: Permission) => (permission.code === CODE.pending ? 0 : 1);
      return permissions.sort((a, b) => pending(a) - pending(b) || b.created - a.created);
    },
  };
}
