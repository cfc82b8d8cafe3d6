import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf, ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';
import { paymentDraft, startTestService, type TestService } from '../../support/service.ts';
import { type Received, type Sent, secretHeaders } from '../../support/wire.ts';

/*
 * Every row of the route table against every kind of caller. What is expected follows from the
 * row's level alone, so a new endpoint is judged the day it enters the table.
 */

let test: TestService;
/** An object of the shop's own for each parameter. */
let own: Readonly<Record<string, string>>;

beforeAll(async () => {
  test = await startTestService();
  own = { tid: await test.payment(), pos_id: 'kasse-1', value: '2000' };
});
afterAll(() => test.stop());

const NAMES = Object.keys(ROUTES) as RouteName[];
const NOT_MINE: Readonly<Record<string, string>> = {
  tid: 'p00000000000',
  pos_id: 'none',
  value: '1',
};

const BODIES: Partial<Record<RouteName, unknown>> = {
  posCreate: { id: 'matrix', name: 'Matrix', type: 'store' },
  posUpdate: { name: 'Kaffebaren Løkka', type: 'store' },
  paymentCreate: paymentDraft({ pos_tid: 'matrix' }),
  paymentUpdate: {},
};

function sentTo(name: RouteName): Sent {
  const { method } = ROUTES[name];
  return BODIES[name] === undefined ? { method } : { method, body: BODIES[name] };
}

type Ask = (path: string, sent: Sent) => Promise<Received>;

/** Calls a route on an object of the shop. */
const call = (name: RouteName, ask: Ask, params = own) => ask(pathOf(name, params), sentTo(name));

const routeOf = (name: RouteName): Route => ROUTES[name];

describe.each(NAMES)('%s', (name) => {
  const { level, success } = routeOf(name);

  it('without credentials: only OPEN answers', async () => {
    const reply = await call(name, test.open);
    if (level === 'OPEN') expect(success).toContain(reply.status);
    else expect(reply.status).toBe(401);
  });

  it('with a secret: everything but KEY', async () => {
    const reply = await call(name, (path, sent) => test.secret(test.users.pos, path, sent));
    if (level === 'KEY') expect(reply.status).toBe(401);
    else expect(success).toContain(reply.status);
  });

  it('with a signature: everything', async () => {
    // The point of sale is removed at last, and only a copy of it.
    if (name === 'posDelete') {
      const body = { id: 'to-go', name: 'To go', type: 'store' };
      await test.secret(test.users.pos, '/pos/', { method: 'POST', body });
    }
    const params = name === 'posDelete' ? { pos_id: 'to-go' } : own;
    const reply = await call(name, (path, sent) => test.key(test.users.admin, path, sent), params);
    expect(success).toContain(reply.status);
  });

  it('with a signature of another merchant: nothing of ours', async () => {
    const ask: Ask = (path, sent) => test.key(test.users.neighbour, path, sent);
    const reply = await call(name, ask);
    const named = routeOf(name).path.includes(':') && level !== 'OPEN';
    if (!named) {
      expect(success).toContain(reply.status);
      expect(reply.text).not.toContain(own.tid);
      return;
    }
    expect(reply.status).toBe(404);
    expect(reply.json).toEqual((await call(name, ask, NOT_MINE)).json);
  });

  it('with another merchant’s name on our user’s credentials: 401', async () => {
    const { id, secret } = test.users.pos;
    const headers = secretHeaders(test.users.neighbour.merchant, id, secret);
    const reply = await call(name, (path, sent) => test.open(path, { ...sent, headers }));
    if (level === 'OPEN') expect(success).toContain(reply.status);
    else expect(reply.status).toBe(401);
  });

  it('as an integrator: 401, and with a user besides: 400', async () => {
    const { pos } = test.users;
    const { 'X-Svc-User': _, ...rest } = secretHeaders(pos.merchant, pos.id, pos.secret);
    const alone = { ...rest, 'X-Svc-Integrator': 'int1' };
    const both = { ...alone, 'X-Svc-User': pos.id };
    const status = async (headers: Record<string, string>) =>
      (await call(name, (path, sent) => test.open(path, { ...sent, headers }))).status;
    if (level === 'OPEN') expect(success).toContain(await status(both));
    else expect([await status(alone), await status(both)]).toEqual([401, 400]);
  });
});

describe('the merchant’s header left out', () => {
  it('is filled in where only one merchant has the user (D-04)', async () => {
    const { pos } = test.users;
    const { 'X-Svc-Merchant': _, ...headers } = secretHeaders(pos.merchant, pos.id, pos.secret);
    expect((await test.open('/payment_request/', { headers })).status).toBe(200);
  });
});

describe('the level of the table is checked by this test', () => {
  it('looks at every route', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(NAMES.map((name) => routeOf(name).level))).toEqual(
      new Set(['OPEN', 'SECRET', 'KEY']),
    );
  });
});
