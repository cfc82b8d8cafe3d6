import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTimers } from '../../support/held-timers.ts';
import { paymentDraft, startTestService, type TestService } from '../../support/service.ts';
import type { Sent } from '../../support/wire.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const INGRID = '4798765432';
const JONAS = '4791234567';

const post = (path: string, body?: unknown) => test.simulator(path, { method: 'POST', body });
const act = async (tid: string, name: string, body?: unknown) =>
  (await post(`/payment_request/${tid}/${name}/`, body)).status;
const outcome = async (tid: string) =>
  (await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`)).json;
const create = (posTid: string, sent: Sent = {}) =>
  test.secret(test.users.pos, '/payment_request/', {
    method: 'POST',
    body: paymentDraft({ pos_tid: posTid }),
    ...sent,
  });

describe('the simulated customer', () => {
  it('claims, confirms and is authorised', async () => {
    const tid = await test.payment({ additional_edit: true, allow_credit: true });
    expect(await act(tid, 'confirm')).toBe(409);
    expect(await act(tid, 'claim', { customer: INGRID })).toBe(204);
    expect(await act(tid, 'claim', { customer: INGRID })).toBe(204);
    expect(await act(tid, 'claim', { customer: JONAS })).toBe(409);
    expect(await act(tid, 'confirm', { additional_amount: 500, credit: true })).toBe(204);
    expect(await outcome(tid)).toMatchObject({
      status_code: 3008,
      additional_amount: 500,
      credit: true,
    });
    expect(await act(tid, 'confirm')).toBe(409);
  });

  it('cannot pay by credit if the merchant does not allow it', async () => {
    const tid = await test.payment({ allow_credit: false });
    expect(await act(tid, 'claim', { customer: INGRID })).toBe(204);
    expect(await act(tid, 'confirm', { credit: true })).toBe(400);
    expect(await outcome(tid)).toMatchObject({ status_code: 1003, credit: false });
  });

  it('rejects a payment, which fails with 5006', async () => {
    const tid = await test.payment({ customer: INGRID });
    expect(await act(tid, 'reject')).toBe(204);
    expect(await outcome(tid)).toMatchObject({ status: 'fail', status_code: 5006 });
    expect(await act(tid, 'reject')).toBe(409);
  });

  it('gets 404 for an unknown request and 400 for invalid input', async () => {
    const tid = await test.payment();
    expect(await act('p00000000000', 'claim', { customer: INGRID })).toBe(404);
    expect(await act('p00000000000', 'confirm')).toBe(404);
    expect(await act(tid, 'claim', { customer: '4700000000' })).toBe(404);
    expect(await act(tid, 'claim', {})).toBe(400);
    await act(tid, 'claim', { customer: INGRID });
    expect(await act(tid, 'confirm', { additional_amount: 500 })).toBe(400);
    expect(await act(tid, 'confirm', { additional_amount: -1 })).toBe(400);
  });
});

describe('the clock', () => {
  const now = async () => Date.parse(JSON.parse((await test.simulator('/clock/')).text).now);

  it('changes only when it is advanced, and runs all due work before the reply', async () => {
    const soon = await test.payment({ expires_in: 60 });
    const later = await test.payment({ expires_in: 7_200 });
    const begun = await now();
    expect(await now()).toBe(begun);
    const moved = await post('/clock/', { advance_seconds: 3_600 });
    expect(moved.status).toBe(200);
    expect(Date.parse(JSON.parse(moved.text).now)).toBe(begun + 3_600_000);
    const list = await test.secret(test.users.pos, '/payment_request/?status=fail');
    expect(list.text).toContain(soon);
    expect(list.text).not.toContain(later);
    // Work is done at its own instant, not at the end of the move.
    const expired = new Date(begun + 60_000).toISOString().slice(0, 19).replace('T', ' ');
    expect(await outcome(soon)).toMatchObject({ status_code: 5011, date_modified: expired });
  });

  it('expires an authorisation after three days, however far it jumps', async () => {
    const tid = await test.payment({ customer: INGRID });
    await act(tid, 'confirm');
    await post('/clock/', { advance_seconds: 3 * 86_400 - 1 });
    expect(await outcome(tid)).toMatchObject({ status_code: 3008 });
    await post('/clock/', { advance_seconds: 30 * 86_400 });
    expect(await outcome(tid)).toMatchObject({ status_code: 5012 });
  });

  it('moves once for each of many concurrent moves', async () => {
    const begun = await now();
    await Promise.all(Array.from({ length: 5 }, () => post('/clock/', { advance_seconds: 1 })));
    expect(await now()).toBe(begun + 5_000);
  });

  it.each([
    [{}],
    [{ advance_seconds: -1 }],
    [{ advance_seconds: 1e12 }],
    [{ advance_seconds: 'x' }],
  ])('refuses %j with 400', async (body) => {
    expect((await post('/clock/', body)).status).toBe(400);
  });

  it('is used for the timestamps of signatures', async () => {
    await post('/clock/', { advance_seconds: 86_400 });
    expect((await test.key(test.users.admin, '/pos/')).status).toBe(200);
  });

  it('of the system cannot be moved', async () => {
    const real = await startTestService({ clock: 'system' });
    try {
      const sent = { method: 'POST', body: { advance_seconds: 1 } };
      expect((await real.simulator('/clock/', sent)).status).toBe(409);
      expect((await real.simulator('/clock/')).status).toBe(200);
    } finally {
      await real.stop();
    }
  });
});

describe('faults', () => {
  const order = async (fault: unknown) => expect((await post('/fault/', fault)).status).toBe(204);
  const tidsOf = async (posTid: string) => {
    const list = await test.secret(test.users.pos, '/payment_request/?page_size=200');
    const journal = JSON.parse((await test.simulator(`/journal/?pos_tid=${posTid}`)).text).items;
    return { list: list.text, journal };
  };

  it('drop_before closes the connection without processing the request', async () => {
    await order({
      method: 'POST',
      path_regexp: '/payment_request/$',
      act: 'drop_before',
      times: 1,
    });
    await expect(create('f-1')).rejects.toThrow();
    expect((await create('f-1')).status).toBe(201);
  });

  it('drop_after commits and then closes the connection', async () => {
    await order({ method: 'POST', path_regexp: '/payment_request/$', act: 'drop_after', times: 1 });
    await expect(create('f-2')).rejects.toThrow();
    // The repeat finds what the lost answer told of.
    expect((await create('f-2')).status).toBe(200);
  });

  it('status replies without processing the request', async () => {
    await order({ act: 'status', status: 503, times: 2 });
    const replies = [await create('f-3'), await create('f-3'), await create('f-3')];
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 201]);
    expect(replies[0]?.headers['retry-after']).toBe('1');
  });

  it('duplicate processes the request twice and replies once', async () => {
    await order({ method: 'POST', act: 'duplicate', times: 1 });
    const made = await create('f-4');
    expect(made.status).toBe(201);
    const { list } = await tidsOf('f-4');
    const { id } = JSON.parse(made.text);
    expect(list.split(`"tid":"${id}"`)).toHaveLength(2);
    expect((await create('f-4')).status).toBe(200);
  });

  it('delay delays the request', async () => {
    await order({ act: 'delay', delay_ms: 300, times: 1 });
    const timers = holdTimers();
    let answered = false;
    const delayed = create('f-5').finally(() => {
      answered = true;
    });
    await timers.asked(300);
    timers.pass(299);
    expect((await create('f-6')).status).toBe(201);
    expect(answered).toBe(false);
    timers.pass(1);
    expect((await delayed).status).toBe(201);
    timers.release();
  });

  it('stay until they are removed, and affect only matching requests', async () => {
    await order({ method: 'get', path_regexp: '/outcome/', act: 'status', status: 500 });
    const tid = await test.payment();
    for (let i = 0; i < 3; i += 1) {
      expect(await outcome(tid)).toMatchObject({ error_type: 'Internal Server Error' });
    }
    expect((await test.simulator('/fault/', { method: 'DELETE' })).status).toBe(204);
    expect(await outcome(tid)).toMatchObject({ status_code: 1003 });
  });

  it.each([
    [{}],
    [{ act: 'explode' }],
    [{ act: 'delay' }],
    [{ act: 'status' }],
    [{ act: 'status', status: 200 }],
    [{ act: 'drop_after', times: 0 }],
    [{ act: 'drop_after', path_regexp: '(' }],
    [{ act: 'drop_after', method: [] }],
    [{ act: 'drop_after', method: ['POST', 1] }],
  ])('refuses %j with 400', async (fault) => {
    expect((await post('/fault/', fault)).status).toBe(400);
  });
});

describe('the journal', () => {
  it('has the requests and messages of one sale, in order', async () => {
    const made = await create('j-1', {
      body: paymentDraft({ pos_tid: 'j-1', customer: INGRID, callback_uri: 'ws:till.j' }),
    });
    const { id } = JSON.parse(made.text);
    await act(id, 'confirm');
    const path = `/payment_request/${id}/`;
    await test.secret(test.users.pos, path, { method: 'PUT', body: { action: 'capture' } });
    const items: Record<string, unknown>[] = JSON.parse(
      (await test.simulator('/journal/?pos_tid=j-1')).text,
    ).items;
    const told = items.map(({ kind, method, status, event }) =>
      kind === 'request' ? `${method} ${status}` : event,
    );
    expect(told).toEqual(['POST 201', 'payment_authorized', 'payment_captured', 'PUT 204']);
    expect(JSON.stringify(items)).not.toContain(test.users.pos.secret);
  });

  it('records a closed connection with a null status', async () => {
    await post('/fault/', { method: 'POST', act: 'drop_after', times: 1 });
    await expect(create('j-2')).rejects.toThrow();
    const { items } = JSON.parse((await test.simulator('/journal/?pos_tid=j-2')).text);
    expect(items).toMatchObject([{ kind: 'request', method: 'POST', status: null }]);
  });
});

describe('access to the simulator', () => {
  it.each([
    ['a page of a browser', { Origin: 'http://127.0.0.1:4600' }],
    ['a page of the same site', { 'Sec-Fetch-Site': 'same-origin' }],
    ['a foreign name for this address', { Host: 'till.example' }],
    ['a foreign name with a number', { Host: '127.0.0.1.example:80' }],
  ])('is refused for %s', async (_name, headers) => {
    expect((await test.simulator('/clock/', { headers })).status).toBe(404);
    const body = { advance_seconds: 1 };
    expect((await test.simulator('/clock/', { method: 'POST', headers, body })).status).toBe(404);
  });

  it('needs the option “simulator”', async () => {
    const plain = await startTestService({ simulator: false, clock: 'system' });
    try {
      expect(plain.ready.simulator_url).toBeNull();
      const origin = new URL(plain.ready.base_url).origin;
      expect((await fetch(`${origin}/simulator/v1/clock/`)).status).toBe(404);
      expect(() => plain.service.simulator).toThrow('simulator: true');
    } finally {
      await plain.stop();
    }
  });
});

describe('the simulator in the same process', () => {
  it('has the same calls as typed methods', async () => {
    const { simulator } = test.service;
    const tid = await test.payment();
    expect(await simulator.claim(tid, INGRID)).toEqual({ ok: true, value: null });
    expect(await simulator.confirm(tid)).toEqual({ ok: true, value: null });
    expect(await simulator.confirm(tid)).toMatchObject({
      ok: false,
      refusal: { type: 'Conflict' },
    });
    const before = simulator.now();
    expect(await simulator.advance(10)).toEqual({ ok: true, value: before + 10_000 });
    expect(simulator.addFault({ act: 'status' })).toMatchObject({ ok: false });
    expect(simulator.addFault({ act: 'drop_before', times: 1 })).toMatchObject({ ok: true });
    simulator.clearFaults();
    const { length } = await simulator.journal();
    expect((await test.open('/status_code/')).status).toBe(200);
    expect((await simulator.journal()).length).toBe(length + 1);
  });
});
