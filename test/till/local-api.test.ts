import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LocalTill, startLocalTill } from '../support/local-till.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Known problems of other products that affect a cash register, each tested at the till API with the
 * real engine, journal and service behind it.
 */

let service: TestService;
let till: LocalTill;
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  const admin = service.ready.users.find(({ id }) => id === 'admin');
  till = await startLocalTill(service, { refundKey: admin?.private_key_pem ?? null });
});
afterEach(() => till.stop());

const customer = (index = 0) => service.ready.customers[index]?.msisdn ?? '';
const asked = (reference: string, more: object = {}) => ({ reference, amount: 4_200, ...more });

async function waiting(reference: string, more: object = {}) {
  const { sale } = await till.register.start(asked(reference, more));
  return till.register.until(sale.id, 'waiting_scan');
}

async function paid(reference: string, more: object = {}) {
  const { id, tid } = await waiting(reference, more);
  await service.service.simulator.claim(tid ?? '', customer());
  await service.service.simulator.confirm(tid ?? '');
  return till.register.until(id, 'paid');
}

/** How long the service does not answer, in milliseconds: the longest time that the simulator accepts. */
const HANGS = 60_000;

/** Sends a call and closes the connection before the reply. */
function hangUpAfter(body: object): Promise<void> {
  const { url, token } = till.register;
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, agent: false };
    const request = httpRequest(`${url}sales/`, options);
    request.on('error', () => resolve());
    request.end(JSON.stringify(body), () => setImmediate(() => request.destroy()));
    request.on('close', () => resolve());
  });
}

it('a sale is final only when its money can no longer change', async () => {
  const listener = till.register.listen();
  await listener.frame(({ type }) => type === 'snapshot');
  const { id } = await paid('P-1');
  await listener.frame((frame) => frame.type === 'sale' && frame.sale.state.final);
  const seen = listener.frames.flatMap((frame) =>
    frame.type === 'sale' && frame.sale.id === id ? [frame.sale.state] : [],
  );
  const early = seen.filter(({ final }) => final).map(({ kind }) => kind);
  expect(new Set(early)).toEqual(new Set(['paid']));
  expect(seen.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['creating', 'capturing']));
});

it('a payment without a sale is reported, and listed until the register claims it', async () => {
  const listener = till.register.listen();
  await listener.frame(({ type }) => type === 'snapshot');
  const tid = await service.payment({ pos_tid: 'not-ours', callback_uri: 'ws:till.till1' });
  await service.service.simulator.claim(tid, customer());
  await service.service.simulator.confirm(tid);
  await listener.frame(
    (frame) => frame.type === 'unclaimed' && frame.unclaimed.some((one) => one.tid === tid),
  );
  till = await till.restart();
  // The till of an earlier test may have stopped before it acknowledged its last event.
  const own = async () => {
    const { text } = await till.register.call('GET', 'unclaimed/');
    const { unclaimed }: { unclaimed: { tid: string }[] } = JSON.parse(text);
    return unclaimed.filter((one) => one.tid === tid);
  };
  expect(await own()).toMatchObject([{ tid, pos_tid: 'not-ours', amount: 12_500 }]);
  expect((await till.register.call('POST', `unclaimed/${tid}/claim/`)).status).toBe(204);
  expect(await own()).toEqual([]);
  expect((await till.register.call('POST', `unclaimed/${tid}/claim/`)).status).toBe(404);
});

it('a cancellation affects only the sale that it names', async () => {
  const first = await waiting('P-7a', { place: 'aside' });
  const second = await waiting('P-7b', { place: 'aside' });
  await till.register.act(first.id, 'cancel');
  await till.register.until(first.id, 'aborted');
  expect((await till.register.read(second.id)).sale.state.kind).toBe('waiting_scan');
});

it('the result of a cancelled sale does not change when the next sale is paid', async () => {
  const first = await waiting('P-8a');
  await till.register.act(first.id, 'cancel');
  await till.register.until(first.id, 'aborted');
  const second = await paid('P-8b');
  const read = await till.register.read(first.id);
  expect([read.sale.state.kind, read.sale.money.captured]).toEqual(['aborted', 0]);
  expect(second.money.captured).toBe(4_200);
});

