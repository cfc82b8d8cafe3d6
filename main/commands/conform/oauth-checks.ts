import { personalId, shippingAddress, userClaims } from '../../../shared/protocol/user-info.ts';
import { call, member, outcomeOf, payment, permission } from './example-call.ts';
import { anyText, expect, textLike, textWith } from './expect.ts';
import { authPath, bearer, createBrowser, exchange, granted, REDIRECT } from './oauth-flow.ts';
import type { OwnChecks, Subject } from './subject.ts';

const read = async (subject: Subject, path: string) => {
  const { tokens } = await granted(subject);
  return bearer(subject, path, String(tokens.access_token));
};

const refusedWithout = async (
  subject: Subject,
  change: Readonly<Record<string, string | null>>,
) => {
  const reply = await createBrowser(subject).go(authPath(subject, change));
  return [reply.status, reply.headers.location ?? ''];
};

/** A separate code, from the browser that is signed in already. */
async function newCode(subject: Subject): Promise<string> {
  const { browser } = await granted(subject);
  const page = await browser.go(authPath(subject, { scope: 'openid' }));
  const request_id = /name="request_id" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const done = await browser.go('/oauth2/auth', { request_id, decision: 'approve' });
  return new URL(done.headers.location ?? 'http://x.example').searchParams.get('code') ?? '';
}

const ENDPOINTS: OwnChecks = {
  async 'endpoint-oauth/auth'(subject) {
    const reply = await createBrowser(subject).go(authPath(subject));
    expect([reply.status, reply.headers['content-type']]).toEqual([200, textWith('text/html')]);
  },
  async 'endpoint-oauth/auth-form'(subject) {
    const { pages, back } = await granted(subject);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 302]);
    expect(back.href.startsWith(REDIRECT)).toBe(true);
  },
  async 'endpoint-oauth/pre-auth'(subject) {
    const path = authPath(subject).replace('/auth?', '/pre_auth?');
    expect((await createBrowser(subject).go(path)).status).toBe(401);
    const { browser } = await granted(subject);
    const reply = await browser.go(path);
    expect([reply.status, member(reply.json, 'state')]).toEqual([200, 'of-my-own']);
  },
  async 'endpoint-oauth/post-auth'(subject) {
    const { browser } = await granted(subject);
    const asked = await browser.go(authPath(subject).replace('/auth?', '/pre_auth?'));
    const path = `${subject.root}/oauth2/post_auth/${member(asked.json, 'request_id')}`;
    const headers = { 'content-type': 'application/json', 'x-tillkit-wallet': '1' };
    const body = { approved: true, scope: 'openid' };
    expect((await subject.send(path, { method: 'POST', headers, body })).status).toBe(401);
    const signedIn = { ...headers, cookie: browser.cookie() };
    const done = await subject.send(path, { method: 'POST', headers: signedIn, body });
    expect([done.status, member(done.json, 'redirect_to')]).toEqual([200, textWith('code=')]);
  },
  async 'endpoint-oauth/token'(subject) {
    const { tokenHeaders } = await granted(subject);
    expect(tokenHeaders).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect((await exchange(subject, { code: 'x' }, 'nobody:secret')).status).toBe(401);
  },
  async 'endpoint-oauth/error'(subject) {
    const reply = await subject.send(`${subject.root}/oauth2/error?error=invalid_client`);
    expect([reply.status, reply.headers['content-type']]).toEqual([400, textWith('text/html')]);
  },
  async 'endpoint-oauth/qr-image'(subject) {
    const desk = createBrowser(subject);
    await desk.go(authPath(subject));
    const reply = await desk.go('/oauth2/qr_image');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png']);
  },
  async 'endpoint-oauth/userinfo'(subject) {
    const reply = await read(subject, '/oauth2/v1/userinfo');
    expect(userClaims.parse(reply.json)).toMatchObject({ name: 'Ingrid Solheim' });
    expect((await bearer(subject, '/oauth2/v1/userinfo', 'none')).status).toBe(401);
  },
  async 'endpoint-oauth/shipping-address'(subject) {
    const reply = await read(subject, '/oauth2/v1/scope/shipping_address');
    expect(shippingAddress.parse(reply.json)).toMatchObject({ locality: 'Oslo' });
  },
  async 'endpoint-oauth/personal-id'(subject) {
    const reply = await read(subject, '/oauth2/v1/scope/personal_id/no/id');
    expect(personalId.parse(reply.json).proofs.length).toBeGreaterThan(1);
  },
  async 'endpoint-oauth/bankid'(subject) {
    const reply = await read(subject, '/oauth2/v1/scope/personal_id/no/bankid');
    expect(personalId.parse(reply.json).proofs).toHaveLength(1);
  },
};

