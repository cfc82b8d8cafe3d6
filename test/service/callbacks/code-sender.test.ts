import { createHash, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAddressGuard } from '../../../service/callbacks/address-guard.ts';
import { createCodeSender } from '../../../service/callbacks/code-sender.ts';
import { openCallbackKeys } from '../../../service/callbacks/keys.ts';
import { createSender, type Sender, type Sent } from '../../../service/callbacks/sender.ts';
import { createService, type Ready, type ServiceOptions } from '../../../service/index.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { canonicalString } from '../../../shared/protocol/signing.ts';
import { type Clock, SECOND } from '../../../shared/time/clock.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../../shared/wallet/contract.ts';
import { addressOf } from '../../support/address-of.ts';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { browser, hidden, INGRID, REDIRECT } from '../../support/oauth-browser.ts';
import { ids } from '../../support/payments.ts';
import { startTestService } from '../../support/service.ts';

/*
 * One-time codes outside the demo: they go to the operator's own gateway, signed like a callback,
 * and nowhere else. The customers were written by a demo that ran on the same data before.
 */

const directory = mkdtempSync(join(tmpdir(), 'tillkit-codes-'));
const data = { kind: 'directory', path: directory } as const;
const HERE = ['127.0.0.1'];
let client: Ready['oauth_client'];
let gateway: TestReceiver;
let log: string[];
let stop: () => Promise<void>;

