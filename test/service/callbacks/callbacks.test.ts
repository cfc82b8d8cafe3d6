import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCallbackReceiver } from '../../../shared/client/receiver.ts';
import { MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { type Heard, startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { createIssuer, issue } from '../../support/certificates.ts';
import { until } from '../../support/last-resort.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { send } from '../../support/wire.ts';

let test: TestService;
let secure: TestReceiver;
let plain: TestReceiver;
beforeAll(async () => {
  const issuer = createIssuer('Test issuer');
  secure = await startReceiver(issue(issuer, ['127.0.0.1']));
  plain = await startReceiver();
  test = await startTestService({ callbackCa: issuer.cert });
});
afterAll(async () => {
  await test.stop();
  await secure.stop();
  await plain.stop();
});

const CUSTOMER = '4798765432';
const advance = (seconds: number) => test.service.simulator.advance(seconds);

async function act(tid: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const user = body.action === 'refund' ? test.users.admin : test.users.pos;
  const done = await test.secret(user, `/payment_request/${tid}/`, { method: 'PUT', body });
  expect(done.status).toBe(204);
}

const approve = (tid: string) =>
  test.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST' });

/** The callbacks that a receiver got about one payment at one target. */
const heardAt = (receiver: TestReceiver, target: string): readonly Heard[] =>
  receiver.heard.filter((heard) => heard.target === target);
const eventsAt = (receiver: TestReceiver, target: string) =>
  heardAt(receiver, target).map(({ message }) => message.meta.event);

async function keys(): Promise<string> {
  return (await send(test.ready.callback_key_url)).text;
}

type Step = (tid: string) => Promise<unknown>;
const capture: Step = (tid) => act(tid, { action: 'capture' });
const STORIES: readonly [events: readonly string[], steps: readonly Step[]][] = [
  [
    ['payment_authorized', 'payment_captured'],
    [approve, capture],
  ],
  [
    ['payment_authorized', 'payment_auth_released'],
    [approve, (tid) => act(tid, { action: 'release' })],
  ],
  [
    ['payment_aborted_by_customer'],
    [(tid) => test.simulator(`/payment_request/${tid}/reject/`, { method: 'POST' })],
  ],
  [['payment_aborted_by_merchant'], [(tid) => act(tid, { action: 'abort' })]],
  [
    ['payment_authorized', 'payment_authorization_renewed'],
    [approve, (tid) => act(tid, { action: 'reauth' })],
  ],
  [
    ['payment_authorized', 'payment_authorization_expired'],
    [approve, () => advance(3 * 86_400)],
  ],
  [['payment_request_expired'], [() => advance(21_600)]],
];

describe('callbacks of payments', () => {
  it.each(STORIES)('%s: are sent over https with the object', async (events, steps) => {
    const target = `/story/${events.join('-')}?order=1`;
    const callback_uri = secure.url + target;
    const tid = await test.payment({ customer: CUSTOMER, callback_uri });
    for (const step of steps) await step(tid);
    await advance(0);
    expect(eventsAt(secure, target)).toEqual(events);
    const outcome = await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`);
    for (const [seqno, { message, headers, method }] of heardAt(secure, target).entries()) {
      const { meta } = message;
      expect(method).toBe('POST');
      expect(headers['content-type']).toBe('application/vnd.svc.api.merchant.v1+json');
      expect(Object.keys(meta).toSorted()).toEqual(
        ['context', 'event', 'id', 'labels', 'seqno', 'timestamp', 'uri'].toSorted(),
      );
      expect(meta.id).toMatch(/^[A-Za-z0-9_-]{22}$/);
      expect(meta.context).toBe(`ctx:${meta.id}`);
      expect(meta.timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(meta.uri).toBe(`${test.ready.base_url}/payment_request/${tid}/outcome/`);
      expect(meta.seqno).toBe(seqno);
      expect(message.object).toMatchObject({ tid });
    }
    // The last event shows what the outcome endpoint shows, but for the one-time upload address.
    const last = heardAt(secure, target).at(-1)?.message.object;
    expect({ ...Object(last), attachment_uri: null }).toEqual({
      ...Object(outcome.json),
      attachment_uri: null,
    });
  });

  it('contain only meta over http; the uri in meta returns the object', async () => {
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: `${plain.url}/plain` });
    await approve(tid);
    await advance(0);
    const [heard] = heardAt(plain, '/plain');
    expect(Object.keys(heard?.message ?? {})).toEqual(['meta']);
    const path = heard?.message.meta.uri?.slice(test.ready.base_url.length) ?? '';
    const read = await test.secret(test.users.pos, path);
    expect(read.json).toMatchObject({ tid, status: 'auth' });
  });

  it('in progress end before the simulated time moves', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const slow = await startReceiver(null, 0, () => answered);
    onTestFinished(() => slow.stop());
    slow.answer(500, 204);
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: `${slow.url}/slow` });
    await approve(tid);
    await until(
      () => slow.heard.length,
      (count) => count === 1,
    );
    const { items } = JSON.parse((await test.simulator('/journal/')).text);
    const moving = advance(86_400);
    // Without the wait for the callback in progress, these requests give the clock time to move.
    for (let reads = 0; reads < 5; reads += 1) await test.simulator('/clock/');
    answer();
    await moving;
    const attempts = (await test.service.simulator.journal()).flatMap((entry) =>
      entry.kind === 'callback' && entry.uri === `${slow.url}/slow` ? [entry] : [],
    );
    expect(attempts.map(({ status }) => status)).toEqual([500, 204]);
    expect(attempts[0]?.at).toBe(items.at(-1).at);
  });

  it('go to the address that the same PUT has registered', async () => {
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: `${plain.url}/before` });
    await approve(tid);
    await act(tid, { action: 'capture', callback_uri: `${plain.url}/after` });
    await advance(0);
    expect(eventsAt(plain, '/before')).toEqual(['payment_authorized']);
    expect(eventsAt(plain, '/after')).toEqual(['payment_captured']);
  });

  it('include the object in display messages over http', async () => {
    const display_message_uri = `${plain.url}/display`;
    const tid = await test.payment({ customer: CUSTOMER, display_message_uri });
    await approve(tid);
    await advance(0);
    const heard = heardAt(plain, '/display');
    expect(heard.map(({ message }) => message.meta.seqno)).toEqual([0, 1, 2]);
    expect(heard.at(-1)?.message).toMatchObject({
      meta: { event: 'display_message', labels: ['display', 'authorised'] },
      object: { tid, status_code: 3008, level: 'info', message: 'The customer has approved.' },
    });
  });

  it('that fail are repeated before the clock call returns; the journal contains both attempts', async () => {
    plain.answer(500, 204);
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: `${plain.url}/again` });
    const { json } = await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`);
    const posTid: string = Object(json).pos_tid;
    await approve(tid);
    await advance(0);
    expect(eventsAt(plain, '/again')).toHaveLength(1);
    await advance(5);
    expect(eventsAt(plain, '/again')).toHaveLength(2);
    const entries = await test.service.simulator.journal({ posTid });
    expect(entries.filter(({ kind }) => kind === 'callback')).toMatchObject([
      { event: 'payment_authorized', attempt: 1, status: 500, state: 'open' },
      { event: 'payment_authorized', attempt: 2, status: 204, problem: null, state: 'delivered' },
    ]);
  });
});

describe('the receiver of an integrator', () => {
  it('accepts a genuine callback once, and refuses modified and old ones', async () => {
    const target = '/shop/hook?order=7&x=%20';
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: secure.url + target });
    await approve(tid);
    await advance(0);
    const [heard] = heardAt(secure, target);
    if (heard === undefined) throw new Error('nothing was heard');
    const at = test.service.simulator.now();
    let now = at;
    const clock = { now: () => now };
    const options = { publicKeys: [await keys()], publicUrl: `${secure.url}/`, clock };
    const receiver = createCallbackReceiver(options);
    const accept = () => undefined;
    const fail = () => Promise.reject(new Error('the shop is closed'));
    expect(await receiver.receive(heard, fail)).toMatchObject({ ok: false, status: 500 });
    expect(await receiver.receive(heard, accept)).toMatchObject({
      ok: true,
      repeat: false,
      event: { kind: 'payment', event: 'payment_authorized', object: { tid, status: 'auth' } },
    });
    expect(await receiver.receive(heard, accept)).toMatchObject({ ok: true, repeat: true });
    const changed = Buffer.from(heard.body.toString().replace('auth', 'free'));
    const problems = [
      await receiver.receive({ ...heard, body: changed }, accept),
      await receiver.receive({ ...heard, target: '/shop/hook?order=8&x=%20' }, accept),
      await receiver.receive(
        { ...heard, headers: { ...heard.headers, authorization: 'x' } },
        accept,
      ),
      await createCallbackReceiver({ ...options, publicKeys: [] }).receive(heard, accept),
    ].map((received) => (received.ok ? 'accepted' : received.problem));
    expect(problems).toEqual(['digest', 'signature', 'signature', 'signature']);
    now = at + 5 * MINUTE + 2 * SECOND;
    expect(await receiver.receive(heard, accept)).toMatchObject({ ok: false, problem: 'stale' });
  });

  it('reads a message that was sent over http, without its object', async () => {
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: `${plain.url}/meta` });
    await approve(tid);
    await advance(0);
    const [heard] = heardAt(plain, '/meta');
    if (heard === undefined) throw new Error('nothing was heard');
    const clock = { now: () => test.service.simulator.now() };
    const publicKeys = [await keys()];
    const receiver = createCallbackReceiver({ publicKeys, publicUrl: plain.url, clock });
    const received = await receiver.receive(heard, () => undefined);
    expect(received).toMatchObject({ ok: true, event: { kind: 'payment', object: null } });
  });
});

describe('the page of the callback key', () => {
  it('shows public RSA keys without credentials, by GET only', async () => {
    const page = await send(test.ready.callback_key_url);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('application/x-pem-file');
    expect(createPublicKey(page.text).asymmetricKeyType).toBe('rsa');
    expect(page.text).not.toContain('PRIVATE');
    const post = await send(test.ready.callback_key_url, { method: 'POST' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('callback addresses', () => {
  it.each(['http://0.0.0.0/', 'http://224.0.0.1/x', 'https://[::]/', 'http://255.255.255.255/'])(
    '%s is refused at registration, because no receiver can exist there',
    async (callback_uri) => {
      await expect(test.payment({ callback_uri })).rejects.toThrow(/400 .*callback_uri/);
    },
  );
});
