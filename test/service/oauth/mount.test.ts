import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { browser, INGRID, REDIRECT, signIn, someone } from '../../support/oauth-browser.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/*
 * The redirect flow with a standard client library: it finds the endpoints, redirects the customer,
 * checks the reply, and verifies the id token with the published keys.
 */

let test: TestService;
let config: oidc.Configuration;
let origin: string;

beforeAll(async () => {
  test = await startTestService({ clock: 'system' });
  origin = new URL(test.ready.base_url).origin;
  const { id, secret } = test.ready.oauth_client;
  config = await oidc.discovery(new URL(origin), id, secret, oidc.ClientSecretBasic(secret), {
    execute: [oidc.allowInsecureRequests],
  });
});
afterAll(() => test.stop());
async function authorise(scope: string, msisdn = someone(), of = config) {
  const verifier = oidc.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  const url = oidc.buildAuthorizationUrl(of, {
    redirect_uri: REDIRECT,
    scope,
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const phone = browser();
  const { request_id, at } = await signIn(phone, url.href, msisdn);
  const done = await phone.go(at, { request_id, decision: 'approve' });
  expect(done.status).toBe(302);
  return { back: new URL(done.location), checks, phone, request_id, at };
}

const api = (path: string, token: string) =>
  fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });

const exchangeCode = (back: URL, checks: oidc.AuthorizationCodeGrantChecks) =>
  oidc.authorizationCodeGrant(config, back, checks);

const expectRefused = async (exchange: Promise<unknown>) =>
  expect(exchange).rejects.toMatchObject({ error: 'invalid_grant' });

describe('a standard client', () => {
  it('finds the endpoints by the metadata of RFC 8414 too, and its requests are answered', async () => {
    const { id, secret } = test.ready.oauth_client;
    const found = await oidc.discovery(new URL(origin), id, secret, oidc.ClientSecretPost(secret), {
      algorithm: 'oauth2',
      execute: [oidc.allowInsecureRequests],
    });
    const metadata = found.serverMetadata();
    expect(metadata).toEqual(config.serverMetadata());
    const { back, checks } = await authorise('openid phone', INGRID, found);
    const tokens = await oidc.authorizationCodeGrant(found, back, checks);
    const info = await oidc.fetchUserInfo(found, tokens.access_token, oidc.skipSubjectCheck);
    expect(info).toMatchObject({ phone_number: INGRID });
    const again = await oidc.refreshTokenGrant(found, tokens.refresh_token ?? '');
    expect(again.access_token).not.toBe(tokens.access_token);
    for (const address of ['authorization_endpoint', 'jwks_uri'] as const) {
      expect((await fetch(metadata[address] ?? '')).status).not.toBe(404);
    }
  });

  it('a test suite signs a customer of the demo in as often as it likes', async () => {
    const sent = { response_type: 'code', redirect_uri: REDIRECT, scope: 'openid' };
    const url = oidc.buildAuthorizationUrl(config, sent).href;
    for (let count = 0; count < 2 * LIMITS.walletCodesPerNumber; count += 1) {
      expect((await signIn(browser(), url, INGRID)).page.status).toBe(200);
    }
  });

  it('gets tokens, claims, and an id token that verifies', async () => {
    const { back, checks } = await authorise('openid profile email phone address', INGRID);
    expect(back.searchParams.get('iss')).toBe(origin);
    const tokens = await exchangeCode(back, checks);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: origin, aud: test.ready.oauth_client.id });
    // Name and e-mail, of which client libraries make a session (D-468); the rest is at userinfo.
    const times = { iat: 0, exp: 0, auth_time: 0, nonce: '' };
    const person = { name: '', email: '', email_verified: true };
    const own = { iss: '', sub: '', aud: '', ...times, ...person };
    expect(Object.keys(claims ?? {}).sort()).toEqual(Object.keys(own).sort());
    expect(claims).toMatchObject({ name: 'Ingrid Solheim', email_verified: true });
    const again = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.claims()).toMatchObject({ email: 'ingrid.solheim@example.no' });
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      currency: 'NOK',
      fee: '0.00',
      state: checks.expectedState,
    });
    const info = await oidc.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    expect(info).toEqual({
      sub: claims?.sub,
      name: 'Ingrid Solheim',
      email: 'ingrid.solheim@example.no',
      email_verified: true,
      phone_number: INGRID,
      phone_number_verified: true,
      address: expect.objectContaining({ locality: 'Oslo', country: 'NO' }),
    });
  });

  it('refreshes; reuse of an old refresh token revokes the whole grant', async () => {
    const { back, checks } = await authorise('openid');
    const first = await exchangeCode(back, checks);
    expect(first.claims()).not.toHaveProperty('name');
    expect(first.claims()).not.toHaveProperty('email');
    const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second.access_token).not.toBe(first.access_token);
    expect((await api('/oauth2/v1/userinfo', second.access_token)).status).toBe(200);
    await expectRefused(oidc.refreshTokenGrant(config, first.refresh_token ?? ''));
    expect((await api('/oauth2/v1/userinfo', second.access_token)).status).toBe(401);
    await expectRefused(oidc.refreshTokenGrant(config, second.refresh_token ?? ''));
  });

  it('cannot use a code twice, and the second use revokes the tokens of the first', async () => {
    const { back, checks } = await authorise('openid');
    const tokens = await exchangeCode(back, checks);
    expect((await api('/oauth2/v1/userinfo', tokens.access_token)).status).toBe(200);
    await expectRefused(exchangeCode(back, checks));
    expect((await api('/oauth2/v1/userinfo', tokens.access_token)).status).toBe(401);
  });

  it('needs the PKCE verifier and the redirect address of the request', async () => {
    const one = await authorise('openid');
    const wrong = { ...one.checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
    await expectRefused(exchangeCode(one.back, wrong));
    const two = await authorise('openid');
    const elsewhere = new URL(two.back);
    elsewhere.pathname = '/callback2';
    await expectRefused(exchangeCode(elsewhere, two.checks));
  });
});

