import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type LocalTill, startLocalTill } from '../../support/local-till.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/*
 * A register sends the lines of a sale to a till at the real service.
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

const COFFEE = {
  ...{ product_id: 'cortado', description: 'Cortado', quantity: '2', vat_rate: '0.25' },
  ...{ item_cost: 5_200, total: 10_400, vat: 2_080 },
};
const BUN = { product_id: 'bun', quantity: '1', item_cost: 4_500, total: 4_000 };
const SALE = { reference: 'L-1', amount: 14_400, lines: [COFFEE, BUN] };

describe('a register’s lines', () => {
  it('reach the service unchanged, and a repeated request returns the same sale', async () => {
    const started = await till.register.start(SALE);
    expect(started.status).toBe(201);
    const { tid } = await till.register.until(started.sale.id, 'waiting_scan');
    const found = await service.secret(service.users.pos, `/payment_request/${tid}/`);
    expect(found.json).toMatchObject({ line_items: [COFFEE, BUN] });
    expect((await till.register.start(SALE)).sale.id).toBe(started.sale.id);
    const other = { ...SALE, lines: [COFFEE, { ...BUN, product_id: 'other' }] };
    const taken = await till.register.start(other);
    expect(taken.json.error_type).toBe('reference_taken');
  });

  it('are accepted up to the maximum number of lines', async () => {
    const line = {
      ...BUN,
      description: 'ø'.repeat(LIMITS.lineTextMax),
      total: 100,
    };
    const lines = Array.from({ length: LIMITS.basketLinesMax }, () => line);
    const amount = 100 * LIMITS.basketLinesMax;
    const started = await till.register.start({ reference: 'L-2', amount, lines });
    expect(started.status).toBe(201);
  });

  it.each([
    ['the lines do not add up to the amount', { amount: 14_401 }, ['must add up to the amount']],
    [
      'the list is empty',
      { lines: [] },
      expect.arrayContaining([expect.stringMatching('at least 1')]),
    ],
    [
      'the list is too long',
      { lines: Array(101).fill(BUN) },
      expect.arrayContaining([expect.stringMatching('at most 100')]),
    ],
  ])('start no sale if %s', async (_words, change, why) => {
    const refused = await till.register.start({ ...SALE, ...change });
    expect([refused.status, refused.json.error_type]).toEqual([400, 'validation_error']);
    expect(refused.json.error_details).toMatchObject({ lines: why });
    expect((await till.register.call('GET', 'sales/')).json.sales).toEqual([]);
  });
});
