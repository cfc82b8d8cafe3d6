import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createService,
  type Ready,
  type ServiceOptions,
  type Simulator,
} from '../../service/index.ts';
import {
  createCallbackReceiver,
  createMerchantClient,
  type FullClient,
} from '../../shared/client/index.ts';
import { Closing } from '../../shared/node/closing.ts';
import { present } from '../../shared/objects/present.ts';
import type { TerminalSetup } from '../../shared/terminal/index.ts';
import {
  createSimulatedMachine,
  type SimulatedMachine,
} from '../../shared/terminal/vending/simulated.ts';
import { systemFetch } from '../host/adapters/machine.ts';
import { identityOf } from '../host/service/access.ts';
import { createActivity, createShopClock, type ShopClock } from './clock.ts';
import { createCustomer, type TestCustomer } from './customer.ts';
import {
  startEventWire,
  startPrinter,
  startReceiver,
  type TestPrinter,
  type TestReceiver,
  withFaults,
} from './devices.ts';
import { createFaults, type Faults } from './faults.ts';
import { startTestTill, type TestTill, type TestTillDeps } from './till.ts';
import { createTimeline, type TimelineEntry } from './timeline.ts';
import { watchTraffic } from './traffic.ts';

export type TestShopOptions = {
  /** Settings of the till that differ from the defaults of `tillkit/terminal`. The shop takes their currency. */
  readonly settings?: Partial<TerminalSetup>;
  /** A vending machine in memory; the till then has no staff. */
  readonly machine?: boolean;
  /** A receipt printer with ESC/POS on loopback. */
  readonly printer?: boolean;
  /** Serves the cashier's screen; `till.screenAddress()` opens it. */
  readonly screen?: boolean;
  /** The profile of the service for clients of older generations. */
  readonly profile?: ServiceOptions['profile'];
};

/** A shop for one test: a service, a till and a customer, with one clock and one list of faults. */
export interface TestShop extends AsyncDisposable {
  readonly clock: ShopClock;
  readonly till: TestTill;
  readonly customer: TestCustomer;
  readonly faults: Faults;
  readonly machine: Pick<SimulatedMachine, 'delivered' | 'ordered' | 'script'>;
  readonly printer: TestPrinter;
  readonly callbacks: TestReceiver;
  /** The addresses, users and ids of the service. */
  readonly service: Ready;
  /** The simulator of the service, for what the other members do not do. */
  readonly simulator: Simulator;
  /** The payment API as the till's user, for requests of the test itself. */
  readonly client: FullClient;
  /** What has happened so far, as lines. It has no secrets and no phone numbers. */
  timeline(): string;
  /** The same as values. */
  entries(): readonly TimelineEntry[];
  /** Stops everything and removes the data. A second call has no effect. */
  close(): Promise<void>;
}

/**
 * Starts a shop: the service with its demo data on a free loopback port, and a till with its journal in a
 * temporary folder. It is for tests: it accepts the demo's secrets. Throws what a part throws that does
 * not start, after the parts before it were stopped.
 */
export async function createTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const closing = new Closing();
  try {
    return await openShop(options, closing);
  } catch (error) {
    await closing.close().catch(() => undefined);
    throw error;
  }
}

