import { Closing } from '../../shared/node/closing.ts';
import { builtScreen, builtWallet } from '../../shared/node/folders.ts';
import { isLoopbackHost } from '../../shared/node/http/client-address.ts';
import {
  createOwnUser,
  type FindPeerUser,
  peerUserHere,
} from '../../shared/node/http/peer-user.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import type { Environment } from '../../shared/node/tracing/tracing.ts';
import { present } from '../../shared/objects/present.ts';
import { unitWarning } from '../../shared/protocol/profiles.ts';
import {
  type ServiceAddresses,
  serviceAddresses,
} from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type NotReady, Readiness } from '../api/readiness.ts';
import type { OwnUser } from '../sign-in/own-user.ts';
import { mountSimulator } from '../simulator/api.ts';
import {
  createManualClock,
  earliest,
  type ManualClock,
  type TimedWork,
} from '../simulator/clock.ts';
import { SIMULATOR_PATH } from '../simulator/routes.ts';
import { createSimulator, type RunningSimulator, type Simulator } from '../simulator/simulator.ts';
import { mountTestbed } from '../simulator/testbed.ts';
import type { Store } from '../store/store.ts';
import { walletRouter } from '../wallet/wallet.ts';
import { openTls } from './certificate.ts';
import { type Core, openCore } from './core.ts';
import { openDirectoryServices } from './directory-services.ts';
import { type ReadDisk, spaceAt } from './disk-space.ts';
import { openLog } from './log.ts';
import { type NetworkDeps, openNetwork, openWalletOnly, transportDepsOf } from './network.ts';
import { observerOf, openMetrics, openObservers } from './observation.ts';
import { termsProblems } from './option-problems.ts';
import { DEFAULT_HOST, DEFAULT_PORT, type ServiceOptions } from './options.ts';
import {
  browserOriginsOf,
  isForShops,
  originOf,
  publicOriginOf,
  reachableHost,
  schemeOf,
  signedOrigins,
  testbedHostOf,
  trustedOf,
} from './origins.ts';
import { Outage } from './outage.ts';
import { type Ready, readyOf } from './ready.ts';

/** What a service asks the system, for tests to replace. */
export type SystemDeps = {
  readonly disk?: ReadDisk;
  readonly peerUser?: FindPeerUser;
  /** Environment variables; the standard ones of OpenTelemetry request traces. */
  readonly env?: Environment;
};

/** A service in this process. */
export interface Service {
  /** Resolves when connections are accepted. A failed start releases everything. */
  start(): Promise<Ready>;
  /** Finishes the requests in flight, then closes everything. A second stop has no effect. */
  stop(): Promise<void>;
  /**
   * Reads the files of `tls` again; new connections use them. If they cannot be used, the service logs
   * the reason and keeps the certificate that it has. Without `tls`, nothing happens.
   */
  reloadCertificate(): void;
  /**
   * The customer, the clock and the network, for tests. Throws unless the simulator is enabled and
   * the service runs.
   */
  readonly simulator: Simulator;
}

/**
 * Creates a service; it does nothing before `start`. A stopped service can be started again, on the
 * same data unless that was ephemeral.
 */
export function createService(options: ServiceOptions, system: SystemDeps = {}): Service {
  let running: Running | null = null;
  // Starts and stops run one after the other, so that a stop during a start has a complete service
  // to stop.
  let turn: Promise<unknown> = Promise.resolve();

  function next<T>(step: () => Promise<T>): Promise<T> {
    const result = turn.then(step);
    turn = result.catch(() => {});
    return result;
  }

  return {
    start: () =>
      next(async () => {
        running ??= await runService(options, system);
        return running.ready;
      }),
    stop: () =>
      next(async () => {
        const stopping = running;
        running = null;
        await stopping?.stop();
      }),
    reloadCertificate: () => running?.reloadCertificate(),
    get simulator() {
      if (running === null) throw new Error('the service is not running; call start first');
      if (running.simulator === null) throw new Error('start the service with simulator: true');
      return running.simulator;
    },
  };
}

/** A running service. */
type Running = {
  readonly ready: Ready;
  readonly simulator: Simulator | null;
  readonly reloadCertificate: () => void;
  readonly stop: () => Promise<void>;
};

