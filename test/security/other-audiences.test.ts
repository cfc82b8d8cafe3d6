import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { granted } from '../../main/commands/conform/oauth-flow.ts';
import { SIMULATOR_PATH } from '../../service/simulator/routes.ts';
import { TILL_API_BASE } from '../../shared/device/till-api/routes.ts';
import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';
import { CUSTOMER, startWorld, type World } from '../conformance/world.ts';
import { type ScriptedWorld, startScriptedWorld } from '../main/host/local-api/register-setup.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { signedInPhone } from '../support/phone.ts';
import { type AnyRoute, type AudienceName, routesOf, TABLES } from '../support/route-tables.ts';
import { secretHeaders, send, signedHeaders } from '../support/wire.ts';

/*
 * Each route of every audience is called with the credentials of every other audience, and without any.
 * The credentials are real ones of people and programs of the same shop, and the objects of the addresses
 * exist, so that nothing but the missing credentials can refuse the call.
 */

type Headers = Readonly<Record<string, string>>;
/** The headers of one caller for one request. */
type Credentials = (method: string, url: string, body: string) => Headers;

const CALLERS = [
  'nobody',
  'merchant secret',
  'merchant key',
  'wallet',
  'portal',
  'oauth token',
  'till',
] as const;
type Caller = (typeof CALLERS)[number];

/** Whose credentials the routes of an audience take. */
const OWN: Readonly<Record<AudienceName, readonly Caller[]>> = {
  merchant: ['merchant secret', 'merchant key'],
  wallet: ['wallet'],
  portal: ['portal'],
  oauth: ['oauth token'],
  operator: [],
  // A program on this machine needs no credentials.
  simulator: ['nobody'],
  till: ['till'],
};
/** The same for levels that another audience's credentials have. */
const OWN_OF_LEVEL: Readonly<Record<string, readonly Caller[]>> = {
  TWOFACTOR: ['wallet'],
  // The specification lets an API user be its own client (Flows).
  CLIENT: ['merchant secret', 'merchant key'],
};
const OPEN: ReadonlySet<string> = new Set(['OPEN', 'open']);

/** How each audience refuses callers of another one. */
const REFUSALS: Readonly<Record<AudienceName, readonly number[]>> = {
  merchant: [401],
  wallet: [401],
  portal: [401],
  // The token endpoint reads its form first.
  oauth: [401, 400],
  // The socket's addresses are nowhere on the network.
  operator: [404],
  simulator: [404],
  // A page of an unknown origin is refused before its token is looked at.
  till: [401, 403],
};

let world: World;
let till: ScriptedWorld;
let credentials: Readonly<Record<Caller, Credentials>>;

beforeAll(async () => {
  [world, till] = await Promise.all([startWorld(), startScriptedWorld()]);
  const { admin } = world.test.users;
  const at = await world.subject.now();
  const { tokens } = await granted(world.subject);
  const phone = await signedInPhone(world.root, CUSTOMER);
  const portal = merchantBrowser(world.test);
  await portal.signIn(admin);
  const file: unknown = JSON.parse(readFileSync(till.api.tokenFile, 'utf8'));
  const token = String(Object(file).token);
  const page = { origin: world.root, 'sec-fetch-site': 'same-origin' };
  credentials = {
    nobody: () => ({}),
    'merchant secret': () => secretHeaders(admin.merchant, admin.id, admin.secret),
    'merchant key': (method, url, body) =>
      signedHeaders({
        method,
        url,
        body,
        merchant: admin.merchant,
        user: admin.id,
        privateKey: admin.privateKey ?? '',
        at,
      }),
    wallet: () => ({ cookie: phone.cookie, ...page }),
    portal: () => ({ cookie: portal.cookie(), ...page }),
    'oauth token': () => ({ authorization: `Bearer ${tokens.access_token}` }),
    till: () => ({ authorization: `Bearer ${token}` }),
  };
});
afterAll(async () => {
  await world.stop();
  await till.stop();
});

function baseOf(audience: AudienceName): string {
  const { root } = world;
  switch (audience) {
    case 'merchant':
      return world.test.ready.base_url.replace(/\/$/, '');
    case 'wallet':
      return root + WALLET_PATH;
    case 'portal':
      return root + PORTAL_PATH;
    case 'simulator':
      return root + SIMULATOR_PATH;
    case 'till':
      return till.api.url.replace(`${TILL_API_BASE}/`, TILL_API_BASE);
    case 'oauth':
    case 'operator':
      return root;
  }
}

async function statusOf(audience: AudienceName, route: AnyRoute, caller: Caller): Promise<number> {
  const { method } = route;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => world.params[name] ?? 'x');
  const url = baseOf(audience) + path;
  const body = method === 'GET' ? '' : '{}';
  const headers = {
    // Each page sends its own header: only the session is another one's.
    [WALLET_HEADER]: '1',
    [PORTAL_HEADER]: '1',
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...credentials[caller](method, url, body),
  };
  const reply = await send(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
  return reply.status;
}

describe.each(Object.keys(TABLES) as AudienceName[])(
  'the routes of the audience %s',
  (audience) => {
    it('are refused to every other audience, and to a caller without credentials', async () => {
      const wrong: string[] = [];
      let calls = 0;
      for (const route of routesOf(audience)) {
        if (OPEN.has(route.level)) continue;
        const own = OWN_OF_LEVEL[route.level] ?? OWN[audience];
        for (const caller of CALLERS.filter((one) => !own.includes(one))) {
          const status = await statusOf(audience, route, caller);
          calls += 1;
          if (REFUSALS[audience].includes(status)) continue;
          wrong.push(`${route.name} answers ${caller} with ${status}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThan(30);
    });
  },
);

it('each caller is one: its own audience lets it in', async () => {
  const entered = async (audience: AudienceName, name: string, caller: Caller) => {
    const route = routesOf(audience).find((one) => one.name === name);
    return route === undefined ? 0 : statusOf(audience, route, caller);
  };
  expect({
    secret: await entered('merchant', 'paymentList', 'merchant secret'),
    key: await entered('merchant', 'posList', 'merchant key'),
    wallet: await entered('wallet', 'requests', 'wallet'),
    portal: await entered('portal', 'payments', 'portal'),
    oauth: await entered('oauth', 'userinfo', 'oauth token'),
    simulator: await entered('simulator', 'clockRead', 'nobody'),
    till: await entered('till', 'status', 'till'),
  }).toEqual({
    secret: 200,
    key: 200,
    wallet: 200,
    portal: 200,
    oauth: 200,
    simulator: 200,
    till: 200,
  });
});

it('only these routes need no credentials', () => {
  const open = (Object.keys(TABLES) as AudienceName[]).flatMap((audience) =>
    routesOf(audience)
      .filter(({ level }) => OPEN.has(level))
      .map(({ name }) => `${audience} ${name}`),
  );
  expect(open).toEqual([
    'merchant statusCodeList',
    'merchant statusCodeRead',
    // Its caller is an integrator, whatever the level is.
    'merchant merchantLookup',
    'merchant settlementLog',
    'wallet me',
    'wallet code',
    'wallet signIn',
    'wallet registration',
    'wallet demoSession',
    'portal me',
    'portal signIn',
    'portal firstUser',
    'portal demoSession',
    'portal emailCode',
    'portal emailSession',
    'portal secondFactor',
    'oauth auth',
    'oauth authForm',
    'oauth error',
    'oauth qrImage',
    'oauth keys',
  ]);
});
