import { statSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LocalTill, startLocalTill } from '../../../support/local-till.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

/*
 * A cash register and a till, with the real service behind it: everything goes over sockets.
 */

let service: TestService;
let till: LocalTill;
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  till = await startLocalTill(service);
});
afterEach(() => till.stop());

const customer = () => service.ready.customers[0]?.msisdn ?? '';
const draft = (reference: string, more: object = {}) => ({ reference, amount: 4_200, ...more });

async function approve(tid: string | null): Promise<void> {
  await service.service.simulator.claim(tid ?? '', customer());
  await service.service.simulator.confirm(tid ?? '');
}

describe('a register', () => {
  it('starts a sale, follows it, and reads that it is paid', async () => {
    const started = await till.register.start(draft('R-1', { text: 'Kaffe' }));
    expect([started.status, started.sale.reference, started.sale.currency]).toEqual([
      201,
      'R-1',
      'NOK',
    ]);
    const { id } = started.sale;
    const waiting = await till.register.until(id, 'waiting_scan');
    expect(waiting.state.uri).toBe(`${service.ready.wallet_url}/p/${waiting.tid}/`);
    expect(waiting.actions).toEqual(['cancel']);
    await approve(waiting.tid);
    const paid = await till.register.until(id, 'paid');
    expect(paid).toMatchObject({
      state: { final: true },
      money: { captured: 4_200, authorised: 0 },
    });
    const outcome = await service.secret(
      service.users.pos,
      `/payment_request/${waiting.tid}/outcome/`,
    );
    expect(outcome.json).toMatchObject({ status_code: 2000, pos_tid: id });
  });

  it('that repeats its call gets the same sale with one payment request', async () => {
    const first = await till.register.start(draft('R-2'));
    const again = await Promise.all([1, 2, 3].map(() => till.register.start(draft('R-2'))));
    expect(again.map(({ status, sale }) => [status, sale.id])).toEqual(
      again.map(() => [200, first.sale.id]),
    );
    const list = await till.register.call('GET', 'sales/?reference=R-2');
    expect(list.json.sales).toHaveLength(1);
  });

  it('that sends one call twice at once starts one sale', async () => {
    const both = await Promise.all([
      till.register.start(draft('R-3')),
      till.register.start(draft('R-3')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(both[0]?.sale.id).toBe(both[1]?.sale.id);
  });

  it('that reuses a reference for another sale is refused', async () => {
    const first = await till.register.start(draft('R-4'));
    const other = await till.register.start(draft('R-4', { amount: 4_201 }));
    expect([other.status, other.json.error_type, other.json.error_details?.sale]).toEqual([
      409,
      'reference_taken',
      first.sale.id,
    ]);
  });

  it('finds its sale after a restart of the till and starts no second one', async () => {
    const first = await till.register.start(draft('R-5'));
    const { tid } = await till.register.until(first.sale.id, 'waiting_scan');
    const { token } = till.register;
    till = await till.restart();
    expect(till.register.token).toBe(token);
    const again = await till.register.start(draft('R-5'));
    expect([again.status, again.sale.id]).toEqual([200, first.sale.id]);
    expect((await till.register.start(draft('R-5', { text: 'x' }))).status).toBe(409);
    await approve(tid);
    await till.register.until(first.sale.id, 'authorised');
    await till.register.act(first.sale.id, 'capture');
    await till.register.until(first.sale.id, 'paid');
  });

  it('gets the blocking sale when the till is busy', async () => {
    const first = await till.register.start(draft('R-6'));
    const second = await till.register.start(draft('R-7'));
    expect([second.status, second.json.error_type]).toEqual([409, 'busy']);
    expect(second.json.error_details?.sales?.[0]?.id).toBe(first.sale.id);
    await till.register.until(first.sale.id, 'waiting_scan');
    expect((await till.register.act(first.sale.id, 'cancel')).status).toBe(200);
    await till.register.until(first.sale.id, 'aborted');
    // The reply to a cancellation can be lost as well.
    expect((await till.register.act(first.sale.id, 'cancel')).status).toBe(200);
    expect((await till.register.start(draft('R-7'))).status).toBe(201);
  });

  it('reserves an amount, captures a part and releases the rest', async () => {
    const { sale } = await till.register.start(draft('R-8', { mode: { kind: 'authorise' } }));
    const { tid } = await till.register.until(sale.id, 'waiting_scan');
    await approve(tid);
    await till.register.until(sale.id, 'authorised');
    const part = { amount: 3_000, capture_id: 'beer', rest: 'release' };
    expect((await till.register.act(sale.id, 'capture', part)).status).toBe(200);
    const ended = await till.register.until(sale.id, 'paid');
    expect(ended.money).toMatchObject({ captured: 3_000, authorised: 0 });
    const late = await till.register.act(sale.id, 'renew');
    expect([late.status, late.json.error_type]).toEqual([409, 'not_possible']);
    expect(late.json.error_details?.sale?.state?.kind).toBe('paid');
  });

  it('finds the API through a file that no other user can read', async () => {
    expect(statSync(till.api.tokenFile).mode & 0o777).toBe(0o600);
    expect(till.register.url).toBe(till.api.url);
    expect(till.register.token.length).toBeGreaterThanOrEqual(43);
  });
});
