import type { Logger } from 'pino';
import { createIds, type Ids, type RandomBytes } from '../../shared/ids/ids.ts';
import type { Closing } from '../../shared/node/closing.ts';
import { createPictures } from '../../shared/node/pictures/pictures.ts';
import { secureRandom } from '../../shared/node/random.ts';
import type { Tracing } from '../../shared/node/tracing/tracing.ts';
import { productVersion } from '../../shared/node/version.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { VendorNames, VendorProfile } from '../../shared/protocol/media.ts';
import { catalogueOf } from '../../shared/protocol/profile-codes.ts';
import { writtenIn } from '../../shared/protocol/profile-money.ts';
import { PROFILES } from '../../shared/protocol/profiles.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock, MachineClock } from '../../shared/time/clock.ts';
import type { ApiRules } from '../api/deps.ts';
import { createPeriods, type Periods } from '../books/periods.ts';
import type { OwnPorts } from '../callbacks/address-guard.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { CodeTarget, DeliverCode } from '../callbacks/code-sender.ts';
import { createCurrentObjects, type WithCurrentObject } from '../callbacks/current-object.ts';
import type { CallbackKeys } from '../callbacks/keys.ts';
import { type Catalogues, createCatalogues } from '../catalogue/catalogues.ts';
import { createOtherNames, seedTestCustomers } from '../customers/other-names.ts';
import { createFleet, type Fleet } from '../fleet/fleet.ts';
import { createShopBudgets, type ShopBudgets } from '../merchants/shop-budgets.ts';
import {
  createSignedRedirects,
  PLAIN_REDIRECTS,
  type SignedRedirects,
} from '../merchants/signed-redirect.ts';
import { createUsers, type Users } from '../merchants/users.ts';
import { createPairings, type Pairings } from '../pairing/pairing.ts';
import { createPayments } from '../payments/create-payments.ts';
import { createIssuers, type Issuers, type Payments } from '../payments/payments.ts';
import { createPermissions } from '../permissions/create-permissions.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { MailTransport } from '../receipts/mail.ts';
import { createReceiptMailer, type ReceiptMailer } from '../receipts/mailer.ts';
import { createReceipts, type Receipts } from '../receipts/receipts.ts';
import { createSettlements, settlementsDue } from '../settlements/create-settlements.ts';
import { createRetention } from '../settlements/retention.ts';
import type { Settlements } from '../settlements/settlements.ts';
import { createScans, type Scans } from '../shortlinks/scans.ts';
import { SignIns } from '../sign-in/sign-ins.ts';
import { type InstanceKeys, openInstanceKeys } from '../store/instance-keys.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { StoreWatch } from '../store/store-watch.ts';
import { openDataDirectory } from './data-directory.ts';
import { type Demo, seedDemo } from './demo/demo.ts';
import { createDueTimes, createNoticedClock, type DueTimes } from './due-times.ts';
import { createConsentDue, createDueWork, type DueWork } from './due-work.ts';
import { openMail } from './open-mail.ts';
import { openCallbacks, openCodes, openKeysOfCallbacks } from './open-outgoing.ts';
import type { ServiceOptions } from './options.ts';
import { TimeGuard } from './time-guard.ts';

/** Dependencies that the modules of one running service share. */
export type ServiceDeps = {
  readonly store: Store;
  readonly payments: Payments;
  readonly users: Users;
  readonly permissions: Permissions;
  readonly scans: Scans;
  readonly issuers: Issuers;
  readonly settlements: Settlements;
  readonly catalogues: Catalogues;
  readonly periods: Periods;
  readonly fleet: Fleet;
  readonly receipts: Receipts;
  readonly callbacks: Callbacks;
  /** What each shop may still hand over today (D-540). */
  readonly budgets: ShopBudgets;
  /** Redirects signed by the service (D-172). */
  readonly signedRedirects: SignedRedirects;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly rules: ApiRules;
  /** The names in the media types of attachments and logs. */
  readonly vendor: VendorNames;
  readonly log: Logger;
  /** Read at use: the port is known only after the server listens. */
  readonly addresses: () => ServiceAddresses;
};

