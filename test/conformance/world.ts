import {
  type Call,
  call,
  outcomeOf,
  type Params,
  type PaymentState,
  payment,
  permission,
  scanned,
} from '../../main/commands/conform/example-call.ts';
import type { OauthPlace } from '../../main/commands/conform/oauth-flow.ts';
import { credentialsFile } from '../../main/commands/conform/options.ts';
import { Subject } from '../../main/commands/conform/subject.ts';
import type { ServiceOptions } from '../../service/index.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import type { RouteName } from '../../shared/protocol/routes.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { createIssuer, issue } from '../support/certificates.ts';
import { startMailServer } from '../support/mail-server.ts';
import { member, startTestService, type TestService } from '../support/service.ts';
import { type Received, send } from '../support/wire.ts';

export { member } from '../support/service.ts';

/** A service with one of everything in it, and the ways of asking it. */
export type World = OauthPlace & {
  readonly test: TestService;
  /** The same service as `tillkit conform` uses it. */
  readonly subject: Subject;
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

export const CUSTOMER = '4798765432';

/** Starts a service and makes one of everything. */
export async function startWorld(options: Partial<ServiceOptions> = {}): Promise<World> {
  const issuer = createIssuer('Conformance');
  const secure = await startReceiver(issue(issuer, ['127.0.0.1']));
  const plain = await startReceiver();
  const mails = await startMailServer();
  const mail = { server: mails.url, from: 'receipts@shop.example' };
  const test = await startTestService({ callbackCa: issuer.cert, mail, ...options });
  const subject = await new Subject({
    baseUrl: test.ready.base_url,
    credentials: credentialsFile.parse(test.ready),
    simulatorUrl: test.ready.simulator_url,
    https: secure,
    http: plain,
    ca: null,
    changes: true,
    run: 'made',
    clock: createSystemClock(),
  }).connect();

  let params: Params = {};
  const world: Omit<World, 'params'> = {
    ...oauthPlace(test),
    test,
    subject,
    secure,
    plain,
    fresh: () => subject.fresh(),
    payment: (state, draft) => payment(subject, state, draft),
    permission: (answered) => permission(subject, answered),
    scanned: (argstring) => scanned(subject, argstring, `${plain.url}/scans`),
    call: (name, sent = {}) =>
      call(subject, name, { ...sent, params: { ...params, ...sent.params } }),
    outcome: (tid) => outcomeOf(subject, tid),
    async stop() {
      await test.stop();
      await secure.stop();
      await plain.stop();
      await mails.stop();
    },
  };
  params = await objects(world);
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
    code: 'kasse-1-R12.Zm9yIHRoZSBleGFtcGxlIQ',
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

/** A service without a world, for the OAuth flow. */
export const oauthPlace = (test: TestService): OauthPlace => ({
  root: new URL(test.ready.base_url).origin,
  oauthClient: () => test.ready.oauth_client,
  send,
});