async function runService(options: ServiceOptions, system: SystemDeps): Promise<Running> {
  const closing = new Closing();
  try {
    return await open(options, system, closing);
  } catch (error) {
    await closing.close().catch(() => {});
    throw error;
  }
}

async function open(options: ServiceOptions, system: SystemDeps, closing: Closing) {
  const { host = DEFAULT_HOST } = options;
  const outage = new Outage();
  const { log, outageLog, onRequest } = openLog(options.log ?? 'stderr', 'info', outage);
  const { metrics, tracing } = await openObservers(options, system.env, log, closing);
  const wall = createSystemClock();
  const manual = options.clock === 'manual' ? createManualClock(wall.now()) : null;
  const publicOrigin = publicOriginOf(options);
  const trusted = trustedOf(options);
  let port = options.port ?? DEFAULT_PORT;
  let walletOrigin = publicOrigin;
  let accepting = false;
  const ports = new Set<number>();
  const scheme = schemeOf(options);
  const local = () => originOf(reachableHost(host), port, scheme);
  const own = () => publicOrigin ?? local();
  const addresses = (): ServiceAddresses =>
    serviceAddresses(own(), core.profile.basePath, walletOrigin ?? own());
  const around = { wall, log, addresses, ownPorts: () => ports, watch: metrics?.watch, tracing };
  const core = await openCore(options, { clock: manual ?? wall, ...around }, closing);
  const { store } = core.deps;
  outage.watch({ log: outageLog, wall, check: () => store.check() }, closing);
  const readiness = new Readiness();
  readiness.add(async () => (accepting ? null : NOT_ACCEPTING));
  readiness.add(() => storeReason(store, outage));
  readiness.add(async () => core.timeGuard.reason());
  // Nobody sets a manual clock by mistake.
  if (manual === null) await core.timeGuard.start(closing);
  const simulation = simulationOf(options, core, manual, wall, closing);
  const stopping = new AbortController();
  const ownUser = createOwnUser(system.peerUser ?? peerUserHere());
  const wallet = walletOf(options, core, ownUser, stopping.signal);
  const network = {
    core,
    wall,
    prefix: addresses().prefix,
    wallet,
    portalPages: portalPagesOf(options, core),
    stopping: stopping.signal,
    ownUser,
    trusted,
    observe: observerOf(options, core, { onRequest, metrics, tracing }),
    tracing,
    browserOrigins: browserOriginsOf(options, core.profile),
    origins: () => signedOrigins(publicOrigin, host, port, scheme),
    interceptors: simulation?.interceptors ?? [],
    readiness,
    mountMore: mounting(simulation, core, testbedHostOf(options)),
  };
  const tls = openTls(options, { log, wall, publicOrigin });
  const opened = await openNetwork(network, { host, port, ...tls }, closing);
  port = opened.port;
  ports.add(port);
  if (options.lanWallet !== undefined) {
    const lanPort = await openWalletOnly(network, options.lanWallet, closing);
    ports.add(lanPort);
    walletOrigin = originOf(reachableHost(options.lanWallet.host), lanPort);
  }
  closing.add(() => {
    accepting = false;
    stopping.abort();
  });
  await core.dueWork.start();
  core.deps.callbacks.start();
  accepting = true;
  const { disk = spaceAt } = system;
  const state = { readiness, disk };
  const directory = { core, wall, stopping: stopping.signal, ...state };
  await openDirectoryServices(options, directory, closing);
  const metricsUrl = await openMetrics(
    options,
    { metrics, core, ports, ...state, ...opened },
    closing,
  );
  // The simulator answers programs on this machine alone, so its address is never the public one.
  const simulatorUrl = simulation === null ? null : local() + SIMULATOR_PATH;
  return {
    ready: announce(options, core, addresses(), { simulatorUrl, metricsUrl }),
    simulator: simulation?.simulator ?? null,
    reloadCertificate: () => tls.reload(opened.replaceCertificate),
    async stop() {
      log.info('stopping');
      await closing.close();
    },
  };
}

const NOT_ACCEPTING: NotReady = {
  reason: 'starting_or_stopping',
  description: 'The service starts or stops.',
};

