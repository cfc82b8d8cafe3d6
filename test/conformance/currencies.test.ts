import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { NO_DETAILS } from '../../shared/protocol/merchant.ts';
import { draft, MERCHANT, startPayments } from '../support/payments.ts';
import { STORES } from '../support/stores.ts';

describe.each(STORES)('the currency of a payment request on %s', (kind) => {
  let world: Awaited<ReturnType<typeof startPayments>>;
  beforeEach(async () => {
    world = await startPayments(kind);
  });
  afterEach(() => world.stop());

  const create = (currency: string, posTid = currency) =>
    world.payments.create(MERCHANT.id, draft({ currency, pos_tid: posTid }));

  async function agree(...currencies: string[]) {
    const rest = { integratorId: null, lookupIds: [], details: NO_DETAILS };
    const agreement = { ...DEFAULT_AGREEMENT, currencies };
    await world.store.merchants.putRecord({ ...MERCHANT, ...rest, agreement });
  }

  it('is refused, with the name of the field, if the merchant has no settlement account for it', async () => {
    const made = await create('EUR');
    expect(!made.ok && made.refusal).toMatchObject({
      type: 'validation_error',
      details: { currency: ['the merchant has no settlement account in EUR, only in NOK'] },
    });
    expect((await create('NOK')).ok).toBe(true);
  });

  it('is accepted once the agreement includes it', async () => {
    expect((await create('EUR')).ok).toBe(false);
    await agree('NOK', 'EUR');
    expect((await create('EUR')).ok).toBe(true);
    expect((await create('JPY')).ok).toBe(false);
  });

  it('stays accepted while the settlement account exists, and a repeat gets the same reply', async () => {
    await agree('NOK', 'EUR');
    const first = await create('EUR', 'one');
    await agree('NOK');
    const again = await create('EUR', 'one');
    expect(again.ok && again.value.created).toBe(false);
    expect(first.ok && again.ok && again.value.payment.tid === first.value.payment.tid).toBe(true);
    expect((await create('EUR', 'two')).ok).toBe(true);
  });
});
