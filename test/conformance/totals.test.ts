import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MONEY_MAX, money } from '../../shared/money/money.ts';
import { CUSTOMER, draft, MERCHANT, startPayments } from '../support/payments.ts';

let world: Awaited<ReturnType<typeof startPayments>>;
beforeEach(async () => {
  world = await startPayments();
});
afterEach(() => world.stop());

async function create(change: Parameters<typeof draft>[0]) {
  const made = await world.payments.create(MERCHANT.id, draft(change));
  if (!made.ok) throw new Error(made.refusal.description);
  return made.value.payment;
}

const codeOf = async (tid: string) => (await world.payments.read(MERCHANT.id, tid))?.code;

describe('the total of a payment', () => {
  it('is refused above the maximum of one payment', async () => {
    const made = await world.payments.create(
      MERCHANT.id,
      draft({ amount: MONEY_MAX, additional_amount: 1 }),
    );
    expect(!made.ok && made.refusal.details).toHaveProperty('amount');
  });

  it.each([
    ['the merchant’s limit', 10_000, 1_000],
    ['the maximum of one payment', null, MONEY_MAX - 9_000],
  ])('may reach %s by the additional amount, and no more', async (_what, paymentLimit, most) => {
    await world.store.merchants.put({ ...MERCHANT, paymentLimit });
    const { customerSide } = world.payments;
    const { tid } = await create({ amount: 9_000, additional_edit: true });
    const add = (amount: number) =>
      customerSide.confirm(CUSTOMER.id, tid, { additionalAmount: money(amount), credit: false });
    const over = await add(most + 1);
    expect(!over.ok && over.refusal.type).toBe('Bad Request');
    expect(await codeOf(tid)).toBe(1003);
    expect((await add(most)).ok).toBe(true);
    expect(await codeOf(tid)).toBe(3008);
  });
});
