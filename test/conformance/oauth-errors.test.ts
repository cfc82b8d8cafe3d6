import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authPath,
  createBrowser,
  exchange,
  type OauthPlace,
  REDIRECT,
} from '../../main/commands/conform/oauth-flow.ts';
import { openApiDocument } from '../../service/api/openapi/document.ts';
import { oauthNames } from '../../service/api/openapi/oauth-operations.ts';
import { createService, type Service } from '../../service/index.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { WALLET_HEADER } from '../../shared/wallet/contract.ts';
import { signedInPhone } from '../support/phone.ts';
import { type SeededData, seededData } from '../support/seeded-data.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Received, type Sent, send } from '../support/wire.ts';
import { browserAt, openRequest, phoneOf } from './oauth-call.ts';
import { CUSTOMER, member, oauthPlace } from './world.ts';

/*
 * The errors of OAuth's endpoints and their statuses in the reference, in both directions: each error
 * that an endpoint sends is in the reference, and each status in the reference is sent here.
 */

type Name = keyof typeof OAUTH_ROUTES;
type Place = OauthPlace & { readonly test: TestService };
const placeOf = (test: TestService): Place => ({ test, ...oauthPlace(test) });

/** A customer of older profiles: the service has only the number and the name. */
const ALICE = '4799000001';

let world: Place;
/** A service with a customer who has no data. */
let bare: Place;
/** A service that cannot send one-time codes. */
let mute: { readonly service: Service; readonly origin: string; readonly clientId: string };
/** A service whose database was moved away. */
let broken: Place & { readonly before: Awaited<ReturnType<typeof beforeBreak>> };
const moved: (() => void)[] = [];
const removals: (() => void)[] = [];

beforeAll(async () => {
  world = placeOf(await startTestService());
  bare = placeOf(await startTestService({ profile: 'mcash' }));
  mute = await withoutCodes();
  broken = await withoutDatabase();
});
afterAll(async () => {
  // The service closes a database only in its place.
  for (const giveBack of moved) giveBack();
  const all = [world?.test, bare?.test, broken?.test, mute?.service];
  for (const one of all) await one?.stop();
  for (const remove of removals) remove();
});

const ORIGIN = ({ root }: Place) => root;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const post = (type: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { 'content-type': type, [WALLET_HEADER]: '1', ...headers },
  body,
});
const formOf = (members: Readonly<Record<string, string>>) =>
  new URLSearchParams(members).toString();
const to = (name: Name, sent: Sent = {}, place: Place = world) =>
  send(ORIGIN(place) + OAUTH_ROUTES[name].path.replace(':request_id', 'unknown'), sent);

async function directory(): Promise<SeededData> {
  const seeded = await seededData();
  removals.push(seeded.remove);
  return seeded;
}

async function withoutCodes() {
  const { data } = await directory();
  const first = await startTestService({ data });
  const clientId = first.ready.oauth_client.id;
  await first.stop();
  const service = createService({ data, port: 0, log: 'silent' });
  const ready = await service.start();
  return { service, clientId, origin: new URL(ready.base_url).origin };
}

/** What a customer and an application have before the database is moved. */
async function beforeBreak(place: Place) {
  const { headers, id } = await openRequest(place);
  const { cookie } = await browserAt(place, false);
  return { headers, id, cookie, token: await tokenOf(place, CUSTOMER, 'openid') };
}

async function withoutDatabase() {
  const { data } = await directory();
  const place = placeOf(await startTestService({ data }));
  const before = await beforeBreak(place);
  if (data.kind !== 'directory') throw new Error('this run has no data folder');
  const file = join(data.path, 'tillkit.db');
  renameSync(file, `${file}.away`);
  moved.push(() => renameSync(`${file}.away`, file));
  // The first write finds that the database is not in its place; reads are refused from then on.
  await createBrowser(place).go(authPath(place));
  return { ...place, before };
}

