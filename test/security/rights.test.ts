import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActName } from '../../service/app/operator/acts.ts';
import { OPERATOR_ROUTES } from '../../service/app/operator/routes.ts';
import { PORTAL_HEADER } from '../../shared/portal/contract.ts';
import { PORTAL_ROUTES, type PortalRouteName } from '../../shared/portal/routes.ts';
import { PORTAL_ROLES } from '../../shared/portal/sign-in.ts';
import { exampleOf } from '../../shared/protocol/examples/index.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { pathOf, ROUTES, type RouteName } from '../../shared/protocol/routes.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';
import { WALLET_ROUTES } from '../../shared/wallet/routes.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { browser, REDIRECT, signIn } from '../support/oauth-browser.ts';
import { type OperatorApi, startOperatorApi } from '../support/operator-api.ts';
import { signedInPhone } from '../support/phone.ts';
import { type PortalPeople, startPortalPeople } from '../support/portal-people.ts';
import { type AudienceName, routesOf, TABLES } from '../support/route-tables.ts';
import { member, startTestService, type TestService } from '../support/service.ts';
import {
  type ApiCaller,
  MERCHANT,
  OAUTH,
  OPERATOR,
  PORTAL,
  PORTAL_CALLERS,
  type PortalCaller,
  RIGHTS,
  WALLET,
} from './rights-table.ts';

/*
 * Each route is called as each caller of its audience, and the answer is compared with the table of rights. The
 * credentials of other audiences are the subject of other-audiences.test.ts, those of paired tills of
 * till-rights.test.ts, a register's of register-rights.test.ts.
 */

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[];

describe('the callers of the merchant API', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());
  // No request is signed as the one before.
  beforeEach(() => test.service.simulator.advance(1));

  const names = Object.keys(ROUTES) as RouteName[];
  it.each(names)('reach %s as the table says', async (name) => {
    const { params = {}, body } = exampleOf(name);
    const path = pathOf(name, params);
    const { method } = ROUTES[name];
    const sent = { method, ...(body === undefined ? {} : { body }) };
    const { pos, admin } = test.users;
    const calls: Readonly<
      Record<ApiCaller, () => Promise<{ readonly status: number; text: string }>>
    > = {
      secret: () => test.secret(pos, path, sent),
      key: () => test.key(admin, path, sent),
      integrator: () => test.integrator(path, sent),
    };
    const may: string[] = [];
    for (const [caller, call] of Object.entries(calls)) {
      await test.service.simulator.advance(1);
      const { status } = await call();
      if (status !== 401 && status !== 403) may.push(caller);
    }
    expect(may.sort()).toEqual([...MERCHANT[name]].sort());
  });
});

