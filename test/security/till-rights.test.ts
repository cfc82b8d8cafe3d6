import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { EXTRA_TABLE } from '../../service/api/extras/index.ts';
import {
  checkReach,
  isClosedTo,
  OWNED_MEMBERS,
  OWNED_PARAMS,
} from '../../service/api/till-reach.ts';
import { generateRsaKeyPair } from '../../shared/node/key-pair.ts';
import { jsonSchema } from '../../shared/node/openapi/json-schema.ts';
import { portalPairingCode } from '../../shared/portal/pairing.ts';
import { EVENT_SUBPROTOCOL } from '../../shared/protocol/channel.ts';
import { CATALOGUE_CHANNEL } from '../../shared/protocol/events.ts';
import { exampleOf } from '../../shared/protocol/examples/index.ts';
import { PAIRING_RIGHTS, type PairingRights, pairingReply } from '../../shared/protocol/pairing.ts';
import {
  EVENT_PATH,
  pathOf,
  ROUTES,
  type Route,
  type RouteName,
} from '../../shared/protocol/routes.ts';
import { TILL_RIGHTS } from '../../shared/protocol/till-rights.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { signedInPhone } from '../support/phone.ts';
import {
  member,
  paymentDraft,
  startTestService,
  type TestService,
  type TestUser,
} from '../support/service.ts';
import { secretHeaders } from '../support/wire.ts';

/*
 * Goal: the credentials of a paired till reach nothing that is not the till's own (D-455). Method: each
 * route of the table, and each id in its path and its body, with the credentials of a till, for an object of
 * another till of the same shop.
 */

/** Ids of paths that belong to no till: they are found below another id, or are of the whole shop. */
const PLAIN_PARAMS = ['number', 'code', 'value', 'merchant_id', 'lookup_id', 'user_id', 'version'];
const SHOP_PARAMS = ['merchant_ssp_user_id', 'settlement_account_id', 'settlement_id', 'grant'];
const LATER_PARAMS = ['message_id', 'name'];
/** Members of bodies and queries that name nothing of a till. */
const PLAIN_MEMBERS = [
  ...['pos_tid', 'amount', 'additional_amount', 'additional_edit', 'currency', 'text', 'links'],
  ...['line_items', 'action', 'allow_credit', 'required_scope', 'required_scope_text', 'refund_id'],
  ...[
    'success_return_uri',
    'failure_return_uri',
    'expires_in',
    'max_scan_age',
    'cid',
    'capture_id',
  ],
  ...[
    'scope',
    'scope_text',
    'label',
    'is_active',
    'serial_number',
    'version',
    'problem',
    'changes',
  ],
  ...['dry_run', 'person', 'image', 'close', 'payments', 'continues', 'totals', 'id', 'email'],
  ...['cursor', 'created_from', 'created_to', 'page_size', 'only_ok', 'status', 'wait', 'since'],
  ...['ttl', 'unless_version', 'rates'],
];

type Till = TestUser & {
  readonly pos: string;
  readonly link: string;
  readonly rights: PairingRights;
  /** Objects of this till, by the parameter that names them. */
  readonly own: Readonly<Record<string, string>>;
};

let test: TestService;
let office: ReturnType<typeof merchantBrowser>;
let tills: Readonly<Record<PairingRights | 'other', Till>>;
/** The id of another till's scan. */
let foreignScan: string;

const NAMES = Object.keys(ROUTES) as RouteName[];
const routeOf = (name: RouteName): Route => ROUTES[name];

beforeAll(async () => {
  test = await startTestService();
  office = merchantBrowser(test);
  await office.signIn(test.users.admin);
  const [sales, refunds, other] = [
    await paired('sales', 'sales'),
    await paired('refunds', 'refunds'),
    await paired('other', 'refunds'),
  ];
  tills = { sales, refunds, other };
  const phone = await signedInPhone(test.ready.wallet_url, '4798765432');
  await phone.post('/scans', { shortlink: other.link });
  const newest = await test.key(other, `/shortlink/${other.link}/last_scan/`);
  foreignScan = member(newest.json, 'id');
});
afterAll(() => test.stop());
// No request is signed as the one before.
beforeEach(() => test.service.simulator.advance(1));

async function paired(pos: string, rights: PairingRights): Promise<Till> {
  const made = await office.post('/pairings', { pos_id: pos, name: pos, rights });
  const { code } = portalPairingCode.parse(made.body);
  const { publicKey: pubkey, privateKey } = await generateRsaKeyPair();
  const reply = pairingReply.parse(
    (await test.open('/pairing/', { method: 'POST', body: { code, pubkey } })).json,
  );
  const { merchant_id: merchant, user_id: id, shortlink_id: link } = reply;
  const user = { merchant, id, secret: '', privateKey };
  const tid = await test.payment({ pos_id: pos, expires_in: 2_592_000 });
  const permission = { ...PERMISSION, pos_id: pos, pos_tid: 'own' };
  const asked = { method: 'POST', body: permission };
  const rid = member((await test.secret(test.users.pos, '/permission_request/', asked)).json, 'id');
  const own = { pos_id: pos, tid, rid, shortlink_id: link ?? '' };
  return { ...user, pos, link: link ?? '', rights, own };
}