describe('the data of an access token', () => {
  it('is limited to its scope (D-131, D-132)', async () => {
    const paths = ['shipping_address', 'personal_id/no/id', 'personal_id/no/bankid'];
    const scopes = ['shipping_address', 'fodselsnummer', 'bankid'];
    const statuses = async (token: string) =>
      Promise.all(paths.map(async (path) => (await api(`/oauth2/v1/scope/${path}`, token)).status));
    const { back, checks } = await authorise(`openid ${scopes.join(' ')}`, INGRID);
    const { access_token: token } = await exchangeCode(back, checks);
    expect(await statuses(token)).toEqual([200, 200, 200]);
    const below = new URL(test.ready.base_url).pathname;
    const id = await (await api(`${below}/oauth2/v1/scope/personal_id/no/id`, token)).json();
    expect(id).toMatchObject({ id_number: '01019012345', jurisdiction: 'no' });
    expect(id.proofs).toHaveLength(2);
    const bank = await (await api('/oauth2/v1/scope/personal_id/no/bankid', token)).json();
    expect(bank.proofs).toEqual([{ source: 'bankid', verified_at: '2025-09-01 09:30:00' }]);
    const other = await authorise('openid');
    const plain = await exchangeCode(other.back, other.checks);
    expect(await statuses(plain.access_token)).toEqual([403, 403, 403]);
    const info = await (await api('/oauth2/v1/userinfo', plain.access_token)).json();
    expect(Object.keys(info)).toEqual(['sub']);
  });

  it('is refused without a token, with the challenge of RFC 6750', async () => {
    const reply = await fetch(`${origin}/oauth2/v1/userinfo`);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });
});
describe('the token endpoint', () => {
  const exchange = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${origin}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const basic = () => {
    const { id, secret } = test.ready.oauth_client;
    return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  };

  it('requires the client’s password, and names the Basic scheme', async () => {
    const reply = await exchange('grant_type=authorization_code&code=x');
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Basic /);
    const wrong = `Basic ${Buffer.from(`${test.ready.oauth_client.id}:nope`).toString('base64')}`;
    expect((await exchange('grant_type=x', { authorization: wrong })).status).toBe(401);
  });

  it.each([
    ['', 'invalid_request'],
    ['grant_type=password', 'unsupported_grant_type'],
    ['grant_type=authorization_code', 'invalid_request'],
    ['grant_type=authorization_code&code=guess', 'invalid_grant'],
    ['grant_type=authorization_code&code=guess&client_id=<ours>', 'invalid_grant'],
    ['grant_type=refresh_token&refresh_token=guess', 'invalid_grant'],
    ['grant_type=a&grant_type=b', 'invalid_request'],
  ])('answers the body “%s” with %s', async (body, error) => {
    const sent = body.replace('<ours>', test.ready.oauth_client.id);
    const reply = await exchange(sent, basic());
    expect([reply.status, await reply.json()]).toMatchObject([400, { error }]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('pragma')).toBe('no-cache');
    expect(reply.headers.get('content-type')).toBe('application/json');
  });

  it('refreshes a permission’s tokens for the merchant as its own client', async () => {
    const body = { customer: INGRID, pos_id: 'p', pos_tid: 'refresh', scope: 'openid' };
    const made = await test.secret(test.users.pos, '/permission_request/', {
      method: 'POST',
      body,
    });
    const rid = JSON.parse(made.text).id;
    await test.service.simulator.accept(rid);
    const path = `/permission_request/${rid}/outcome/`;
    const outcome = JSON.parse((await test.secret(test.users.pos, path)).text);
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: outcome.refresh_token,
    });
    const { merchant, id, secret } = test.users.pos;
    const headers = {
      'X-Svc-Merchant': merchant,
      'X-Svc-User': id,
      authorization: `SECRET ${secret}`,
    };
    const reply = await exchange(form.toString(), headers);
    const tokens = await reply.json();
    expect([reply.status, tokens]).toMatchObject([200, { scope: 'openid', token_type: 'Bearer' }]);
    expect((await api('/oauth2/v1/userinfo', tokens.access_token)).status).toBe(200);
    expect((await exchange(form.toString(), basic())).status).toBe(400);
  });
});
