import {
  authPath,
  createBrowser,
  granted,
  type OauthPlace,
  REDIRECT,
} from '../../main/commands/conform/oauth-flow.ts';
import { type OauthName, oauthExampleOf } from '../../shared/protocol/examples/oauth.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { WALLET_HEADER } from '../../shared/wallet/contract.ts';
import { signedInPhone } from '../support/phone.ts';
import { type Received, send } from '../support/wire.ts';
import { CUSTOMER, member, type World } from './world.ts';

/** What of an example is this service's own: ids in it, and who sends it. */
type Real = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const client = (place: OauthPlace) => ({ client_id: place.oauthClient().id });

export async function phoneOf(world: OauthPlace) {
  const phone = await signedInPhone(world.root, CUSTOMER);
  return { cookie: phone.cookie, [WALLET_HEADER]: '1', 'content-type': 'application/json' };
}

/** A request for authorisation that a signed-in customer has open. */
export async function openRequest(world: OauthPlace) {
  const headers = await phoneOf(world);
  const query = new URLSearchParams({ ...oauthExampleOf('preAuth').query, ...client(world) });
  const asked = await send(`${world.root}/oauth2/pre_auth?${query}`, { headers });
  return { headers, id: member(asked.json, 'request_id') };
}

async function newCode(world: World): Promise<string> {
  const { headers, id } = await openRequest(world);
  const sent = { method: 'POST', headers, body: { approved: true } };
  const done = await send(`${world.root}/oauth2/post_auth/${id}`, sent);
  return new URL(member(done.json, 'redirect_to')).searchParams.get('code') ?? '';
}

/** A browser that has begun, signed in by its wallet where `wallet` says so. */
export async function browserAt(world: OauthPlace, wallet: boolean) {
  const browser = createBrowser(world);
  const { cookie = '' } = wallet ? await phoneOf(world) : {};
  const page = await send(world.root + authPath(world), { headers: { cookie } });
  const [login = ''] = (page.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0] ?? '');
  const request_id = /name="request_id" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return { browser, request_id, cookie: [cookie, login].filter(Boolean).join('; ') };
}

const bearer = async (world: World): Promise<Real> => {
  const { tokens } = await granted(world.subject);
  return { headers: { authorization: `Bearer ${tokens.access_token}` } };
};

const BEFORE: Partial<Record<OauthName, (world: World) => Promise<Real>>> = {
  auth: async (world) => ({ query: client(world) }),
  async authForm(world) {
    const { request_id, cookie } = await browserAt(world, true);
    return { body: { request_id }, headers: { cookie, ...FORM } };
  },
  preAuth: async (world) => ({ query: client(world), headers: await phoneOf(world) }),
  async postAuth(world) {
    const { headers, id } = await openRequest(world);
    return { params: { request_id: id }, headers };
  },
  async token(world) {
    const { id, secret } = world.test.ready.oauth_client;
    const basic = Buffer.from(`${id}:${secret}`).toString('base64');
    const code = await newCode(world);
    return {
      body: { ...client(world), code, redirect_uri: REDIRECT },
      headers: { authorization: `Basic ${basic}`, ...FORM },
    };
  },
  qrImage: async (world) => ({ headers: { cookie: (await browserAt(world, false)).cookie } }),
  userinfo: bearer,
  shippingAddress: bearer,
  personalId: bearer,
  bankId: bearer,
};

/** Sends the example of an OAuth endpoint to the world's service. */
export async function callOauthExample(world: World, name: OauthName): Promise<Received> {
  const { method, path } = OAUTH_ROUTES[name];
  const example = oauthExampleOf(name);
  const real = (await BEFORE[name]?.(world)) ?? {};
  const filled = path.replace(/:(\w+)/g, (_, key: string) => real.params?.[key] ?? key);
  const query = { ...example.query, ...real.query };
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`;
  const body = example.body === undefined ? undefined : { ...example.body, ...real.body };
  const form = real.headers?.['content-type'] === FORM['content-type'];
  return send(world.root + filled + search, {
    method,
    headers: { ...real.headers },
    ...(body === undefined ? {} : { body: form ? formOf(body) : body }),
  });
}

function formOf(body: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(body).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(members).toString();
}
