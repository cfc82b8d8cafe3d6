import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../support/service.ts';
import { startHeadlessTill } from './headless.ts';

/* A till without screens has the same rules as one with screens: bills, books and what a register is answered. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
});
afterAll(() => service.stop());

const startHeadless = (refunds: { readonly ceiling: number } | null = null) =>
  startHeadlessTill(service, { refunds });

describe('a till without screens', () => {
  it('has a day from the float to the close, like a till with screens', async () => {
    const till = await startHeadless({ ceiling: 2_000 });
    const drawer = async (command_id: string, act: object) => {
      const { status, json } = await till.register.call('POST', 'drawer/', {
        body: { command_id, act, by: 'Kari' },
      });
      return [status, json.error_details?.reason ?? json];
    };
    const back = async (number: number, command_id: string, amount: number) => {
      const body = { command_id, approver: 'Marte', amount };
      const path = `receipts/${number}/refund/`;
      const { status, json } = await till.register.call('POST', path, { body });
      return [status, json.error_type ?? json];
    };
    const nothing = [200, { difference: null, close: null }];
    expect(await drawer('d1', { act: 'float', amount: 10_000 })).toEqual(nothing);
    expect(await drawer('d1', { act: 'float', amount: 10_000 })).toEqual(nothing);
    await till.order('a', 2_290);
    const paid = await till.pay('a', 'p1', 1, 2_290);
    // The smallest coin is a krone.
    expect(paid.json.bill?.tenders).toMatchObject([{ rounding: 10, received: 2_300 }]);
    const left = await till.register.call('GET', 'refunds/left/?bill=a');
    expect(left.json.tenders).toMatchObject([{ receipt: 1, amount: 2_290 }]);

    expect(await back(1, 'b1', 500)).toEqual([
      200,
      { receipt: 1, number: 2, given: 500, left: 1_790 },
    ]);
    expect((await back(1, 'b1', 500))[1]).toMatchObject({ number: 2, given: 500 });
    expect(await back(1, 'b2', 5_000)).toEqual([409, 'refund_refused']);
    expect(await back(9, 'b3', 500)).toEqual([404, 'not_found']);

    const counted = (count: number) => [{ value: 100, count }];
    const differs = { difference: { expected: 11_800, counted: 11_700 }, close: null };
    expect(await drawer('c1', { act: 'count', counted: counted(117) })).toEqual([200, differs]);
    const close = { act: 'close', counted: counted(118), keep: 10_000 };
    await till.order('b', 1_000);
    expect(await drawer('z1', close)).toEqual([409, 'close_open_bills']);
    const seen = [{ id: 'b', version: 1 }];
    const [status, closed] = await drawer('z2', { ...close, open_bills: seen });
    expect([status, closed]).toMatchObject([
      200,
      { difference: null, close: { number: 1, sales: 2_290, refunds: 500, expected: 10_000 } },
    ]);
    expect((await drawer('z2', { ...close, open_bills: seen }))[1]).toEqual(closed);
    expect(await drawer('z3', { ...close, open_bills: seen, last_close: 0 })).toEqual([
      409,
      'close_done',
    ]);
  });

  it('gives no cash back without a ceiling, nor above it', async () => {
    const none = await startHeadless();
    await none.order('a', 2_000);
    await none.pay('a', 'p1', 1, 2_000);
    const body = { command_id: 'b1', approver: 'Marte', amount: 500 };
    const refund = (till: typeof none) =>
      till.register.call('POST', 'receipts/1/refund/', { body });
    expect((await refund(none)).json.error_type).toBe('refund_not_allowed');
    const little = await startHeadless({ ceiling: 400 });
    await little.order('a', 2_000);
    await little.pay('a', 'p1', 1, 2_000);
    expect((await refund(little)).json.error_type).toBe('refund_not_allowed');
  });
});

const totals = (till: Awaited<ReturnType<typeof startHeadless>>) =>
  till.facts('receipt').map(({ total }) => total);

describe('a payment at a till without screens', () => {
  it('that is answered as paid is in the books, also under an id that the till has forgotten', async () => {
    const till = await startHeadless();
    await till.order('a', 2_000);
    expect((await till.pay('a', 'register-1', 1, 2_000)).status).toBe(200);
    await till.order('b', 3_000);
    for (let version = 1; version <= 1_000; version += 1) {
      const act = { act: 'rename', name: `b${version}` };
      await till.register.bill('b', { command_id: `name-${version}`, version, act });
    }
    const again = await till.pay('b', 'register-1', 1_001, 3_000);
    expect([again.status, again.json.error_details?.reason]).toEqual([409, 'bill_command_used']);
    expect(totals(till)).toEqual([2_000]);
    expect((await till.pay('b', 'register-2', 1_001, 3_000)).json.bill?.state).toBe('paid');
    expect(totals(till)).toEqual([2_000, 3_000]);
  });
});
