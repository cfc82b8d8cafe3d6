import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { salesSummary } from '../../../../shared/protocol/sales-summary.ts';
import { settlementOutput } from '../../../../shared/protocol/settlement.ts';
import { settlementReport } from '../../../../shared/protocol/settlement-report.ts';
import { DAY, HOUR, SECOND } from '../../../../shared/time/clock.ts';
import { expectError } from '../../../support/expect-error.ts';
import { onOwnService, startTestService, type TestService } from '../../../support/service.ts';
import { type Sent, send } from '../../../support/wire.ts';

/*
 * Settlements as a merchant's back office sees them: over the wire, with a phone that pays and a
 * clock that is moved. Amounts are minor units; the demo's agreement takes 1 % and, on credit,
 * 0.25 % more.
 */

const INGRID = '4798765432';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const get = (path: string, sent?: Sent) => test.secret(test.users.pos, path, sent);
const settle = () => test.simulator('/settlement/', { method: 'POST' });
const pathIn = (uri: string) => new URL(test.ready.base_url).origin + uri;
const lines = (text: string) => text.trimEnd().split('\n');

async function put(tid: string, body: Readonly<Record<string, unknown>>) {
  const sent = { method: 'PUT', body };
  const reply = await test.key(test.users.admin, `/payment_request/${tid}/`, sent);
  expect(reply.status, reply.text).toBe(204);
}

/** A payment that Ingrid has approved. */
async function authorised(amount: number, more: Readonly<Record<string, unknown>> = {}) {
  const { credit = false, ...draft } = more;
  const tid = await test.payment({ amount, customer: INGRID, allow_credit: credit, ...draft });
  const confirmed = await test.simulator(`/payment_request/${tid}/confirm/`, {
    method: 'POST',
    body: { credit },
  });
  expect(confirmed.status).toBe(204);
  return tid;
}

describe('before the first settlement', () => {
  it('there is no last settlement, the list is empty, and an unknown id is 404', async () => {
    await onOwnService(async (own) => {
      const ask = (path: string) => own.secret(own.users.pos, path);
      expectError(await ask('/last_settlement/'), 404, 'Not Found');
      expect((await ask('/settlement/')).json).toEqual({ uris: [], next: null, prev: null });
      for (const id of ['1', '0', '01', '-1', 'x', '1e3', '9'.repeat(40)]) {
        expectError(await ask(`/settlement/${id}/`), 404, 'Not Found');
      }
    });
  });
});