const REQUEST: OwnChecks = {
  async 'oauth-request/response_type'(subject) {
    for (const response_type of [null, 'token']) {
      const [status, location] = await refusedWithout(subject, { response_type });
      expect([status, location]).toEqual([302, textWith(`${REDIRECT}?error=`)]);
    }
  },
  async 'oauth-request/client_id'(subject) {
    const [status, location] = await refusedWithout(subject, { client_id: null });
    expect([status, location]).toEqual([302, textWith('/oauth2/error?')]);
  },
  async 'oauth-request/redirect_uri'(subject) {
    const elsewhere = { redirect_uri: 'https://elsewhere.example/' };
    const [, location] = await refusedWithout(subject, elsewhere);
    expect(location).toContain('/oauth2/error?');
    expect((await refusedWithout(subject, { redirect_uri: null }))[0]).toBe(200);
  },
  async 'oauth-request/scope'(subject) {
    expect((await refusedWithout(subject, { scope: null }))[0]).toBe(200);
    const [, location] = await refusedWithout(subject, { scope: 'shoe_size' });
    expect(location).toContain('error=invalid_scope');
  },
  async 'oauth-request/state'(subject) {
    expect((await granted(subject)).back.searchParams.get('state')).toBe('of-my-own');
  },
};

type WrongExchange = readonly [change: Readonly<Record<string, string | null>>, credentials?: null];

const WRONG_EXCHANGES: Readonly<Record<string, readonly WrongExchange[]>> = {
  grant_type: [[{ grant_type: 'password' }]],
  code: [[{ code: null }]],
  redirect_uri: [[{ redirect_uri: 'http://127.0.0.1:4700/other' }]],
  // A service may take the id from the Basic header (D-222), so it is missing only without the header.
  client_id: [[{ client_id: 'somebody-else' }], [{ client_id: null }, null]],
};

const EXCHANGE: OwnChecks = Object.fromEntries(
  Object.entries(WRONG_EXCHANGES).map(([name, changes]) => [
    `oauth-exchange/${name}`,
    async (subject: Subject) => {
      const code = await newCode(subject);
      for (const [change, credentials] of changes) {
        const wrong = await exchange(subject, { code, ...change }, credentials);
        expect([name, wrong.status < 402 && wrong.status >= 400]).toEqual([name, true]);
        expect(member(wrong.json, 'error')).toMatch(/^(invalid|unsupported)_/);
      }
      const right = await exchange(subject, { code: await newCode(subject) });
      expect(right.status).toBe(200);
    },
  ]),
);

const TOKEN: OwnChecks = Object.fromEntries(
  (
    [
      ['access_token', textLike(/^.{16,100}$/)],
      ['token_type', 'Bearer'],
      ['id_token', textLike(/^[\w-]+\.[\w-]+\.[\w-]+$/)],
      ['expires_in', 3_600],
      ['refresh_token', anyText],
      ['scope', textWith('openid')],
      ['currency', 'NOK'],
      ['fee', textLike(/^\d+\.\d\d$/)],
      ['report_id', null],
      ['state', 'of-my-own'],
    ] as const
  ).map(([name, expected]) => [
    `oauth-token/${name}`,
    async (subject: Subject) => {
      expect((await granted(subject)).tokens[name]).toEqual(expected);
    },
  ]),
);

export const OAUTH_CHECKS: OwnChecks = {
  ...ENDPOINTS,
  ...REQUEST,
  ...EXCHANGE,
  ...TOKEN,
  async 'flow/code-grant'(subject) {
    const { tokens } = await granted(subject);
    const reply = await bearer(subject, '/oauth2/v1/userinfo', String(tokens.access_token));
    expect(reply.status).toBe(200);
  },
  async 'flow/implicit-client'(subject) {
    const rid = await permission(subject, 'accept');
    const { json } = await call(subject, 'permissionOutcome', { params: { rid } });
    const [, claims = ''] = member(json, 'id_token').split('.');
    const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(aud).toBe(subject.merchant);
  },
  async 'scope/none'(subject) {
    const body = {
      customer: subject.customer,
      pos_id: 'kasse-1',
      pos_tid: subject.fresh(),
      scope: '',
    };
    const made = await call(subject, 'permissionCreate', { body });
    const rid = member(made.json, 'id');
    await subject.simulator.accept(rid);
    const { json } = await call(subject, 'permissionOutcome', { params: { rid } });
    const tid = await payment(subject, 'auth', { customer: member(json, 'access_token') });
    expect((await outcomeOf(subject, tid)).status_code).toBe(3008);
  },
  async 'scope/needs-openid'(subject) {
    for (const scope of ['email', 'phone', 'address', 'email phone address profile']) {
      const body = {
        customer: subject.customer,
        pos_id: 'kasse-1',
        pos_tid: subject.fresh(),
        scope,
      };
      const reply = await call(subject, 'permissionCreate', { body });
      expect([scope, reply.status]).toEqual([scope, 400]);
      expect(reply.text).toContain('needs openid');
    }
  },
  async 'scope/profile-is-name'(subject) {
    const reply = await read(subject, '/oauth2/v1/userinfo');
    expect(member(reply.json, 'name')).toBe('Ingrid Solheim');
  },
  async 'scope/userinfo'(subject) {
    const { json } = await read(subject, '/oauth2/v1/userinfo');
    for (const name of ['sub', 'name', 'email', 'phone_number', 'address']) {
      expect(Object(json)).toHaveProperty(name);
    }
  },
};
