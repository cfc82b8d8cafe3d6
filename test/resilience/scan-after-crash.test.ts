import { expect, it } from 'vitest';
import { NO_EFFECTS } from '../../service/store/store.ts';
import { createPayment } from '../../shared/payment/create.ts';
import { CUSTOMER, draft, ids, MERCHANT, startPayments } from '../support/payments.ts';

const LINK = 'abc12';

it('a repeated request gets the scan that was not assigned to it because of a crash', async () => {
  const world = await startPayments();
  const link = { id: LINK, merchantId: MERCHANT.id, callbackUri: null, label: null };
  await world.store.shortlinks.create({ ...link, serialNumber: null, isActive: true, created: 0 });
  await world.scans.scan(CUSTOMER.id, { shortlink: LINK, argstring: '' });
  const ask = (amount: number) => draft({ customer: `shortlink_id:${LINK}`, amount });
  const wrong = await world.payments.create(MERCHANT.id, ask(100_00));
  expect(wrong).toMatchObject({ ok: true });
  world.clock.advance(1_000);
  // As if the process had stopped between the commit of the request and the match.
  const request = ask(10_00);
  const customer = { kind: 'listening', shortlinkId: LINK } as const;
  const named = { tid: ids.tid(), merchantId: MERCHANT.id };
  const lost = createPayment({ ...named, request, customer, now: world.clock.now() });
  await world.store.payments.create(lost, NO_EFFECTS);
  const again = await world.payments.create(MERCHANT.id, request);
  expect(again).toMatchObject({ ok: true, value: { created: false } });
  expect((await world.payments.read(MERCHANT.id, lost.tid))?.customerId).toBe(CUSTOMER.id);
  await world.stop();
});
