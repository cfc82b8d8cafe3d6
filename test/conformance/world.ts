import type { ServiceOptions } from '../../service/index.ts';
import { pathOf, ROUTES, type Route, type RouteName } from '../../shared/protocol/routes.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { createIssuer, issue } from '../support/certificates.ts';
import { member, startTestService, type TestService } from '../support/service.ts';
import type { Received } from '../support/wire.ts';

export { member } from '../support/service.ts';

/** Ids of objects in a running service, under the names that paths use. */
export type Params = Readonly<Record<string, string>>;

/** A service with one of everything in it, and the ways of asking it. */
export type World = {
  readonly test: TestService;
  /** Receivers of callbacks, one with a certificate and one without. */
  readonly secure: TestReceiver;
  readonly plain: TestReceiver;
  /** Existing objects for every parameter of the route table. */
  readonly params: Params;
  /** A new payment, brought to a state by its customer and the merchant. */
  payment(state?: PaymentState, draft?: Readonly<Record<string, unknown>>): Promise<string>;
  /** A new permission request, answered or not. */
  permission(answer?: 'accept' | 'decline'): Promise<string>;
  /** A new shortlink and a scan of it. */
  scanned(argstring?: string): Promise<{ shortlink: string; token: string }>;
  /** Calls a route as a user whose credentials are strong enough for it. */
  call(name: RouteName, sent?: Call): Promise<Received>;
  /** The outcome of a payment. */
  outcome(tid: string): Promise<Readonly<Record<string, unknown>>>;
  /** A text that no object of this service has yet. */
  fresh(): string;
  stop(): Promise<void>;
};

export type PaymentState = 'pending' | 'auth' | 'part' | 'paid' | 'aborted' | 'rejected';

export type Call = {
  readonly params?: Params;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export const CUSTOMER = '4798765432';

/** Starts a service and makes one of everything. */
export async function startWorld(options: Partial<ServiceOptions> = {}): Promise<World> {
  const issuer = createIssuer('Conformance');
  const secure = await startReceiver(issue(issuer, ['127.0.0.1']));
  const plain = await startReceiver();
  const test = await startTestService({ callbackCa: issuer.cert, ...options });
  const { pos, admin } = test.users;
  const { simulator } = test.service;
  let count = 0;
  const fresh = () => {
    count += 1;
    return `made-${count}`;
  };
  const must = (done: { readonly ok: boolean }) => {
    if (!done.ok) throw new Error(`the simulator refused: ${JSON.stringify(done)}`);
  };
  const put = (tid: string, body: unknown) =>
    test.key(admin, `/payment_request/${tid}/`, { method: 'PUT', body });

  const world: Omit<World, 'params'> = {
    test,
    secure,
    plain,
    fresh,
    async payment(state = 'pending', draft = {}) {
      const tid = await test.payment({ pos_tid: fresh(), customer: CUSTOMER, ...draft });
      if (state === 'rejected') must(await simulator.reject(tid));
      if (state === 'aborted') await put(tid, { action: 'abort' });
      if (state === 'auth' || state === 'part' || state === 'paid') {
        must(await simulator.confirm(tid));
      }
      const part = { amount: 5_000, additional_amount: 0, currency: 'NOK', capture_id: 'one' };
      if (state === 'part') await put(tid, { action: 'capture', ...part });
      if (state === 'paid') await put(tid, { action: 'capture' });
      return tid;
    },
    async permission(answered) {
      const body = {
        customer: CUSTOMER,
        pos_id: 'kasse-1',
        pos_tid: fresh(),
        scope: 'openid phone profile',
      };
      const made = await test.secret(pos, '/permission_request/', { method: 'POST', body });
      const rid = member(made.json, 'id');
      if (answered === 'accept') must(await simulator.accept(rid));
      if (answered === 'decline') must(await simulator.decline(rid));
      return rid;
    },
    async scanned(argstring = '') {
      const sent = { method: 'POST', body: { callback_uri: `${plain.url}/scans` } };
      const shortlink = member((await test.secret(pos, '/shortlink/', sent)).json, 'id');
      const token = await simulator.scan(CUSTOMER, { shortlink, argstring });
      if (!token.ok) throw new Error(token.refusal.description);
      return { shortlink, token: token.value };
    },
    async call(name, sent = {}) {
      const route: Route = ROUTES[name];
      const path = pathOf(name, { ...params, ...sent.params }) + (sent.query ?? '');
      const wire = { method: route.method, body: sent.body, headers: sent.headers ?? {} };
      if (route.integratorsOnly === true) return test.integrator(path, wire);
      if (route.level === 'OPEN') return test.open(path, wire);
      return route.level === 'KEY' ? test.key(admin, path, wire) : test.secret(pos, path, wire);
    },
    async outcome(tid) {
      const reply = await test.secret(pos, `/payment_request/${tid}/outcome/`);
      return Object.fromEntries(Object.entries(reply.json ?? {}));
    },
    async stop() {
      await test.stop();
      await secure.stop();
      await plain.stop();
    },
  };
  const params = await objects(world);
  return { ...world, params };
}

/** One of everything: a parameter that nothing is made for is a route the tests cannot call. */
async function objects(world: Omit<World, 'params'>): Promise<Params> {
  const { test } = world;
  const merchant = test.ready.merchant.id;
  const bill = [
    { product_id: 'cortado', quantity: '2', item_cost: 6_250, vat_rate: '0.25', total: 12_500 },
  ];
  const paid = await world.payment('paid', { line_items: bill });
  await test.service.simulator.settle();
  const [settlement] = await uris(test, '/settlement/');
  const settlementId = settlement?.split('/').at(-2) ?? '';
  const log = await test.secret(test.users.pos, `/settlement/${settlementId}/`);
  const [logUri] = Object(log.json).transaction_log_uris ?? [];
  const { shortlink } = await world.scanned('table-7');
  const someone = { id: 'someone', label: 'Somebody', secret: 'of no use to anyone' };
  await test.key(test.users.admin, '/user/', { method: 'POST', body: someone });
  const person = { method: 'POST', body: { email: 'person@kaffebaren.no' } };
  return {
    tid: paid,
    pos_id: 'kasse-1',
    value: '3008',
    merchant_id: merchant,
    lookup_id: '999888777',
    // A user that no test signs in as: the tests change its secret.
    user_id: 'someone',
    merchant_ssp_user_id: member(
      (await test.secret(test.users.pos, '/merchant_ssp_user/', person)).json,
      'id',
    ),
    settlement_account_id: `${merchant}.NOK`,
    settlement_id: settlementId,
    grant: String(logUri).split('/').at(-2) ?? '',
    shortlink_id: shortlink,
    message_id: await scanMessage(world),
    rid: await world.permission(),
  };
}

async function uris(test: TestService, path: string): Promise<readonly string[]> {
  return Object((await test.secret(test.users.pos, path)).json).uris ?? [];
}

/** The message id of the newest scan event. */
async function scanMessage({ test, plain }: Omit<World, 'params'>): Promise<string> {
  await test.service.simulator.advance(0);
  const scans = plain.heard.filter(({ message }) => message.meta.event === 'shortlink_scanned');
  return scans.at(-1)?.message.meta.id ?? 'none';
}
