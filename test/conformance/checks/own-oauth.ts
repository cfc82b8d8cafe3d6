import { expect } from 'vitest';
import { personalId, shippingAddress, userClaims } from '../../../shared/protocol/user-info.ts';
import { send } from '../../support/wire.ts';
import {
  authPath,
  bearer,
  createBrowser,
  exchange,
  granted,
  originOf,
  REDIRECT,
} from '../oauth.ts';
import { member, type World } from '../world.ts';
import type { OwnChecks } from './own.ts';

const read = async (world: World, path: string) => {
  const { tokens } = await granted(world);
  return bearer(world, path, String(tokens.access_token));
};

const refusedWithout = async (world: World, change: Readonly<Record<string, string | null>>) => {
  const reply = await createBrowser(world).go(authPath(world, change));
  return [reply.status, reply.headers.location ?? ''];
};

/** A separate code, from the browser that is signed in already. */
async function newCode(world: World): Promise<string> {
  const { browser } = await granted(world);
  const page = await browser.go(authPath(world, { scope: 'openid' }));
  const request_id = /name="request_id" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const done = await browser.go('/oauth2/auth', { request_id, decision: 'approve' });
  return new URL(done.headers.location ?? 'http://x.example').searchParams.get('code') ?? '';
}

const ENDPOINTS: OwnChecks = {
  async 'endpoint-oauth/auth'(world) {
    const reply = await createBrowser(world).go(authPath(world));
    expect([reply.status, reply.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  },
  async 'endpoint-oauth/auth-form'(world) {
    const { pages, back } = await granted(world);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 302]);
    expect(back.href.startsWith(REDIRECT)).toBe(true);
  },
  async 'endpoint-oauth/pre-auth'(world) {
    const path = authPath(world).replace('/auth?', '/pre_auth?');
    expect((await createBrowser(world).go(path)).status).toBe(401);
    const { browser } = await granted(world);
    const reply = await browser.go(path);
    expect([reply.status, member(reply.json, 'state')]).toEqual([200, 'of-my-own']);
  },
  async 'endpoint-oauth/post-auth'(world) {
    const { browser } = await granted(world);
    const asked = await browser.go(authPath(world).replace('/auth?', '/pre_auth?'));
    const path = `${originOf(world)}/oauth2/post_auth/${member(asked.json, 'request_id')}`;
    const headers = { 'content-type': 'application/json', 'x-tillkit-wallet': '1' };
    const body = { approved: true, scope: 'openid' };
    expect((await send(path, { method: 'POST', headers, body })).status).toBe(401);
    const signedIn = { ...headers, cookie: browser.cookie() };
    const done = await send(path, { method: 'POST', headers: signedIn, body });
    expect([done.status, member(done.json, 'redirect_to')]).toEqual([
      200,
      expect.stringContaining('code='),
    ]);
  },
  async 'endpoint-oauth/token'(world) {
    const { tokenHeaders } = await granted(world);
    expect(tokenHeaders).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect((await exchange(world, { code: 'x' }, 'nobody:secret')).status).toBe(401);
  },
  async 'endpoint-oauth/error'(world) {
    const reply = await send(`${originOf(world)}/oauth2/error?error=invalid_client`);
    expect([reply.status, reply.headers['content-type']]).toEqual([
      400,
      expect.stringContaining('text/html'),
    ]);
  },
  async 'endpoint-oauth/qr-image'(world) {
    const desk = createBrowser(world);
    await desk.go(authPath(world));
    const reply = await desk.go('/oauth2/qr_image');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png']);
  },
  async 'endpoint-oauth/userinfo'(world) {
    const reply = await read(world, '/oauth2/v1/userinfo');
    expect(userClaims.parse(reply.json)).toMatchObject({ name: 'Ingrid Solheim' });
    expect((await bearer(world, '/oauth2/v1/userinfo', 'none')).status).toBe(401);
  },
  async 'endpoint-oauth/shipping-address'(world) {
    const reply = await read(world, '/oauth2/v1/scope/shipping_address');
    expect(shippingAddress.parse(reply.json)).toMatchObject({ locality: 'Oslo' });
  },
  async 'endpoint-oauth/personal-id'(world) {
    const reply = await read(world, '/oauth2/v1/scope/personal_id/no/id');
    expect(personalId.parse(reply.json).proofs.length).toBeGreaterThan(1);
  },
  async 'endpoint-oauth/bankid'(world) {
    const reply = await read(world, '/oauth2/v1/scope/personal_id/no/bankid');
    expect(personalId.parse(reply.json).proofs).toHaveLength(1);
  },
};

