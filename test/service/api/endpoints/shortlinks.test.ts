import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseScanPath } from '../../../../shared/protocol/shortlink.ts';
import { startReceiver } from '../../../support/callback-receiver.ts';
import { expectError } from '../../../support/expect-error.ts';
import { signedInPhone } from '../../../support/phone.ts';
import { member, startTestService, type TestService } from '../../../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const ask = (path: string, method = 'GET', body?: unknown) =>
  test.secret(test.users.pos, path, { method, body });
const neighbour = (path: string, method = 'GET', body?: unknown) =>
  test.secret(test.users.neighbour, path, { method, body });
const INGRID = '4798765432';

async function newLink(body: unknown = {}): Promise<string> {
  const made = await ask('/shortlink/', 'POST', body);
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return member(made.json, 'id');
}

async function scan(shortlink_id: string, argstring = '', customer = INGRID): Promise<string> {
  const body = { customer, shortlink_id, argstring };
  const reply = await test.simulator('/scan/', { method: 'POST', body });
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return member(reply.json, 'token');
}

describe('a shortlink', () => {
  it('is created, read, changed, listed and removed (D-148 to D-153)', async () => {
    const made = await ask('/shortlink/', 'POST', { callback_uri: 'ws:s1', label: 'Door' });
    const id = member(made.json, 'id');
    expect(id).toMatch(/^[\w-]{5}$/);
    expect(made.headers.location).toBe(`${test.ready.base_url}/shortlink/${id}/`);
    const path = `/shortlink/${id}/`;
    expect((await ask(path)).json).toEqual({
      id,
      callback_uri: 'ws:s1',
      serial_number: null,
      shortlink_value: `${test.ready.shortlink_url}/s/${id}/`,
      is_active: true,
      label: 'Door',
    });
    const change = { callback_uri: '', is_active: false };
    expect((await ask(path, 'PUT', change)).status).toBe(204);
    expect((await ask(path)).json).toMatchObject({
      callback_uri: null,
      is_active: false,
      label: 'Door',
    });
    expect((await ask('/shortlink/')).text).toContain(`/merchant/v1${path}`);
    expect((await neighbour('/shortlink/')).text).not.toContain(id);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expectError(await neighbour(path, method, {}), 404, 'Not Found');
    }
    expect((await ask(path, 'DELETE')).status).toBe(204);
    expectError(await ask(path), 404, 'Not Found');
  });

  it('accepts a printed serial number; an unknown one is 400, a foreign one 409, a repeat 200', async () => {
    expectError(
      await ask('/shortlink/', 'POST', { serial_number: '999' }),
      400,
      'validation_error',
    );
    const serial_number = '0123456789029';
    const id = await newLink({ serial_number });
    const again = await ask('/shortlink/', 'POST', { serial_number, label: 'other' });
    expect([again.status, member(again.json, 'id')]).toEqual([200, id]);
    expect((await ask(`/shortlink/${id}/`)).json).toMatchObject({ label: null, serial_number });
    expectError(await neighbour('/shortlink/', 'POST', { serial_number }), 409, 'Conflict');
    await ask(`/shortlink/${id}/`, 'DELETE');
    expectError(await neighbour('/shortlink/', 'POST', { serial_number }), 409, 'Conflict');
    expect(await newLink({ serial_number })).not.toBe(id);
  });

  it('is listed in pages of a hundred, in byte order', async () => {
    for (let made = 0; made < 101; made += 1) await neighbour('/shortlink/', 'POST', {});
    const first = JSON.parse((await neighbour('/shortlink/')).text);
    expect(first.uris).toHaveLength(100);
    const second = JSON.parse((await neighbour(first.next.replace('/merchant/v1', ''))).text);
    const all: string[] = [...first.uris, ...second.uris];
    expect(new Set(all).size).toBe(101);
    expect(all).toEqual([...all].sort());
    expect(second.next).toBeNull();
    expectError(await neighbour('/shortlink/?cursor=%21'), 400, 'validation_error');
  });
});

