import jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  browser,
  demoCode,
  hidden,
  INGRID,
  REDIRECT,
  signIn,
} from '../../support/oauth-browser.ts';
import { signedInPhone } from '../../support/phone.ts';
import { readPng } from '../../support/png.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/* The pages that a customer sees, and the two calls that a separate wallet makes instead. */

let test: TestService;
let origin: string;
beforeAll(async () => {
  test = await startTestService();
  origin = new URL(test.ready.base_url).origin;
});
afterAll(() => test.stop());

it.each([
  ['/oauth2/auth', 'DELETE', 'GET, HEAD, OPTIONS, POST'],
  ['/oauth2/pre_auth', 'POST', 'GET, HEAD, OPTIONS'],
  ['/oauth2/post_auth/none', 'GET', 'OPTIONS, POST'],
  ['/oauth2/error', 'POST', 'GET, HEAD, OPTIONS'],
  ['/oauth2/qr_image', 'PUT', 'GET, HEAD, OPTIONS'],
])('%s answers 405 to %s and lists the allowed methods', async (path, method, allow) => {
  const reply = await fetch(origin + path, { method });
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow]);
});

describe('the authorisation page', () => {
  const query = (change: Readonly<Record<string, string>> = {}) => {
    const rest = { response_type: 'code', client_id: test.ready.oauth_client.id, state: 's1' };
    return `${origin}/oauth2/auth?${new URLSearchParams({ ...rest, redirect_uri: REDIRECT, ...change })}`;
  };

  it.each([
    [{ client_id: 'nobody' }, '/oauth2/error?error=invalid_client'],
    [{ redirect_uri: `${REDIRECT}/more` }, '/oauth2/error?error=invalid_request'],
    [{ redirect_uri: 'https://evil.example/' }, '/oauth2/error?error=invalid_request'],
    [{ response_type: 'token' }, `${REDIRECT}?error=unsupported_response_type`],
    [{ scope: 'everything' }, `${REDIRECT}?error=invalid_scope`],
    [{ scope: 'phone' }, `${REDIRECT}?error=invalid_scope`],
    [{ code_challenge: 'x', code_challenge_method: 'plain' }, `${REDIRECT}?error=invalid_request`],
    [{ prompt: 'none' }, `${REDIRECT}?error=interaction_required`],
  ])('%o redirects to %s', async (change, expected) => {
    const { status, location, headers } = await browser().go(query(change));
    expect([status, location]).toEqual([302, expect.stringContaining(expected)]);
    expect(headers.get('cache-control')).toBe('no-store');
    const full = expected.startsWith('/') ? origin + expected : expected;
    expect(location.startsWith(full)).toBe(true);
    if (location.startsWith(REDIRECT)) expect(location).toContain('state=s1');
  });

  it('describes each wrong scope to the application with a sentence of the product', async () => {
    const said = async (scope: string) => {
      const { location } = await browser().go(query({ scope }));
      return new URL(location).searchParams.get('error_description');
    };
    const long = 'openid '.repeat(29);
    expect(await said(long)).toBe('The scope must have at most 200 characters.');
    expect(await said('everything')).toMatch(/^The scope may only name address, .*\.$/);
    expect(await said('phone')).toMatch(/^The scope needs openid beside .*\.$/);
  });

  it.each([
    ['de-AT,en;q=0.8', 'lang="de" dir="ltr"', 'Ein Fehler ist aufgetreten'],
    ['fr,ar-EG;q=0.7', 'lang="ar" dir="rtl"', 'حدث خطأ'],
    ['nn', 'lang="nb" dir="ltr"', 'Noe gikk galt'],
    ['fr', 'lang="en" dir="ltr"', 'Something went wrong'],
  ])('has error pages in the browser’s preferred language: %s', async (accept, tag, title) => {
    const reply = await fetch(`${origin}/oauth2/error?error=x`, {
      headers: { 'accept-language': accept },
    });
    const text = await reply.text();
    expect(text).toContain(`<html ${tag}>`);
    expect(text).toContain(`<h1>${title}</h1>`);
  });

  it('has an error page with status 400 that omits an unknown error name', async () => {
    const reply = await browser().go(`${origin}/oauth2/error?error=<script>`);
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain('<script>');
  });

  it('cannot be framed, limits the targets of its form, and needs its own cookie', async () => {
    const phone = browser();
    const { request_id, at, page } = await signIn(phone, query());
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:4700");
    const stranger = await browser().go(at, { request_id, decision: 'approve' });
    expect([stranger.status, stranger.location]).toEqual([400, '']);
    const denied = await phone.go(at, { request_id, decision: 'deny' });
    expect(denied.location).toContain('error=access_denied');
    expect(denied.headers.get('cache-control')).toBe('no-store');
    const again = await phone.go(at, { request_id, decision: 'approve' });
    expect([again.status, again.location]).toEqual([400, '']);
  });

  it('answers wrong codes with 400, and ends the request after the fifth (D-125)', async () => {
    const phone = browser();
    const first = await phone.go(query());
    const form = { request_id: hidden(first.text, 'request_id'), msisdn: INGRID };
    const sent = await phone.go(`${origin}/oauth2/auth`, form);
    const right = demoCode(sent.text);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) {
      const reply = await phone.go(`${origin}/oauth2/auth`, { ...form, secret: wrong });
      expect(reply.status).toBe(400);
    }
    const late = await phone.go(`${origin}/oauth2/auth`, { ...form, secret: right });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('over')]);
  });

  it('has a QR image, for this browser only, with which a phone continues the request', async () => {
    const desk = browser();
    await desk.go(query());
    const image = await desk.go(`${origin}/oauth2/qr_image`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await browser().go(`${origin}/oauth2/qr_image`)).status).toBe(404);
    const { width, height, data } = readPng(image.bytes);
    const read = jsqr.default(data, width, height)?.data ?? '';
    expect(read.startsWith(`${origin}/oauth2/auth?request=`)).toBe(true);
    const other = browser();
    const { request_id, at } = await signIn(other, read);
    expect(desk.jar.get('tillkit_login')).toContain(request_id);
    const wrong = await browser().go(read.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')));
    expect(wrong.status).toBe(400);
    const key = new URL(read).searchParams.get('key') ?? '';
    const done = await other.go(at, { request_id, key, decision: 'approve' });
    expect(done.location).toContain(`${REDIRECT}?code=`);
  });
});