beforeAll(async () => {
  const demo = await startTestService({ data });
  client = demo.ready.oauth_client;
  await demo.stop();
});
beforeEach(async () => {
  gateway = await startReceiver();
  log = [];
});
afterEach(async () => {
  await stop();
  await gateway.stop();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function start(options: Partial<ServiceOptions>): Promise<string> {
  const write = (line: string) => {
    log.push(line);
  };
  const service = createService({ data, port: 0, log: { write }, ...options });
  const ready = await service.start();
  stop = () => service.stop();
  return new URL(ready.base_url).origin;
}

const address = () => `${gateway.url}/sms?key=sesame`;
const ask = (origin: string, path: string, body?: unknown) =>
  fetch(origin + WALLET_PATH + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', [WALLET_HEADER]: '1' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const sent = () => gateway.heard.map(({ body }) => JSON.parse(body.toString()));
const heard = (count: number) => expect.poll(() => gateway.heard.length).toBe(count);

it('a signed request sends a code to the gateway, and the code signs in to the wallet', async () => {
  const origin = await start({ codesTo: address(), allowCallbacksTo: HERE });
  expect(await (await ask(origin, '/me')).json()).toMatchObject({ demo: false, codes: 'sent' });
  const reply = await ask(origin, '/code', { msisdn: INGRID });
  expect([reply.status, await reply.json()]).toEqual([200, { demo_code: null }]);
  await heard(1);
  const [post] = gateway.heard;
  const [message] = sent();
  expect(message).toEqual({
    id: expect.stringMatching(/^[\w-]{22}$/),
    msisdn: INGRID,
    code: expect.stringMatching(/^\d{6}$/),
    expires_in: 300,
  });
  const headers = new Map(Object.entries(post?.headers ?? {}));
  expect(headers.get('content-type')).toBe('application/json');
  const digest = `SHA256=${createHash('sha256')
    .update(post?.body ?? '')
    .digest('base64')}`;
  expect(headers.get('x-svc-content-digest')).toBe(digest);
  const own: [string, string][] = [...headers]
    .filter(([name]) => name.startsWith('x-svc-'))
    .map(([name, value]) => [name, String(value)]);
  const key = await (await fetch(`${origin}/keys/callback.pem`)).text();
  const signature = String(headers.get('authorization')).replace(/^RSA-SHA256 /, '');
  const text = Buffer.from(canonicalString('POST', address(), own, 'X-Svc-'));
  expect(verify('RSA-SHA256', text, key, Buffer.from(signature, 'base64'))).toBe(true);

  const entered = await ask(origin, '/session', { msisdn: INGRID, code: message.code });
  expect([entered.status, await entered.json()]).toMatchObject([
    200,
    { customer: { msisdn: INGRID } },
  ]);
  for (const secret of [message.code, INGRID, 'sesame']) {
    expect(log.join('')).not.toContain(`"${secret}`);
    expect(log.join('')).not.toContain(`=${secret}`);
  }
});

/** A sender of codes without a service, and its real time. */
async function codeSender(sender: (wall: Clock) => Sender) {
  const wall = createManualClock();
  const codes = createCodeSender({
    to: addressOf(address()),
    sender: sender(wall),
    keys: await openCallbackKeys(directory),
    vendor: SVC_PROFILE,
    clock: createManualClock(),
    wall,
    ids,
    // Without the time, whose digits may contain the code.
    log: pino({ base: null, timestamp: false }, { write: (line: string) => void log.push(line) }),
  });
  stop = codes.stop;
  return { codes, wall };
}

it('a code is sent at most three times with the same id, and the log does not contain it', async () => {
  const guard = createAddressGuard(HERE);
  const { codes, wall } = await codeSender((clock) =>
    createSender({ guard, wall: clock, extraCa: null }),
  );
  gateway.answer(500, 'cut', 503);
  await codes.deliver({ msisdn: INGRID }, '123456');
  const refused = (count: number) => expect.poll(() => log.length).toBe(count);
  await refused(1);
  wall.advance(SECOND - 1);
  expect(gateway.heard).toHaveLength(1);
  wall.advance(1);
  await refused(2);
  wall.advance(3 * SECOND);
  await refused(3);
  expect(wall.armed()).toBe(0);
  const [first] = sent();
  expect(sent()).toEqual([first, first, first]);
  expect(log[2]).toContain('"last":true');
  expect(log.join('')).toContain('the gateway did not accept a one-time code');
  for (const secret of [first.code, INGRID, 'sesame']) expect(log.join('')).not.toContain(secret);
});

it('a code is not sent again if the gateway answers 400', async () => {
  const origin = await start({ codesTo: address(), allowCallbacksTo: HERE });
  gateway.answer(400);
  await ask(origin, '/code', { msisdn: INGRID });
  await expect.poll(() => log.join('')).toContain('"last":true');
  expect(gateway.heard).toHaveLength(1);
});

it('an unknown number gets the same reply as a known one, and no code is sent', async () => {
  const origin = await start({ codesTo: address(), allowCallbacksTo: HERE });
  const reply = await ask(origin, '/code', { msisdn: '4799999999' });
  expect([reply.status, await reply.json()]).toEqual([200, { demo_code: null }]);
  await ask(origin, '/code', { msisdn: INGRID });
  await heard(1);
  expect(sent()[0].msisdn).toBe(INGRID);
});

it('a gateway at a private address must be allowed by the operator, like any callback', async () => {
  const origin = await start({ codesTo: address() });
  expect((await ask(origin, '/code', { msisdn: INGRID })).status).toBe(200);
  await expect
    .poll(() => log.join(''))
    .toContain('the operator can allow it with TILLKIT_ALLOW_CALLBACKS_TO');
  expect(gateway.heard).toHaveLength(0);
});

/** A gateway that does not answer until the test says so, and the targets of the codes that it was asked to send. */
async function silentGateway() {
  const asked: string[] = [];
  const answers: ((sent: Sent) => void)[] = [];
  const { codes, wall } = await codeSender(() => ({
    send({ body }, stopping) {
      asked.push(JSON.parse(Buffer.from(body).toString()).msisdn);
      return new Promise((resolve) => {
        answers.push(resolve);
        const stopped = () => resolve(NO_ANSWER);
        if (stopping.aborted) stopped();
        else stopping.addEventListener('abort', stopped, { once: true });
      });
    },
  }));
  const order = (names: readonly string[]) =>
    Promise.all(names.map((msisdn) => codes.deliver({ msisdn }, '1')));
  /** Ends all attempts in flight, after it was asked for so many. */
  const end = async (count: number, sent: Sent) => {
    await expect.poll(() => asked.length).toBe(count);
    for (const answer of answers.splice(0)) answer(sent);
  };
  /** The targets after the first so many. Attempts in flight at one time are signed on threads, so they have no order. */
  const after = (count: number) => asked.slice(count).toSorted();
  return { order, wall, asked, after, end };
}
const NO_ANSWER: Sent = { kind: 'failed', problem: 'timeout' };
const TAKEN: Sent = {
  ...{ kind: 'answered', status: 200, retryAfter: undefined, contentType: undefined },
  body: Buffer.alloc(0),
};
const ALL_PLACES = Array.from({ length: LIMITS.codesUnderWay }, (_, number) => `first-${number}`);
const logged = (text: string) => expect.poll(() => log.join('')).toContain(text);

it('a silent gateway is asked for one code at a time, and gets what waited when it answers again', async () => {
  const { order, wall, asked, after, end } = await silentGateway();
  const all = ALL_PLACES.length;
  await order([...ALL_PLACES, 'a', 'b', 'c']);
  await end(all, NO_ANSWER);
  await logged('the gateway does not answer; codes wait');
  await expect.poll(() => log.filter((line) => line.includes('"last":false')).length).toBe(all);
  // The second attempts are due, and nothing is sent before the circuit lets one through.
  wall.advance(4 * SECOND);
  expect(asked).toHaveLength(all);
  wall.advance(30 * SECOND);
  await end(all + 1, TAKEN);
  await logged('the gateway answers again');
  await expect.poll(() => after(all).slice(0, 3)).toEqual(['a', 'b', 'c']);
});

it('targets take turns, and one of them holds two of the places that wait', async () => {
  const { order, after, end } = await silentGateway();
  await order([...ALL_PLACES, 'loud', 'loud', 'loud', 'loud', 'kari']);
  await end(ALL_PLACES.length, TAKEN);
  await end(ALL_PLACES.length + 3, TAKEN);
  expect(after(ALL_PLACES.length)).toEqual(['kari', 'loud', 'loud']);
});

it('a code that waited for longer than its life is not sent', async () => {
  const { order, wall, after, end } = await silentGateway();
  await order(['a', 'b', 'c']);
  await end(3, NO_ANSWER);
  await logged('the gateway does not answer; codes wait');
  wall.advance(LIMITS.walletCodeLife);
  await logged('expired before the gateway answered');
  expect(after(0)).toEqual(['a', 'b', 'c']);
});

it('a stop ends the codes in progress, and waits for them', async () => {
  const { promise: sending, resolve: answer } = Promise.withResolvers<Sent>();
  let stopping: AbortSignal | null = null;
  const { codes } = await codeSender(() => ({
    send(_, signal) {
      stopping = signal;
      return sending;
    },
  }));
  await codes.deliver({ msisdn: INGRID }, '123456');
  await expect.poll(() => stopping).not.toBeNull();
  const stopped = codes.stop().then(() => log.push('stopped'));
  await new Promise(setImmediate);
  expect([stopping, log]).toMatchObject([{ aborted: true }, []]);
  answer({ kind: 'failed', problem: 'the service was stopped' });
  await stopped;
  expect(log).toEqual([expect.stringContaining('"last":true'), 'stopped']);
});

const page = () =>
  `/oauth2/auth?${new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: REDIRECT,
    scope: 'openid',
  })}`;

it('a code signs in on the redirect pages, which are the same for known and unknown numbers', async () => {
  const origin = await start({ codesTo: address(), allowCallbacksTo: HERE });
  const phone = browser();
  const first = await phone.go(origin + page());
  const request_id = hidden(first.text, 'request_id');
  const at = `${origin}/oauth2/auth`;
  const unknown = await phone.go(at, { request_id, msisdn: '4799999999' });
  const known = await phone.go(at, { request_id, msisdn: INGRID });
  const shape = (text: string) => text.replaceAll(/\d{8,}/g, '#');
  expect([unknown.status, shape(unknown.text)]).toEqual([known.status, shape(known.text)]);
  await heard(1);
  const [{ code: secret }] = sent();
  // The phone number and the colours have six digits too.
  const shown = known.text.replace(/<style>.*?<\/style>/s, '').replaceAll(INGRID, '');
  expect(shown).not.toContain(secret);
  const entered = await phone.go(at, { request_id, msisdn: INGRID, secret });
  expect([entered.status, entered.text]).toEqual([200, expect.stringContaining('approve')]);
});

it('another process of the service accepts a code, on the redirect pages and in the wallet', async () => {
  const options = { codesTo: address(), allowCallbacksTo: HERE };
  const first = await start(options);
  const phone = browser();
  const request_id = hidden((await phone.go(first + page())).text, 'request_id');
  await phone.go(`${first}/oauth2/auth`, { request_id, msisdn: INGRID });
  await heard(1);
  await stop();
  const second = await start(options);
  const form = { request_id, msisdn: INGRID, secret: sent()[0].code };
  const entered = await phone.go(`${second}/oauth2/auth`, form);
  expect([entered.status, entered.text]).toEqual([200, expect.stringContaining('approve')]);

  await ask(second, '/code', { msisdn: INGRID });
  await heard(2);
  await stop();
  const third = await start(options);
  const session = await ask(third, '/session', { msisdn: INGRID, code: sent()[1].code });
  expect(session.status).toBe(200);
});

it('one number gets a limited number of codes, across all pages', async () => {
  const origin = await start({ codesTo: address(), allowCallbacksTo: HERE });
  for (let count = 0; count < LIMITS.walletCodesPerNumber; count += 1) {
    expect((await ask(origin, '/code', { msisdn: INGRID })).status).toBe(200);
  }
  const phone = browser();
  const request_id = hidden((await phone.go(origin + page())).text, 'request_id');
  const more = await phone.go(`${origin}/oauth2/auth`, { request_id, msisdn: INGRID });
  expect(more.status).toBe(429);
  await heard(LIMITS.walletCodesPerNumber);
});

it('without a gateway every sign-in page reports that codes cannot be sent', async () => {
  const origin = await start({});
  expect(await (await ask(origin, '/me')).json()).toMatchObject({ demo: false, codes: 'none' });
  const reply = await ask(origin, '/code', { msisdn: INGRID });
  expect([reply.status, await reply.json()]).toMatchObject([
    503,
    { error_description: expect.stringContaining('This service cannot send codes yet') },
  ]);
  const phone = browser();
  const shown = await phone.go(origin + page());
  expect(shown.text).toContain('This service cannot send codes yet');
  expect(shown.text).not.toContain('name="msisdn"');
  const [request_id = ''] = (phone.jar.get('tillkit_login') ?? '').split('.');
  const forced = await phone.go(`${origin}/oauth2/auth`, { request_id, msisdn: INGRID });
  expect([forced.status, forced.text]).toEqual([503, expect.stringContaining('cannot send codes')]);
});

it('a service with an invalid gateway address does not start', async () => {
  stop = async () => {};
  for (const codesTo of ['ws:codes', 'ftp://sms.example', 'https://me:secret@sms.example/']) {
    await expect(start({ codesTo }), codesTo).rejects.toThrow(/one-time codes/);
  }
});
