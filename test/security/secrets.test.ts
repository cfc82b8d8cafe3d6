import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { startTestService, type TestService, type TestUser } from '../support/service.ts';
import { type Received, type Sent, secretHeaders, send } from '../support/wire.ts';

/*
 * The test sends marked secrets in valid and invalid requests of every kind, and searches for them in
 * replies, the log, the simulator’s journal, callbacks, and the files of the service.
 */

const SECRET = 'MARKED-secret-of-a-user';
const CHANGED = 'MARKED-secret-after-a-change';
const WRONG = 'MARKED-secret-that-is-wrong';
const SIGNATURE = Buffer.from('MARKED-signature').toString('base64');
const BEARER = 'MARKED-bearer-token';
const COOKIE = 'MARKED-cookie';
const CODE = 'MARKED-code';
const PASSWORD = 'MARKED-client-password';
const MARKS = [SECRET, CHANGED, WRONG, SIGNATURE, BEARER, COOKIE, CODE, PASSWORD];
const found = (text: string) =>
  MARKS.filter(
    (mark) => text.includes(mark) || text.includes(Buffer.from(mark).toString('base64')),
  );

let folder: string;
let test: TestService;
let receiver: TestReceiver;
const log: string[] = [];
const replies: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-marks-'));
  receiver = await startReceiver();
  test = await startTestService({
    data: { kind: 'directory', path: folder },
    log: { write: (line: string) => log.push(line) },
    logRequests: true,
    adminListen: { host: '127.0.0.1', port: 0 },
  });
});
afterAll(async () => {
  await test?.stop();
  await receiver?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function heard(sending: Promise<Received>): Promise<number> {
  const { status, headers, text } = await sending;
  replies.push(JSON.stringify(headers) + text);
  return status;
}
const raw = (path: string, sent: Sent = {}) => heard(send(new URL(path, origin()).href, sent));
const origin = () => new URL(test.ready.base_url).origin;
const marked = (secret: string): TestUser => ({
  merchant: test.ready.merchant.id,
  id: 'marked',
  secret,
  privateKey: null,
});

async function users(): Promise<void> {
  const { admin } = test.users;
  const user = { id: 'marked', secret: SECRET, label: 'Till 9' };
  expect(await heard(test.key(admin, '/user/', { method: 'POST', body: user }))).toBe(201);
  expect(await heard(test.key(admin, '/user/', { method: 'POST', body: user }))).toBe(201);
  expect(await heard(test.secret(marked(SECRET), '/payment_request/'))).toBe(200);
  expect(await heard(test.secret(marked(SECRET), '/user/marked/'))).toBe(200);
  expect(await heard(test.secret(marked(WRONG), '/payment_request/'))).toBe(401);
  const change = { method: 'PUT', body: { secret: CHANGED } };
  expect(await heard(test.key(admin, '/user/marked/', change))).toBe(204);
  expect(await heard(test.secret(marked(CHANGED), '/payment_request/'))).toBe(200);
}

/** Requests with some defect that contain confidential data. */
async function mistakes(): Promise<void> {
  const { merchant } = test.users.pos;
  const headers = secretHeaders(merchant, 'pos', WRONG);
  const path = '/merchant/v1/payment_request/';
  const body = { method: 'POST', headers };
  await raw(path, { ...body, body: `{"secret": "${SECRET}", ` });
  await raw('/merchant/v1/user/', { ...body, body: { id: '', secret: SECRET, netmask: 'x' } });
  await raw(path, { headers: { ...headers, Authorization: `RSA-SHA256 ${SIGNATURE}` } });
  await raw(path, { headers: { ...headers, Authorization: `Basic ${PASSWORD}` } });
  await raw(path, { headers: { ...headers, Authorization: WRONG } });
  await raw(path, { headers: { ...headers, Cookie: `wallet=${COOKIE}; portal=${COOKIE}` } });
  await raw('/nothing/', { headers: { Cookie: `wallet=${COOKIE}` } });
  await raw('/oauth2/v1/userinfo', { headers: { Authorization: `Bearer ${BEARER}` } });
  const basic = Buffer.from(`shop:${PASSWORD}`).toString('base64');
  const form = `grant_type=authorization_code&code=${CODE}&redirect_uri=https%3A%2F%2Fx.example`;
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const token = { method: 'POST', body: form };
  await raw('/oauth2/v1/token', {
    ...token,
    headers: { ...type, Authorization: `Basic ${basic}` },
  });
  await raw('/oauth2/v1/token', {
    ...token,
    body: `${form}&client_secret=${PASSWORD}`,
    headers: type,
  });
  for (const page of ['/m/', '/p/', '/wallet/']) {
    await raw(page, { headers: { Cookie: `session=${COOKIE}` } });
  }
}

/** A sale with callbacks to the shop; the user whose secret is marked captures it. */
async function sale(): Promise<void> {
  const tid = await test.payment({ callback_uri: `${receiver.url}/hook`, text: 'Coffee' });
  const { simulator } = test.service;
  await simulator.claim(tid, test.ready.customers[0]?.msisdn ?? '');
  await simulator.confirm(tid);
  const capture = { method: 'PUT', body: { action: 'capture' } };
  expect(await heard(test.secret(marked(CHANGED), `/payment_request/${tid}/`, capture))).toBe(204);
  await heard(test.secret(marked(CHANGED), `/payment_request/${tid}/outcome/`));
  // Callbacks that are due are attempted before this answers.
  await simulator.advance(60);
}

/** Requests that have a customer's number in the address, in the body and in a refused body. */
async function numbers(): Promise<void> {
  const { customers, users: known } = test.ready;
  const [{ msisdn } = { msisdn: '' }] = customers;
  await raw(`/p/${msisdn}/`);
  await raw(`/nothing/${msisdn}/?customer=${msisdn}`);
  await raw('/wallet-api/code', { method: 'POST', body: { msisdn } });
  const headers = secretHeaders(test.users.pos.merchant, 'pos', known[0]?.secret ?? '');
  const path = '/merchant/v1/payment_request/';
  await raw(path, { method: 'POST', headers, body: { customer: msisdn, amount: 'none' } });
  const tid = await test.payment({ customer: msisdn, pos_tid: 'by-number' });
  await test.service.simulator.confirm(tid);
  await raw(`${path}${tid}/outcome/`, { headers });
}

it('secrets in requests are never disclosed', async () => {
  await users();
  await mistakes();
  await sale();
  await numbers();
  const metrics = (await send(test.ready.metrics_url ?? '')).text;
  const journal = JSON.stringify(await test.service.simulator.journal());
  await heard(test.simulator('/journal/'));
  await test.stop();

  expect(replies.length).toBeGreaterThan(20);
  expect(replies.flatMap(found)).toEqual([]);
  expect(log.length).toBeGreaterThan(3);
  expect(log.flatMap(found)).toEqual([]);
  const lines = log.join('').split('\n').filter(Boolean);
  const requests = lines.filter((line) => JSON.parse(line).msg === 'request');
  expect(requests.length).toBeGreaterThan(20);
  for (const line of requests) {
    expect(Object.keys(JSON.parse(line)).sort()).toEqual(
      ['level', 'merchantId', 'method', 'ms', 'msg', 'requestId', 'route', 'status', 'time'].sort(),
    );
  }
  expect(requests.some((line) => JSON.parse(line).merchantId === test.ready.merchant.id)).toBe(
    true,
  );
  // Neither with the country's code nor without it.
  const digits = test.ready.customers.map(({ msisdn }) => msisdn.slice(-8));
  expect(digits.length).toBeGreaterThan(0);
  const numbered = [...lines, metrics].filter((text) => digits.some((one) => text.includes(one)));
  expect(numbered).toEqual([]);
  expect(found(metrics)).toEqual([]);
  expect(metrics).toContain('route="/merchant/v1/payment_request/:tid/outcome/"');
  expect(journal).toContain('outcome');
  expect(found(journal)).toEqual([]);
  expect(receiver.heard.length).toBeGreaterThan(0);
  expect(receiver.heard.flatMap(({ rawHeaders, body }) => found(`${rawHeaders} ${body}`))).toEqual(
    [],
  );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(1);
  const kept = files.flatMap((path) =>
    found(readFileSync(path, 'latin1')).map((mark) => `${mark} in ${path}`),
  );
  expect(kept).toEqual([]);
});
