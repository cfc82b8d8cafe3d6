import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from '../../main/host/adapters/machine.ts';
import { createPush, openJournal } from '../../main/host/on-this-machine.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { money } from '../../shared/money/money.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import {
  createTerminal,
  type Journal,
  type PaymentMethod,
  type SaleRequest,
  type SaleView,
  type Terminal,
  type TerminalSetup,
} from '../../shared/terminal/index.ts';
import { type DeviceClock, instantOf, ticksAfter, timeOf } from '../../shared/time/clock.ts';
import { until as waitUntil } from '../support/last-resort.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { startTestService } from '../support/service.ts';
import { SETUP, untilShown } from '../support/till.ts';

/** A request of the till as the wire saw it. */
export type Seen = { readonly method: string; readonly path: string; readonly body: unknown };

/** Decides the fate of a till's request. `hold` gives no answer. */
type Wire = (seen: Seen) => 'deliver' | 'hold' | 'drop_before' | 'drop_after';

/** Seconds until the service no longer uses a scan. */
const SCAN_LIFE = LIMITS.scanAgeSecondsDefault + 1;

/**
 * The real service on a socket, and the real terminal with its file journal, its client and its event
 * socket. The test controls the connection between them and advances both clocks.
 */
export async function createScanWorld() {
  const service = await startTestService({ clock: 'manual' });
  const directory = newQuickFolder('tillkit-ways-');
  const { ready } = service;
  const { simulator } = service.service;
  const pos = ready.users.find((one) => one.id === 'pos');
  const seen: Seen[] = [];
  /** Paths of the requests that the service has answered. */
  const answered: string[] = [];
  let wire: Wire = () => 'deliver';
  let ahead = 0;
  /** What the time of day was set by. */
  let set = 0;
  let journal: Journal | null = null;
  let till: Terminal | null = null;

  // The system clock plus the time that the test has advanced.
  const clock: DeviceClock = {
    now: () => timeOf(instantOf(systemClock.now()) + ahead + set),
    ticks: () => ticksAfter(systemClock.ticks(), ahead),
    after: systemClock.after,
  };

  const fetch: typeof systemFetch = async (url, init) => {
    const body = init?.body ? textOf(init.body) : null;
    const one: Seen = {
      method: init?.method ?? 'GET',
      path: new URL(String(url)).pathname.replace(/^.*\/v1/, ''),
      body: body === null ? null : JSON.parse(body),
    };
    seen.push(one);
    const fate = wire(one);
    if (fate === 'drop_before') throw new TypeError('the wire is cut');
    if (fate === 'hold') return new Promise((_, reject) => held(init?.signal ?? null, reject));
    const reply = await systemFetch(url, init);
    answered.push(one.path);
    if (fate === 'drop_after') throw new TypeError('the answer is lost');
    return reply;
  };

  async function start(setup: Partial<TerminalSetup> = {}, push = true): Promise<Terminal> {
    const path = join(directory, 'journal');
    const opened = await openJournal({ path, clock, ids: systemIds });
    if (!opened.ok) throw new Error(opened.failure.description);
    journal = opened.journal;
    const access = {
      baseUrl: ready.base_url,
      merchantId: ready.merchant.id,
      userId: 'pos',
      credentials: { kind: 'secret', secret: pos?.secret ?? '' } as const,
      clock,
    };
    till = createTerminal({
      client: createMerchantClient({ ...access, fetch }),
      push: push ? createPush({ ...access, random: secureRandom }) : null,
      journal,
      clock,
      ids: systemIds,
      settings: { ...SETUP, posId: ready.pos[0]?.id ?? '', pollAlone: 100, ...setup },
    });
    return till;
  }

  async function stop(): Promise<void> {
    await till?.stop();
    await journal?.close();
    till = null;
  }

  async function codeOf(tid: string): Promise<number> {
    const read = await service.secret(service.users.pos, `/payment_request/${tid}/outcome/`);
    return Number(fields(read.json).status_code);
  }

  const now = () => {
    if (till === null) throw new Error('no till runs');
    return till;
  };

  return {
    service,
    simulator,
    seen,
    sticker: ready.shortlinks[0] ?? { id: '', serial_number: '' },
    customers: ready.customers.map((one) => one.msisdn),
    till: now,
    start,
    stop,
    onWire: (next: Wire) => {
      wire = next;
    },
    /** Advances the clocks of the service and of the till. */
    async pass(seconds: number): Promise<void> {
      ahead += seconds * 1_000;
      await simulator.advance(seconds);
    },
    /** Sets back only the till's clock. */
    async setBack(seconds: number): Promise<void> {
      set -= seconds * 1_000;
    },
    created: () => seen.filter((one) => one.method === 'POST').map((one) => fields(one.body)),
    updates: () => seen.filter((one) => one.method === 'PUT').map((one) => one),
    async makeLink(callback: string | null): Promise<{ id: string; value: string }> {
      const body = { callback_uri: callback };
      const made = await service.secret(service.users.pos, '/shortlink/', { method: 'POST', body });
      const id = String(fields(made.json).id);
      const read = await service.secret(service.users.pos, `/shortlink/${id}/`);
      return { id, value: String(fields(read.json).shortlink_value) };
    },
    codeOf,
    /** The tid of the payment with this pos_tid, or null while the service has none. */
    async tidOf(posTid: string): Promise<string | null> {
      const list = await service.secret(service.users.pos, '/payment_request/');
      const tids = new Set(JSON.stringify(list.json).match(/p[0-9a-z]{11}/g) ?? []);
      for (const tid of tids) {
        const read = await service.secret(service.users.pos, `/payment_request/${tid}/`);
        if (fields(read.json).pos_tid === posTid) return tid;
      }
      return null;
    },
    /** Waits until the service has answered the till's read of this outcome. */
    async untilRead(tid: string): Promise<void> {
      await waitUntil(
        () => answered,
        (paths) => paths.some((path) => path.includes(`${tid}/outcome`)),
      );
    },
    /** Waits until the service has answered `more` further requests of the till. */
    async untilAnswered(more: number): Promise<void> {
      const before = answered.length;
      await waitUntil(
        () => answered.length - before,
        (count) => count >= more,
      );
    },
    /** Waits until the payment has this status code. */
    async untilCode(tid: string, code: number): Promise<void> {
      await waitUntil(
        () => codeOf(tid),
        (restored) => restored === code,
      );
    },
    /** Stops the till and deletes its journal. */
    async forget(): Promise<void> {
      await stop();
      wire = () => 'deliver';
      await rm(join(directory, 'journal'), { force: true });
      // The next test must not find an unused scan of this one.
      ahead += SCAN_LIFE * 1_000;
      await simulator.advance(SCAN_LIFE);
    },
    async end(): Promise<void> {
      await stop();
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type ScanWorld = Awaited<ReturnType<typeof createScanWorld>>;

export const AMOUNT = money(12_500);
/** A sale of the usual amount. */
export function saleRequest(method: PaymentMethod, more: Partial<SaleRequest> = {}): SaleRequest {
  return { amount: AMOUNT, text: null, method, ...more };
}

function textOf(body: unknown): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
}

function fields(json: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(json ?? {}));
}

function held(signal: AbortSignal | null, reject: (why: unknown) => void): void {
  signal?.addEventListener('abort', () => reject(signal.reason));
}

export const until = untilShown;

export function saleBy(till: Terminal, id: string): SaleView {
  const sale = till.sale(id);
  if (sale === null) throw new Error(`the till has no sale ${id}`);
  return sale;
}

/** Starts a sale and returns its id. Throws the till's reason if the till refuses. */
export async function begin(till: Terminal, request: Parameters<Terminal['start']>[0]) {
  const started = await till.start(request);
  if (!started.ok) throw new Error(started.refusal.description);
  return started.value.id;
}

export const becomes = (till: Terminal, id: string, kind: string) =>
  until(till, () => till.sale(id)?.state.kind === kind);

export const hasPush = (till: Terminal) =>
  until(till, () => {
    const { connection } = till.view();
    return connection.kind === 'online' && connection.push;
  });
