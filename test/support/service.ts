import {
  createService,
  type Ready,
  type Service,
  type ServiceOptions,
} from '../../service/index.ts';
import { newPostgres } from './postgres/shared.ts';
import { seedDay, seededData } from './seeded-data.ts';
import { CHOSEN } from './stores.ts';
import { type Received, type Sent, secretHeaders, send, signedHeaders } from './wire.ts';

/** A user of the running service, played by a test. */
export type TestUser = {
  readonly merchant: string;
  readonly id: string;
  readonly secret: string;
  readonly privateKey: string | null;
};

export type TestService = {
  readonly service: Service;
  readonly ready: Ready;
  readonly users: {
    readonly pos: TestUser;
    readonly admin: TestUser;
    /** Signs for the other merchant. */
    readonly neighbour: TestUser;
  };
  /** Sends a request without credentials to a path below the API's base. */
  open(path: string, sent?: Sent): Promise<Received>;
  /** The same with a user's secret. */
  secret(user: TestUser, path: string, sent?: Sent): Promise<Received>;
  /** The same with a user's signature. */
  key(user: TestUser, path: string, sent?: Sent): Promise<Received>;
  /** The same signed by the demo's integrator, for the shop or another merchant. */
  integrator(path: string, sent?: Sent, merchant?: string): Promise<Received>;
  /** Sends a request to the simulator. */
  simulator(path: string, sent?: Sent): Promise<Received>;
  /** Makes a payment request and returns its tid. */
  payment(draft?: Readonly<Record<string, unknown>>): Promise<string>;
  stop(): Promise<void>;
};

/**
 * A whole service for one test file: its own data with the demo in it, a clock that the test moves, the
 * simulator, and any free port.
 */
export async function startTestService(
  options: Partial<ServiceOptions> = {},
  system: Parameters<typeof createService>[1] = {},
): Promise<TestService> {
  const database = CHOSEN === 'postgres' && options.data === undefined ? await newPostgres() : null;
  // A separate key is only possible for data that has none yet.
  const onNew = options.data !== undefined || options.callbackKey !== undefined;
  const seeded = onNew ? null : await seededData();
  const service = createService(
    {
      data: seeded?.data ?? { kind: 'ephemeral' },
      port: 0,
      demo: true,
      simulator: true,
      clock: 'manual',
      log: 'silent',
      ...(database === null ? {} : { databaseUrl: database.url }),
      ...options,
    },
    system,
  );
  const ready = await service.start();
  // After midnight the service has settled the data of the day before: it starts again on new data.
  if (seeded !== null && seeded.day !== seedDay()) {
    await service.stop();
    seeded.remove();
    await database?.drop();
    return startTestService(options, system);
  }
  const own = ready.merchant.id;
  const users = {
    pos: userOf(own, ready.users, 'pos'),
    admin: userOf(own, ready.users, 'admin'),
    neighbour: userOf(ready.other_merchant.id, ready.other_merchant.users, 'neighbour'),
  };
  let sale = 0;

  const test: TestService = {
    service,
    ready,
    users,
    open: (path, sent) => send(ready.base_url + path, sent),
    secret: (user, path, sent = {}) =>
      send(ready.base_url + path, {
        ...sent,
        headers: { ...secretHeaders(user.merchant, user.id, user.secret), ...sent.headers },
      }),
    key(user, path, sent = {}) {
      const url = ready.base_url + path;
      const { merchant, id, privateKey } = user;
      if (privateKey === null) throw new Error(`${id} has no key`);
      const at = service.simulator.now();
      const { method = 'GET', body } = sent;
      const signed = signedHeaders({ merchant, user: id, privateKey, url, method, body, at });
      return send(url, { ...sent, headers: { ...signed, ...sent.headers } });
    },
    integrator(path, sent = {}, merchant = own) {
      const url = ready.base_url + path;
      const { id: user, private_key_pem: privateKey } = ready.integrator;
      const at = service.simulator.now();
      const { method = 'GET', body } = sent;
      const parts = {
        merchant,
        user,
        as: 'integrator',
        privateKey,
        url,
        method,
        body,
        at,
      } as const;
      return send(url, { ...sent, headers: { ...signedHeaders(parts), ...sent.headers } });
    },
    simulator: (path, sent) => send(ready.simulator_url + path, sent),
    async payment(draft = {}) {
      sale += 1;
      const body = paymentDraft({ pos_tid: `sale-${sale}`, ...draft });
      const made = await test.secret(users.pos, '/payment_request/', { method: 'POST', body });
      if (made.status !== 201) throw new Error(`no payment: ${made.status} ${made.text}`);
      return member(made.json, 'id');
    },
    async stop() {
      await service.stop();
      seeded?.remove();
      await database?.drop();
    },
  };
  return test;
}

/**
 * Runs `work` on a separate service and stops it: for a test that needs data in the first state, or
 * changes what the other tests of its file rely on.
 */
export async function onOwnService(work: (own: TestService) => Promise<void>): Promise<void> {
  const own = await startTestService();
  try {
    await work(own);
  } finally {
    await own.stop();
  }
}

/** A payment request that any customer may claim, in the form that a till sends. */
export function paymentDraft(change: Readonly<Record<string, unknown>> = {}) {
  return {
    action: 'sale',
    currency: 'NOK',
    amount: 12_500,
    allow_credit: false,
    pos_id: 'kasse-1',
    pos_tid: 'sale',
    success_return_uri: '',
    failure_return_uri: '',
    ...change,
  };
}

/** A member of a reply, as text. */
export function member(json: unknown, name: string): string {
  return String(Object.entries(json ?? {}).find(([key]) => key === name)?.[1]);
}

function userOf(merchant: string, users: Ready['users'], id: string): TestUser {
  const found = users.find((user) => user.id === id);
  if (found === undefined) throw new Error(`the demo has no user ${id}`);
  return { merchant, id, secret: found.secret, privateKey: found.private_key_pem ?? null };
}