it('a cancellation ends the sale, or leaves it authorised if the customer has approved', async () => {
  const { id, tid } = await waiting('P-9', { mode: { kind: 'authorise' } });
  await service.service.simulator.claim(tid ?? '', customer());
  await service.service.simulator.confirm(tid ?? '');
  const cancelled = await till.register.act(id, 'cancel');
  // Either the till knew already that the money is reserved, or it reads and reports that later.
  expect([200, 409]).toContain(cancelled.status);
  const sale = await till.register.until(id, 'authorised', 'aborted');
  if (sale.state.kind === 'authorised') {
    expect(sale.actions).toEqual(expect.arrayContaining(['capture', 'release']));
  }
});

it('a register that missed “paid” and repeats the request gets “paid”', async () => {
  const { id } = await paid('P-10');
  const again = await till.register.start(asked('P-10'));
  expect([again.status, again.sale.id, again.sale.state.kind]).toEqual([200, id, 'paid']);
});

it('a request that is repeated after lost replies and a restart makes one sale', async () => {
  await hangUpAfter(asked('P-11'));
  await hangUpAfter(asked('P-11'));
  const third = await till.register.start(asked('P-11'));
  expect(third.status).toBeLessThan(300);
  till = await till.restart();
  const fourth = await till.register.start(asked('P-11'));
  expect([fourth.status, fourth.sale.id]).toEqual([200, third.sale.id]);
  expect(till.terminal.view().sales.filter(({ reference }) => reference === 'P-11')).toHaveLength(
    1,
  );
});

it('every call gets the known state while the service does not reply', async () => {
  const { id } = await waiting('P-15');
  const fault = {
    path_regexp: 'outcome|payment_request',
    act: 'delay',
    delay_ms: HANGS,
    times: 50,
  };
  await service.simulator('/fault/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: fault,
  });
  await till.register.act(id, 'cancel');
  await till.register.read(id);
  await till.register.call('GET', '');
  await till.register.read(id, '?wait=1');
  // A call that had waited for the service would have seen the sale's end.
  expect((await till.register.read(id)).sale.state).toMatchObject({ final: false });
  await service.simulator('/fault/', { method: 'DELETE' });
});

it('a register that connects again receives the missed events', async () => {
  const line = till.register.listen();
  const whole = await line.frame(({ type }) => type === 'snapshot');
  line.socket.terminate();
  const { id } = await paid('P-16');
  if (whole.type !== 'snapshot') throw new Error('no snapshot came');
  const awake = till.register.listen({ run: whole.run, after: whole.seq });
  const end = await awake.frame((one) => one.type === 'sale' && one.sale.state.kind === 'paid');
  expect(end).toMatchObject({ sale: { id } });
  expect(awake.frames[0]?.type).toBe('resumed');
  expect((await till.register.act(id, 'ask_again')).status).toBe(409);
});

