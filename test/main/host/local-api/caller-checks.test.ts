import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadToken } from '../../../../main/host/local-api/token-file.ts';
import { StartError } from '../../../../main/host/start-error.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { ids } from '../../../support/payments.ts';
import { type ScriptedWorld, startScriptedWorld } from './register-setup.ts';

/* Who may call the till API, and how it refuses invalid calls. */

const PAGE = 'https://register.example';
let world: ScriptedWorld;
beforeEach(async () => {
  world = await startScriptedWorld([PAGE]);
});
afterEach(() => world.stop());

const SALE = { reference: 'R-1', amount: 100 };

describe('the till API', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['another scheme', { authorization: 'Basic dGlsbDp0aWxs' }],
    ['a token of another length', { authorization: 'Bearer x' }],
  ])('refuses a caller with %s with 401 and starts nothing', async (_name, headers) => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', 'sales/'],
      ['GET', 'nothing/'],
    ] as const) {
      const reply = await world.register.call(method, path, {
        stranger: true,
        headers,
        ...(method === 'POST' ? { body: SALE } : {}),
      });
      expect([reply.status, reply.json.error_type]).toEqual([401, 'unauthorized']);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
    expect(world.till.asked).toEqual([]);
  });

  it('refuses a host name other than its own with 421', async () => {
    const { port } = new URL(world.api.url);
    for (const host of [`evil.example:${port}`, '127.0.0.1', `127.0.0.1:${Number(port) + 1}`]) {
      const reply = await world.register.call('GET', '', { headers: { host } });
      expect([host, reply.status]).toEqual([host, 421]);
    }
    const headers = { host: `localhost:${port}` };
    expect((await world.register.call('GET', '', { headers })).status).toBe(200);
  });

  it('refuses pages of other origins than the configured ones with 403', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${PAGE}.evil.example`,
      'http://localhost',
    ]) {
      const reply = await world.register.call('GET', '', { headers: { origin } });
      expect([origin, reply.status]).toEqual([origin, 403]);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    }
    const known = await world.register.call('GET', '', { headers: { origin: PAGE } });
    expect([known.status, known.headers['access-control-allow-origin']]).toEqual([200, PAGE]);
    expect((await world.register.call('GET', '')).headers['access-control-allow-origin']).toBe(
      undefined,
    );
  });

  it('answers a preflight request without a token', async () => {
    const ask = (origin: string) =>
      world.register.call('OPTIONS', 'sales/', {
        stranger: true,
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const known = await ask(PAGE);
    expect([known.status, known.headers['access-control-allow-origin']]).toEqual([204, PAGE]);
    expect(known.headers['access-control-allow-headers']).toContain('authorization');
    expect((await ask('https://evil.example')).status).toBe(403);
  });

  it.each([
    ['a body that is not JSON', { raw: '{' }, 400, 'bad_request'],
    [
      'a body of another type',
      { raw: 'a=1', headers: { 'content-type': 'text/plain' } },
      415,
      'wrong_media_type',
    ],
    ['a body that is not valid text', { raw: '"\ud800"' }, 400, 'validation_error'],
    [
      'a body that is too large',
      { raw: `"${'x'.repeat(LIMITS.tillApiBodyBytesMax)}"` },
      413,
      'too_large',
    ],
    ['an array', { body: [] }, 400, 'validation_error'],
    ['an empty body', {}, 400, 'validation_error'],
    ['a fractional amount', { body: { ...SALE, amount: 0.5 } }, 400, 'validation_error'],
    ['another currency', { body: { ...SALE, currency: 'SEK' } }, 400, 'validation_error'],
    ['an unknown method', { body: { ...SALE, method: { kind: 'cash' } } }, 400, 'validation_error'],
    ['a reference of two lines', { body: { ...SALE, reference: 'a\nb' } }, 400, 'validation_error'],
    [
      'a __proto__ key',
      { raw: '{"__proto__":{"reference":"x","amount":1}}' },
      400,
      'validation_error',
    ],
  ] as const)('refuses %s and starts nothing', async (_name, called, status, type) => {
    const reply = await world.register.call('POST', 'sales/', called);
    expect([reply.status, reply.json.error_type]).toEqual([status, type]);
    expect(Object.keys(reply.json).sort()).toEqual([
      'error_description',
      'error_details',
      'error_type',
    ]);
    expect(world.till.asked).toEqual([]);
  });

  it('names every wrong field at once', async () => {
    const reply = await world.register.call('POST', 'sales/', { body: { amount: 0, label: '' } });
    expect(Object.keys(reply.json.error_details ?? {}).sort()).toEqual([
      'amount',
      'label',
      'reference',
    ]);
  });

  it.each([
    ['GET', 'nothing/', 404, undefined],
    ['GET', '/nowhere', 404, undefined],
    ['GET', '/v2/sales/', 404, undefined],
    ['GET', 'sales/%E0%A4%A/', 404, undefined],
    ['GET', 'sales/unknown/', 404, undefined],
    ['POST', 'sales/unknown/cancel/', 404, undefined],
    ['POST', 'unclaimed/unknown/claim/', 404, undefined],
    ['DELETE', 'sales/', 405, 'POST, GET'],
    ['GET', 'sales/x/cancel/', 405, 'POST'],
  ])('%s %s is answered with %i', async (method, path, status, allow) => {
    const reply = await world.register.call(method, path);
    expect([reply.status, reply.headers.allow]).toEqual([status, allow]);
  });

  it('accepts a path with and without its final slash', async () => {
    expect((await world.register.call('GET', 'sales')).status).toBe(200);
    expect((await world.register.call('GET', '/v1')).status).toBe(200);
  });

  it('answers JSON only and forbids caching', async () => {
    const headers = { accept: 'text/html' };
    expect((await world.register.call('GET', '', { headers })).status).toBe(406);
    const reply = await world.register.call('GET', '', { headers: { accept: 'application/json' } });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('hides the details of an internal error', async () => {
    world.till.breakDown();
    const reply = await world.register.start(SALE);
    expect([reply.status, reply.json.error_type]).toEqual([500, 'internal_error']);
    expect(reply.text).not.toContain('fell over');
    expect(world.reports.join()).toContain('fell over');
  });
});

describe('the token file', () => {
  it('that is invalid stops the start, is named, and is not changed', async () => {
    const path = join(world.directory, 'till-api.json');
    writeFileSync(path, '{"token":"short"}');
    await expect(loadToken(world.directory, ids)).rejects.toThrow(StartError);
    await expect(loadToken(world.directory, ids)).rejects.toThrow(path);
    expect(readFileSync(path, 'utf8')).toBe('{"token":"short"}');
  });

  it('is in the data folder, and no temporary file is left beside it', () => {
    expect(world.api.tokenFile).toBe(join(world.directory, 'till-api.json'));
    expect(existsSync(`${world.api.tokenFile}.new`)).toBe(false);
  });
});