/** The service without its network: data, rules and scheduled work. */
export type Core = {
  /** Path of the data directory. */
  readonly path: string;
  /** The generation of the clients; only the edge of the service reads it. */
  readonly profile: VendorProfile;
  readonly deps: ServiceDeps;
  readonly dueWork: DueWork;
  /** Doubts a clock that is far from the newest commit, once it is started. */
  readonly timeGuard: TimeGuard;
  readonly demo: Demo | null;
  readonly keys: InstanceKeys;
  readonly pairings: Pairings;
  /** Sends one-time codes; null if no way to send them is configured. */
  readonly deliverCode: DeliverCode | null;
  /** The same for codes by e-mail. */
  readonly deliverEmailCode: DeliverCode<CodeTarget> | null;
  readonly signIns: SignIns;
  /** Reads the object of an event again, for an event that is sent late (D-142). */
  readonly withCurrentObject: WithCurrentObject;
  /** Calls the listener after each change of a payment in this process. */
  readonly onPayment: (listener: (payment: Payment) => void) => void;
  /** Calls the listener after each order of an e-mail that has ended in this process. */
  readonly onEmail: ReceiptMailer['onEnded'];
  /** Opens the keys, which are otherwise opened at their first use. */
  readonly openKeys: () => Promise<unknown>;
};

/** What a service keeps in its data directory, opened. */
export type OpenedData = {
  /** Path of the directory. */
  readonly path: string;
  readonly store: Store;
  readonly keys: InstanceKeys;
  readonly callbackKeys: CallbackKeys;
};

type CoreDeps = {
  readonly clock: Clock;
  readonly wall: MachineClock;
  readonly log: Logger;
  readonly addresses: () => ServiceAddresses;
  /** Ports on which this process listens. */
  readonly ownPorts?: OwnPorts;
  /** Observes the store, for metrics. */
  readonly watch?: StoreWatch | undefined;
  /** The traces of callbacks. */
  readonly tracing?: Tracing | null;
  /** A simulation provides the ids too. */
  readonly ids?: Ids;
  /** A simulation opens the data once for many services. */
  readonly opened?: OpenedData;
};

async function openData(
  options: ServiceOptions,
  { wall, watch, log }: CoreDeps,
  closing: Closing,
): Promise<OpenedData> {
  const { path, database, release } = await openDataDirectory(options.data);
  closing.add(() => release());
  const store = await openStore({ database, url: options.databaseUrl }, wall, watch, log);
  closing.add(() => store.close());
  const profile = PROFILES[options.profile ?? 'svc'];
  // Processes that start together on one database use what the first of them created.
  return store.alone(async () => {
    const callbackKeys = await openKeysOfCallbacks(options, path, {
      keyBitsMin: profile.keyBitsMin,
      store,
    });
    return { path, store, keys: await openInstanceKeys(path, store.alone), callbackKeys };
  });
}

/** Opens the data and builds the rules on it. Everything that was opened is added to `closing`. */
export async function openCore(
  options: ServiceOptions,
  around: CoreDeps,
  closing: Closing,
): Promise<Core> {
  const noticed = createNoticedClock(around.clock);
  const deps = { ...around, clock: noticed };
  const { log } = deps;
  const { path, store, keys, callbackKeys } =
    deps.opened ?? (await openData(options, deps, closing));
  const ids = deps.ids ?? createIds(secureRandom);
  const profile = PROFILES[options.profile ?? 'svc'];
  // The dispatcher starts after the rules are built, because they read the objects of events.
  let read: WithCurrentObject = async (_, message) => message;
  const withCurrentObject: WithCurrentObject = (...event) => read(...event);
  const outbox = { ...deps, store, ids, vendor: profile, withCurrentObject };
  const simulator = options.simulator === true;
  const callbacks = openCallbacks(options, callbackKeys, outbox, closing);
  const demo = await store.alone(async () => {
    if (simulator && profile.testCustomers === 'named') await seedTestCustomers(store, ids);
    return options.demo === true
      ? await seedDemo(store, path, ids, options.demoCurrency ?? null)
      : null;
  });
  const deliverCode = openCodes(options, 'codesTo', callbacks.keys, outbox, closing);
  const deliverEmailCode = openCodes(options, 'emailCodesTo', callbacks.keys, outbox, closing);
  const { paymentLife, receiptLife = LIMITS.receiptLife } = options;
  const mail = await openMail(options.mail ?? null, log);
  const timeGuard = new TimeGuard({ wall: deps.wall, mark: store.clockMark, log });
  const mayExpire = () => timeGuard.isTrusted();
  const dueTimes = createDueTimes(noticed, { store, wall: deps.wall });
  const rules = {
    ...deps,
    dueTimes,
    callbacks,
    keys,
    profile,
    simulator,
    paymentLife,
    receiptLife,
    mail,
    mayExpire,
  };
  const { dueWork, mailer, serviceDeps, currentObjects, onPayment } = rulesOn(store, ids, rules);
  read = currentObjects;
  closing.add(() => mailer.stop(LIMITS.stopGrace));
  closing.add(() => dueWork.stop());
  log.info({ version: productVersion(), data: path, demo: demo !== null }, 'data opened');
  const { clock, addresses } = deps;
  const pairing = { store, clock, ids, random: secureRandom, mac: keys.mac, addresses };
  const pairings = createPairings(pairing);
  // A gateway that sends codes costs money for each.
  const testing = simulator && deliverCode === null ? (demo?.customers ?? []) : [];
  const signIns = new SignIns(clock, new Set(testing.map(({ msisdn }) => msisdn)));
  const openKeys = () => Promise.all([callbacks.keys.signing(), keys.prepare()]);
  const codes = { deliverCode, deliverEmailCode, signIns };
  const data = { path, profile, demo, keys, openKeys };
  const core = { ...data, deps: serviceDeps, dueWork, timeGuard, pairings, ...codes };
  return { ...core, withCurrentObject, onPayment, onEmail: mailer.onEnded };
}