/** Whether the store works; an error begins the outage in the log. */
async function storeReason(store: Pick<Store, 'check'>, outage: Outage): Promise<NotReady | null> {
  try {
    await store.check();
    return null;
  } catch (error) {
    outage.noticed(error);
    return { reason: 'store', description: 'The database refuses writes; see the log.' };
  }
}

/** Logs that the service is ready, with warnings if phones cannot reach it, or about units of amounts. */
function announce(
  options: ServiceOptions,
  { demo, profile, deps: { log } }: Core,
  addresses: ServiceAddresses,
  urls: { readonly simulatorUrl: string | null; readonly metricsUrl: string | null },
): Ready {
  const ready = readyOf({ addresses, ...urls, demo, pid: process.pid });
  const { version, base_url: base, wallet_url: wallet } = ready;
  log.info({ version, base, wallet }, 'ready');
  const units = unitWarning(profile);
  if (units !== null) log.warn({ profile: profile.name }, units);
  if (isForShops(options) && isLoopbackHost(new URL(addresses.wallet).host)) {
    log.warn('phones cannot open the codes; --public-origin sets an address that they can reach');
  }
  return ready;
}

/** The wallet pages. */
function walletOf(options: ServiceOptions, core: Core, ownUser: OwnUser, stopping: AbortSignal) {
  return walletRouter({
    wire: transportDepsOf(core, stopping),
    deps: core.deps,
    assetsDir: options.walletPages ?? builtWallet(),
    demo: options.demo === true,
    ownUser,
    ...present({
      demoCustomer: core.demo?.customers[0]?.msisdn,
      deliverCode: core.deliverCode,
      registration: registrationOf(options),
    }),
    signIns: core.signIns,
    mac: core.keys.mac,
    stopping,
  });
}

/** Throws for terms that a new customer could not read. */
function registrationOf({ registration }: ServiceOptions) {
  if (registration === undefined || registration.mode === 'closed') return undefined;
  const [problem] = termsProblems(registration.terms.version, registration.terms.uri);
  if (problem !== undefined) throw new Error(problem);
  return registration;
}

/** The pages of the merchant portal. */
function portalPagesOf({ portalPages }: ServiceOptions, core: Core) {
  return { assetsDir: portalPages ?? builtScreen('portal'), demo: demoLogin(core) };
}

/** The user that the demo signs in to the merchant portal: the shop's user with all rights. */
function demoLogin({ demo }: Core) {
  const user = demo?.users.find((one) => one.key !== null);
  return demo && user ? { merchantId: demo.merchantId, userId: user.id } : null;
}

/** Mounts the simulator on an application, under its own addresses and those of the profile. */
function mounting(
  simulation: RunningSimulator | null,
  { deps, profile }: Core,
  testbedHost: string | null,
): NetworkDeps['mountMore'] {
  return (app, wire, fast) => {
    if (simulation === null) return;
    mountSimulator(app, simulation, deps.log, wire, fast);
    const { simulator } = simulation;
    const { headerPrefix, testCustomers } = profile;
    if (testCustomers === 'none') return;
    mountTestbed(app, { deps: { ...deps, headerPrefix, testbedHost }, simulator }, wire);
  };
}

function simulationOf(
  options: ServiceOptions,
  core: Core,
  manual: ManualClock | null,
  wall: Clock,
  closing: Closing,
): RunningSimulator | null {
  if (options.simulator !== true) return null;
  if (process.env.NODE_ENV === 'production' && options.data.kind !== 'ephemeral') {
    throw new Error('the simulator runs on ephemeral data only where NODE_ENV is production');
  }
  const { store, payments, permissions, scans, settlements, clock, callbacks } = core.deps;
  const work: TimedWork = {
    nextDue: async () =>
      earliest(
        await permissions.nextDue(),
        await settlements.nextDue(),
        await store.payments.nextDue(),
        await store.deliveries.nextDue(clock.now()),
      ),
    // Callbacks come last, because scheduled work may create them.
    runDue: async () => {
      await core.dueWork.run();
      await callbacks.drain();
    },
  };
  const { customerSide } = payments;
  const people = { customerSide, permissions, scans, settlements };
  const simulation = createSimulator({ ...people, store, clock, manual, work, callbacks, wall });
  closing.add(simulation.stop);
  return simulation;
}
