import { createCallbackReceiver } from '../../../shared/client/receiver.ts';
import { permissionOutcome } from '../../../shared/protocol/permission.ts';
import { scanObject } from '../../../shared/protocol/shortlink.ts';
import { DAY } from '../../../shared/time/clock.ts';
import { type Heard, secretHeaders } from './connection.ts';
import { call, member, payment } from './example-call.ts';
import { expect, StepFailed, textLike } from './expect.ts';
import { LIFE_ROWS } from './life-rows.ts';
import { createBrowser, exchange } from './oauth-flow.ts';
import type { OwnChecks, Subject } from './subject.ts';
import { checkMove } from './table-checks.ts';

/** What arrived at a separate address after `act`, everything due being sent. */
async function heardAt(
  subject: Subject,
  kind: 'https' | 'http',
  act: (address: string) => Promise<unknown>,
): Promise<readonly Heard[]> {
  const path = `/${subject.fresh()}`;
  const receiver = subject.receiver(kind);
  await act(receiver.url + path);
  return subject.heard(receiver, path);
}

const authorised = (subject: Subject) => (callback_uri: string) =>
  payment(subject, 'auth', { callback_uri });

async function oneMessage(subject: Subject): Promise<Heard> {
  const [heard] = await heardAt(subject, 'https', authorised(subject));
  if (heard === undefined) throw new StepFailed('no callback arrived');
  return heard;
}

