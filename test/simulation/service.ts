import { createPipeline, type PipelineDeps, WRITE_SHARES } from '../../service/api/pipeline.ts';
import { profileAdapter } from '../../service/api/profile-adapter.ts';
import { type Core, openCore } from '../../service/app/core.ts';
import { createLog } from '../../service/app/log.ts';
import type { Store } from '../../service/store/store.ts';
import { createIds } from '../../shared/ids/ids.ts';
import { WorkShares } from '../../shared/limits/work-queue.ts';
import { Closing } from '../../shared/node/closing.ts';
import type { Serve } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { headerNames } from '../../shared/protocol/headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import { ROUTES, type RouteName } from '../../shared/protocol/routes.ts';
import { serviceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';
import { parseDateTime } from '../../shared/time/date-time.ts';
import { alwaysAwake } from '../support/manual-clock.ts';
import type { DataPlace } from './data-place.ts';
import type { Prng } from './prng.ts';

export const MERCHANT = 'shop';
const OTHER_MERCHANT = 'cafe';
export const USER = 'pos';
export const SECRET = 'a-secret-of-the-simulation';
export const ORIGIN = 'http://service.test';
export const BASE = `${ORIGIN}/merchant/v1`;

export const CUSTOMERS = [
  { id: 'c1', msisdn: '4798765432', name: 'Ingrid' },
  { id: 'c2', msisdn: '4791234567', name: 'Jonas' },
  { id: 'c3', msisdn: '4740567890', name: 'Amina' },
] as const;

export type ServedRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** The real service without sockets: request pipeline, rules and a separate database. */
export type SimService = {
  readonly core: Core;
  serve(request: ServedRequest): Promise<Reply>;
  /** Reports that a payment was changed by something other than a request. */
  touched(): void;
  /** False if `runDue` would do nothing; this check is cheaper than a call of it. */
  mayBeDue(now: Instant): boolean;
  /**
   * Does the work that is due at `now`, such as expiries. Calls `onDue` with each payment that is due.
   */
  runDue(now: Instant, onDue?: (tid: string) => void): Promise<void>;
  close(): Promise<void>;
};

const LOG = createLog('silent');

const NAMES = headerNames(SVC_PROFILE.headerPrefix);
const MERCHANT_HEADER = NAMES.merchant.toLowerCase();
const TIMESTAMP_HEADER = NAMES.timestamp.toLowerCase();

/**
 * Accepts every caller without a check of its credentials, because each digest costs time. Only the time of
 * a signature is checked.
 */
const authenticatorOf = (clock: Clock): PipelineDeps['authenticator'] => ({
  authenticate: async ({ headers }) => {
    const merchantId = String(headers[MERCHANT_HEADER]);
    const signed = parseDateTime(String(headers[TIMESTAMP_HEADER]));
    if (signed !== null && Math.abs(clock.now() - signed) > LIMITS.signatureWindow) {
      return refuse('Unauthorized', "The timestamp is too far from the service's time.");
    }
    return { ok: true, value: { merchantId, kind: 'user', userId: USER, level: 'KEY' } };
  },
  claimedMerchant: ({ headers }) => String(headers[MERCHANT_HEADER]),
  wrongBody: () => null,
  integrator: () => Promise.reject(new Error('a world has no integrators')),
});

export async function openSimService(
  place: DataPlace,
  clock: Clock,
  prng: Prng,
): Promise<SimService> {
  const closing = new Closing();
  const core = await coreOn(place, clock, prng, closing);
  const authenticator = authenticatorOf(clock);
  const table = routesOf({
    deps: core.deps,
    authenticator,
    adapter: profileAdapter(SVC_PROFILE, core.deps),
    writeShares: new WorkShares(WRITE_SHARES),
  });
  const { payments } = core.deps.store;
  let requests = 0;
  /** When the next work is due; the database is queried only after a change. */
  let due: Instant | null = null;
  let changed = true;
  return {
    core,
    touched: () => {
      changed = true;
    },
    mayBeDue: (now) => changed || (due !== null && due <= now),
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
      changed ||= request.method !== 'GET';
      if (reply === 'cut') throw new Error('only the simulator cuts');
      return reply;
    },
    close: () => closing.close(),
  };
}

async function coreOn(place: DataPlace, clock: Clock, prng: Prng, closing: Closing): Promise<Core> {
  const addresses = () => serviceAddresses(ORIGIN, '/merchant/v1', 'http://service.test');
  const deps = { clock, wall: alwaysAwake(clock), log: LOG, addresses, ids: createIds(prng.bytes) };
  const opened = await place.open(clock, seed);
  closing.add(() => opened.store.close());
  return openCore({ data: { kind: 'directory', path: opened.path } }, { ...deps, opened }, closing);
}

/** A till and its merchant. Tills of two merchants may have the same `posId`. */
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

/** The printed code of a till, and the code that its device shows. */
export const stickerAt = (till: string) => `sticker-${till}`;
export const deviceCodeOf = (till: string) => `device-${till}`;

async function seedCodes(store: Store): Promise<void> {
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

async function seed(store: Store): Promise<void> {
  await seedMerchant(store, MERCHANT);
  await seedMerchant(store, OTHER_MERCHANT);
  for (const customer of CUSTOMERS) await store.customers.put(customer);
  await seedCodes(store);
}

async function seedMerchant(store: Store, id: string): Promise<void> {
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
    secretHash: null,
    publicKey: null,
    version: 1,
  });
}

type Found = { readonly method: string; readonly path: RegExp; readonly serve: Serve };

function routesOf(parts: Parameters<typeof createPipeline>[1]): readonly Found[] {
  const { basePath } = SVC_PROFILE;
  const names: RouteName[] = [
    'paymentCreate',
    'paymentUpdate',
    'paymentOutcome',
    'paymentRead',
    'paymentList',
    'statusCodeRead',
    'shortlinkLastScan',
    'shortlinkRead',
    'shortlinkUpdate',
    'merchantRead',
    'catalogueRead',
    'tillStatusPut',
    'periodPut',
  ];
  return names.map((name) => {
    const { method, path } = ROUTES[name];
    const pattern = (basePath + path).replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/*$/, '/');
    return { method, path: new RegExp(`^${pattern}$`), serve: createPipeline(name, parts) };
  });
}