describe('a day of sales', () => {
  let plain = '';
  let parts = '';

  beforeAll(async () => {
    plain = await authorised(20_000, { credit: true });
    await put(plain, { action: 'capture' });
    parts = await authorised(15_000, { additional_amount: 1_500 });
    await put(parts, {
      action: 'capture',
      capture_id: 'c1',
      amount: 5_000,
      additional_amount: 1_000,
      currency: 'NOK',
    });
    await put(parts, { action: 'release' });
    await put(plain, {
      action: 'refund',
      refund_id: 'r1',
      amount: 2_500,
      additional_amount: 0,
      currency: 'NOK',
    });
    const open = await authorised(9_900);
    await put(open, { action: 'release' });
    const made = await settle();
    expect(made.status).toBe(200);
    // The neighbour's account is settled too, without any payments.
    expect(made.json).toEqual({ settlement_ids: expect.arrayContaining(['1', '1']) });
  });

  it('is in the last settlement, which is a redirect with the settlement in its body', async () => {
    const reply = await get('/last_settlement/');
    expect(reply.status).toBe(302);
    expect(reply.headers.location).toBe(`${test.ready.base_url}/settlement/1/`);
    const settlement = settlementOutput.parse(reply.json);
    expect(settlement.id).toBe('1');
    const followed = await get('/settlement/1/');
    expect(followed.status).toBe(200);
    expect(settlementOutput.parse(followed.json)).toEqual(settlement);
  });

  it('is settled with the expected gross, fees, interchange, net and payout', async () => {
    const { settlement_summary, payout_details } = settlementOutput.parse(
      (await get('/settlement/1/')).json,
    );
    // 200.00 and 60.00 captured, 25.00 given back; 1 % of each capture, 0.25 % of the credit one.
    expect(settlement_summary).toEqual({
      currency: 'NOK',
      gross: 23_500,
      amount_total: 22_500,
      additional_amount_total: 1_000,
      fees: {
        scope_fee: 0,
        scope_fee_vat: 0,
        settlement_fee: 0,
        settlement_fee_vat: 0,
        transaction_fee: 260,
        transaction_fee_vat: 0,
      },
      interchange: 50,
      net: 23_190,
      taxcode: 'NO:2013',
    });
    expect(payout_details).toEqual({
      currency: 'NOK',
      unsettled_fees_before: 0,
      unsettled_fees_after: 0,
      payout: 23_190,
      net: 23_190,
      gross: 23_500,
      billed: 0,
      invoice_id: null,
    });
  });

  it('has a log, which can be read at its address without credentials', async () => {
    const { transaction_log_uris, scope_log_uris, date_created } = settlementOutput.parse(
      (await get('/settlement/1/')).json,
    );
    expect(scope_log_uris).toEqual([]);
    expect(transaction_log_uris).toHaveLength(1);
    const uri = transaction_log_uris[0] ?? '';
    expect(uri).toMatch(/^\/merchant\/v1\/settlement_log\/[\w.-]+\/$/);
    const file = await send(pathIn(uri), {
      headers: { accept: 'application/vnd.svc.api.merchant.v1+csv' },
    });
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('application/vnd.svc.api.merchant.v1+csv');
    expect(file.headers['content-disposition']).toContain('settlement-1-transaction-1.csv');
    const [header, ...rows] = lines(file.text);
    expect(header).toBe(
      'tid,sub_id,timestamp,action,type,customer,currency,amount,additional_amount,gross,fee,' +
        'interchange,vat,taxcode,net,merchant_id,settlement_id,reserved1,reserved2',
    );
    const owner = `,${test.users.pos.merchant},`;
    const series = /[0-9A-F]{6}-\d{4}-\d{2}-\d{2}-1,,$/;
    for (const row of rows) expect(row).toMatch(series);
    const cut = rows.map((row) => row.slice(0, row.indexOf(owner)));
    const of = (tid: string) => cut.filter((row) => row.startsWith(tid));
    const at = date_created;
    expect(of(plain)).toEqual([
      `${plain},,${at},capture,credit,${INGRID},NOK,200.00,0.00,200.00,2.00,0.50,0.00,NO:2013,197.50`,
      `${plain},r1,${at},refund,credit,${INGRID},NOK,25.00,0.00,-25.00,0.00,0.00,0.00,NO:2013,-25.00`,
    ]);
    expect(of(parts)).toEqual([
      `${parts},c1,${at},capture,,${INGRID},NOK,50.00,10.00,60.00,0.60,0.00,0.00,NO:2013,59.40`,
    ]);
    expect(rows).toHaveLength(3);
    expect([...rows].sort()).toEqual(rows);
  });

  it('has a log, which is answered with 404 at a modified address', async () => {
    const { transaction_log_uris } = settlementOutput.parse((await get('/settlement/1/')).json);
    const uri = pathIn(transaction_log_uris[0] ?? '');
    const changed = [
      uri.replace('.1.transaction.', '.2.transaction.'),
      uri.replace('.transaction.', '.scope.'),
      uri.replace('transaction.0.', 'transaction.1.'),
      uri.replace(/.\/$/, '/'),
      uri.replace(/(.)\/$/, (_, last) => `${last === 'A' ? 'B' : 'A'}/`),
      uri.replace(/settlement_log\/.*/, 'settlement_log/x/'),
    ];
    for (const wrong of changed) expectError(await send(wrong), 404, 'Not Found');
  });

  it('is available only to its merchant', async () => {
    const neighbour = await test.key(test.users.neighbour, '/settlement/1/');
    expect(neighbour.status).toBe(200);
    expect(settlementOutput.parse(neighbour.json).settlement_summary.gross).toBe(0);
    expectError(await test.key(test.users.neighbour, '/settlement/2/'), 404, 'Not Found');
  });

  it('is in the report, with settled and sold amounts', async () => {
    const report = settlementReport.parse((await get('/settlement_report/')).json);
    expect(report.items).toHaveLength(1);
    expect(report.items[0]).toMatchObject({
      index: '1',
      gross: 23_500,
      fixed_fees: 0,
      variable_fees: 310,
      payout: 23_190,
    });
    const { summary, report_context } = report;
    expect(summary).toMatchObject({
      num_settlements: 1,
      sales: 26_000,
      refunds: 2_500,
      capture_count: 2,
      refund_count: 1,
    });
    expect(report_context.running_sum.capture.total).toBe(26_000);
    expect(report_context.total_sum.total).toBe(23_500);
    expect(report_context.single_payout).toMatchObject({ id: 1, amount: 23_190 });
  });

  it('is in the sales summary by product and day', async () => {
    const today = new Date(test.service.simulator.now()).toISOString().slice(0, 10);
    const reply = await get(`/sales_summary/?from_date=${today}`);
    const summary = salesSummary.parse(reply.json);
    expect(summary.periods).toEqual([`${today} 00:00:00`]);
    expect(summary).toMatchObject({
      merchant_timezone: 'Europe/Oslo',
      result_timezone: 'UTC',
      start_of_day: '00:00:00',
    });
    const product = (id: string) => summary.products.find((one) => one.product_id === id);
    expect(product('unspecified')).toMatchObject({
      reserved_total: [44_900],
      capture_total: [25_000],
      refund_total: [2_500],
    });
    expect(product('additional_amount')).toMatchObject({
      reserved_total: [1_500],
      capture_total: [1_000],
      refund_total: [0],
    });
  });
});

