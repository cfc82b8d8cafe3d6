import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  PORTAL_HEADER,
  portalMe,
  SESSION_LEFT_HEADER,
  WATCHING,
} from '../../../../shared/portal/contract.ts';
import { RIGHTS_OF } from '../../../../shared/portal/sign-in.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { MINUTE, SECOND } from '../../../../shared/time/clock.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ lanWallet: { host: '127.0.0.1', port: 0 } });
});
afterEach(() => service.stop());

/** The header of a read that the page repeats by itself. */
const watching = { [PORTAL_HEADER]: WATCHING };
const userOf = (body: unknown) => portalMe.parse(body).user;

describe('signing in', () => {
  it('is required at first, and works for a user with its secret', async () => {
    const browser = merchantBrowser(service);
    expect(portalMe.parse((await browser.get('/me')).body)).toEqual({
      user: null,
      demo: true,
      email: false,
    });
    expect((await browser.get('/payments')).status).toBe(401);
    const entered = await browser.signIn(service.users.pos);
    expect(entered.status).toBe(200);
    expect(userOf(entered.body)).toMatchObject({
      merchant: 'Kaffebaren Løkka',
      user_id: 'pos',
      rights: RIGHTS_OF.secret,
      time_zone: 'Europe/Oslo',
      currency: 'NOK',
    });
    expect((await browser.get('/payments')).status).toBe(200);
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const browser = merchantBrowser(service);
    const set = (await browser.signIn(service.users.admin)).headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^tillkit_portal=[\w.-]+; Path=\/portal\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
  });

  it('gives the same error for a wrong secret, an unknown user and an unknown merchant', async () => {
    const { pos } = service.users;
    const browser = merchantBrowser(service);
    const wrong = [
      { ...pos, secret: 'not-the-secret-1' },
      { ...pos, id: 'nobody' },
      { ...pos, merchant: 'nowhere' },
    ];
    const replies = await Promise.all(wrong.map((user) => browser.signIn(user)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(browser.cookie()).toBe('');
  });

  it('shares the limit of failed logins with the API', async () => {
    const { neighbour } = service.users;
    const browser = merchantBrowser(service);
    let last = await browser.signIn({ ...neighbour, secret: 'not-the-secret-0' });
    for (let tries = 0; tries < 100 && last.status === 401; tries += 1) {
      last = await browser.signIn({ ...neighbour, secret: `not-the-secret-${tries}` });
    }
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.secret(neighbour, '/pos/')).status).toBe(429);
  });

  it('refuses requests that the portal’s pages do not send', async () => {
    const browser = merchantBrowser(service);
    await browser.signIn(service.users.admin);
    const bad = [
      await browser.post('/codes', {}, { origin: 'https://elsewhere.example' }),
      await browser.post('/codes', {}, { 'content-type': 'text/plain' }),
      await browser.get('/payments', { 'sec-fetch-site': 'cross-site' }),
    ];
    expect(bad.map(({ status }) => status)).toEqual([400, 415, 400]);
    const plain = await fetch(`${browser.origin}/portal/v1/codes`, {
      method: 'POST',
      headers: { cookie: browser.cookie(), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(plain.status).toBe(400);
  });
});

describe('a session', () => {
  it('ends at sign-out, including copies of its cookie', async () => {
    const browser = merchantBrowser(service);
    await browser.signIn(service.users.admin);
    const copied = browser.cookie();
    expect((await browser.remove('/session')).status).toBe(204);
    browser.setCookie(copied);
    expect((await browser.get('/payments')).status).toBe(401);
  });

  it('cannot be forged or changed', async () => {
    const browser = merchantBrowser(service);
    await browser.signIn(service.users.pos);
    const [name = '', token = ''] = browser.cookie().split('=', 2);
    const [payload = '', mac] = token.split('.', 2);
    const claims: unknown[] = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = JSON.stringify(['bokkafe1', ...claims.slice(1)]);
    for (const forged of [
      `${Buffer.from(other).toString('base64url')}.${mac}`,
      `${payload}.${'A'.repeat(43)}`,
      'not-json.x',
    ]) {
      browser.setCookie(`${name}=${forged}`);
      expect((await browser.get('/payments')).status, forged).toBe(401);
    }
  });

  it('ends when its user’s credentials change', async () => {
    const admin = merchantBrowser(service);
    await admin.signIn(service.users.admin);
    const made = await admin.post('/users', { id: 'till-9' });
    const { secret } = JSON.parse(JSON.stringify(made.body));
    const till = merchantBrowser(service);
    await till.signIn({ merchant: service.ready.merchant.id, id: 'till-9', secret });
    expect((await till.get('/payments')).status).toBe(200);
    expect((await admin.post('/users/till-9/secret')).status).toBe(200);
    expect((await till.get('/payments')).status).toBe(401);
  });

  it('is opened by the demo with one click, as the user with all rights', async () => {
    const browser = merchantBrowser(service);
    const entered = await browser.post('/demo-session');
    expect(userOf(entered.body)).toMatchObject({ user_id: 'admin', rights: RIGHTS_OF.key });
  });
});

describe('a session without use', () => {
  const { portalSessionIdle: idle, portalSessionLife: life } = LIMITS;
  const step = MINUTE;
  const pass = (time: number) => service.service.simulator.advance(time / SECOND);
  const opened = async () => {
    const browser = merchantBrowser(service);
    await browser.signIn(service.users.admin);
    return browser;
  };

  it('ends after the idle time, which each use restarts', async () => {
    const browser = await opened();
    await pass(idle - step);
    expect((await browser.get('/payments')).status).toBe(200);
    await pass(idle - step);
    expect((await browser.get('/me')).headers.get('set-cookie')).toContain('tillkit_portal=');
    await pass(idle - 1_000);
    expect((await browser.get('/payments')).status).toBe(200);
    await pass(idle);
    expect(await browser.get('/payments')).toMatchObject({
      status: 401,
      body: { error_description: 'You are not signed in any more. Sign in again.' },
    });
    expect(userOf((await browser.get('/me')).body)).toBeNull();
  });

  it('ends although its page polls for changes', async () => {
    const browser = await opened();
    for (let passed = 0; passed < idle; passed += 5 * step) {
      const reply = await browser.get('/payments', watching);
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
      await pass(5 * step);
    }
    expect((await browser.get('/payments', watching)).status).toBe(401);
  });

  it('gets a new token only after a step of time', async () => {
    const browser = await opened();
    await pass(step - 1_000);
    expect((await browser.get('/payments')).headers.get('set-cookie')).toBeNull();
    await pass(1_000);
    const set = (await browser.get('/payments')).headers.get('set-cookie');
    expect(set).toContain(`Max-Age=${(life - step) / SECOND}`);
  });

  it('reports in each reply the time left, and whether a use prolongs it', async () => {
    const browser = await opened();
    const left = async (method: 'GET' | 'POST' = 'GET') => {
      const path = method === 'GET' ? '/session' : '/session/use';
      const reply = await browser.call(method, path, undefined, method === 'GET' ? watching : {});
      return [reply.status, reply.headers.get(SESSION_LEFT_HEADER)];
    };
    await pass(10 * step);
    expect(await left()).toEqual([204, `${(idle - 10 * step) / SECOND}`]);
    await pass(step);
    expect(await left()).toEqual([204, `${(idle - 11 * step) / SECOND}`]);
    expect(await left('POST')).toEqual([204, `${idle / SECOND}`]);
    expect(await left()).toEqual([204, `${idle / SECOND}`]);
    for (let passed = 11 * step; passed < life - idle / 2; passed += idle / 2) {
      await pass(idle / 2);
      await left('POST');
    }
    const [, text] = await left('POST');
    expect(text).toMatch(/^\d+ final$/);
    await pass(Number.parseInt(String(text), 10) * SECOND);
    expect(await left()).toEqual([401, null]);
    expect(await left('POST')).toEqual([401, null]);
  });

  it('has a cookie whose Max-Age is a whole number, as browsers require', async () => {
    const browser = await opened();
    await service.service.simulator.advance(60.5);
    const set = (await browser.get('/payments')).headers.get('set-cookie');
    expect(set).toMatch(/; Max-Age=\d+(;|$)/);
  });

  it('ends at sign-out with all its tokens', async () => {
    const browser = await opened();
    const first = browser.cookie();
    await pass(step);
    await browser.get('/payments');
    expect(browser.cookie()).not.toBe(first);
    await browser.remove('/session');
    browser.setCookie(first);
    expect((await browser.get('/payments')).status).toBe(401);
  });

  it('ends at its limit despite use and a change of its own credentials', async () => {
    const browser = await opened();
    for (let passed = 0; passed < life; passed += idle / 2) {
      expect((await browser.get('/payments')).status).toBe(200);
      if (passed === life / 2) await browser.post('/users/admin/secret');
      await pass(idle / 2);
    }
    expect((await browser.get('/payments')).status).toBe(401);
  });
});

describe('the portal’s pages', () => {
  it('are not served on the address of the customers’ network', async () => {
    const own = new URL(service.ready.base_url).origin;
    const lan = new URL(service.ready.wallet_url).origin;
    expect(lan).not.toBe(own);
    for (const path of ['/m/', '/portal/v1/me']) {
      expect((await fetch(lan + path)).status, path).toBe(404);
      expect((await fetch(own + path)).status, path).not.toBe(404);
    }
  });
});