it('a register’s queue that is replayed twice makes each sale once', async () => {
  const queue = ['P-17a', 'P-17b', 'P-17c'].map((reference) =>
    asked(reference, { place: 'aside' }),
  );
  await Promise.all([...queue, ...queue, ...queue].map((body) => till.register.start(body)));
  till = await till.restart();
  const replies = await Promise.all(queue.map((body) => till.register.start(body)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(till.terminal.view().sales).toHaveLength(3);
});

it('amounts are whole minor units of the till’s currency', async () => {
  for (const amount of [42.5, '4200', 0, -1, 1e15]) {
    const reply = await till.register.start({ reference: `P-18 ${amount}`, amount });
    expect([amount, reply.status]).toEqual([amount, 400]);
  }
  const yen = await till.register.start(asked('P-18', { currency: 'JPY' }));
  expect([yen.status, yen.json.error_type]).toEqual([400, 'validation_error']);
  expect((await waiting('P-18', { currency: 'NOK' })).amount).toBe(4_200);
});

it('connections that a register breaks off do not affect the till', async () => {
  const lines = Array.from({ length: 5 }, () => till.register.listen());
  await Promise.all(lines.map((line) => line.frame(({ type }) => type === 'snapshot')));
  const open = await waiting('P-30');
  const waits = lines.map(() => hangUpAfter(asked('P-30')));
  for (const { socket } of lines) socket.terminate();
  await Promise.all(waits);
  await till.register.act(open.id, 'cancel');
  await till.register.until(open.id, 'aborted');
  expect(till.reports).toEqual([]);
});

it('a register that is a program needs no CORS permission', async () => {
  const reply = await till.register.call('GET', '');
  expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  const page = await till.register.call('GET', '', { headers: { origin: 'https://shop.example' } });
  expect(page.status).toBe(403);
});

it('a refund of sold lines is what they cost, and no unit is refunded twice', async () => {
  const cup = {
    product_id: 'cup',
    quantity: '3',
    item_cost: 1_500,
    vat_rate: '0.25',
    total: 4_000,
  };
  const bun = { product_id: 'bun', quantity: '1', item_cost: 200, total: 200 };
  const sale = await paid('P-41', { lines: [cup, bun] });
  const refund = (id: string, quantity: string, more: object = {}) =>
    till.register.call('POST', 'refunds/', {
      body: {
        ...{ refund_id: id, sale: sale.id, approver: 'Kari', lines: [{ index: 0, quantity }] },
        ...more,
      },
    });
  const left = async (query = `sale=${sale.id}`) => {
    const read = await till.register.call('GET', `refunds/left/?${query}`);
    return [read.status, read.json.tenders?.[0] ?? read.json.error_type];
  };
  const phone = { tender: null, method: { kind: 'phone' }, tid: sale.tid, receipt: null, tip: 0 };
  const bunLeft = { product_id: 'bun', description: 'bun', quantity: '1', total: 200, vat: 0 };
  const cupLeft = { index: 0, product_id: 'cup', description: 'cup' };
  const lines = [
    { ...cupLeft, quantity: '3', total: 4_000, vat: 800 },
    { index: 1, ...bunLeft },
  ];
  const all = { ...phone, amount: 4_200, lines };
  expect(await left()).toEqual([200, { ...all, sale: sale.id }]);
  expect(await left(`tid=${sale.tid}`)).toEqual([200, { ...all, sale: null }]);
  expect(await left('sale=nothing')).toEqual([404, 'not_found']);
  expect(await left('')).toEqual([400, 'validation_error']);
  expect(await left(`sale=${sale.id}&tid=${sale.tid}`)).toEqual([400, 'validation_error']);
  expect((await refund('r-0', '1', { amount: 1_333 })).status).toBe(400);
  const first = await Promise.all([refund('r-1', '2'), refund('r-1', '2')]);
  expect(first.map(({ status, json }) => [status, json.amount])).toEqual([
    [201, 2_667],
    [201, 2_667],
  ]);
  expect(first[0]?.json.lines).toMatchObject([
    { index: 0, product_id: 'cup', quantity: '2', total: 2_667, vat: 533 },
  ]);
  // Also while the refund is on its way to the service.
  expect(await left()).toMatchObject([
    200,
    { amount: 1_533, lines: [{ ...cupLeft, quantity: '1', total: 1_333, vat: 267 }, bunLeft] },
  ]);
  const gone = await refund('r-2', '2');
  expect([gone.status, gone.json.error_details?.reason]).toEqual([409, 'lines_gone']);
  expect((await refund('r-3', '1')).json.amount).toBe(1_333);
  const outcome = async () =>
    (await service.secret(service.users.pos, `/payment_request/${sale.tid}/outcome/`)).json;
  await expect.poll(outcome).toMatchObject({ refunds: [{ amount: 2_667 }, { amount: 1_333 }] });
  expect(await left()).toMatchObject([200, { amount: 200, lines: [{ index: 1, ...bunLeft }] }]);
});

it('a refund names its approver, has a ceiling, and its approval is used once', async () => {
  const sale = await paid('P-39', { amount: 60_000 });
  const refund = (body: object) => till.register.call('POST', 'refunds/', { body });
  const one = { refund_id: 'return-1', sale: sale.id, amount: 10_000, approver: 'Kari' };
  expect((await refund({ ...one, approver: undefined })).status).toBe(400);
  const above = await refund({ ...one, amount: 50_001 });
  expect([above.status, above.json.error_type]).toEqual([403, 'refund_not_allowed']);
  const made = await Promise.all([refund(one), refund(one), refund(one)]);
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  const state = async () =>
    (await till.register.call('GET', 'refunds/')).json.refunds?.[0]?.state ?? 'none';
  await expect.poll(state).toBe('done');
  const outcome = await service.secret(service.users.pos, `/payment_request/${sale.tid}/outcome/`);
  expect(outcome.json).toMatchObject({ refunds: [{ amount: 10_000, id: 'return-1' }] });
  const other = await refund({ ...one, amount: 9_000 });
  expect([other.status, other.json.error_details?.reason]).toEqual([409, 'id_used']);
  const tooMuch = await refund({ ...one, refund_id: 'return-2', amount: 50_000 });
  expect(tooMuch.status).toBe(201);
  const nothing = await refund({ ...one, refund_id: 'return-3', amount: 1 });
  expect([nothing.status, nothing.json.error_details?.reason]).toEqual([409, 'nothing_left']);
});