describe('the clock', () => {
  let shared: TestService;
  // Each test moves the clock and counts settlements, so it has a service of its own.
  beforeEach(async () => {
    shared = test;
    test = await startTestService();
    await put(await authorised(20_000), { action: 'capture' });
    await settle();
  });
  afterEach(async () => {
    await test.stop();
    test = shared;
  });

  /** At least two boundaries of weekdays, also if one of the days has 25 hours. */
  const FOUR_DAYS = 4 * DAY + HOUR;
  const advance = (milliseconds: number) =>
    test.simulator('/clock/', { method: 'POST', body: { advance_seconds: milliseconds / SECOND } });

  it('starts a settlement at the next weekday, without a fee for an empty one', async () => {
    const before = settlementOutput.parse((await get('/last_settlement/')).json);
    await advance(FOUR_DAYS);
    const uris = JSON.parse((await get('/settlement/')).text).uris;
    expect(uris.length).toBeGreaterThanOrEqual(Number(before.id) + 2);
    const last = settlementOutput.parse((await get('/last_settlement/')).json);
    expect(last.payout_details.payout).toBe(0);
    expect(last.transaction_log_uris).toEqual([]);
    // Made at the boundary itself: midnight in Oslo is 22:00 or 23:00 of the day before in UTC.
    expect(last.date_created).toMatch(/ 2[23]:00:00$/);
    const all = settlementReport.parse((await get('/settlement_report/')).json);
    const some = settlementReport.parse((await get('/settlement_report/?non_empty_only=1')).json);
    expect(all.items.length).toBe(uris.length);
    expect(some.items.map(({ index }) => index)).toEqual(['1']);
  });

  it('expires the address of a log after 30 days; a new read returns a valid address', async () => {
    const read = async () => {
      const { transaction_log_uris } = settlementOutput.parse((await get('/settlement/1/')).json);
      return pathIn(transaction_log_uris[0] ?? '');
    };
    const uri = await read();
    await advance(30 * DAY - HOUR);
    expect((await send(uri)).status).toBe(200);
    await advance(2 * HOUR);
    expectError(await send(uri), 404, 'Not Found');
    expect((await send(await read())).status).toBe(200);
  });

  it('lists settlements oldest first, and refuses an invalid cursor', async () => {
    await advance(FOUR_DAYS);
    const { uris, next } = JSON.parse((await get('/settlement/')).text);
    expect(next).toBeNull();
    expect(uris.length).toBeGreaterThanOrEqual(3);
    expect(uris[0]).toBe('/merchant/v1/settlement/1/');
    const numbers = uris.map((uri: string) => Number(uri.split('/').at(-2)));
    expect(numbers).toEqual(numbers.map((_: number, index: number) => index + 1));
    expectError(await get('/settlement/?cursor=!'), 400, 'validation_error');
  });
});
