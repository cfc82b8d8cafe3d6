import { permissionDueAt } from '../../shared/permission/decide.ts';
import type { Clock, DueSource } from '../../shared/time/clock.ts';
import type { MatchScans } from '../payments/match-scans.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Store } from '../store/store.ts';

const WAITING_MAX = 50;

/**
 * Time-dependent work for permissions and shortlinks: expiries, rows past their retention, and
 * repair of a scan and its request that a crash has separated.
 */
export function createConsentDue(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly permissions: Permissions;
  readonly match: MatchScans;
}): DueSource {
  const { store, clock, permissions, match } = deps;
  return {
    async run() {
      await permissions.runDue();
      for (const { merchantId, shortlinkId } of await store.shortlinks.waiting(WAITING_MAX)) {
        await match(merchantId, shortlinkId);
      }
      const now = clock.now();
      await store.shortlinks.sweep(now);
      await store.oauth.sweep(now);
      await store.attachments.sweep(now);
    },
    nextDue: () => permissions.nextDue(),
    onDue: (listener) =>
      permissions.onChange((permission) => {
        const due = permissionDueAt(permission);
        if (due !== null) listener(due);
      }),
  };
}