const REQUEST: OwnChecks = {
  async 'oauth-request/response_type'(world) {
    for (const response_type of [null, 'token']) {
      const [status, location] = await refusedWithout(world, { response_type });
      expect([status, location]).toEqual([302, expect.stringContaining(`${REDIRECT}?error=`)]);
    }
  },
  async 'oauth-request/client_id'(world) {
    const [status, location] = await refusedWithout(world, { client_id: null });
    expect([status, location]).toEqual([302, expect.stringContaining('/oauth2/error?')]);
  },
  async 'oauth-request/redirect_uri'(world) {
    const elsewhere = { redirect_uri: 'https://elsewhere.example/' };
    const [, location] = await refusedWithout(world, elsewhere);
    expect(location).toContain('/oauth2/error?');
    expect((await refusedWithout(world, { redirect_uri: null }))[0]).toBe(200);
  },
  async 'oauth-request/scope'(world) {
    expect((await refusedWithout(world, { scope: null }))[0]).toBe(200);
    const [, location] = await refusedWithout(world, { scope: 'shoe_size' });
    expect(location).toContain('error=invalid_scope');
  },
  async 'oauth-request/state'(world) {
    expect((await granted(world)).back.searchParams.get('state')).toBe('of-my-own');
  },
};

const EXCHANGE: OwnChecks = Object.fromEntries(
  (
    [
      ['grant_type', { grant_type: 'password' }],
      ['code', { code: null }],
      ['redirect_uri', { redirect_uri: 'http://127.0.0.1:4700/other' }],
      ['client_id', { client_id: 'somebody-else' }, { client_id: null }],
    ] as const
  ).map(([name, ...changes]) => [
    `oauth-exchange/${name}`,
    async (world: World) => {
      const code = await newCode(world);
      for (const change of changes) {
        const wrong = await exchange(world, { code, ...change });
        expect([name, wrong.status < 402 && wrong.status >= 400]).toEqual([name, true]);
        expect(member(wrong.json, 'error')).toMatch(/^(invalid|unsupported)_/);
      }
      const right = await exchange(world, { code: await newCode(world) });
      expect(right.status).toBe(200);
    },
  ]),
);

const TOKEN: OwnChecks = Object.fromEntries(
  (
    [
      ['access_token', expect.stringMatching(/^.{16,100}$/)],
      ['token_type', 'Bearer'],
      ['id_token', expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)],
      ['expires_in', 3_600],
      ['refresh_token', expect.any(String)],
      ['scope', expect.stringContaining('openid')],
      ['currency', 'NOK'],
      ['fee', expect.stringMatching(/^\d+\.\d\d$/)],
      ['report_id', null],
      ['state', 'of-my-own'],
    ] as const
  ).map(([name, expected]) => [
    `oauth-token/${name}`,
    async (world: World) => {
      expect((await granted(world)).tokens[name]).toEqual(expected);
    },
  ]),
);

export const OAUTH_CHECKS: OwnChecks = {
  ...ENDPOINTS,
  ...REQUEST,
  ...EXCHANGE,
  ...TOKEN,
  async 'flow/code-grant'(world) {
    const { tokens } = await granted(world);
    const reply = await bearer(world, '/oauth2/v1/userinfo', String(tokens.access_token));
    expect(reply.status).toBe(200);
  },
  async 'flow/implicit-client'(world) {
    const rid = await world.permission('accept');
    const { json } = await world.call('permissionOutcome', { params: { rid } });
    const [, claims = ''] = member(json, 'id_token').split('.');
    const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(aud).toBe(world.params.merchant_id);
  },
  async 'scope/none'(world) {
    const body = { customer: '4798765432', pos_id: 'kasse-1', pos_tid: world.fresh(), scope: '' };
    const made = await world.call('permissionCreate', { body });
    const rid = member(made.json, 'id');
    await world.test.service.simulator.accept(rid);
    const { json } = await world.call('permissionOutcome', { params: { rid } });
    const tid = await world.payment('auth', { customer: member(json, 'access_token') });
    expect((await world.outcome(tid)).status_code).toBe(3008);
  },
  async 'scope/needs-openid'(world) {
    for (const scope of ['email', 'phone', 'address', 'email phone address profile']) {
      const body = { customer: '4798765432', pos_id: 'kasse-1', pos_tid: world.fresh(), scope };
      const reply = await world.call('permissionCreate', { body });
      expect([scope, reply.status]).toEqual([scope, 400]);
      expect(reply.text).toContain('needs openid');
    }
  },
  async 'scope/profile-is-name'(world) {
    const reply = await read(world, '/oauth2/v1/userinfo');
    expect(member(reply.json, 'name')).toBe('Ingrid Solheim');
  },
  async 'scope/userinfo'(world) {
    const { json } = await read(world, '/oauth2/v1/userinfo');
    for (const name of ['sub', 'name', 'email', 'phone_number', 'address']) {
      expect(Object(json)).toHaveProperty(name);
    }
  },
};
