import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Auth } from '@auth/core';
import type { Provider } from '@auth/core/providers';
import * as oauth from 'oauth4webapi';
import * as six from 'openid-client';
import { Issuer } from 'openid-client-5';
import { Strategy } from 'passport-oauth2';
import { AuthorizationCode } from 'simple-oauth2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../service/app/admin/run.ts';
import { createService, type Ready, type Service } from '../../service/index.ts';
import { browser, INGRID, signIn, someone } from '../support/oauth-browser.ts';
import { newQuickFolder } from '../support/quick-folder.ts';

/*
 * Six client libraries with their defaults: each redirects a customer and exchanges the code. Only what a
 * library needs for http on this machine is set.
 */

const SITE = 'http://127.0.0.1:4700';
/** The address that Auth.js makes of its site, so that it suits all of them. */
const CALLBACK = `${SITE}/auth/callback/tillkit`;

let folder: string;
let service: Service;
let ready: Ready;
let origin: string;
let client: { readonly id: string; readonly secret: string };

beforeAll(async () => {
  folder = newQuickFolder('tillkit-oauth-');
  const data = { kind: 'directory', path: folder } as const;
  service = createService({ data, port: 0, demo: true, log: 'silent' });
  ready = await service.start();
  origin = new URL(ready.base_url).origin;
  const id = 'app-libraries';
  const application = ['--name', 'Kaffebaren Fordel', '--redirect-uri', CALLBACK, '--id', id];
  let printed = '';
  const out = (text: string) => {
    printed += text;
  };
  const args = ['create-oauth-client', ready.merchant.id, ...application, '--data', folder];
  const code = await runAdmin(args, { platform: process.platform, env: {}, out, err: out });
  expect([code, printed]).toEqual([0, expect.any(String)]);
  client = { id, secret: /[A-Za-z0-9_-]{20,}/.exec(printed.replaceAll(id, ''))?.[0] ?? '' };
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A customer follows the redirect and approves; returns the address with the code. */
async function approved(url: string, msisdn = someone()): Promise<URL> {
  const phone = browser();
  const { request_id, at } = await signIn(phone, url, msisdn);
  const done = await phone.go(at, { request_id, decision: 'approve' });
  expect(done.status).toBe(302);
  return new URL(done.location);
}

const SCOPE = 'openid profile email';

/** The provider of Auth.js that the guide shows, for the application of this test. */
async function providerOfGuide(): Promise<Provider> {
  const guide = readFileSync('docs/guides/sign-in.md', 'utf8');
  const [, code = ''] = /^```ts auth\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const file = join(folder, 'provider.mjs');
  writeFileSync(file, code);
  const env = { TILLKIT: origin, APP_ID: client.id, APP_SECRET: client.secret };
  Object.assign(process.env, env);
  try {
    return (await import(pathToFileURL(file).href)).tillkit;
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
}

/** Each returns an access token, or what the library made of it. */
const LIBRARIES = {
  async 'openid-client 6'() {
    const { id, secret } = client;
    const more = { execute: [six.allowInsecureRequests] };
    const config = await six.discovery(new URL(origin), id, secret, undefined, more);
    const expectedState = six.randomState();
    const asked = { redirect_uri: CALLBACK, scope: SCOPE, state: expectedState };
    const back = await approved(six.buildAuthorizationUrl(config, asked).href);
    return (await six.authorizationCodeGrant(config, back, { expectedState })).access_token;
  },

  async 'openid-client 5'() {
    const { Client } = await Issuer.discover(origin);
    const made = new Client({ client_id: client.id, client_secret: client.secret });
    const url = made.authorizationUrl({ redirect_uri: CALLBACK, scope: SCOPE, state: 'five' });
    const params = made.callbackParams((await approved(url)).href);
    return (await made.callback(CALLBACK, params, { state: 'five' })).access_token;
  },

  async oauth4webapi() {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const found = await oauth.discoveryRequest(new URL(origin), insecure);
    const as = await oauth.processDiscoveryResponse(new URL(origin), found);
    const url = new URL(as.authorization_endpoint ?? '');
    const members = { response_type: 'code', client_id: client.id, redirect_uri: CALLBACK };
    url.search = new URLSearchParams({ ...members, scope: SCOPE, state: 'w' }).toString();
    const own = { client_id: client.id };
    const params = oauth.validateAuthResponse(as, own, await approved(url.href), 'w');
    const auth = oauth.ClientSecretBasic(client.secret);
    const request = [as, own, auth, params, CALLBACK, oauth.nopkce, insecure] as const;
    const reply = await oauth.authorizationCodeGrantRequest(...request);
    return (await oauth.processAuthorizationCodeResponse(as, own, reply)).access_token;
  },

  async 'simple-oauth2'() {
    const auth = { tokenHost: origin, tokenPath: '/oauth2/token', authorizePath: '/oauth2/auth' };
    const made = new AuthorizationCode({ client, auth });
    const url = made.authorizeURL({ redirect_uri: CALLBACK, scope: SCOPE, state: 's' });
    const code = (await approved(url)).searchParams.get('code') ?? '';
    const { token } = await made.getToken({ code, redirect_uri: CALLBACK });
    return token.access_token;
  },

  async 'passport-oauth2'() {
    const addresses = {
      authorizationURL: `${origin}/oauth2/auth`,
      tokenURL: `${origin}/oauth2/token`,
    };
    const own = { clientID: client.id, clientSecret: client.secret, callbackURL: CALLBACK };
    return new Promise((resolve, reject) => {
      const options = { ...addresses, ...own, scope: SCOPE.split(' ') };
      const verify = (token: string) => resolve(token);
      const strategy = new Strategy(options, verify);
      const act = (query: object) =>
        Reflect.apply(strategy.authenticate, strategy, [{ query }, {}]);
      strategy.error = reject;
      strategy.fail = reject;
      strategy.redirect = (url: string) => {
        approved(url).then((back) => act(Object.fromEntries(back.searchParams)), reject);
      };
      act({});
    });
  },

  async 'Auth.js'() {
    const cookies = browser().jar;
    const provider = await providerOfGuide();
    let token: string | undefined;
    const go = async (path: string, form?: Readonly<Record<string, string>>) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const post = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
      const reply = await Auth(new Request(SITE + path, { headers: { cookie }, ...post }), {
        basePath: '/auth',
        trustHost: true,
        secret: 'a secret of the site, for its own cookies',
        logger: { error: (error) => expect.fail(String(error.cause ?? error)) },
        providers: [provider],
        callbacks: {
          jwt({ token: kept, account }) {
            token ??= account?.access_token;
            return kept;
          },
        },
      });
      for (const set of reply.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split(/=(.*)/s);
        cookies.set(name, value);
      }
      return reply;
    };
    const { csrfToken } = await (await go('/auth/csrf')).json();
    const sent = await go('/auth/signin/tillkit', { csrfToken });
    const back = await approved(sent.headers.get('location') ?? '', INGRID);
    await go(back.pathname + back.search);
    const { user } = await (await go('/auth/session')).json();
    expect(user).toEqual({ name: 'Ingrid Solheim', email: 'ingrid.solheim@example.no' });
    return token;
  },
} satisfies Readonly<Record<string, () => Promise<unknown>>>;

it.each(Object.entries(LIBRARIES))('%s with its defaults gets a token', async (_, run) => {
  const token = await run();
  expect(token).toMatch(/^at-/);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${origin}/oauth2/v1/userinfo`, { headers })).status).toBe(200);
});
