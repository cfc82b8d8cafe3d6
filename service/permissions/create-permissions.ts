import { createListeners } from '../../shared/objects/listeners.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { PermissionRequestInput } from '../../shared/protocol/permission.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import { type FoundCustomer, findCustomer } from '../customers/find-customer.ts';
import { type Effects, NO_EFFECTS, type ScanUse } from '../store/store.ts';
import { PermissionChanger, type PermissionDeps } from './change.ts';
import { createPermissionCustomerSide } from './customer-side.ts';
import type { Permissions } from './permissions.ts';
import { createPermission } from './rules/decide.ts';
import { permissionOutcomeOf } from './rules/outcome.ts';
import type { Permission } from './rules/permission.ts';
import { scopeRecordOf, termsOf } from './scope-log.ts';

const BATCH = 200;

/** The rules of permission requests on a store. */
export function createPermissions(
  deps: PermissionDeps & {
    /** Finds a permission that was requested together with a payment (D-117). */
    readonly joined: (merchantId: string, rid: string) => Promise<Permission | null>;
  },
): Permissions {
  const { store, clock, grants, joined } = deps;
  const listeners = createListeners<[permission: Permission]>();
  const changer = new PermissionChanger(deps, listeners.tell);
  store.onElsewhere(({ kind, merchantId, id }) => {
    if (kind !== 'permission' || !listeners.isHeard()) return;
    store.permissions.byRid(merchantId, id).then(
      (permission) => permission !== null && listeners.tell(permission),
      // A wallet that misses it sees the change at its next read.
      () => undefined,
    );
  });
  return {
    create: (merchantId, input) => create(deps, listeners.tell, merchantId, input),
    async read(merchantId, rid) {
      const permission = await store.permissions.byRid(merchantId, rid);
      return permission === null ? joined(merchantId, rid) : changer.current(permission);
    },
    outcome: (permission) =>
      permissionOutcomeOf(permission, grants.tokensOf(permission.rid), clock.now()),
    customerSide: createPermissionCustomerSide(deps, changer),
    async runDue() {
      for (;;) {
        const due = await store.permissions.due(clock.now(), BATCH);
        for (const { merchantId, rid } of due) await changer.change(merchantId, rid, null, []);
        if (due.length < BATCH) return;
      }
    },
    nextDue: () => store.permissions.nextDue(),
    onChange: listeners.subscribe,
  };
}

type Created = { readonly created: boolean; readonly permission: Permission };

/** Creates a request, once for each (merchant, pos_id, pos_tid), without a time limit (D-115). */
async function create(
  deps: Pick<PermissionDeps, 'store' | 'clock' | 'ids' | 'names'>,
  announce: (permission: Permission) => void,
  merchantId: string,
  input: PermissionRequestInput,
): Promise<Answer<Created>> {
  const { store, ids, clock } = deps;
  const earlier = await store.permissions.byPosTid(merchantId, input.pos_id, input.pos_tid);
  if (earlier !== null) return repeated(earlier, input);
  const now = clock.now();
  const { customerId, scans } = await whoOf(deps, merchantId, input, now);
  const rid = ids.rid();
  const permission = createPermission({ rid, merchantId, request: input, customerId, now });
  const records = [scopeRecordOf(permission, await termsOf(store, merchantId))];
  const effects: Effects = { ...NO_EFFECTS, records, scans };
  const written = await store.permissions.create(permission, effects);
  if (!written.created) return repeated(written.permission, input);
  announce(permission);
  return answer({ created: true, permission });
}

/** Both sides are the validated input with defaults, members in the schema's order. */
function repeated(permission: Permission, input: PermissionRequestInput): Answer<Created> {
  if (JSON.stringify(permission.request) === JSON.stringify(input)) {
    return answer({ created: false, permission });
  }
  return refuse(
    'Conflict',
    'This pos_id and pos_tid were used before for a different request; use a new pos_tid.',
  );
}

type Who = { readonly customerId: string | null; readonly scans: readonly ScanUse[] };

/**
 * A permission request does not wait for a scan: a shortlink means the customer who scanned it
 * last, within the default time that a payment allows. The scan stays available for the payment
 * that follows (D-106).
 */
async function whoOf(
  { store, names }: Pick<PermissionDeps, 'store' | 'names'>,
  merchantId: string,
  input: PermissionRequestInput,
  now: Instant,
): Promise<Who> {
  const resolved: FoundCustomer = await findCustomer(store, merchantId, input.customer, now, names);
  const { customer } = resolved;
  if (customer.kind === 'known') {
    return { customerId: customer.customerId, scans: resolved.scans };
  }
  if (customer.kind !== 'listening') return { customerId: null, scans: [] };
  const since = now - LIMITS.scanAgeSecondsDefault * SECOND;
  const asker = { merchantId, shortlinkId: customer.shortlinkId, posId: input.pos_id };
  const scan = await store.shortlinks.newestFor(asker, since, now);
  if (scan === null) return { customerId: null, scans: [] };
  return { customerId: scan.customerId, scans: [{ kind: 'name', token: scan.token }] };
}
