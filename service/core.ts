import type { Logger } from 'pino';
import { createIds, type Ids } from '../shared/ids/ids.ts';
import type { VendorProfile } from '../shared/protocol/media.ts';
import { PROFILES } from '../shared/protocol/profiles.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Addresses, ServiceContext } from './context.ts';
import type { Callbacks } from './deliver/callbacks.ts';
import { openCallbacks } from './deliver/open-callbacks.ts';
import { type Demo, seedDemo } from './demo.ts';
import { createUsers } from './merchants/users.ts';
import type { Closing } from './operate/closing.ts';
import { openDataDirectory } from './operate/data-directory.ts';
import { type InstanceKeys, openInstanceKeys } from './operate/instance-keys.ts';
import { secureRandom } from './operate/random.ts';
import type { ServiceOptions } from './options.ts';
import { createPayments } from './payments/create-payments.ts';
import { createConsent } from './permissions/consent.ts';
import { createPermissions } from './permissions/create-permissions.ts';
import { createConsentDue } from './permissions/due.ts';
import { createSettlements, settlementsDue } from './settlements/create-settlements.ts';
import { createScans } from './shortlinks/scans.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import type { Store } from './store/store.ts';
import { createDueWork, type DueWork } from './timers/due-work.ts';

/** The service without its network: data, rules, and the work that time brings. */
export type Core = {
  readonly context: ServiceContext;
  readonly dueWork: DueWork;
  readonly demo: Demo | null;
  readonly keys: InstanceKeys;
};

/** Opens the data and builds the rules on it. What was opened goes to `closing`. */
export async function openCore(
  options: ServiceOptions,
  parts: {
    readonly clock: Clock;
    readonly wall: Clock;
    readonly log: Logger;
    readonly addresses: () => Addresses;
  },
  closing: Closing,
): Promise<Core> {
  const { log } = parts;
  const directory = await openDataDirectory(options.data);
  closing.add(() => directory.release());
  const store = openSqliteStore(directory.database);
  closing.add(() => store.close());
  const ids = createIds(secureRandom);
  const profile = PROFILES[options.profile ?? 'svc'];
  const outbox = { ...parts, store, ids, profile };
  const callbacks = await openCallbacks(options, directory.path, outbox, closing);
  const keys = await openInstanceKeys(directory.path);
  const { dueWork, context } = rulesOn(store, ids, { ...parts, callbacks, keys, profile });
  closing.add(() => dueWork.stop());
  const demo = options.demo === true ? await seedDemo(store, directory.path, ids) : null;
  log.info({ data: directory.path, demo: demo !== null }, 'data opened');
  return { context, dueWork, demo, keys };
}

function rulesOn(
  store: Store,
  ids: Ids,
  parts: {
    readonly clock: Clock;
    readonly wall: Clock;
    readonly log: Logger;
    readonly addresses: () => Addresses;
    readonly callbacks: Callbacks;
    readonly keys: InstanceKeys;
    readonly profile: VendorProfile;
  },
) {
  const { clock, wall, log, addresses, callbacks, keys, profile } = parts;
  const base = () => addresses().base;
  const consent = createConsent({ store, clock, ids, keys, addresses });
  const { grants, moreOf } = consent;
  const { payments, hub, changer, match } = createPayments({
    store,
    clock,
    wall,
    ids,
    base,
    basePath: profile.basePath,
    grants,
    moreOf,
  });
  const permissions = createPermissions({ store, clock, ids, base, grants });
  const scans = createScans({ store, clock, ids, base, overHttp: profile.scanOverHttp, match });
  const users = createUsers({ store, ids, random: secureRandom });
  const onError = (error: unknown) => log.error({ error }, 'work that is due has failed');
  const { mac } = keys;
  const { basePath } = profile;
  const settlements = createSettlements({ store, clock, basePath, mac, onError });
  const also = [
    createConsentDue({ store, clock, permissions, match }),
    settlementsDue(settlements),
  ];
  const dueWork = createDueWork({ store, clock, hub, changer, also, onError });
  return {
    dueWork,
    context: {
      store,
      payments,
      users,
      permissions,
      scans,
      consent,
      settlements,
      callbacks,
      clock,
      ids,
      profile,
      log,
      addresses,
    },
  };
}
