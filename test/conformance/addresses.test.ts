import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExample } from '../../main/commands/conform/example-call.ts';
import { authPath, exchange, granted } from '../../main/commands/conform/oauth-flow.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { ROUTES, type RouteName } from '../../shared/protocol/routes.ts';
import { userInput } from '../../shared/protocol/user.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { type Received, secretHeaders, send } from '../support/wire.ts';
import { callOauthExample } from './oauth-call.ts';
import { startWorld, type World } from './world.ts';

/*
 * Every address in a reply is of the form that the specification names: complete in `Location` and in the
 * members that are URLs, a path without host in all others. All endpoints are called; OAuth's also with
 * random members missing or wrong. `ADDRESSES=1000` sends as many of these; `SEED` others.
 */

const COUNT = Number(process.env.ADDRESSES ?? 40);
const SEED = testSeed().seed;

/** Members that are complete addresses ("String URL", OAuth, and what the caller sent itself). */
const COMPLETE = new Set([
  ...['uri', 'attachment_uri', 'redirect_to', 'callback_uri', 'display_message_uri'],
  ...[
    'success_return_uri',
    'failure_return_uri',
    'iss',
    'issuer',
    'base_url',
    'wallet_url',
    'portal_url',
  ],
  ...['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'],
  // What a printed code contains, and what a caller has sent.
  ...['shortlink_value', 'link_uri', 'redirect_uri'],
]);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Leaf = { readonly at: string; readonly name: string; readonly text: string };

/** Every text of a JSON value, with the name of the member that it is in. */
function* leaves(value: unknown, at = '', name = ''): Generator<Leaf> {
  if (typeof value === 'string') yield { at, name, text: value };
  if (Array.isArray(value)) {
    for (const [place, one] of value.entries()) yield* leaves(one, `${at}[${place}]`, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) yield* leaves(one, `${at}.${key}`, key);
  }
}

const isComplete = (text: string) => URL.parse(text)?.host !== undefined && /^https?:/.test(text);

/** What is wrong with the addresses of one reply. */
function wrongIn({ json, headers }: Received): readonly string[] {
  const { host } = new URL(world.test.ready.base_url);
  const wrong: string[] = [];
  for (const { at, name, text } of leaves(json)) {
    const has = isComplete(text) || text.includes(host);
    const path = text.startsWith('/') && !text.startsWith('//');
    if (has && !COMPLETE.has(name)) wrong.push(`${at} has a host: ${text}`);
    if (path && COMPLETE.has(name)) wrong.push(`${at} has no host: ${text}`);
  }
  const { location } = headers;
  if (location !== undefined && !isComplete(location)) wrong.push(`Location: ${location}`);
  return wrong;
}

describe('the addresses in replies', () => {
  it.each(Object.keys(ROUTES) as RouteName[])('have the specified form for %s', async (name) => {
    const reply = await callExample(world.subject, name);
    expect(reply.status, reply.text).toBeLessThan(400);
    expect(wrongIn(reply)).toEqual([]);
  });

  it('have the specified form for payments in every state', async () => {
    for (const state of ['pending', 'auth', 'part', 'paid', 'aborted', 'rejected'] as const) {
      const params = {
        tid: await world.payment(state, { links: [{ uri: 'https://a.example', caption: 'x' }] }),
      };
      for (const name of ['paymentRead', 'paymentOutcome'] as const) {
        expect(wrongIn(await world.call(name, { params })), state).toEqual([]);
      }
    }
  });
});

/** A query of the authorisation page in which some members are missing, wrong or from elsewhere. */
function wrongQuery(prng: Prng): Readonly<Record<string, string | null>> {
  const values = [null, '', 'x', 'code', 'token', 'openid phone', 'phone', 'http://127.0.0.1:1/'];
  const names = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge'];
  const some = names.filter(() => prng.chance(0.4));
  return Object.fromEntries(some.map((name) => [name, prng.pick(values)]));
}

const isKept = (name: string) => name === 'keys' || name === 'error';

describe('replies of OAuth', () => {
  it('to wrong requests have complete redirects and the header no-store', async () => {
    const prng = createPrng(SEED);
    let redirects = 0;
    for (let number = 0; number < COUNT; number += 1) {
      const path = authPath(world, wrongQuery(prng));
      const target = prng.chance(0.8) ? path : path.replace('/auth', '/pre_auth');
      const reply = await send(world.root + target);
      const story = `seed ${SEED}: ${target}, ${reply.status}`;
      expect(wrongIn(reply), story).toEqual([]);
      expect(reply.headers['cache-control'], story).toContain('no-store');
      if (reply.headers.location !== undefined) redirects += 1;
    }
    expect(redirects).toBeGreaterThan(COUNT / 10);
  });

  it.each(Object.keys(OAUTH_ROUTES) as (keyof typeof OAUTH_ROUTES)[])(
    'to the example of %s have complete addresses, and no-store unless they may be kept',
    async (name) => {
      const reply = await callOauthExample(world, name);
      expect(wrongIn(reply)).toEqual([]);
      if (!isKept(name)) expect(reply.headers['cache-control']).toContain('no-store');
    },
  );

  it('to a token request with a missing or wrong member are errors', async () => {
    const { back } = await granted(world.subject);
    const code = back.searchParams.get('code');
    for (const name of ['grant_type', 'code', 'redirect_uri', 'client_id']) {
      for (const value of [null, '', 'wrong']) {
        const reply = await exchange(world, { code, [name]: value });
        const story = `${name}: ${value}, ${reply.text}`;
        expect(reply.status, story).toBeGreaterThanOrEqual(400);
        // A missing member is named before the code is looked at, which was used already. The Basic
        // header names the client too (D-222).
        const isNamed = value === null && name !== 'redirect_uri' && name !== 'client_id';
        if (isNamed) expect(reply.text, story).toContain(name);
        expect(reply.headers['cache-control']).toContain('no-store');
      }
    }
  });
});

describe('a secret', () => {
  // Characters of one to four bytes.
  const CHARACTERS = ['s', 'ø', '€', '😀'] as const;

  it('is valid with 8 to 64 characters, whatever their number of bytes', () => {
    for (const character of CHARACTERS) {
      for (let length = 0; length <= 70; length += 1) {
        const read = userInput.safeParse({ id: 'a', secret: character.repeat(length) });
        const story = `${length} times ${character}`;
        expect(read.success, story).toBe(length >= 8 && length <= 64);
      }
    }
  });

  it('of 8 or 64 characters is accepted by the service and authenticates', async () => {
    for (const character of CHARACTERS) {
      for (const length of [0, 7, 8, 64, 65]) {
        const id = world.fresh();
        const secret = character.repeat(length);
        const made = await world.call('userCreate', { body: { id, secret } });
        const good = length === 8 || length === 64;
        expect([length, character, made.status]).toEqual([length, character, good ? 201 : 400]);
        if (!good) continue;
        const wire = Buffer.from(secret).toString('latin1');
        const headers = secretHeaders(world.test.ready.merchant.id, id, wire);
        const read = await world.test.open('/payment_request/', { headers });
        expect([length, character, read.status]).toEqual([length, character, 200]);
      }
    }
  });
});