async function openShop(options: TestShopOptions, closing: Closing): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-test-shop-'));
  closing.add(() => rmSync(folder, { recursive: true, force: true }));
  const traffic = watchTraffic();
  closing.add(() => traffic.stop());
  const { ready, simulator } = await startService(options, folder, closing);
  const secrets = secretsOf(ready);
  const timeline = createTimeline(
    () => simulator.now(),
    () => secrets,
  );
  const faults = createFaults(timeline);
  const activity = createActivity(traffic);
  const clock = createShopClock({ simulator, activity, beforeMove: () => callbacks.endHanging() });
  const callbacks = await startReceiver({
    faults,
    timeline,
    isMoving: clock.isMoving,
    verifier: async (publicUrl) => {
      const keys = await (await systemFetch(ready.callback_key_url)).text();
      return createCallbackReceiver({ publicKeys: [keys], publicUrl, clock });
    },
  });
  closing.add(() => callbacks.stop());
  const printer = options.printer === true ? await startPrinter({ faults, timeline }) : null;
  closing.add(async () => printer?.stop());
  const machine = createSimulatedMachine(clock);
  const identity = identityOf(ready);
  const deps = { clock, activity, faults, timeline, simulator, ready, identity };
  const till = await startTill(options, closing, {
    ...deps,
    directory: join(folder, 'till'),
    machine: options.machine === true ? withFaults(machine, { faults, timeline }) : null,
    printerPort: printer?.port ?? null,
  });
  const flows = new Set<() => Promise<void>>();
  closing.add(async () => {
    for (const stop of flows) await stop();
  });
  const flow = () => {
    const stop = clock.flow();
    flows.add(stop);
    return stop;
  };
  const { advance, settle, until, now, ticks, after } = clock;
  const [first] = ready.customers;
  const close = () => closing.close();
  return {
    clock: { now, ticks, after, advance, settle, until, flow },
    till,
    customer: createCustomer({ simulator, clock, timeline, msisdn: first?.msisdn ?? '' }),
    faults: { next: faults.next, clear: faults.clear },
    machine,
    printer: printer ?? { receipts: [] },
    callbacks,
    service: ready,
    simulator,
    client: createMerchantClient({ ...identity, baseUrl: ready.base_url, clock }),
    timeline: () => timeline.print(),
    entries: () => timeline.entries(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function startService(
  { profile, settings }: TestShopOptions,
  folder: string,
  closing: Closing,
) {
  const service = createService({
    // In production a simulator accepts ephemeral data only.
    data:
      process.env.NODE_ENV === 'production'
        ? { kind: 'ephemeral' }
        : { kind: 'directory', path: await newDemoData(folder) },
    log: 'silent',
    ...present({ profile, demoCurrency: settings?.currency }),
    port: 0,
    demo: true,
    simulator: true,
    clock: 'manual',
  });
  const ready = await service.start();
  closing.add(() => service.stop());
  return { ready, simulator: service.simulator };
}

async function startTill(
  { settings = {}, screen = false }: TestShopOptions,
  closing: Closing,
  deps: Omit<TestTillDeps, 'origins' | 'settings' | 'screen'>,
) {
  mkdirSync(deps.directory, { mode: 0o700 });
  const { origin, port } = new URL(deps.ready.base_url);
  const wire = await startEventWire(Number(port), deps);
  closing.add(() => wire.stop());
  const origins = { service: origin, events: wire.origin };
  const till = await startTestTill({ ...deps, settings, screen, origins });
  closing.add(() => till.stop());
  await deps.clock.settle();
  return till;
}

/** Values that a timeline must not have. */
function secretsOf(ready: Ready): readonly string[] {
  const users = [...ready.users, ...ready.other_merchant.users];
  return [
    ...users.map(({ secret }) => secret),
    ready.oauth_client.secret,
    ...ready.customers.map(({ msisdn }) => msisdn),
  ];
}

/*
 * The first start on new data makes five RSA keys and runs every migration, which is most of the time of
 * a start. A process does this once: the files of that start stay in memory, and each shop starts on a copy.
 */

type Files = ReadonlyMap<string, Buffer>;
let first: Promise<Files> | null = null;

/** Makes a folder with the demo data of a service below `parent`; returns its path. */
async function newDemoData(parent: string): Promise<string> {
  first ??= makeDemoData();
  const files = await first.catch((error: unknown) => {
    // The next shop tries again.
    first = null;
    throw error;
  });
  const path = join(parent, 'service');
  mkdirSync(path, { mode: 0o700 });
  for (const [name, bytes] of files) writeFileSync(join(path, name), bytes, { mode: 0o600 });
  return path;
}

async function makeDemoData(): Promise<Files> {
  const path = mkdtempSync(join(tmpdir(), 'tillkit-demo-data-'));
  try {
    const service = createService({
      data: { kind: 'directory', path },
      port: 0,
      demo: true,
      log: 'silent',
    });
    await service.start();
    await service.stop();
    const names = readdirSync(path);
    return new Map(names.map((name) => [name, readFileSync(join(path, name))]));
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