describe('the roles of the portal', () => {
  let people: PortalPeople;
  beforeAll(async () => {
    people = await startPortalPeople('sqlite');
  });
  afterAll(() => people.stop());

  type Callers = ReadonlyMap<PortalCaller, ReturnType<typeof merchantBrowser>>;
  let signedIn: Promise<Callers> | null = null;
  async function signIns(): Promise<Callers> {
    const callers = new Map<PortalCaller, ReturnType<typeof merchantBrowser>>();
    const { service } = people;
    for (const role of PORTAL_ROLES) {
      callers.set(role, (await people.enrolled(await people.person(role))).browser);
    }
    const users = { secret: service.users.pos, key: service.users.admin };
    for (const [caller, user] of Object.entries(users)) {
      const page = merchantBrowser(service);
      await page.signIn(user);
      callers.set(caller as PortalCaller, page);
    }
    return callers;
  }

  const names = (Object.keys(PORTAL_ROUTES) as PortalRouteName[]).filter(
    // Signing out ends what the next case needs.
    (name) => PORTAL[name] !== 'open' && name !== 'signOut',
  );
  it.each(names)('reach %s as the table says', async (name) => {
    const { method, path } = PORTAL_ROUTES[name];
    const place = path.replaceAll(/:\w+/g, 'none');
    const may: PortalCaller[] = [];
    signedIn ??= signIns();
    const callers = await signedIn;
    for (const caller of PORTAL_CALLERS) {
      const page = callers.get(caller);
      const reply = await fetch(`${page?.origin}/portal/v1${place}`, {
        method,
        headers: {
          ...{ cookie: page?.cookie() ?? '', origin: page?.origin ?? '', [PORTAL_HEADER]: '1' },
          'content-type': 'application/json',
        },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      const text = await reply.text();
      expect([caller, reply.status]).not.toEqual([caller, 401]);
      if (!/Your role does not permit|Only a user who has a key/.test(text)) may.push(caller);
    }
    expect(may).toEqual(PORTAL_CALLERS.filter((one) => PORTAL[name].includes(one)));
  });

  it('and a stranger reaches no route that is not open', async () => {
    const stranger = merchantBrowser(people.service);
    for (const name of Object.keys(PORTAL_ROUTES) as PortalRouteName[]) {
      const { method, path, level } = PORTAL_ROUTES[name];
      expect([name, level === 'open']).toEqual([name, PORTAL[name] === 'open']);
      if (PORTAL[name] === 'open') continue;
      const { status } = await stranger.call(method, path.replaceAll(/:\w+/g, 'none'));
      expect([name, status]).toEqual([name, 401]);
    }
  });
});

describe('an access token', () => {
  const scopes = ['shipping_address', 'fodselsnummer', 'bankid'];
  let test: TestService;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    test = await startTestService();
    for (const scope of ['openid', ...scopes]) tokens.set(scope, await tokenFor(scope));
  });
  afterAll(() => test.stop());
  const origin = () => new URL(test.ready.base_url).origin;

  async function tokenFor(scope: string): Promise<string> {
    const { id, secret } = test.ready.oauth_client;
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: id, redirect_uri: REDIRECT },
      scope: `openid ${scope}`,
    });
    const phone = browser();
    const { request_id, at } = await signIn(
      phone,
      `${origin()}/oauth2/auth?${query}`,
      '4798765432',
    );
    const done = await phone.go(at, { request_id, decision: 'approve' });
    const code = new URL(done.location).searchParams.get('code') ?? '';
    const reply = await fetch(`${origin()}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: REDIRECT, code }),
    });
    return String(Object(await reply.json()).access_token);
  }

  const names = Object.keys(OAUTH_ROUTES) as (keyof typeof OAUTH_ROUTES)[];
  it.each(names)('reaches %s as its scope says, and nothing with another scope', async (name) => {
    const { method, path, level } = OAUTH_ROUTES[name];
    expect([name, level === 'BEARER']).toEqual([name, OAUTH[name] !== 'none']);
    if (level !== 'BEARER') return;
    for (const [scope, token] of tokens) {
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(origin() + path, { method, headers });
      const may = OAUTH[name] === 'any' || OAUTH[name] === scope;
      // The customer may have none of what was asked for.
      expect([scope, [200, 404].includes(reply.status)]).toEqual([scope, may]);
      if (!may) expect(reply.status).toBe(403);
    }
  });

  it('has no scope that opens a route which is not in the table', () => {
    const needed = Object.values(OAUTH).filter((one) => one !== 'none' && one !== 'any');
    expect(needed.sort()).toEqual([...scopes].sort());
  });
});

describe('a customer and a stranger', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());

  it.each(keysOf(WALLET))('reach %s of the wallet as the table says', async (name) => {
    const { method, path } = WALLET_ROUTES[name];
    const phone = await signedInPhone(test.ready.wallet_url, '4798765432');
    const url = new URL(WALLET_PATH + path.replaceAll(/:\w+/g, 'none'), test.ready.wallet_url);
    const statusFor = async (cookie: string) => {
      const { origin } = url;
      const headers = { cookie, origin, 'content-type': 'application/json', [WALLET_HEADER]: '1' };
      const body = method === 'GET' ? {} : { body: '{}' };
      const reply = await fetch(url, { method, headers, ...body });
      await reply.body?.cancel();
      return reply.status;
    };
    // A sign-in with a wrong code is also a 401, after its body was read.
    expect((await statusFor('')) === 401).toBe(WALLET[name] !== 'open');
    expect(await statusFor(phone.cookie)).not.toBe(401);
  });
});

describe.skipIf(process.platform === 'win32')('the owner of the data directory', () => {
  let api: OperatorApi;
  beforeAll(async () => {
    api = await startOperatorApi('sqlite');
  });
  afterAll(() => api?.stop());

  const png = Buffer.alloc(40);
  Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010000000000', 'hex').copy(png);
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const public_key = String(publicKey.export({ format: 'pem', type: 'spki' }));
  /** What each act is asked, beside what its path names. */
  const INPUTS: Readonly<Record<ActName, Readonly<Record<string, unknown>>>> = {
    customerList: {},
    customerCreate: { msisdn: '4741300110', name: 'A' },
    customerInvite: { msisdn: '4741300111' },
    customerImport: { file: 'msisdn,name\n4741300078,Per\n' },
    customerRead: {},
    customerExport: {},
    customerBlock: {},
    customerUnblock: {},
    customerCredit: { allow_credit: true },
    customerErase: { confirm: true },
    merchantCreate: { name: 'Kaffebaren' },
    merchantList: {},
    merchantSet: { auto_release: false, currencies: ['SEK'] },
    merchantIntegrator: { integrator: 'none' },
    merchantLogo: { file: png },
    settlementList: {},
    userInvite: {},
    userCreate: { label: 'rights' },
    userList: {},
    userKey: { public_key, replace: true },
    integratorCreate: { name: 'Agent', public_key },
    applicationCreate: { name: 'App', redirect_uris: ['https://shop.example/back'] },
    personCreate: { email: 'rights@shop.example' },
    personList: {},
    personRole: { role: 'manager' },
    personEntities: { legal_entities: ['shop-as'] },
    secondFactorReset: { email: 'nobody@shop.example' },
    callbackList: {},
    callbackResend: {},
    serialIssue: { first: '0001', last: '0002' },
    clockConfirm: {},
    databaseCopy: { path: 'rights.copy' },
    status: {},
  };

  it.each(keysOf(OPERATOR))('does %s, and the log names it', async (name) => {
    const route = OPERATOR_ROUTES[name];
    const { method, path, level, takes } = route;
    expect([level, method]).toEqual(['owner', OPERATOR[name] === 'reads' ? 'GET' : 'POST']);
    const { id } = await api.added();
    const { merchant, id: apiUser } = api.test.users.pos;
    const people = `/merchants/${merchant}/self-service-users/`;
    const person = await api.post(people, { email: `${name}@shop.example` });
    const user = path.startsWith('/merchants/:merchant/self') ? member(person.json, 'id') : apiUser;
    const named = new Map(Object.entries({ customer: id, merchant, user, callback: 'none' }));
    api.log.length = 0;
    const place = path.replace(/:(\w+)/g, (_, one) => named.get(one) ?? '');
    const input = INPUTS[name].path
      ? { path: join(api.folder, String(INPUTS[name].path)) }
      : INPUTS[name];
    const headers = { 'content-type': takes ?? 'application/json' };
    const body = takes === undefined ? input : input.file;
    const sent = method === 'GET' ? {} : { method, headers, body };
    const reply = await api.call(place, sent);
    // Nobody has a second factor or a callback here: the act says so, which only its own code can.
    const refused = name === 'secondFactorReset' || name === 'callbackResend';
    const result = refused ? 'Not Found' : 'done';
    expect(reply.status, reply.text).toBe(refused ? 404 : route.success[0]);
    const log = api.log.join('');
    expect(log).toContain(`"action":"${name}","result":"${result}"`);
    const { secret = 'none', first_user = '#none' } = Object(reply.json);
    for (const hidden of [secret, first_user.split('#')[1], '@shop.example']) {
      expect(log).not.toContain(hidden);
    }
  });
});

it('every audience has a table, with a decision about each of its routes', () => {
  for (const audience of keysOf<AudienceName>(TABLES)) {
    const routes = routesOf(audience).map(({ name }) => name);
    expect([audience, keysOf(RIGHTS[audience]).sort()]).toEqual([audience, routes.sort()]);
  }
});
