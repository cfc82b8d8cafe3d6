import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LocalTill, startLocalTill } from '../support/local-till.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Faults of the network and of the service, as the register sees them. The faults come from the
 * service's own fault injection.
 */

let service: TestService;
let till: LocalTill;
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  till = await startLocalTill(service, { settings: QUICK });
});
afterEach(async () => {
  service.service.simulator.clearFaults();
  await till.stop();
});

const QUICK = { backoffBase: 50, backoffCap: 200, pollAlone: 100, unclearAfter: 300 } as const;
const { addFault, approve, waiting } = {
  addFault: (fault: Parameters<TestService['service']['simulator']['addFault']>[0]) =>
    expect(service.service.simulator.addFault(fault).ok).toBe(true),
  async waiting(reference: string) {
    const { sale } = await till.register.start({ reference, amount: 4_200 });
    return till.register.until(sale.id, 'waiting_scan');
  },
  async approve(tid: string | null) {
    const customer = service.ready.customers[0]?.msisdn ?? '';
    await service.service.simulator.claim(tid ?? '', customer);
    await service.service.simulator.confirm(tid ?? '');
  },
};

it('a sale is reported as paid also without push events', async () => {
  await till.stop();
  till = await startLocalTill(service, { settings: QUICK, push: 'none' });
  const listener = till.register.listen();
  const { id, tid } = await waiting('F-2');
  expect((await till.register.call('GET', '')).json.connection).toEqual({
    kind: 'online',
    push: false,
  });
  await approve(tid);
  await till.register.until(id, 'paid');
  await listener.frame((frame) => frame.type === 'sale' && frame.sale.state.kind === 'paid');
});

it('errors of a poll end neither the polling nor the sale', async () => {
  const { id, tid } = await waiting('F-5');
  addFault({ path_regexp: 'outcome', act: 'status', status: 500, times: 3 });
  addFault({ path_regexp: 'outcome', act: 'drop_before', times: 3 });
  await approve(tid);
  await till.register.until(id, 'paid');
});

it('an authorised sale has its own state and can be captured or released', async () => {
  const { id, tid } = await waiting('F-6');
  addFault({
    method: 'PUT',
    path_regexp: 'payment_request',
    act: 'status',
    status: 500,
  });
  await approve(tid);
  await till.register.until(id, 'authorised');
  const held = async () => (await till.register.read(id)).sale;
  await expect.poll(async () => (await held()).state.because).toBe('capture_failed');
  const sale = await held();
  expect(sale.state.final).toBe(false);
  expect(sale.actions).toEqual(expect.arrayContaining(['capture', 'release']));
  expect(sale.money).toMatchObject({ captured: 0, authorised: 4_200 });
  service.service.simulator.clearFaults();
  expect((await till.register.act(id, 'capture')).status).toBe(200);
  expect((await till.register.until(id, 'paid')).money.captured).toBe(4_200);
});

it('a cancellation that fails at the service is retried until it is done', async () => {
  const { id, tid } = await waiting('F-13');
  await service.service.simulator.claim(tid ?? '', service.ready.customers[0]?.msisdn ?? '');
  addFault({ method: 'PUT', path_regexp: 'payment_request', act: 'status', status: 500 });
  expect((await till.register.act(id, 'cancel')).status).toBe(200);
  expect((await till.register.read(id)).sale.state.final).toBe(false);
  // The till asks again and again, and reads in between: the sale is open as long as this goes on.
  const refusals = async () => {
    const entries = await service.service.simulator.journal({ posTid: id });
    return entries.filter((entry) => entry.kind === 'request' && entry.status === 500).length;
  };
  await expect.poll(refusals).toBeGreaterThan(2);
  expect((await till.register.read(id)).sale.state.final).toBe(false);
  service.service.simulator.clearFaults();
  expect((await till.register.until(id, 'aborted')).money.captured).toBe(0);
});

it('a sale whose customer leaves expires, and the next sale can start', async () => {
  await till.stop();
  till = await startLocalTill(service, { settings: { ...QUICK, expiresInSeconds: 1 } });
  const { sale } = await till.register.start({ reference: 'F-14', amount: 4_200 });
  const end = await till.register.until(sale.id, 'expired');
  expect(end.state).toMatchObject({ final: true, what: 'request' });
  expect((await till.register.start({ reference: 'F-14b', amount: 4_200 })).status).toBe(201);
});

it('a reply that is lost after the service’s commit causes no second request', async () => {
  const requests = async () => {
    const list = await service.key(service.users.admin, '/payment_request/?page_size=200');
    return list.text.match(/payment_request\/p\w{11}\//g)?.length ?? 0;
  };
  const before = await requests();
  addFault({ method: 'POST', path_regexp: 'payment_request', act: 'drop_after', times: 2 });
  const { id, tid } = await waiting('F-11');
  const read = await service.secret(service.users.pos, `/payment_request/${tid}/`);
  expect(read.json).toMatchObject({ pos_tid: id });
  expect(await requests()).toBe(before + 1);
});