/** An access token for the scope that the customer has granted. */
async function tokenOf(place: Place, msisdn: string, scope: string): Promise<string> {
  const { cookie } = await signedInPhone(ORIGIN(place), msisdn);
  const headers = { cookie, [WALLET_HEADER]: '1' };
  const path = authPath(place, { scope }).replace('/auth?', '/pre_auth?');
  const { json } = await send(ORIGIN(place) + path, { headers });
  const url = `${ORIGIN(place)}/oauth2/post_auth/${member(json, 'request_id')}`;
  const done = await send(url, post(JSON_TYPE, { approved: true }, headers));
  const code = new URL(member(done.json, 'redirect_to')).searchParams.get('code');
  return member((await exchange(place, { code })).json, 'access_token');
}

const withToken = async (name: Name, place: Place, msisdn: string, scope: string) => {
  const token = await tokenOf(place, msisdn, scope);
  return to(name, { headers: { authorization: `Bearer ${token}` } }, place);
};

/** Requests codes for one number until there are too many. */
async function codesWithoutEnd(): Promise<Received> {
  const { cookie, request_id } = await browserAt(world, false);
  const sent = post(FORM, formOf({ request_id, msisdn: '4791112223' }), { cookie });
  for (let count = 0; count < LIMITS.walletCodesPerNumber; count += 1) await to('authForm', sent);
  return to('authForm', sent);
}

/** Tries wrong passwords of the application until there are too many. */
async function passwordsWithoutEnd(): Promise<Received> {
  const { id } = world.test.ready.oauth_client;
  for (let count = 0; count < LIMITS.loginFailuresMax; count += 1) {
    await exchange(world, { code: 'x' }, `${id}:wrong-${count}`);
  }
  return exchange(world, { code: 'x' }, `${id}:wrong`);
}

/** Sends a number to a service that sends no codes. */
async function numberWithoutCodes(): Promise<Received> {
  const query = formOf({ response_type: 'code', client_id: mute.clientId, redirect_uri: REDIRECT });
  const page = await send(`${mute.origin}/oauth2/auth?${query}`);
  const [cookie = ''] = (page.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0] ?? '');
  const request_id = cookie.split('=')[1]?.split('.')[0] ?? '';
  const form = formOf({ request_id, msisdn: CUSTOMER });
  return send(`${mute.origin}/oauth2/auth`, post(FORM, form, { cookie }));
}

async function postTo(id: string, headers: Readonly<Record<string, string>>, body: unknown) {
  const url = `${ORIGIN(world)}/oauth2/post_auth/${id}`;
  return send(url, { method: 'POST', headers, body });
}

async function grantOfMore(): Promise<Received> {
  const { id, headers } = await openRequest(world);
  return postTo(id, headers, { approved: true, scope: 'openid bankid' });
}

const TOO_LONG = 'b'.repeat(100_000);
const GZIP = { 'content-encoding': 'gzip' };
const bearerOf = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const inBroken = (name: Name) => () => to(name, bearerOf(broken.before.token), broken);

