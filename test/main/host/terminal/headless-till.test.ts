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
    const give = async (name: string, body: object) => {
      const { status, json } = await till.register.call('POST', `commands/${name}/`, {
        body: { ...body, by: 'Kari' },
      });
      return [status, json.error_details?.reason ?? json];
    };
    const back = (receipt: number, id: string, amount: number) =>
      give('refund_receipt', {
        ...{ id, approver: 'Marte', receipt, amount },
        lines: null,
        tip: 0,
      });
    const float = { id: 'd1', act: { act: 'float', amount: 10_000 } };
    expect(await give('drawer', float)).toEqual([204, {}]);
    expect(await give('drawer', float)).toEqual([204, {}]);
    await till.order('a', 2_290);
    const paid = await till.pay('a', 'p1', 1, 2_290);
    // The smallest coin is a krone.
    expect(paid.json.bill?.tenders).toMatchObject([{ rounding: 10, received: 2_300 }]);
    const left = await till.register.call('GET', 'refunds/left/?bill=a');
    expect(left.json.tenders).toMatchObject([{ receipt: 1, amount: 2_290 }]);

    const refunded = { number: 2, receipt: { number: 1, left: { total: 1_790 } } };
    expect(await back(1, 'b1', 500)).toMatchObject([200, refunded]);
    expect(await back(1, 'b1', 500)).toMatchObject([200, refunded]);
    expect(await back(1, 'b2', 5_000)).toEqual([409, 'too_much']);
    expect(await back(9, 'b3', 500)).toEqual([404, 'receipt_gone']);

    const counted = (count: number) => [{ value: 100, count }];
    const differs = { difference: { expected: 11_800, counted: 11_700 } };
    expect(await give('count_drawer', { id: 'c1', counted: counted(117) })).toEqual([200, differs]);
    const close = { counted: counted(118), keep: 10_000 };
    await till.order('b', 1_000);
    expect(await give('close_period', { id: 'z1', ...close, openBills: [] })).toEqual([
      409,
      'close_open_bills',
    ]);
    const openBills = [{ id: 'b', version: 1 }];
    const [status, closed] = await give('close_period', { id: 'z2', ...close, openBills });
    const sums = {
      sales: { amount: 2_290 },
      refunds: { amount: 500 },
      drawer: { expected: 10_000 },
    };
    // Nobody has to approve the close of a till without staff (D-506).
    const by = { by: 'Kari', approvedBy: null };
    expect([status, closed]).toMatchObject([
      200,
      { report: { number: 1, report: sums, closed: by } },
    ]);
    expect((await give('close_period', { id: 'z2', ...close, openBills }))[1]).toEqual(closed);
    expect(await give('close_period', { id: 'z3', ...close, openBills, lastClose: 0 })).toEqual([
      409,
      'close_done',
    ]);
    // The Z report is read again, and the next period has a report of its own.
    expect(await give('read_report', { period: 1 })).toEqual([200, closed]);
    expect(await give('read_report', { period: null })).toMatchObject([
      200,
      { report: { number: null, report: { sales: { amount: 0 }, drawer: { expected: null } } } },
    ]);
  });

  it('gives no cash back without a ceiling, nor above it', async () => {
    const none = await startHeadless();
    await none.order('a', 2_000);
    await none.pay('a', 'p1', 1, 2_000);
    const body = { id: 'b1', receipt: 1, approver: 'Marte', lines: null, amount: 500, tip: 0 };
    const refund = (till: typeof none) =>
      till.register.call('POST', 'commands/refund_receipt/', { body });
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
      await till.register.bill('b', { id: `name-${version}`, version, act });
    }
    const again = await till.pay('b', 'register-1', 1_001, 3_000);
    expect([again.status, again.json.error_details?.reason]).toEqual([409, 'bill_command_used']);
    expect(totals(till)).toEqual([2_000]);
    expect((await till.pay('b', 'register-2', 1_001, 3_000)).json.state).toBe('paid');
    expect(totals(till)).toEqual([2_000, 3_000]);
  });
});