describe('pre_auth and post_auth (D-126, D-127)', () => {
  it('serve only the wallet of a signed-in customer', async () => {
    const phone = await signedInPhone(origin, INGRID);
    const search = new URLSearchParams({
      response_type: 'code',
      client_id: test.ready.oauth_client.id,
      redirect_uri: REDIRECT,
      scope: 'openid email',
      state: 'abc',
    });
    expect((await browser().go(`${origin}/oauth2/pre_auth?${search}`)).status).toBe(401);
    const { cookie } = phone;
    const asked = await fetch(`${origin}/oauth2/pre_auth?${search}`, { headers: { cookie } });
    const request = await asked.json();
    expect(request).toMatchObject({
      client_name: 'Kaffebaren Fordel',
      scope: 'email openid',
      state: 'abc',
      expires_in: 900,
    });
    const post = (headers: Readonly<Record<string, string>>) =>
      fetch(`${origin}/oauth2/post_auth/${request.request_id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ approved: true, scope: 'openid' }),
      });
    expect((await post({ cookie })).status).toBe(400);
    expect((await post({ 'x-tillkit-wallet': '1' })).status).toBe(401);
    const done = await post({ cookie, 'x-tillkit-wallet': '1' });
    const { redirect_to } = await done.json();
    expect(redirect_to).toMatch(/^http:\/\/127\.0\.0\.1:4700\/callback\?code=[\w-]{43}&state=abc/);
    expect((await post({ cookie, 'x-tillkit-wallet': '1' })).status).toBe(409);
  });
});

describe('a code', () => {
  it('is valid for less than a minute, and its request for a quarter of an hour', async () => {
    const phone = await signedInPhone(origin, INGRID);
    const { id, secret } = test.ready.oauth_client;
    const query = { response_type: 'code', client_id: id, redirect_uri: REDIRECT };
    const search = new URLSearchParams(query);
    const { cookie } = phone;
    const ask = async () => {
      const asked = await fetch(`${origin}/oauth2/pre_auth?${search}`, { headers: { cookie } });
      return (await asked.json()).request_id;
    };
    const approve = (request: string) =>
      fetch(`${origin}/oauth2/post_auth/${request}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'x-tillkit-wallet': '1' },
        body: JSON.stringify({ approved: true }),
      });
    const exchange = async (wait: number) => {
      const { redirect_to } = await (await approve(await ask())).json();
      await test.service.simulator.advance(wait);
      const code = new URL(redirect_to).searchParams.get('code') ?? '';
      const form = {
        ...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECT },
        client_id: id,
      };
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) };
      return (await fetch(`${origin}/oauth2/token`, init)).status;
    };
    expect(await exchange(59)).toBe(200);
    expect(await exchange(60)).toBe(400);
    const request = await ask();
    await test.service.simulator.advance(900);
    expect((await approve(request)).status).toBe(404);
  });
});