/** A request to an endpoint that is refused with the status. */
const REFUSED: readonly (readonly [Name, number, () => Promise<Received>])[] = [
  ['auth', 400, () => send(`${ORIGIN(world)}/oauth2/auth?request=unknown&key=unknown`)],
  ['auth', 503, () => createBrowser(broken).go(authPath(broken))],
  ['authForm', 400, () => to('authForm', post(FORM, 'a=b'))],
  ['authForm', 413, () => to('authForm', post(FORM, `a=${TOO_LONG}`))],
  ['authForm', 415, () => to('authForm', post(FORM, 'a=b', GZIP))],
  ['authForm', 429, codesWithoutEnd],
  ['authForm', 503, numberWithoutCodes],
  ['authForm', 503, () => to('authForm', post(FORM, 'request_id=a'), broken)],
  ['preAuth', 400, async () => to('preAuth', { headers: await phoneOf(world) })],
  ['preAuth', 401, () => to('preAuth')],
  ['preAuth', 503, () => to('preAuth', { headers: broken.before.headers }, broken)],
  ['postAuth', 400, () => to('postAuth', { ...post(JSON_TYPE, '{}'), headers: {} })],
  ['postAuth', 401, () => to('postAuth', post(JSON_TYPE, '{"approved":true}'))],
  ['postAuth', 404, async () => postTo('unknown', await phoneOf(world), { approved: true })],
  ['postAuth', 409, grantOfMore],
  [
    'postAuth',
    413,
    async () => to('postAuth', post(JSON_TYPE, `"${TOO_LONG}"`, await phoneOf(world))),
  ],
  ['postAuth', 415, () => to('postAuth', post('text/plain', '{}'))],
  ['postAuth', 503, () => to('postAuth', post(JSON_TYPE, '{}', broken.before.headers), broken)],
  ['token', 400, () => to('token', post(FORM, 'scope=a&scope=b'))],
  ['token', 401, () => exchange(world, { code: 'x' }, 'unknown:wrong')],
  ['token', 413, () => to('token', post(FORM, `code=${TOO_LONG.repeat(20)}`))],
  ['token', 429, passwordsWithoutEnd],
  ['token', 503, () => exchange(broken, { code: 'x' })],
  ['error', 400, () => to('error')],
  ['qrImage', 404, () => to('qrImage')],
  ['qrImage', 503, () => to('qrImage', { headers: { cookie: broken.before.cookie } }, broken)],
  ['userinfo', 401, () => to('userinfo')],
  ['userinfo', 503, inBroken('userinfo')],
  ...(
    [
      ['shippingAddress', 'shipping_address'],
      ['personalId', 'fodselsnummer'],
      ['bankId', 'bankid'],
    ] as const
  ).flatMap(([name, scope]): [Name, number, () => Promise<Received>][] => [
    [name, 401, () => to(name)],
    [name, 403, () => withToken(name, world, CUSTOMER, 'openid')],
    [name, 404, () => withToken(name, bare, ALICE, scope)],
    [name, 503, inBroken(name)],
  ]),
];

const { paths, components } = openApiDocument(SVC_PROFILE);

function documented(name: Name): Readonly<Record<string, unknown>> {
  const { path, method } = OAUTH_ROUTES[name];
  const all: Readonly<Record<string, object>> = paths;
  const item = Object.entries(all[path.replace(/:(\w+)/g, '{$1}')] ?? {});
  const [, operation] = item.find(([key]) => key === method.toLowerCase()) ?? [];
  return Object(operation).responses ?? {};
}

/** The media type and the members of an error, as the reference has them and as they were sent. */
function bodiesOf(name: Name, reply: Received) {
  const type = String(reply.headers['content-type']).split(';', 1)[0] ?? '';
  const { content = {} } = Object(documented(name)[reply.status]);
  const { schema } = Object(Object(content)[type]);
  const { required = [] } = Object(
    components.schemas[String(schema?.$ref).split('/').at(-1) ?? ''],
  );
  const members = type === 'text/html' ? [] : Object.keys(Object(reply.json));
  return { said: [Object.keys(content), required], sent: [[type], members] };
}

describe('the reference lists the OAuth errors of', () => {
  it.each(oauthNames())('%s: 405', async (name) => {
    const reply = await to(name, { method: 'DELETE' });
    expect(reply.status).toBe(405);
    const { said, sent } = bodiesOf(name, reply);
    expect(said).toEqual(sent);
  });

  it.each(REFUSED)('%s: %i', async (name, status, refused) => {
    const reply = await refused();
    expect([reply.status, reply.text.slice(0, 200)]).toEqual([status, expect.anything()]);
    const { said, sent } = bodiesOf(name, reply);
    expect(said).toEqual(sent);
  });

  it.each(oauthNames())('%s: the tests cover each status in the reference', (name) => {
    const sent = REFUSED.filter(([one]) => one === name).map(([, status]) => String(status));
    const errors = Object.keys(documented(name)).filter((status) => Number(status) >= 400);
    expect(errors.toSorted()).toEqual([...new Set([...sent, '405'])].toSorted());
  });
});