/** These checks read nothing. */
const NOTHING_READ = Object.create(null);
const PERMISSION = { customer: '4798765432', scope: '', expires_in: 2_592_000 };
const BODIES: Partial<Record<RouteName, object>> = {
  paymentCreate: paymentDraft({ pos_tid: 'reach' }),
  paymentUpdate: { action: 'abort' },
  permissionCreate: { ...PERMISSION, pos_tid: 'reach' },
  shortlinkUpdate: { label: 'reach' },
};
const bodyOf = (name: RouteName): object | undefined => {
  const example = exampleOf(name).body;
  return BODIES[name] ?? (typeof example === 'object' && example !== null ? example : undefined);
};

async function call(name: RouteName, till: Till, params: Till['own'], more: object = {}) {
  const { method } = routeOf(name);
  const { params: example = {} } = exampleOf(name);
  const body = bodyOf(name);
  const place = membersOf(name).includes('pos_id') ? { pos_id: till.pos } : {};
  await test.service.simulator.advance(1);
  return test.key(till, pathOf(name, { ...example, ...params }), {
    method,
    ...(body === undefined ? {} : { body: { ...body, ...place, ...more } }),
  });
}
const ofTill = (text: string) => text.includes('A till that was paired');

describe.each(PAIRING_RIGHTS)('a till that was paired for %s', (rights) => {
  const named = (...reaches: string[]) =>
    NAMES.filter((name) => reaches.includes(TILL_RIGHTS[name][rights])).filter(
      (name) => routeOf(name).level !== 'OPEN',
    );

  it.each(named('none'))('may not call %s', async (name) => {
    const till = tills[rights];
    const reply = await call(name, till, till.own);
    expect([reply.status, reply.json]).toEqual([401, expect.anything()]);
    if (routeOf(name).integratorsOnly !== true) expect(reply.text).toContain('may not do this');
  });

  it.each(named('own', 'shop'))('may call %s on what is its own', async (name) => {
    const till = tills[rights];
    const reply = await call(name, till, till.own);
    expect(ofTill(reply.text), reply.text).toBe(false);
    expect(reply.status, reply.text).not.toBe(401);
  });

  const foreign = named('own', 'shop').flatMap((name) =>
    Object.keys(OWNED_PARAMS)
      .filter((param) => routeOf(name).path.includes(`:${param}/`))
      .map((param) => [name, param] as const),
  );
  const isShared = (name: RouteName) => TILL_RIGHTS[name][rights] === 'shop';

  it.each(foreign.filter(([name]) => !isShared(name) || name === 'paymentUpdate'))(
    '%s does not reach another till by %s',
    async (name, param) => {
      const { [rights]: till, other } = tills;
      const reply = await call(name, till, { ...till.own, [param]: other.own[param] ?? '' });
      expect(reply.status, reply.text).toBe(param === 'pos_id' ? 401 : 404);
    },
  );

  const places = named('own', 'shop').flatMap((name) =>
    membersOf(name)
      .filter((one) => Object.hasOwn(OWNED_MEMBERS, one))
      .map((one) => [name, one] as const),
  );

  it.each(places)('%s refuses something of another till as %s', async (name, one) => {
    const { [rights]: till, other } = tills;
    const values: Readonly<Record<string, readonly string[]>> = {
      pos_id: [other.pos],
      callback_uri: [`ws:till.${other.pos}`],
      display_message_uri: [`ws:till.${other.pos}`],
      customer: [`shortlink_id:${other.link}`, foreignScan],
    };
    for (const value of values[one] ?? []) {
      const more = name === 'paymentUpdate' ? { action: 'refund', text: 'x' } : {};
      const reply = await call(name, till, till.own, { ...more, [one]: value });
      expect([reply.status, ofTill(reply.text)], `${value} ${reply.text}`).toEqual([401, true]);
    }
    expect(values[one]).toBeDefined();
  });

  it('lists its own payments, over all pages', async () => {
    const till = tills[rights];
    const tids: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      await test.service.simulator.advance(1);
      const page = await test.key(till, `/payment_request/?page_size=1${query}`);
      const { items, cursor: next } = PAGE.parse(page.json);
      tids.push(...items.map(({ tid }) => tid));
      cursor = next;
    }
    expect(tids).toContain(till.own.tid);
    expect(tids).not.toContain(tills.other.own.tid);
  });

  it('opens its own channel, those of its checks and of the catalogue, and no other', async () => {
    const till = tills[rights];
    for (const channel of [`till.${till.pos}`, `check.${till.id}`, CATALOGUE_CHANNEL]) {
      expect(await subscribed(till.id, channel), channel).toBe(true);
    }
    expect(await subscribed(till.id, `till.${tills.other.pos}`)).toBe(false);
  });
});

