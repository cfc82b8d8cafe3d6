import { AsyncLocalStorage } from 'node:async_hooks';
import type { Simulator } from '../../service/index.ts';
import {
  createTerminal,
  type Push,
  type RefundClient,
  type TerminalSetup,
} from '../../shared/terminal/index.ts';
import { type CancelTimer, type DeviceClock, SECOND } from '../../shared/time/clock.ts';
import { systemFetch } from '../host/adapters/machine.ts';
import type { BooksDisk } from '../host/books/book-files.ts';
import { type JournalDisk, realDisk } from '../host/journal/disk.ts';
import type { PrinterPort } from '../host/printing/port.ts';
import { MACHINE_PORTS, type TillPorts } from '../host/till/ports.ts';
import type { Activity } from './clock.ts';
import type { DueFault, FaultBox, FaultOf, PaymentCall } from './faults.ts';
import type { Timeline } from './timeline.ts';

export type WiresDeps = {
  readonly clock: DeviceClock;
  readonly activity: Activity;
  readonly faults: FaultBox;
  readonly timeline: Timeline;
  readonly simulator: Pick<Simulator, 'addFault'>;
  /** What a test sets of the engine, in place of what the till's presence decides. */
  readonly engine: Partial<TerminalSetup>;
  /** Origin of the till's service, and the one at which the till reaches its event socket. */
  readonly origins: { readonly service: string; readonly events: string };
};

/** What one run of a till uses of its machine: its clock, disk and network, with the faults of a test. */
export type Wires = {
  readonly ports: TillPorts;
  readonly isDead: () => boolean;
  /**
   * From now on nothing of this run reaches the disk or the network, and none of its timers runs, as
   * after kill -9. Work that the system carries out already is not undone.
   */
  readonly kill: () => void;
  /** Writes of the journal can fail from now on; a till that opens its journal reads it first. */
  readonly opened: () => void;
};

const DELAY = 20;
const STATUS = 503;
/** Faults that the service's simulator causes on the real connection. */
const BY_SIMULATOR = {
  lose: 'drop_after',
  cut: 'drop_before',
  repeat: 'duplicate',
  status: 'status',
} as const;
const DISK_CODES = { full: 'ENOSPC', broken: 'EIO' } as const;

/** Whether a run of a till is alive, and where a fault ends it. */
type Life = {
  readonly isDead: () => boolean;
  readonly kill: () => void;
  /** The kill that happens before or after this piece of work, or null. */
  readonly next: (work: 'write' | 'request', call: PaymentCall | null) => DueFault<'kill'> | null;
  /** Kills the till if that is ordered for this point; throws in a killed till. */
  readonly check: (point?: FaultOf<'kill'>, next?: DueFault<'kill'> | null) => void;
};

function createLife({ faults, timeline }: Pick<WiresDeps, 'faults' | 'timeline'>): Life {
  let dead = false;
  const kill = () => {
    if (!dead) timeline.add('till', 'killed');
    dead = true;
  };
  return {
    isDead: () => dead,
    kill,
    next: (work, call) =>
      dead ? null : faults.take('kill', call, [`before_${work}`, `after_${work}`]),
    check(point, next) {
      if (next?.fault === point && point !== undefined) kill();
      if (dead) throw new TypeError('the till was killed');
    },
  };
}

export function createWires(deps: WiresDeps): Wires {
  const life = createLife(deps);
  let open = false;
  const clock: DeviceClock = {
    now: () => deps.clock.now(),
    ticks: () => deps.clock.ticks(),
    after(delay, run): CancelTimer {
      return deps.clock.after(delay, () => {
        if (!life.isDead()) run();
      });
    },
  };
  // The same delays in every run, so that a scenario is the same when it is repeated.
  const random = (length: number) => new Uint8Array(length);
  return {
    ports: {
      ...MACHINE_PORTS,
      clock,
      random,
      fetch: createNetwork(deps, life, clock),
      disk: createDisk(deps, life, () => open),
      booksDisk: createBooksDisk(deps, life),
      // The deadlines of the connection to a device are real: the devices of a test are servers of this process.
      devices: {
        ...MACHINE_PORTS.devices,
        printer(printer, systemPrinter) {
          const port = MACHINE_PORTS.devices.printer(printer, systemPrinter);
          return port && counted(port, deps.activity);
        },
      },
      // A signature covers the address, so only the event socket, which can be cut, is reached elsewhere.
      pushBase: (baseUrl) => baseUrl.replace(deps.origins.service, deps.origins.events),
      engine: ({ push, refunds, settings, ...parts }) =>
        createTerminal({
          ...parts,
          settings: { ...settings, ...deps.engine },
          push: push && watched(push, deps, life),
          refunds: refunds && whileSigning(refunds, deps.activity),
        }),
      env: {},
    },
    isDead: life.isDead,
    kill: life.kill,
    opened: () => {
      open = true;
    },
  };
}

/** Counts work of the disk as in progress; none begins in a killed till. */
function createDuring(activity: Activity, life: Life) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    life.check();
    const end = activity.begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
}

/** The disk of the books: it has no faults of its own, and dies with the till. */
function createBooksDisk({ activity }: Pick<WiresDeps, 'activity'>, life: Life): BooksDisk {
  const during = createDuring(activity, life);
  const { booksDisk } = MACHINE_PORTS;
  return {
    ...booksDisk,
    open: (path) => during(() => booksDisk.open(path)),
    write: (file, bytes, position) => during(() => booksDisk.write(file, bytes, position)),
    sync: (file) => during(() => booksDisk.sync(file)),
    truncate: (file, size) => during(() => booksDisk.truncate(file, size)),
    names: (folder) => during(() => booksDisk.names(folder)),
  };
}