describe('a scan', () => {
  it('is published on the channel of its shortlink, with a token of 18 digits', async () => {
    const id = await newLink({ callback_uri: 'ws:scans' });
    const token = await scan(id, 'pos123');
    expect(token).toMatch(/^token:\d{18}$/);
    await scan(id, 'second');
    const entries = await test.service.simulator.journal();
    const told = entries.filter((one) => one.kind === 'delivery' && one.channel === 'scans');
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({ event: 'shortlink_scanned' });
  });

  it('sends only meta over http; its uri returns the object, and the customer gets the answer', async () => {
    const receiver = await startReceiver();
    receiver.answer({ status: 200, body: '{"text":"Welcome!"}' });
    const id = await newLink({ callback_uri: receiver.url });
    const phone = await signedInPhone(test.ready.wallet_url, INGRID);
    const scanned = await phone.post('/scans', { shortlink: id, argstring: 'pos1' });
    const messageId = member(await scanned.json(), 'id');
    await test.service.simulator.advance(0);
    const message = receiver.heard[0]?.message;
    expect(message).toMatchObject({ meta: { id: messageId, event: 'shortlink_scanned' } });
    expect(message?.object).toBeUndefined();
    const path = (message?.meta.uri ?? '').slice(test.ready.base_url.length);
    expect(path).toBe(`/shortlink/${id}/scan/${messageId}/`);
    const token = expect.stringMatching(/^token:\d+$/);
    expect((await ask(path)).json).toEqual({ id: token, argstring: 'pos1' });
    expectError(await neighbour(path), 404, 'Not Found');
    const seen = await (await phone.get(`/scans/${messageId}`)).json();
    expect(seen.text).toBe('Welcome!');
    await test.service.simulator.advance(86_400);
    expectError(await ask(path), 404, 'Not Found');
    await receiver.stop();
  });

  it('is the last scan until a payment request uses it, or it is older than ttl (D-157)', async () => {
    const id = await newLink();
    const path = `/shortlink/${id}/last_scan/`;
    expect((await ask(path)).status).toBe(204);
    await scan(id, 'first');
    const token = await scan(id, 'seat 7');
    expect((await ask(`${path}?ttl=20`)).json).toEqual({ id: token, argstring: 'seat 7' });
    expectError(await neighbour(path), 404, 'Not Found');
    await test.service.simulator.advance(30);
    expect((await ask(`${path}?ttl=20`)).status).toBe(204);
    expect((await ask(path)).status).toBe(200);
    await test.payment({ customer: token });
    expect((await ask(path)).json).toMatchObject({ argstring: 'first' });
    expectError(await ask(`${path}?ttl=soon`), 400, 'validation_error');
  });

  it('of a disabled or removed shortlink is refused with 404 (D-153)', async () => {
    const id = await newLink();
    await ask(`/shortlink/${id}/`, 'PUT', { is_active: false });
    const body = { customer: INGRID, shortlink_id: id };
    expect((await test.simulator('/scan/', { method: 'POST', body })).status).toBe(404);
    await ask(`/shortlink/${id}/`, 'DELETE');
    expect((await test.simulator('/scan/', { method: 'POST', body })).status).toBe(404);
    expect((await ask(`/shortlink/${id}/`)).status).toBe(404);
  });

  it('has the same page under other letters; an unknown shortlink is 404 (D-154)', async () => {
    const id = await newLink();
    const page = async (path: string) => {
      const reply = await fetch(test.ready.wallet_url + path);
      return [reply.status, (await reply.text()).includes('not in use')];
    };
    const known = await page(`/s/${id}/pos123/`);
    expect(known[1]).toBe(false);
    expect(await page(`/q/${id}`)).toEqual(known);
    expect(await page('/s/none1/')).toEqual([404, true]);
  });
});

describe('the path of a scanned code (D-155)', () => {
  it.each([
    ['/s/abc12/pos123/?env=sandbox', { id: 'abc12', argstring: 'pos123' }],
    ['/s/abc12/', { id: 'abc12', argstring: '' }],
    ['/z/abc12', { id: 'abc12', argstring: '' }],
    ['/s/abc12?cartId=n', { id: 'abc12', argstring: '' }],
    ['/s/abc12/a%20b/c/', { id: 'abc12', argstring: 'a b/c' }],
    ['/s/abc12/%zz', null],
    ['/S/abc12/x', null],
    ['/ss/abc12/x', null],
    [`/s/abc12/${'x'.repeat(501)}`, null],
  ])('is parsed: %s', (path, expected) => {
    expect(parseScanPath(path)).toEqual(expected);
  });
});
