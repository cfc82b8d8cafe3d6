import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { salesSummary } from '../../shared/protocol/sales-summary.ts';
import { expectError } from '../support/expect-error.ts';
import { startTestService, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const get = (path: string) => test.secret(test.users.pos, path);

describe('the sales summary in merchant time', () => {
  it('uses the merchant’s days, including days with a clock change', async () => {
    const search = 'merchant_time=1&frequency=hour&from_date=2026-03-29&to_date=2026-03-29';
    const summary = salesSummary.parse((await get(`/sales_summary/?${search}`)).json);
    expect(summary.result_timezone).toBe('Europe/Oslo');
    expect(summary.periods).toHaveLength(23);
    expect(summary.periods.slice(0, 4)).toEqual([
      '2026-03-29 00:00:00',
      '2026-03-29 01:00:00',
      '2026-03-29 03:00:00',
      '2026-03-29 04:00:00',
    ]);
  });
});

describe('invalid queries', () => {
  it.each([
    ['/sales_summary/', 'from_date'],
    ['/sales_summary/?from_date=2026-02-30', 'from_date'],
    ['/sales_summary/?from_date=2026-03-02&to_date=2026-03-01', 'to_date'],
    ['/sales_summary/?from_date=2020-01-01&to_date=2026-01-01&frequency=hour', 'frequency'],
    ['/sales_summary/?from_date=2026-01-01&frequency=year', 'frequency'],
    ['/sales_summary/?from_date=2026-01-01&merchant_time=maybe', 'merchant_time'],
    ['/settlement_report/?created_from=yesterday', 'created_from'],
    ['/settlement_report/?non_empty_only=2', 'non_empty_only'],
  ])('%s gets a 400 that names %s', async (path, field) => {
    const reply = await get(path);
    expectError(reply, 400, 'validation_error');
    expect(Object.keys(JSON.parse(reply.text).error_details)).toEqual([field]);
  });
});
