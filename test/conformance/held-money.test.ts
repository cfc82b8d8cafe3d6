import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../shared/payment/outcome.ts';
import { DAY } from '../../shared/time/clock.ts';
import { type Books, startBooks } from '../service/settlements/world.ts';
import { MERCHANT } from '../support/payments.ts';
import { STORES } from '../support/stores.ts';

const PART = { amount: 300, additional_amount: 0, currency: 'NOK', capture_id: 'one' };

describe.each(STORES)('an authorisation that expires on %s', (kind) => {
  let books: Books;
  beforeEach(async () => {
    books = await startBooks({}, 100, kind);
  });
  afterEach(() => books.stop());

  async function autoRelease(flag: boolean) {
    const record = await books.store.merchants.record(MERCHANT.id);
    if (record === null) throw new Error('no merchant');
    const terms = { ...record.terms, autoRelease: flag };
    await books.store.merchants.putRecord({ ...record, terms });
  }

  async function stateOf(tid: string) {
    const payment = await books.payments.read(MERCHANT.id, tid);
    if (payment === null) throw new Error('no payment');
    const { status_code, auth_amount } = outcomeOf(payment);
    return { status_code, auth_amount };
  }

  /** What the transaction log has of releases of the payment: their amounts. */
  async function releases(tid: string) {
    const lines = await books.store.ledger.linesOf(MERCHANT.id, tid);
    return lines.filter(({ action }) => action === 'release').map(({ amount }) => amount);
  }

  it('is released automatically if the merchant’s flag is true', async () => {
    await autoRelease(true);
    const tid = await books.authorised({ amount: 900 });
    books.clock.advance(3 * DAY);
    expect(await stateOf(tid)).toEqual({ status_code: 5012, auth_amount: 0 });
    expect(await releases(tid)).toEqual([900]);
    expect((await books.update(tid, { action: 'release' })).ok).toBe(false);
  });

  it('stays reserved until it is released if the flag is false', async () => {
    await autoRelease(false);
    const tid = await books.authorised({ amount: 900 });
    books.clock.advance(3 * DAY);
    expect(await stateOf(tid)).toEqual({ status_code: 5012, auth_amount: 0 });
    expect(await releases(tid)).toEqual([]);
    for (const action of ['capture', 'reauth', 'abort']) {
      expect((await books.update(tid, { action })).ok, action).toBe(false);
    }
    expect((await books.update(tid, { action: 'release' })).ok).toBe(true);
    expect(await stateOf(tid)).toEqual({ status_code: 5012, auth_amount: 0 });
    expect(await releases(tid)).toEqual([900]);
    expect((await books.update(tid, { action: 'release' })).ok).toBe(false);
  });

  it('keeps the rest of a captured authorisation reserved; the payment stays paid', async () => {
    await autoRelease(false);
    const tid = await books.authorised({ amount: 900 });
    expect((await books.update(tid, { action: 'capture', ...PART })).ok).toBe(true);
    books.clock.advance(3 * DAY);
    expect((await stateOf(tid)).status_code).toBe(2000);
    expect(await releases(tid)).toEqual([]);
    const done = await books.update(tid, { action: 'release' });
    expect(done.ok && [done.value.code, done.value.held]).toEqual([2000, null]);
    expect(await releases(tid)).toEqual([600]);
  });
});
