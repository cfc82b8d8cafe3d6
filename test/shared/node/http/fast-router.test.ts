import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../../service/app/log.ts';
import { createApp, mountEnd } from '../../../../service/web/app.ts';
import { faultReply } from '../../../../service/web/unexpected-error.ts';
import type { Serve } from '../../../../shared/node/http/exchange.ts';
import { FastRouter } from '../../../../shared/node/http/fast-router.ts';
import { createListener, type Listener } from '../../../../shared/node/http/listener.ts';
import { mountMethods } from '../../../../shared/node/http/methods.ts';
import type { TransportDeps } from '../../../../shared/node/http/transport.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { SVC_PROFILE } from '../../../../shared/protocol/media.ts';
import { ROUTES } from '../../../../shared/protocol/routes.ts';
import { send } from '../../../support/wire.ts';

/** Paths that overlap in every way the table's could, and the table's own. */
const PATHS = [
  '/a/:x/',
  '/a/b/',
  '/a/b/c/',
  '/a/:x/:y/',
  '/:z/b/d/',
  '/a/:x/d/',
  '/b',
  ...new Set(Object.values(ROUTES).map(({ path }) => path)),
];
const PARTS: TransportDeps = {
  profile: SVC_PROFILE,
  faultReply: (error, requestId) => faultReply(error, requestId, createLog('silent')),
  nextRequestId: () => 'same',
  stopping: new AbortController().signal,
};

const listeners: Listener[] = [];
let usual = '';
let fast = '';
/** How many requests the application did not see. */
let taken = 0;

/** An application with these paths, served by the usual router, or by the fast router first. */
async function start(way: FastRouter | null): Promise<string> {
  const app = createApp();
  for (const [index, path] of PATHS.entries()) {
    const say: Serve = async ({ params, target }) => {
      if (params.x === 'broken') return { status: 200, body: 1, headers: { 'x-broken': '\n' } };
      if (params.x === 'cut') return 'cut';
      return { status: 200, body: { index, params, target } };
    };
    mountMethods(
      app,
      path,
      new Map([
        ['GET', say],
        ['POST', say],
      ]),
      PARTS,
      way,
    );
  }
  mountEnd(app, PARTS);
  const listener = createListener((request, response) => {
    if (way?.take(request, response) === true) taken += 1;
    else app(request, response);
  }, createSystemClock());
  listeners.push(listener);
  return `http://127.0.0.1:${await listener.listen('127.0.0.1', 0)}`;
}

beforeAll(async () => {
  usual = await start(null);
  fast = await start(new FastRouter());
});
afterAll(async () => {
  for (const listener of listeners) await listener.stop(0);
});

async function replyTo(origin: string, method: string, path: string) {
  const { status, headers, text } = await send(origin + path, { method });
  return { status, text, headers: { ...headers, date: '' } };
}

async function expectSame(method: string, path: string) {
  expect(await replyTo(fast, method, path)).toStrictEqual(await replyTo(usual, method, path));
}

const usualSegment = fc.constantFrom('a', 'b', 'c', 'd');
const segment = fc.oneof(
  { weight: 9, arbitrary: usualSegment },
  fc.constantFrom('A', '', 'a.b', '~', '-', '_', '%61', '%2F', '%zz', 'a%20b', 'b;c', ':x', '@'),
);
const end = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('', '/') },
  fc.constantFrom('//', '?', '?a=b', '/?x'),
);
const anyPath = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
const knownPath = fc
  .tuple(fc.constantFrom(...PATHS), usualSegment)
  .map(([one, value]) => one.replaceAll(/:\w+/g, value).replace(/\/$/, ''));
const path = fc.tuple(fc.oneof(anyPath, knownPath), end).map(([one, last]) => one + last);
const method = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('GET', 'POST') },
  fc.constantFrom('HEAD', 'PUT', 'OPTIONS'),
);

describe('the fast router', () => {
  it('gives the same reply as the usual router for any address', async () => {
    await fc.assert(fc.asyncProperty(method, path, expectSame), { numRuns: 400 });
    // Half of them are paths of the table, and three of four of those are plain.
    expect(taken).toBeGreaterThan(20);
  });

  it('handles every path of the table with the same reply as the usual router', async () => {
    for (const one of PATHS) {
      const before = taken;
      await expectSame('GET', one.replaceAll(':', 'x'));
      expect(taken - before).toBe(1);
    }
  });

  it('leaves a query, an escape, an empty segment and another method to the usual router', async () => {
    const before = taken;
    for (const one of ['/a/b/?x=1', '/a/%62/', '/a/b%2Fc/', '//a/b/', '/a//']) {
      await expectSame('GET', one);
    }
    await expectSame('DELETE', '/a/b/');
    expect(taken).toBe(before);
  });

  it('answers with 500 like the usual router when a reply cannot be written', async () => {
    await expectSame('GET', '/a/broken/');
    await expectSame('GET', '/a/%62roken/');
    const posted = await send(`${fast}/a/broken/`, { method: 'POST', body: {} });
    expect(posted.status).toBe(500);
    expect((await replyTo(fast, 'GET', '/a/broken/')).status).toBe(500);
  });

  it('cuts the connection where the usual router does', async () => {
    await expect(send(`${fast}/a/cut/`)).rejects.toThrow();
    await expect(send(`${usual}/a/cut/`)).rejects.toThrow();
  });
});