type RuleDeps = {
  readonly clock: Clock;
  readonly wall: Clock;
  readonly log: Logger;
  readonly addresses: () => ServiceAddresses;
  readonly callbacks: Callbacks;
  readonly keys: InstanceKeys;
  readonly profile: VendorProfile;
  readonly simulator: boolean;
  readonly paymentLife: ServiceOptions['paymentLife'];
  /** How long receipts are kept, and the way to send them. */
  readonly receiptLife: number;
  readonly mail: MailTransport | null;
  readonly dueTimes: DueTimes;
  /** Whether anything may end by time now. */
  readonly mayExpire: () => boolean;
};

function rulesOn(store: Store, ids: Ids, deps: RuleDeps) {
  const { clock, wall, log, addresses, callbacks, keys, profile, simulator } = deps;
  const { paymentLife: life, mayExpire } = deps;
  const onRemoved = (removed: object) => log.info(removed, 'old payments and books were removed');
  const base = () => addresses().base;
  const names = createOtherNames({
    store,
    mac: keys.mac,
    outcomeCustomer: profile.outcomeCustomer,
    testCustomers: simulator ? profile.testCustomers : 'none',
  });
  const { customerOf, find } = names;
  const outcomeOptions = {
    written: (outcome: unknown) => writtenIn(outcome, profile),
    names: find,
  };
  const issuers = createIssuers({ store, clock, ids, keys, addresses, customerOf });
  const { grants, moreOf } = issuers;
  const { payments, hub, changer, match } = createPayments({
    store,
    clock,
    wall,
    ids,
    base,
    basePath: () => addresses().basePath,
    grants,
    moreOf,
    mayExpire,
    ...outcomeOptions,
  });
  const permissions = createPermissions({
    store,
    clock,
    ids,
    base,
    grants,
    joined: payments.joinedPermission,
    mayExpire,
    ...outcomeOptions,
  });
  const { written } = outcomeOptions;
  const currentObjects = createCurrentObjects({ payments, permissions, written });
  const scans = createScans({ store, clock, ids, base, overHttp: profile.scanOverHttp, match });
  const users = createUsers({ store, ids, random: secureRandom, keyBitsMin: profile.keyBitsMin });
  const onError = (error: unknown) => log.error({ error }, 'work that is due has failed');
  const { mac } = keys;
  const basePath = () => addresses().basePath;
  const settlements = createSettlements({ store, clock, basePath, mac, onError });
  const fleet = createFleet({ store, clock, ids, base });
  const receipts = createReceipts({
    store,
    clock,
    wallet: () => addresses().wallet,
    sendsEmail: deps.mail !== null,
    life: deps.receiptLife,
  });
  const budgets = createShopBudgets(clock, log);
  const mailer = createReceiptMailer({ store, clock, wall, receipts, transport: deps.mail, log });
  const catalogues = createCatalogues({ store, clock, ids, pictures: createPictures(wall) });
  const also = [
    createConsentDue({ store, clock, permissions, match }),
    settlementsDue(settlements),
    callbacks.retention,
    fleet.due,
    receipts.due,
    catalogues.due,
    mailer.due,
    ...(life === undefined ? [] : [createRetention({ store, clock, life, onRemoved })]),
  ];
  const dueWork = createDueWork({
    store,
    clock,
    hub,
    changer,
    also,
    onError,
    dueTimes: deps.dueTimes,
    mayExpire,
  });
  return {
    dueWork,
    mailer,
    onPayment: (listener: (payment: Payment) => void) => hub.onAny(listener),
    currentObjects,
    serviceDeps: {
      store,
      payments,
      users,
      permissions,
      scans,
      issuers,
      settlements,
      catalogues,
      periods: createPeriods({ store, clock }),
      fleet,
      receipts,
      budgets,
      callbacks,
      signedRedirects:
        profile.redirects === 'signed'
          ? createSignedRedirects({ clock, mac, basePath: profile.basePath })
          : PLAIN_REDIRECTS,
      rules: { repeatedPos: profile.posRepeat, statusCodes: catalogueOf(profile) },
      vendor: profile,
      clock,
      ids,
      random: secureRandom,
      log,
      addresses,
    },
  };
}
