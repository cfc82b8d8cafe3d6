import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { pathOf, ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { signedInPhone } from '../../support/phone.ts';
import { member, paymentDraft, startTestService, type TestService } from '../../support/service.ts';
import { type Received, type Sent, secretHeaders } from '../../support/wire.ts';

/*
 * Every row of the route table against every kind of caller. The expected reply follows from the
 * row's level alone, so a new endpoint is tested as soon as it is in the table.
 */

let test: TestService;
let mails: MailServer;
/** An object of the shop for each parameter. */
let own: Readonly<Record<string, string>>;

beforeAll(async () => {
  mails = await startMailServer();
  test = await startTestService({ mail: { server: mails.url, from: 'receipts@shop.example' } });
  const merchant = test.ready.merchant.id;
  own = {
    tid: await test.payment({ expires_in: 2_592_000 }),
    pos_id: 'kasse-1',
    number: '1',
    code: 'kasse-1-R12.Zm9yIHRoZSBleGFtcGxlIQ',
    value: '2000',
    merchant_id: merchant,
    lookup_id: '999888777',
    user_id: 'pos',
    merchant_ssp_user_id: await newSspUser(),
    settlement_account_id: `${merchant}.NOK`,
    ...(await settled()),
    ...(await scanned()),
    rid: await newPermission(),
    ...(await newCatalogue()),
  };
  const { params, body } = exampleOf('receiptPut');
  await test.secret(test.users.pos, pathOf('receiptPut', { ...params }), { method: 'PUT', body });
  await test.key(test.users.admin, '/user/', {
    method: 'POST',
    body: { id: ELSEWHERE.id, secret: ELSEWHERE.secret, netmask: '192.0.2.0/24' },
  });
});
afterAll(async () => {
  await test.stop();
  await mails.stop();
});
// These tests make hundreds of refused logins; the clock moves so that they stay within the limit.
beforeEach(() => test.service.simulator.advance(60));

const NAMES = Object.keys(ROUTES) as RouteName[];
const NOT_MINE: Readonly<Record<string, string>> = {
  tid: 'p00000000000',
  pos_id: 'none',
  number: '1',
  code: 'none-R1.Zm9yIHRoZSBleGFtcGxlIQ',
  value: '1',
  merchant_id: 'none',
  lookup_id: 'none',
  user_id: 'none',
  merchant_ssp_user_id: 'none',
  settlement_account_id: 'none',
  settlement_id: '99',
  shortlink_id: 'none',
  message_id: 'none',
  rid: 'none',
  grant: 'none',
  version: '99',
  name: 'none.png',
};

/** A user of the shop whose netmask excludes this machine. */
const ELSEWHERE = { id: 'elsewhere', secret: 'a secret from elsewhere' };
let people = 0;
const newPerson = () => {
  people += 1;
  return { email: `person${people}@kaffebar.no` };
};

/**
 * Makes a settlement of the shop each day; returns the id of the third one and the address of the
 * first one's log. The neighbour is settled by the month and has two settlements at most, so the third id
 * belongs to the shop alone.
 */
async function settled() {
  const { neighbour } = test.users;
  const body = { payout_account: 'NO93 8601 1117 947', frequency: 'monthly' };
  const monthly = { method: 'PUT', body };
  const account = `/settlement_account/${neighbour.merchant}.NOK/`;
  expect((await test.key(neighbour, account, monthly)).status).toBe(204);
  const tid = await test.payment({ customer: '4798765432' });
  await test.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST' });
  const capture = { method: 'PUT', body: { action: 'capture' } };
  await test.secret(test.users.pos, `/payment_request/${tid}/`, capture);
  // Eight days have three working days in them, whatever day it is, and at most one end of a month.
  await test.service.simulator.advance(8 * 86_400);
  const { text } = await test.secret(test.users.pos, '/settlement/1/');
  const [uri] = JSON.parse(text).transaction_log_uris;
  return { settlement_id: '3', grant: uri.split('/').at(-2) };
}

/** A scan of the shop's shortlink. */
async function scanned() {
  const shortlink_id = test.ready.shortlinks[0]?.id ?? '';
  const phone = await signedInPhone(test.ready.wallet_url, '4798765432');
  const scan = await phone.post('/scans', { shortlink: shortlink_id });
  return { shortlink_id, message_id: member(await scan.json(), 'id') };
}

async function newPermission(): Promise<string> {
  const body = { ...PERMISSION, pos_tid: 'matrix-own', expires_in: 2_592_000 };
  const sent = { method: 'POST', body };
  return member((await test.secret(test.users.pos, '/permission_request/', sent)).json, 'id');
}

async function newCatalogue() {
  const product = { id: 'one', name: 'One', price: 1 };
  const catalogue = { categories: [], products: [product] };
  const changes = [{ kind: 'replace', catalogue }];
  const body = { version: 0, changes };
  await test.key(test.users.admin, '/catalogue/', { method: 'POST', body });
  // Another picture than that of the matrix, which the neighbour uploads too.
  const image = PNG.sync.write(new PNG({ width: 2, height: 2 })).toString('base64');
  const sent = { method: 'POST', body: { image } };
  const made = await test.key(test.users.admin, '/catalogue/picture/', sent);
  return { version: '1', name: member(made.json, 'name') };
}

async function newSspUser(): Promise<string> {
  const sent = { method: 'POST', body: newPerson() };
  return member((await test.secret(test.users.pos, '/merchant_ssp_user/', sent)).json, 'id');
}

/** A route that removes something gets a new object to remove. */
const TO_REMOVE: Partial<Record<RouteName, () => Promise<Readonly<Record<string, string>>>>> = {
  async posDelete() {
    const body = { id: 'to-go', name: 'To go', type: 'store' };
    await test.secret(test.users.pos, '/pos/', { method: 'POST', body });
    return { pos_id: 'to-go' };
  },
  async userDelete() {
    await test.key(test.users.admin, '/user/', { method: 'POST', body: { id: 'to-go' } });
    return { user_id: 'to-go' };
  },
  async shortlinkDelete() {
    const sent = { method: 'POST', body: {} };
    const made = await test.secret(test.users.pos, '/shortlink/', sent);
    return { shortlink_id: member(made.json, 'id') };
  },
  sspUserDelete: async () => ({ merchant_ssp_user_id: await newSspUser() }),
};
const paramsFor = async (name: RouteName) => ({ ...own, ...(await TO_REMOVE[name]?.()) });

const PERMISSION = { customer: '4798765432', pos_id: 'kasse-1', pos_tid: 'matrix', scope: '' };

const BODIES: Partial<Record<RouteName, unknown>> = {
  posCreate: { id: 'matrix', name: 'Matrix', type: 'store' },
  posUpdate: { name: 'Kaffebaren Løkka', type: 'store' },
  paymentCreate: paymentDraft({ pos_tid: 'matrix' }),
  paymentUpdate: {},
  userCreate: { id: 'matrix', label: 'Matrix' },
  userUpdate: { label: 'Matrix' },
  shortlinkCreate: {},
  shortlinkUpdate: {},
  merchantUpdate: { auto_release_after_auth_expire: true },
  permissionCreate: PERMISSION,
  // Nothing differs, so any version may be named.
  catalogueChange: { version: 0, changes: [{ kind: 'remove_product', id: 'none' }] },
  catalogueImport: { version: 0, dry_run: true, csv: 'id,name_en,price\none,One,0.01' },
  cataloguePictureCreate: exampleOf('cataloguePictureCreate').body,
  catalogueReport: { version: 1, problem: null },
  periodPut: exampleOf('periodPut').body,
  tillStatusPut: exampleOf('tillStatusPut').body,
  receiptPut: exampleOf('receiptPut').body,
  receiptEmail: exampleOf('receiptEmail').body,
  settlementAccountUpdate: { payout_account: 'NO93 8601 1117 947' },
};

const QUERIES: Partial<Record<RouteName, string>> = {
  salesSummary: '?from_date=2026-01-01&frequency=month',
};

function sentTo(name: RouteName): Sent {
  const { method } = ROUTES[name];
  if (name === 'sspUserCreate') return { method, body: newPerson() };
  return BODIES[name] === undefined ? { method } : { method, body: BODIES[name] };
}

type Ask = (path: string, sent: Sent) => Promise<Received>;

/** Calls a route on an object of the shop. */
const call = (name: RouteName, ask: Ask, params = own) =>
  ask(pathOf(name, params) + (QUERIES[name] ?? ''), sentTo(name));

const routeOf = (name: RouteName): Route => ROUTES[name];

/**
 * Calls all routes in batches, and returns the reply of one. The service checks a refused login
 * slowly, once for concurrent requests with the same credentials; a batch stays within its limit.
 */
function atOnce(ask: Ask): (name: RouteName) => Promise<Received> {
  const replies = new Map<RouteName, Received>();
  const askAll = async () => {
    for (let at = 0; at < NAMES.length; at += LIMITS.loginFailuresMax) {
      await test.service.simulator.advance(LIMITS.loginFailureWindow / SECOND);
      const some = NAMES.slice(at, at + LIMITS.loginFailuresMax);
      await Promise.all(some.map(async (name) => replies.set(name, await call(name, ask))));
    }
  };
  let asked: Promise<void> | null = null;
  return async (name) => {
    asked ??= askAll();
    await asked;
    const reply = replies.get(name);
    if (reply === undefined) throw new Error(`${name} was not asked`);
    return reply;
  };
}

const fromElsewhere = atOnce((path, sent) => {
  const headers = secretHeaders(own.merchant_id ?? '', ELSEWHERE.id, ELSEWHERE.secret);
  return test.open(path, { ...sent, headers });
});

const underAnotherName = atOnce((path, sent) => {
  const { id, secret } = test.users.pos;
  return test.open(path, {
    ...sent,
    headers: secretHeaders(test.users.neighbour.merchant, id, secret),
  });
});

describe.each(NAMES)('%s', (name) => {
  const { level, success, integratorsOnly } = routeOf(name);
  const open = level === 'OPEN' && integratorsOnly === undefined;

  it('without credentials: is 401 unless the route needs none', async () => {
    const reply = await call(name, test.open);
    if (open) expect(success).toContain(reply.status);
    else expect(reply.status).toBe(401);
  });

  it('with a secret: succeeds unless its level is KEY or it is for integrators only', async () => {
    const ask: Ask = (path, sent) => test.secret(test.users.pos, path, sent);
    const reply = await call(name, ask, level === 'KEY' ? own : await paramsFor(name));
    if (level === 'KEY' || integratorsOnly) expect(reply.status).toBe(401);
    else expect(success).toContain(reply.status);
  });

  it('with a signature: succeeds unless it is for integrators only', async () => {
    const ask: Ask = (path, sent) => test.key(test.users.admin, path, sent);
    const reply = await call(name, ask, await paramsFor(name));
    if (integratorsOnly) expect(reply.status).toBe(401);
    else expect(success).toContain(reply.status);
  });

  it('with the signature of the merchant’s integrator: succeeds (D-05)', async () => {
    const reply = await call(name, test.integrator, await paramsFor(name));
    expect(success).toContain(reply.status);
  });

  it('with an integrator’s signature for another merchant: is 401 unless its level is OPEN', async () => {
    const other = test.ready.other_merchant.id;
    const reply = await call(name, (path, sent) => test.integrator(path, sent, other));
    if (level === 'OPEN') expect(success).toContain(reply.status);
    else expect(reply.status).toBe(401);
  });

  it('from an address outside the user’s netmask: is 401 unless the route needs no credentials', async () => {
    const reply = await fromElsewhere(name);
    if (open) expect(success).toContain(reply.status);
    else expect(reply.status).toBe(401);
  });

  it('with a signature of another merchant: gives no access to objects of the shop', async () => {
    const ask: Ask = (path, sent) => test.key(test.users.neighbour, path, sent);
    const reply = await call(name, ask);
    if (integratorsOnly) return expect(reply.status).toBe(401);
    const named = routeOf(name).path.includes(':') && level !== 'OPEN';
    if (!named) {
      expect(success).toContain(reply.status);
      expect(reply.text).not.toContain(own.tid);
      return;
    }
    expect(reply.status).toBe(404);
    expect(reply.json).toEqual((await call(name, ask, NOT_MINE)).json);
  });

  it('with another merchant’s name on a user’s credentials: is 401 unless the route needs none', async () => {
    const reply = await underAnotherName(name);
    if (open) expect(success).toContain(reply.status);
    else expect(reply.status).toBe(401);
  });

  it('as an integrator with a secret: 401, with a user too: 400, unless the route needs none', async () => {
    const { pos } = test.users;
    const { 'X-Svc-User': _, ...rest } = secretHeaders(pos.merchant, pos.id, pos.secret);
    const alone = { ...rest, 'X-Svc-Integrator': 'int1' };
    const both = { ...alone, 'X-Svc-User': pos.id };
    const status = async (headers: Record<string, string>) =>
      (await call(name, (path, sent) => test.open(path, { ...sent, headers }))).status;
    if (open) expect(success).toContain(await status(both));
    else expect([await status(alone), await status(both)]).toEqual([401, 400]);
  });
});

describe('a request without the merchant’s header', () => {
  it('is assigned to the merchant if only one has the user (D-04)', async () => {
    const { pos } = test.users;
    const { 'X-Svc-Merchant': _, ...headers } = secretHeaders(pos.merchant, pos.id, pos.secret);
    expect((await test.open('/payment_request/', { headers })).status).toBe(200);
  });
});

describe('the tested routes', () => {
  it('are at least twelve, with all three levels', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(NAMES.map((name) => routeOf(name).level))).toEqual(
      new Set(['OPEN', 'SECRET', 'KEY']),
    );
  });
});
