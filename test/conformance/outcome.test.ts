import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECOND } from '../../shared/time/clock.ts';
import { takePort } from '../support/free-port.ts';
import { type HeldTimers, holdTimers } from '../support/held-timers.ts';
import { paymentDraft, startTestService, type TestService } from '../support/service.ts';
import { secretHeaders } from '../support/wire.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const CUSTOMER = '4798765432';
const outcome = (tid: string, query = '') =>
  test.secret(test.users.pos, `/payment_request/${tid}/outcome/${query}`);
const simulate = async (tid: string, act: string, body?: unknown) =>
  (await test.simulator(`/payment_request/${tid}/${act}/`, { method: 'POST', body })).status;

describe('the outcome', () => {
  it('has every member of the specification', async () => {
    const tid = await test.payment({ customer: CUSTOMER, pos_tid: 'o-1' });
    const reply = await outcome(tid);
    expect(reply.json).toMatchObject({
      tid,
      pos_id: 'kasse-1',
      pos_tid: 'o-1',
      currency: 'NOK',
      amount: 12_500,
      additional_amount: 0,
      auth_amount: 0,
      auth_additional_amount: 0,
      captures: [],
      refunds: [],
      status: 'pending',
      status_code: 1003,
      customer: CUSTOMER,
      credit: false,
      interchange_fee: 0,
      transaction_fee: 0,
      attachment_uri: expect.stringContaining(`/attachment/${tid}.`),
      permissions: null,
    });
    expect(reply.json).toHaveProperty('date_modified');
    expect(reply.json).toHaveProperty('date_expires');
  });

  it('has status code 4004 at once for an unknown customer (D-75)', async () => {
    const tid = await test.payment({ customer: '4799999999' });
    expect((await outcome(tid)).json).toMatchObject({ status: 'fail', status_code: 4004 });
  });
});

describe('a long poll for the outcome', () => {
  let timers: HeldTimers;
  beforeEach(() => {
    timers = holdTimers();
  });
  afterEach(() => timers.release());

  it('ends when the status changes', async () => {
    const tid = await test.payment({ customer: CUSTOMER });
    const waiting = outcome(tid, '?wait=25&since=1003');
    await timers.asked(25 * SECOND);
    expect(await simulate(tid, 'confirm')).toBe(204);
    expect((await waiting).json).toMatchObject({ status_code: 3008 });
  });

  it('returns at once when the status has changed already', async () => {
    const tid = await test.payment({ customer: CUSTOMER });
    expect((await outcome(tid, '?wait=25&since=3008')).json).toMatchObject({ status_code: 1003 });
  });

  it('without since waits for the next change, and ends at its timeout', async () => {
    const tid = await test.payment({ customer: CUSTOMER });
    let answered = false;
    const waiting = outcome(tid, '?wait=1').finally(() => {
      answered = true;
    });
    await timers.asked(SECOND);
    timers.pass(SECOND - 1);
    // An answer that had been sent by now would arrive before this one.
    await outcome(tid);
    expect(answered).toBe(false);
    timers.pass(1);
    expect((await waiting).json).toMatchObject({ status_code: 1003 });
  });

  it.each(['?wait=26', '?wait=-1', '?wait=x', '?since=x', '?wait=1&wait=2'])(
    'refuses %s with 400',
    async (query) => {
      const tid = await test.payment();
      expect((await outcome(tid, query)).json).toMatchObject({ error_type: 'validation_error' });
    },
  );

  it('ends when the request expires', async () => {
    const tid = await test.payment({ customer: CUSTOMER, expires_in: 60 });
    const waiting = outcome(tid, '?wait=25&since=1003');
    await timers.asked(25 * SECOND);
    await test.simulator('/clock/', { method: 'POST', body: { advance_seconds: 61 } });
    expect((await waiting).json).toMatchObject({ status: 'fail', status_code: 5011 });
  });

  it('ends when the client disconnects', async () => {
    const tid = await test.payment({ customer: CUSTOMER });
    const { pos } = test.users;
    const url = `${test.ready.base_url}/payment_request/${tid}/outcome/?wait=25`;
    const headers = secretHeaders(pos.merchant, pos.id, pos.secret);
    const call = request(url, { headers });
    call.on('error', () => {});
    call.end();
    await timers.asked(25 * SECOND);
    call.destroy();
    expect((await outcome(tid)).status).toBe(200);
  });
});

describe('stopping the service', () => {
  it('answers long polls, finishes requests in flight, and accepts no more', async () => {
    const fresh = await startTestService({ port: await takePort() });
    const timers = holdTimers();
    const tid = await fresh.payment({ customer: CUSTOMER });
    // No timer of the store has this length, so that the one asked for is the request's.
    const path = `/payment_request/${tid}/outcome/?wait=23`;
    const waiting = fresh.secret(fresh.users.pos, path);
    await timers.asked(23 * SECOND);
    await fresh.stop();
    const last = await waiting;
    timers.release();
    expect(last.json).toMatchObject({ status_code: 1003 });
    expect(last.headers.connection).toBe('close');
    await expect(fresh.open('/status_code/')).rejects.toThrow();
  });

  it('may be requested twice at once, and before the start', async () => {
    const fresh = await startTestService();
    await Promise.all([fresh.stop(), fresh.stop()]);
    const { createService } = await import('../../service/index.ts');
    const never = createService({ data: { kind: 'ephemeral' } });
    await never.stop();
    expect(() => never.simulator).toThrow('not running');
  });

  it('is possible after a start that failed because the port is in use', async () => {
    const { createService } = await import('../../service/index.ts');
    const port = Number(new URL(test.ready.base_url).port);
    const second = createService({ data: { kind: 'ephemeral' }, port, log: 'silent' });
    await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await second.stop();
  });
});

describe('a service on the local network', () => {
  it('serves only the wallet pages at the portal’s address', async () => {
    const lan = await startTestService({ lanWallet: { host: '127.0.0.1', port: 0 } });
    try {
      const { wallet_url: portal, base_url: base } = lan.ready;
      expect(new URL(portal).host).not.toBe(new URL(base).host);
      const made = await lan.secret(lan.users.pos, '/payment_request/', {
        method: 'POST',
        body: paymentDraft(),
      });
      expect(made.text).toContain(`${portal}/p/`);
      const hidden = ['/merchant/v1/status_code/', '/simulator/v1/clock/', '/health/live'];
      for (const path of hidden) expect((await fetch(portal + path)).status).toBe(404);
      const page = await fetch(`${portal}/s/none/`);
      expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('<html')]);
    } finally {
      await lan.stop();
    }
  });
});