const PAGE = z.object({
  items: z.array(z.object({ tid: z.string() })),
  cursor: z.string().nullable(),
});

/** Whether the service lets a till hear a channel. It signs with a secret that the office set. */
async function subscribed(id: string, channel: string): Promise<boolean> {
  const { merchant } = test.users.admin;
  const secret = 'a secret of the till';
  const set = { method: 'PUT', body: { secret } };
  await test.service.simulator.advance(1);
  await test.key(test.users.admin, `/user/${id}/`, set);
  const url = test.ready.base_url.replace('http', 'ws') + EVENT_PATH;
  const socket = new WebSocket(url, EVENT_SUBPROTOCOL, {
    headers: secretHeaders(merchant, id, secret),
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', channels: [channel] }));
  const [data] = await once(socket, 'message');
  socket.terminate();
  return z.object({ type: z.string() }).parse(JSON.parse(String(data))).type === 'subscribed';
}

describe('the secret of a till', () => {
  it('opens no page of the merchant', async () => {
    const { merchant, id } = tills.sales;
    await test.service.simulator.advance(1);
    const set = { method: 'PUT', body: { secret: 'a secret of the till' } };
    await test.key(test.users.admin, `/user/${id}/`, set);
    const till = merchantBrowser(test);
    const body = { merchant_id: merchant, user_id: id, secret: 'a secret of the till' };
    expect((await till.post('/session', body)).status).toBe(401);
    expect((await till.get('/payments')).status).toBe(401);
  });
});

describe('a till with the right to refund', () => {
  it('reads a payment of another till and asks for its refund, and does nothing else with it', async () => {
    const { tid = '' } = tills.other.own;
    const { sales, refunds } = tills;
    const put = async (till: Till, action: string) => {
      await test.service.simulator.advance(1);
      const body = { action, text: 'x' };
      return (await test.key(till, `/payment_request/${tid}/`, { method: 'PUT', body })).status;
    };
    expect((await test.key(refunds, `/payment_request/${tid}/`)).status).toBe(200);
    expect((await test.key(sales, `/payment_request/${tid}/`)).status).toBe(404);
    // There is nothing to refund yet.
    expect(await put(refunds, 'refund')).toBe(409);
    for (const action of ['capture', 'abort', 'release', 'reauth']) {
      expect(await put(refunds, action), action).toBe(404);
    }
  });
});

function membersOf(name: RouteName): readonly string[] {
  const { body, query } = routeOf(name);
  return [body, query].flatMap((schema) => {
    if (schema === undefined) return [];
    return Object.keys(jsonSchema(schema, 'input').properties ?? {});
  });
}

describe('every id that a till can send', () => {
  /** What a till says of itself, and what its customer got: no id in it gives a right. */
  const documents: readonly RouteName[] = ['tillStatusPut', 'receiptPut'];
  const open = NAMES.filter((name) =>
    PAIRING_RIGHTS.some((rights) => TILL_RIGHTS[name][rights] !== 'none'),
  ).filter((name) => !documents.includes(name));

  it.each(NAMES)('in the path of %s is decided about', (name) => {
    const known = [...Object.keys(OWNED_PARAMS), ...PLAIN_PARAMS, ...SHOP_PARAMS, ...LATER_PARAMS];
    const params = [...routeOf(name).path.matchAll(/:(\w+)/g)].map(([, param]) => param);
    expect(known).toEqual(expect.arrayContaining(params));
  });

  it.each(open)('in the body and the query of %s is decided about', (name) => {
    const known = [...Object.keys(OWNED_MEMBERS), ...PLAIN_MEMBERS];
    expect(known).toEqual(expect.arrayContaining([...membersOf(name)]));
  });

  it.each(Object.values(EXTRA_TABLE).flatMap((extra) => (extra.kind === 'served' ? extra : [])))(
    'reaches no endpoint outside of the table: $route.name',
    async ({ route: { name, level } }) => {
      const own = { rights: 'refunds', posId: 'own', shortlinkId: 'own' } as const;
      const caller = {
        merchantId: 'm',
        kind: 'user',
        userId: 'u',
        level: 'KEY',
        till: own,
      } as const;
      const call = { deps: NOTHING_READ, params: {}, ahead: null };
      // A route of the table in another form, whose point of sale the service would choose.
      const reached = await checkReach(name, { ...call, caller, body: { pos_id: null } });
      expect(level === 'OPEN' || isClosedTo(name, caller) || !reached.ok).toBe(true);
    },
  );
});