const MEMBERS: Readonly<Record<string, (heard: Heard, subject: Subject) => void>> = {
  id: ({ message }) => expect(message.meta.id).toMatch(/^[\w-]{22}$/),
  event: ({ message }) => expect(message.meta.event).toBe('payment_authorized'),
  uri: ({ message }, subject) =>
    expect(String(message.meta.uri).startsWith(subject.baseUrl)).toBe(true),
  seqno: ({ message }) => expect(message.meta.seqno).toBe(0),
  labels: ({ message }) => expect(Array.isArray(message.meta.labels)).toBe(true),
  context: ({ message }) => expect(message.meta.context).toBe(`ctx:${message.meta.id}`),
  timestamp: ({ message }) =>
    expect(message.meta.timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  object: ({ message }) => expect(message.object).toMatchObject({ status_code: 3008 }),
};

const META: OwnChecks = Object.fromEntries(
  Object.entries(MEMBERS).map(([name, look]) => [
    `meta/${name}`,
    async (subject: Subject) => look(await oneMessage(subject), subject),
  ]),
);

/** The moves of the other table send the payment events; here each event finds its move. */
const PAYMENT: OwnChecks = Object.fromEntries(
  LIFE_ROWS.flatMap(({ check }) =>
    check.by === 'move' && check.event !== null
      ? [[`event/${check.event}`, (subject: Subject) => checkMove(subject, check)]]
      : [],
  ),
);

async function permissionEvent(subject: Subject, act: (rid: string) => Promise<unknown>) {
  const heard = await heardAt(subject, 'https', async (callback_uri) => {
    const ids = { pos_id: 'kasse-1', pos_tid: subject.fresh() };
    const body = {
      customer: subject.customer,
      ...ids,
      scope: 'openid',
      callback_uri,
      expires_in: 600,
    };
    await act(member((await call(subject, 'permissionCreate', { body })).json, 'id'));
  });
  const message = heard.at(-1)?.message;
  return { event: message?.meta.event, code: permissionOutcome.parse(message?.object).status_code };
}

const OTHER: OwnChecks = {
  async 'event/permission_request_answered'(subject) {
    const { simulator } = subject;
    const event = 'permission_request_answered';
    const accepted = await permissionEvent(subject, (rid) => simulator.accept(rid));
    expect(accepted).toEqual({ event, code: 2000 });
    const declined = await permissionEvent(subject, (rid) => simulator.decline(rid));
    expect(declined).toEqual({ event, code: 5006 });
  },
  async 'event/permission_request_expired'(subject) {
    const { simulator } = subject;
    const seen = await permissionEvent(subject, () => simulator.advance(DAY));
    expect(seen).toEqual({ event: 'permission_request_expired', code: 5011 });
  },
  async 'event/shortlink_scanned'(subject) {
    const heard = await heardAt(subject, 'https', async (callback_uri) => {
      const made = await call(subject, 'shortlinkCreate', { body: { callback_uri } });
      const shortlink = member(made.json, 'id');
      await subject.simulator.scan(shortlink, 'bord-9');
    });
    const message = heard[0]?.message;
    expect([message?.meta.event, message?.meta.uri]).toEqual(['shortlink_scanned', null]);
    expect(scanObject.parse(message?.object)).toEqual({
      id: textLike(/^token:\d+$/),
      argstring: 'bord-9',
    });
  },
  async 'event-rule/https'(subject) {
    const { message } = await oneMessage(subject);
    expect(message.object).toBeDefined();
  },
  async 'event-rule/http'(subject) {
    const [heard] = await heardAt(subject, 'http', authorised(subject));
    expect(Object.keys(heard?.message ?? {})).toEqual(['meta']);
    const { pathname } = new URL(String(heard?.message.meta.uri));
    const read = await subject.secret(
      subject.pos,
      pathname.slice(new URL(subject.baseUrl).pathname.length),
    );
    expect([read.status, Object(read.json).status_code]).toEqual([200, 3008]);
  },
  async 'event-rule/origin'(subject) {
    const { message } = await oneMessage(subject);
    expect(new URL(String(message.meta.uri)).origin).toBe(new URL(subject.baseUrl).origin);
  },
  async 'auth-rule/callback'(subject) {
    const heard = await oneMessage(subject);
    const at = await subject.now();
    const keys = await subject.send(subject.callbackKeyUrl);
    const receiver = createCallbackReceiver({
      publicKeys: [keys.text],
      publicUrl: subject.receiver('https').url,
      clock: { now: () => at },
    });
    const { target, headers, body } = heard;
    const check = (bytes: typeof body) =>
      receiver.receive({ target, headers, body: bytes }, () => undefined);
    expect(await check(body)).toMatchObject({ ok: true });
    const changed = Buffer.from(body.toString().replace('3008', '2000'));
    expect(await check(changed)).toMatchObject({ ok: false, problem: 'digest' });
    const own = Object.keys(headers).filter((name) => name.startsWith('x-svc-'));
    expect(own.sort()).toEqual(['x-svc-content-digest', 'x-svc-timestamp']);
  },
};

export const EVENT_CHECKS: OwnChecks = { ...META, ...PAYMENT, ...OTHER };

const headersOf = (subject: Subject, secret?: string) => {
  const { merchant, id, secret: own } = subject.pos;
  return secretHeaders(merchant, id, secret ?? own);
};
const list = (subject: Subject, headers: Readonly<Record<string, string>>) =>
  subject.anonymous('/payment_request/', { headers });

export const AUTH_CHECKS: OwnChecks = {
  async 'level/OPEN'(subject) {
    expect((await subject.anonymous('/status_code/')).status).toBe(200);
  },
  async 'level/SECRET'(subject) {
    expect((await list(subject, headersOf(subject))).status).toBe(200);
    expect((await list(subject, headersOf(subject, 'not the secret'))).status).toBe(401);
  },
  async 'level/KEY'(subject) {
    expect((await subject.key(subject.admin(), '/pos/')).status).toBe(200);
    expect((await subject.secret(subject.pos, '/pos/')).status).toBe(401);
  },
  async 'level/TWOFACTOR'(subject) {
    const path = '/oauth2/pre_auth?response_type=code';
    expect((await createBrowser(subject).go(path)).status).toBe(401);
  },
  async 'auth-rule/user'(subject) {
    const { 'X-Svc-User': _, ...rest } = headersOf(subject);
    expect((await list(subject, rest)).status).toBe(401);
    expect((await subject.integrator('/payment_request/')).status).toBe(200);
  },
  async 'auth-rule/merchant'(subject) {
    const id = subject.fresh();
    const made = await subject.integrator('/user/', { method: 'POST', body: { id } });
    expect(made.status).toBe(201);
    const read = await subject.secret(subject.pos, `/user/${id}/`);
    expect(read.status).toBe(200);
    const other = await subject.key(subject.other(), `/user/${id}/`);
    expect(other.status).toBe(404);
  },
  async 'auth-rule/users'(subject) {
    const { merchant } = subject.pos;
    const id = subject.fresh();
    const secret = 'only from elsewhere';
    const body = { id, secret, netmask: '192.0.2.0/24' };
    await call(subject, 'userCreate', { body });
    const headers = secretHeaders(merchant, id, secret);
    expect((await list(subject, headers)).status).toBe(401);
    await call(subject, 'userUpdate', {
      params: { user_id: id },
      body: { netmask: '127.0.0.0/8' },
    });
    expect((await list(subject, headers)).status).toBe(200);
  },
  async 'auth-rule/refund'(subject) {
    const tid = await payment(subject, 'paid');
    const sent = { method: 'PUT', body: { action: 'refund' } };
    const path = `/payment_request/${tid}/`;
    expect((await subject.secret(subject.pos, path, sent)).status).toBe(401);
    expect((await subject.key(subject.admin(), path, sent)).status).toBe(204);
  },
  async 'auth-rule/basic'(subject) {
    const wrong = await exchange(subject, { code: 'x' }, `${subject.oauthClient().id}:wrong`);
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, textLike(/^Basic /)]);
  },
  async 'auth-rule/secret'(subject) {
    const { secret } = subject.pos;
    for (const scheme of ['SECRET', 'secret']) {
      const headers = { ...headersOf(subject), Authorization: `${scheme} ${secret}` };
      expect([scheme, (await list(subject, headers)).status]).toEqual([scheme, 200]);
    }
  },
};
