import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { pathOf, ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';
import type { Received } from './connection.ts';
import { needsMember, needsStatus } from './expect.ts';
import { NotTested } from './row.ts';
import type { Subject } from './subject.ts';

export type PaymentState = 'pending' | 'auth' | 'part' | 'paid' | 'aborted' | 'rejected';
export type Params = Readonly<Record<string, string>>;
export type Call = {
  readonly params?: Params;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A member of a reply, as text. */
export function member(json: unknown, name: string): string {
  return String(Object(json)[name]);
}

/** A new payment of 125.00, brought to a state by its customer and the merchant; returns its tid. */
export async function payment(
  subject: Subject,
  state: PaymentState = 'pending',
  draft: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = {
    action: 'sale',
    currency: 'NOK',
    amount: 12_500,
    allow_credit: false,
    pos_id: 'kasse-1',
    pos_tid: subject.fresh(),
    success_return_uri: '',
    failure_return_uri: '',
    customer: subject.customer,
    ...draft,
  };
  const made = await subject.secret(subject.pos, '/payment_request/', { method: 'POST', body });
  needsStatus('POST /payment_request/', made, 201);
  const tid = needsMember('POST /payment_request/', made.json, 'id');
  const put = async (change: { readonly action: string }) => {
    const sent = { method: 'PUT', body: change };
    const reply = await subject.secret(subject.pos, `/payment_request/${tid}/`, sent);
    needsStatus(`PUT /payment_request/<tid>/ with the action ${change.action}`, reply, 204);
  };
  if (state === 'rejected') await subject.simulator.reject(tid);
  if (state === 'aborted') await put({ action: 'abort' });
  if (['auth', 'part', 'paid'].includes(state)) await subject.simulator.confirm(tid);
  const part = { amount: 5_000, additional_amount: 0, currency: 'NOK', capture_id: 'one' };
  if (state === 'part') await put({ action: 'capture', ...part });
  if (state === 'paid') await put({ action: 'capture' });
  return tid;
}

/** A new permission request, answered or not; returns its rid. */
export async function permission(
  subject: Subject,
  answered?: 'accept' | 'decline',
): Promise<string> {
  const ids = { customer: subject.customer, pos_id: 'kasse-1', pos_tid: subject.fresh() };
  const body = { ...ids, scope: 'openid phone profile' };
  const rid = await newId(subject, 'permissionCreate', body);
  if (answered !== undefined) await subject.simulator[answered](rid);
  return rid;
}

/** A new shortlink without an address for callbacks, and a scan of it. */
export async function scanned(subject: Subject, argstring = '', callback_uri?: string) {
  const shortlink = await newId(subject, 'shortlinkCreate', { callback_uri });
  return { shortlink, token: await subject.simulator.scan(shortlink, argstring) };
}

/** The outcome of a payment. */
export async function outcomeOf(
  subject: Subject,
  tid: string,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = await subject.secret(subject.pos, `/payment_request/${tid}/outcome/`);
  needsStatus('GET /payment_request/<tid>/outcome/', reply, 200);
  return Object(reply.json);
}

type Creation = 'permissionCreate' | 'shortlinkCreate' | 'sspUserCreate';

/** Creates an object that a row needs, and returns the id that the service gave it. */
async function newId(subject: Subject, name: Creation, body: unknown): Promise<string> {
  const reply = await call(subject, name, { body });
  const request = `${ROUTES[name].method} ${ROUTES[name].path}`;
  needsStatus(request, reply, ...ROUTES[name].success);
  return needsMember(request, reply.json, 'id');
}

/**
 * The last part of the address of a settlement or of its log; the simulator makes a settlement if `find`
 * finds none.
 */
async function settled(subject: Subject, find: () => Promise<string | null>): Promise<string> {
  subject.use('settlement');
  let found = await find();
  if (found === null) {
    if (!subject.offers('simulator')) throw new NotTested('settlement');
    await payment(subject, 'paid');
    await subject.simulator.settle();
    found = await find();
  }
  return lastPart(found ?? '');
}

const lastPart = (address: string): string => address.split('/').at(-2) ?? '';

/** The address of a transaction log, or null: the settlement of a day without sales has none. */
async function logAddress(subject: Subject): Promise<string | null> {
  for (const settlement of await subject.settlements()) {
    const params = { settlement_id: lastPart(settlement) };
    const { json } = await call(subject, 'settlementRead', { params });
    const [address = null] = Object(json).transaction_log_uris ?? [];
    if (address !== null) return String(address);
  }
  return null;
}

const newOf = async (subject: Subject, name: 'posCreate' | 'userCreate'): Promise<string> => {
  const body = { ...Object(exampleOf(name).body), id: subject.fresh() };
  const { method, path, success } = ROUTES[name];
  needsStatus(`${method} ${path}`, await call(subject, name, { body }), ...success);
  return body.id;
};

/** Objects of the service for the parameters of paths; each is made on its first use. */
const PARAMS: Readonly<Record<string, (subject: Subject) => Promise<string>>> = {
  tid: (subject) => payment(subject, subject.offers('simulator') ? 'paid' : 'pending'),
  rid: (subject) => permission(subject),
  pos_id: (subject) => newOf(subject, 'posCreate'),
  user_id: (subject) => newOf(subject, 'userCreate'),
  value: async () => '3008',
  lookup_id: async () => '999888777',
  merchant_id: async (subject) => subject.merchant,
  settlement_account_id: async (subject) => `${subject.merchant}.NOK`,
  settlement_id: (subject) => settled(subject, () => subject.newestSettlement()),
  grant: (subject) => settled(subject, () => logAddress(subject)),
  merchant_ssp_user_id: (subject) => newSspUser(subject),
  shortlink_id: (subject) => newShortlink(subject),
  number: async () => '1',
  // The number is that of the example, as the service compares them.
  code: async (subject) => `${await paramOf(subject, 'pos_id')}-R12.Zm9yIHRoZSBleGFtcGxlIQ`,
  version: (subject) => newCatalogue(subject),
  name: (subject) => newPicture(subject),
};

export function paramOf(subject: Subject, name: string): Promise<string> {
  const make = PARAMS[name];
  if (make === undefined) throw new Error(`Nothing is made for the parameter ${name}.`);
  return subject.once(`parameter ${name}`, () => make(subject));
}

/** Calls a route as a user whose credentials are strong enough for it. */
export async function call(subject: Subject, name: RouteName, sent: Call = {}): Promise<Received> {
  const route: Route = ROUTES[name];
  // A wrong payout account would receive the money of a real shop.
  if (name === 'settlementAccountUpdate') subject.use('simulator');
  const params: Record<string, string> = { ...sent.params };
  for (const [, param = ''] of route.path.matchAll(/:(\w+)/g)) {
    params[param] ??= await paramOf(subject, param);
  }
  const path = pathOf(name, params) + (sent.query ?? '');
  const wire = { method: route.method, body: sent.body, headers: sent.headers ?? {} };
  if (route.integratorsOnly === true) return subject.integrator(path, wire);
  if (route.level === 'OPEN') return subject.anonymous(path, wire);
  return route.level === 'KEY'
    ? subject.key(subject.admin(), path, wire)
    : subject.secret(subject.pos, path, wire);
}

/** What must exist before an example can be called: objects that the call may change. */
const BEFORE: Partial<Record<RouteName, (subject: Subject) => Promise<Params>>> = {
  paymentOutcome: async (subject) => ({
    tid: await payment(subject, subject.offers('simulator') ? 'part' : 'pending'),
  }),
  async lastSettlement(subject) {
    await paramOf(subject, 'settlement_id');
    return {};
  },
  paymentUpdate: async (subject) => ({ tid: await payment(subject, 'auth') }),
  permissionOutcome: async (subject) => ({
    rid: await permission(subject, subject.offers('simulator') ? 'accept' : undefined),
  }),
  shortlinkDelete: async (subject) => ({ shortlink_id: await newShortlink(subject) }),
  shortlinkLastScan: async (subject) => ({ shortlink_id: (await scanned(subject)).shortlink }),
  async shortlinkScan(subject) {
    const receiver = subject.receiver('http');
    const path = `/${subject.fresh()}`;
    const { shortlink } = await scanned(subject, '', receiver.url + path);
    const [heard] = await subject.heard(receiver, path);
    return { shortlink_id: shortlink, message_id: String(heard?.message.meta.id) };
  },
  async catalogueRead(subject) {
    await paramOf(subject, 'version');
    return {};
  },
  async catalogueHistory(subject) {
    await paramOf(subject, 'version');
    return {};
  },
  posDelete: async (subject) => ({ pos_id: await newOf(subject, 'posCreate') }),
  posRead: async (subject) => ({ pos_id: await newOf(subject, 'posCreate') }),
  sspUserDelete: async (subject) => ({ merchant_ssp_user_id: await newSspUser(subject) }),
  userDelete: async (subject) => ({ user_id: await newOf(subject, 'userCreate') }),
  userRead: async (subject) => ({ user_id: await newOf(subject, 'userCreate') }),
  userUpdate: async (subject) => ({ user_id: await newOf(subject, 'userCreate') }),
};

/** The version of the catalogue after it was replaced by the example. */
async function newCatalogue(subject: Subject): Promise<string> {
  const { json } = await call(subject, 'catalogueRead');
  const { catalogue } = Object(exampleOf('catalogueRead').reply);
  const changes = [{ kind: 'replace', catalogue }];
  const body = { version: Object(json).version, changes };
  return member((await call(subject, 'catalogueChange', { body })).json, 'version');
}

const newPicture = async (subject: Subject): Promise<string> => {
  const { body } = exampleOf('cataloguePictureCreate');
  return member((await call(subject, 'cataloguePictureCreate', { body })).json, 'name');
};

const newShortlink = (subject: Subject) => newId(subject, 'shortlinkCreate', {});
const newSspUser = async (subject: Subject) =>
  newId(subject, 'sspUserCreate', await bodyOf(subject, 'sspUserCreate'));

/** The examples of reports are about days of their own; here they are about today. */
async function queryOf(subject: Subject, name: RouteName): Promise<string> {
  const query = Object.entries(exampleOf(name).query ?? {});
  // An example may wait for a change, which a customer makes.
  const waits = 'wait' in Object(exampleOf(name).query) && !subject.offers('simulator');
  if (query.length === 0 || waits) return '';
  const today = new Date(await subject.now()).toISOString().slice(0, 10);
  const members = query.map(([key, value]) => {
    if (key === 'from_date' || key === 'to_date') return [key, today];
    if (key === 'created_to') return [key, '2099-01-01 00:00:00'];
    return [key, key === 'created_from' ? `${today} 00:00:00` : value];
  });
  return `?${new URLSearchParams(Object.fromEntries(members))}`;
}

async function presentVersion(subject: Subject): Promise<unknown> {
  return Object((await call(subject, 'catalogueRead')).json).version;
}

/** Bodies that may be sent once only get something of their own. */
async function bodyOf(subject: Subject, name: RouteName): Promise<unknown> {
  const { body } = exampleOf(name);
  if (typeof body !== 'object' || body === null) return body;
  if (name === 'sspUserCreate') return { ...body, email: `${subject.fresh()}@kaffebaren.example` };
  // A receipt has the number that its code names.
  if (name === 'receiptPut') return { ...body, number: `${await paramOf(subject, 'pos_id')}-R12` };
  if ('pos_tid' in body) return { ...body, pos_tid: subject.fresh() };
  // These name the present version; the catalogue of a real shop stays as it is.
  if (name === 'catalogueChange' || name === 'catalogueImport') {
    return { ...body, version: await presentVersion(subject) };
  }
  return name === 'posCreate' || name === 'userCreate' ? { ...body, id: subject.fresh() } : body;
}

/** Sends the example of a route to the service, on objects that fit it. */
export async function callExample(
  subject: Subject,
  name: RouteName,
  more: Call = {},
): Promise<Received> {
  const params = { ...(await BEFORE[name]?.(subject)), ...more.params };
  const body = await bodyOf(subject, name);
  const sent = { query: await queryOf(subject, name), ...more, params };
  return call(subject, name, body === undefined ? sent : { body, ...sent });
}
