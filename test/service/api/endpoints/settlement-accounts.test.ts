import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../../support/expect-error.ts';
import { onOwnService, startTestService, type TestService } from '../../../support/service.ts';

let test: TestService;
let path: string;
beforeAll(async () => {
  test = await startTestService();
  path = `/settlement_account/${test.ready.merchant.id}.NOK/`;
});
afterAll(() => test.stop());

const put = (body: unknown, at = path) => test.secret(test.users.pos, at, { method: 'PUT', body });
const read = async () => (await test.secret(test.users.pos, path)).json;

describe('the settlement account of a merchant', () => {
  it('exists from the start, with the agreement’s frequency and day', async () => {
    await onOwnService(async (own) => {
      const id = `${own.ready.merchant.id}.NOK`;
      expect((await own.secret(own.users.pos, `/settlement_account/${id}/`)).json).toEqual({
        id,
        start_of_day: '00:00:00',
        currency: 'NOK',
        payout_delay: 0,
        payout_account: null,
        frequency: 'weekdays',
      });
    });
  });

  it('accepts a payout account and a frequency (D-51, D-176)', async () => {
    const set = await put({ payout_account: 'NO93 8601 1117 947', frequency: 'weekly' });
    expect([set.status, set.text]).toEqual([204, '']);
    expect(await read()).toMatchObject({
      payout_account: 'NO9386011117947',
      frequency: 'weekly',
    });
    expect((await put({ payout_account: '8601.11.17947' })).status).toBe(204);
    expect(await read()).toMatchObject({ payout_account: '86011117947', frequency: 'weekly' });
  });

  it.each([
    [{}, 'payout_account'],
    [{ payout_account: null }, 'payout_account'],
    [{ payout_account: 'NO9386011117948' }, 'payout_account'],
    [{ payout_account: '86011117946' }, 'payout_account'],
    [{ payout_account: 86011117947 }, 'payout_account'],
    [{ payout_account: '86011117947', frequency: 'hourly' }, 'frequency'],
  ])('refuses %j and names %s', async (body, field) => {
    const before = await read();
    const reply = await put(body);
    expectError(reply, 400, 'validation_error');
    expect(Object.keys(JSON.parse(reply.text).error_details)).toEqual([field]);
    expect(await read()).toEqual(before);
  });

  it('is available only to its merchant', async () => {
    const body = { payout_account: '86011117947' };
    const sent = { method: 'PUT', body };
    expectError(await test.key(test.users.neighbour, path, sent), 404, 'Not Found');
    expectError(await test.key(test.users.neighbour, path), 404, 'Not Found');
    expectError(await put(body, '/settlement_account/none/'), 404, 'Not Found');
  });
});