/** A printer whose jobs count as work in progress. */
function counted(port: PrinterPort, activity: Activity): PrinterPort {
  return {
    ...port,
    async print(receipt) {
      const end = activity.begin();
      try {
        return await port.print(receipt);
      } finally {
        end();
      }
    },
  };
}

/** The disk of the journal. Faults happen only while `isOpen`. */
function createDisk(
  { activity, faults }: Pick<WiresDeps, 'activity' | 'faults'>,
  life: Life,
  isOpen: () => boolean,
): JournalDisk {
  const during = createDuring(activity, life);
  return {
    ...realDisk,
    write: (file, bytes, position) =>
      during(async () => {
        const killing = isOpen() ? life.next('write', null) : null;
        life.check('before_write', killing);
        const fault = isOpen() ? faults.take('disk') : null;
        if (fault !== null) {
          throw Object.assign(new Error('a fault of the test'), { code: DISK_CODES[fault.fault] });
        }
        await realDisk.write(file, bytes, position);
        if (killing !== null) await realDisk.sync(file);
        life.check('after_write', killing);
      }),
    sync: (file) => during(() => realDisk.sync(file)),
    truncate: (file, size) => during(() => realDisk.truncate(file, size)),
    create: (path) => during(() => realDisk.create(path)),
    rename: (from, to) => during(() => realDisk.rename(from, to)),
  };
}

/** What a till says and asks beside its payments, again and again; a timeline does not have it. */
const ASIDE = /^[A-Z]+ \/(catalogue|merchant|pos)\//;

/** Ends the work of signing that the call of this moment waits for. */
const signing = new AsyncLocalStorage<() => void>();

/**
 * Another thread signs a refund. Until the request is sent, this counts as work in progress, so that the time does not
 * move meanwhile.
 */
function whileSigning(client: RefundClient, activity: Activity): RefundClient {
  async function during<T>(call: () => Promise<T>): Promise<T> {
    const end = activity.begin();
    try {
      return await signing.run(end, call);
    } finally {
      end();
    }
  }
  return {
    paymentUpdate: (...given) => during(() => client.paymentUpdate(...given)),
    paymentOutcome: (...given) => during(() => client.paymentOutcome(...given)),
    paymentRead: (...given) => during(() => client.paymentRead(...given)),
  };
}

/** The till's requests to the service. */
function createNetwork(
  deps: Pick<WiresDeps, 'activity' | 'faults' | 'timeline' | 'simulator'>,
  life: Life,
  clock: DeviceClock,
): typeof fetch {
  const { activity, faults, timeline, simulator } = deps;
  return async (input, init) => {
    const url = new URL(String(input));
    const method = init?.method ?? 'GET';
    const name = `${method} ${url.pathname.replace(/^.*?\/v1(?=\/)/, '')}`;
    const call = callOf(name);
    const killing = call === null ? null : life.next('request', call);
    life.check('before_request', killing);
    const fault = call === null ? null : faults.take('response', call);
    const end = activity.begin();
    // From here on the request itself counts.
    signing.getStore()?.();
    if (!ASIDE.test(name)) timeline.add('request', name);
    try {
      arm(simulator, fault, method, url.pathname);
      const reply = await whole(await systemFetch(url, init));
      life.check('after_request', killing);
      if (fault?.fault === 'delay') {
        end();
        await pause(clock, (fault.seconds ?? DELAY) * SECOND, init?.signal ?? null);
        life.check();
      }
      if (!ASIDE.test(name)) timeline.add('reply', `${reply.status} to ${name}`);
      return reply;
    } catch (error) {
      if (!life.isDead() && !ASIDE.test(name)) timeline.add('reply', `none to ${name}`);
      throw error;
    } finally {
      end();
    }
  };
}

/** A push channel whose events are recorded, and do not arrive in a killed till. */
function watched(push: Push, { activity, timeline }: WiresDeps, life: Life): Push {
  return {
    open(channel, listener) {
      let up = false;
      // The first connection is work in progress, so that a till is connected when it has started.
      const tried = activity.begin();
      return push.open(channel, {
        onLink(now) {
          tried();
          activity.note();
          if (life.isDead()) return;
          if (now !== up) timeline.add('event', now ? 'connected' : 'disconnected');
          up = now;
          listener.onLink(now);
        },
        async onEvent(event) {
          if (life.isDead()) return false;
          const end = activity.begin();
          timeline.add('event', event.message.meta.event);
          try {
            return await listener.onEvent(event);
          } finally {
            end();
          }
        },
      });
    },
  };
}

/** The call of the payment API that a request makes; null for any other request. */
function callOf(name: string): PaymentCall | null {
  if (name === 'POST /payment_request/') return 'create';
  if (name.startsWith('PUT /payment_request/')) return 'update';
  return /^GET \/payment_request\/.*\/outcome\/$/.test(name) ? 'outcome' : null;
}

/** Lets the simulator treat the next request of this address so. */
function arm(
  simulator: Pick<Simulator, 'addFault'>,
  fault: DueFault<'response'> | null,
  method: string,
  path: string,
): void {
  if (fault === null || fault.fault === 'delay') return;
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const act = BY_SIMULATOR[fault.fault];
  const status = act === 'status' ? { status: fault.status ?? STATUS } : {};
  const added = simulator.addFault({
    method,
    path_regexp: `^${escaped}$`,
    act,
    times: 1,
    ...status,
  });
  if (!added.ok) throw new Error(added.refusal.description);
}

/** Reads a reply to its end, so that the work of reading it is not in progress afterwards. */
async function whole(reply: Response): Promise<Response> {
  const bytes = await reply.arrayBuffer();
  const { status, headers } = reply;
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
}

function pause(clock: DeviceClock, time: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(time, resolve);
    const onAbort = () => {
      cancel();
      reject(new TypeError('the request was aborted'));
    };
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
