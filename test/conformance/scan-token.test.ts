import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECOND } from '../../shared/time/clock.ts';
import { CUSTOMER, draft, MERCHANT, startPayments } from '../support/payments.ts';

let world: Awaited<ReturnType<typeof startPayments>>;
const LINK = 'abc12';

beforeEach(async () => {
  world = await startPayments();
  const link = { id: LINK, merchantId: MERCHANT.id, callbackUri: null, label: null };
  const rest = { serialNumber: null, isActive: true, created: 0 };
  expect(await world.store.shortlinks.create({ ...link, ...rest })).toEqual({ kind: 'created' });
});
afterEach(() => world.stop());

async function scan() {
  const scanned = await world.scans.scan(CUSTOMER.id, { shortlink: LINK, argstring: '' });
  if (!scanned.ok) throw new Error(scanned.refusal.description);
  return scanned.value;
}

async function ask(change: Parameters<typeof draft>[0] = {}) {
  const input = draft({ customer: `shortlink_id:${LINK}`, ...change });
  const made = await world.payments.create(MERCHANT.id, input);
  if (!made.ok) throw new Error(made.refusal.description);
  return made.value.payment.tid;
}

const holder = async (tid: string) =>
  (await world.payments.read(MERCHANT.id, tid))?.customerId ?? null;

describe('a scan token as customer (D-107)', () => {
  it('identifies its customer for one day and only for the merchant of the shortlink', async () => {
    const { token } = await scan();
    const first = await ask({ customer: token });
    expect(await holder(first)).toBe(CUSTOMER.id);
    expect(await holder(await ask({ pos_id: 'another-till' }))).toBeNull();
    const choice = { additionalAmount: null, credit: false };
    expect((await world.payments.customerSide.confirm(CUSTOMER.id, first, choice)).ok).toBe(true);
    expect(await holder(await ask({ customer: token }))).toBe(CUSTOMER.id);
    expect(await holder(await ask())).toBeNull();
    await world.store.merchants.put({ ...MERCHANT, id: 'other111' });
    const made = await world.payments.create('other111', draft({ customer: token }));
    expect(made).toMatchObject({ ok: true, value: { payment: { code: 4004 } } });
    world.clock.advance(86_400 * SECOND - 1);
    expect(await holder(await ask({ customer: token }))).toBe(CUSTOMER.id);
    world.clock.advance(1);
    const late = await ask({ customer: token });
    expect((await world.payments.read(MERCHANT.id, late))?.code).toBe(4004);
  });
});
