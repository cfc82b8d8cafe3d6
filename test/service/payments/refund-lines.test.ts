import { afterEach, describe, expect, it } from 'vitest';
import { createPayments } from '../../../service/payments/create-payments.ts';
import { paymentUpdateInput } from '../../../shared/protocol/payment-request.ts';
import { testIssuers } from '../../support/issuers.ts';
import { CUSTOMER, draft, ids, MERCHANT, startPayments } from '../../support/payments.ts';
import { STORES } from '../../support/stores.ts';

const CUP = { product_id: 'cup', description: 'Cup', vat_rate: '0.25', quantity: '2' };
const LINES = [
  { ...CUP, metadata: null, tags: null, vat: null, item_cost: 50, total: 99 },
  { ...CUP, metadata: null, tags: null, vat: null, item_cost: 1, total: 1, product_id: 'bun' },
];

const refundOf = (refund_id: string, total: number, quantity = '1', product_id = 'cup') => ({
  action: 'refund',
  refund_id,
  amount: total,
  additional_amount: 0,
  currency: 'NOK',
  line_items: [{ product_id, quantity, total }],
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe.each(STORES)('refunds by line on %s', (kind) => {
  async function sold() {
    const world = await startPayments(kind);
    ends.push(world.stop);
    const request = draft({ amount: 100, customer: CUSTOMER.msisdn, line_items: LINES as never });
    const made = await world.payments.create(MERCHANT.id, request);
    if (!made.ok) throw new Error(made.refusal.description);
    const { tid } = made.value.payment;
    const choice = { additionalAmount: null, credit: false };
    await world.payments.customerSide.confirm(CUSTOMER.id, tid, choice);
    const put = (body: object, payments = world.payments) =>
      payments.update(MERCHANT.id, tid, paymentUpdateInput.parse(body));
    expect((await put({ action: 'capture' })).ok).toBe(true);
    return { world, tid, put };
  }

  /** The rules on another connection; on PostgreSQL it is another process. */
  async function otherTill({ place, clock }: Awaited<ReturnType<typeof sold>>['world']) {
    const store = await place.open();
    ends.push(() => store.close());
    const parts = { store, clock, wall: clock, ids, base: () => 'http://service.test/merchant/v1' };
    const { grants, moreOf } = testIssuers(parts);
    return createPayments({ ...parts, basePath: () => '/merchant/v1', grants, moreOf }).payments;
  }

  it('one of two tills that return the same unit at once succeeds, and the other reads which line', async () => {
    const { world, tid, put } = await sold();
    const other = kind === 'postgres' ? await otherTill(world) : world.payments;
    const [one, two] = await Promise.all([
      put(refundOf('till-1', 1, '2', 'bun')),
      put(refundOf('till-2', 1, '2', 'bun'), other),
    ]);
    expect([one.ok, two.ok].sort()).toEqual([false, true]);
    const refused = [one, two].find(({ ok }) => !ok);
    expect(refused).toMatchObject({
      refusal: {
        type: 'validation_error',
        details: { 'line_items.0.quantity': [expect.stringContaining('"Cup" (line 1)')] },
      },
    });
    const payment = await world.payments.read(MERCHANT.id, tid);
    expect(payment?.refunds.map(({ lines }) => lines)).toEqual([
      [{ index: 1, quantity: '2', total: 1 }],
    ]);
  });

  it('the lines are still there for a process that starts later', async () => {
    const { world, tid, put } = await sold();
    expect((await put(refundOf('a', 50))).ok).toBe(true);
    await world.store.close();
    const later = await otherTill(world);
    const payment = await later.read(MERCHANT.id, tid);
    expect(payment?.refunds).toMatchObject([
      { id: 'a', amount: 50, lines: [{ index: 0, quantity: '1', total: 50 }] },
    ]);
    expect((await put(refundOf('a', 50), later)).ok).toBe(true);
    expect((await put(refundOf('b', 99, '2'), later)).ok).toBe(false);
    expect((await put(refundOf('b', 49), later)).ok).toBe(true);
  });
});
