import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPipeline } from '../../service/api/pipeline.ts';
import type { Core } from '../../service/app/core.ts';
import { openCore } from '../../service/app/core.ts';
import { createLog } from '../../service/app/log.ts';
import { createAuthenticator } from '../../service/merchants/authenticate.ts';
import { createIds } from '../../shared/ids/ids.ts';
import { Closing } from '../../shared/node/closing.ts';
import type { Serve } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { ROUTES, type RouteName } from '../../shared/protocol/routes.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';
import { createPrng, type Prng } from './prng.ts';

export const MERCHANT = 'shop';
const OTHER_MERCHANT = 'cafe';
export const USER = 'pos';
export const SECRET = 'a-secret-of-the-simulation';
export const BASE = 'http://service.test/merchant/v1';

export const CUSTOMERS = [
  { id: 'c1', msisdn: '4798765432', name: 'Ingrid' },
  { id: 'c2', msisdn: '4791234567', name: 'Jonas' },
  { id: 'c3', msisdn: '4740567890', name: 'Amina' },
] as const;

/** scrypt at its cheapest, of `SECRET`: a simulation signs in thousands of times. */
const SECRET_HASH =
  '$scrypt$ln=1,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$rLtjfRwkCUOovjccZev15xopiTYvsjt/UMvOPV84g+I';

export type ServedRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** The real service without its sockets: pipeline, rules, and a database of its own. */
export type SimService = {
  readonly core: Core;
  serve(request: ServedRequest): Promise<Reply>;
  /** Says that someone has changed a payment other than by a request. */
  touched(): void;
  /**
   * Does the work that time brings, such as expiries, when some is due at `now`. Calls `onDue` with
   * each payment that is due.
   */
  runDue(now: Instant, onDue?: (tid: string) => void): Promise<void>;
  close(): Promise<void>;
};

/**
 * Where databases are for a moment: memory where the machine has a file system there. The keys of
 * the installation stay from one world to the next, for making them takes longer than a world.
 */
export function createDataPlace(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(inMemory() ?? tmpdir(), 'tillkit-sim-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function inMemory(): string | null {
  const path = '/dev/shm';
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : null;
}

export async function openSimService(place: string, clock: Clock, prng: Prng): Promise<SimService> {
  await layDatabase(place, clock);
  const closing = new Closing();
  const log = createLog('silent');
  const core = await coreAt(place, clock, prng, closing);
  const authenticator = createAuthenticator({
    store: core.deps.store,
    clock,
    profile: core.deps.profile,
    log,
    origins: () => ['http://service.test'],
    processKey: new Uint8Array(32),
  });
  const table = routesOf({ deps: core.deps, authenticator });
  const { payments } = core.deps.store;
  let requests = 0;
  /** When work is due next; the database is asked only after something has changed. */
  let due: Instant | null = null;
  let changed = true;
  return {
    core,
    touched: () => {
      changed = true;
    },
    runDue: async (now, onDue) => {
      if (changed) {
        changed = false;
        due = await payments.nextDue();
      }
      if (due === null || due > now) return;
      for (const { tid } of await payments.due(now, 100)) onDue?.(tid);
      await core.dueWork.run();
      changed = true;
    },
    serve: async (request) => {
      requests += 1;
      const path = (request.target.split('?', 1)[0] ?? '').replace(/\/*$/, '/');
      const found = table.find((one) => one.method === request.method && one.path.test(path));
      if (found === undefined) throw new Error(`no route for ${request.method} ${request.target}`);
      const reply = await found.serve({
        ...request,
        requestId: `r${requests}`,
        rawHeaders: Object.entries(request.headers).flat(),
        address: '127.0.0.1',
        params: { ...found.path.exec(path)?.groups },
        gone: () => new AbortController().signal,
      });
      changed = true;
      if (reply === 'cut') throw new Error('only the simulator cuts');
      return reply;
    },
    close: () => closing.close(),
  };
}

function coreAt(place: string, clock: Clock, prng: Prng, closing: Closing): Promise<Core> {
  const addresses = () => ({ base: BASE, wallet: 'http://service.test' });
  const log = createLog('silent');
  const parts = { clock, wall: clock, log, addresses, ids: createIds(prng.bytes) };
  return openCore({ data: { kind: 'directory', path: place } }, parts, closing);
}

const DATABASE = 'tillkit.db';
const FIRST = 'first.db';

/** Every world of a place begins on a copy of the shop's database, which is made once. */
async function layDatabase(place: string, clock: Clock): Promise<void> {
  if (!existsSync(join(place, FIRST))) {
    const closing = new Closing();
    await seed(await coreAt(place, clock, createPrng(0), closing));
    await closing.close();
    renameSync(join(place, DATABASE), join(place, FIRST));
  }
  // The mark says how many commits there were: with an earlier database it would be a loss.
  for (const end of ['', '-wal', '-shm', '-mark']) {
    rmSync(join(place, `${DATABASE}${end}`), { force: true });
  }
  copyFileSync(join(place, FIRST), join(place, DATABASE));
}

/** A till and its merchant. Two merchants may give their tills the same `posId`. */
export type TillPlace = {
  readonly name: string;
  readonly merchant: string;
  readonly posId: string;
};
export const TILLS = [
  { name: 'till1', merchant: MERCHANT, posId: 'till1' },
  { name: 'till2', merchant: MERCHANT, posId: 'till2' },
  { name: 'till3', merchant: OTHER_MERCHANT, posId: 'till1' },
] as const satisfies readonly TillPlace[];

/** The printed code beside a till, and the code that its device shows. */
export const stickerAt = (till: string) => `sticker-${till}`;
export const deviceCodeOf = (till: string) => `device-${till}`;

async function seedCodes(store: Core['deps']['store']): Promise<void> {
  for (const { name, merchant, posId } of TILLS) {
    for (const id of [stickerAt(name), deviceCodeOf(name)]) {
      await store.shortlinks.create({
        id,
        merchantId: merchant,
        callbackUri: `ws:till.${posId}`,
        serialNumber: null,
        label: null,
        isActive: true,
        created: 0,
      });
    }
  }
}

async function seed({ deps: { store } }: Core): Promise<void> {
  await seedMerchant(store, MERCHANT);
  await seedMerchant(store, OTHER_MERCHANT);
  for (const customer of CUSTOMERS) await store.customers.put(customer);
  await seedCodes(store);
}

async function seedMerchant(store: Core['deps']['store'], id: string): Promise<void> {
  await store.merchants.put({
    id,
    name: id,
    terms: {
      authorisationLife: LIMITS.authorisationLife,
      transactionFeeBasisPoints: 100,
      interchangeBasisPoints: 25,
    },
    paymentLimit: null,
  });
  await store.users.put(id, {
    id: USER,
    label: null,
    netmask: null,
    secretHash: SECRET_HASH,
    publicKey: null,
    version: 1,
  });
}

type Found = { readonly method: string; readonly path: RegExp; readonly serve: Serve };

function routesOf(parts: Parameters<typeof createPipeline>[1]): readonly Found[] {
  const { basePath } = parts.deps.profile;
  const names: RouteName[] = [
    'paymentCreate',
    'paymentUpdate',
    'paymentOutcome',
    'paymentList',
    'statusCodeRead',
    'shortlinkLastScan',
  ];
  return names.map((name) => {
    const { method, path } = ROUTES[name];
    const pattern = (basePath + path).replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/*$/, '/');
    return { method, path: new RegExp(`^${pattern}$`), serve: createPipeline(name, parts) };
  });
}
