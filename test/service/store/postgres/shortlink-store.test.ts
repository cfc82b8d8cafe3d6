import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { CUSTOMER, ids, MERCHANT } from '../../../support/payments.ts';
import { newPayment, openSeveral, type Several } from './world.ts';

/* Several processes try to hold one scan (D-106); its row decides which request gets it. */

let world: Several;
beforeAll(async () => {
  world = await openSeveral(3);
});
afterAll(() => world.close());

it('one of several concurrent requests gets a scan; a spent scan cannot be held again', async () => {
  const link = { id: ids.short(), merchantId: MERCHANT.id, callbackUri: null, label: null };
  await world.first.shortlinks.create({
    ...{ ...link, serialNumber: null, isActive: true, created: 1 },
  });
  const scan = {
    ...{ token: `token:${ids.digits(18)}`, messageId: ids.message(), merchantId: MERCHANT.id },
    ...{ shortlinkId: link.id, customerId: CUSTOMER.id, argstring: '', at: 5, expires: 9_999 },
    heldBy: null,
    consumedBy: null,
  };
  expect(await world.first.shortlinks.addScan(scan, () => NO_EFFECTS)).toBe(true);
  const scans = [{ kind: 'hold', token: scan.token, previousHolder: null } as const];
  const made = await Promise.allSettled(
    world.stores.map(({ payments }) => payments.create(newPayment(), { ...NO_EFFECTS, scans })),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of made) {
    if (one.status === 'rejected') expect(one.reason.name).toBe('ScanTaken');
  }
  const held = await world.first.shortlinks.scanOfCustomer(CUSTOMER.id, scan.messageId);
  const asker = { merchantId: MERCHANT.id, shortlinkId: link.id };
  const free = (posId: string) =>
    world.first.shortlinks.newestFor({ ...asker, posId }, 0, 1).then((found) => found?.token);
  const { pos_id } = newPayment().request;
  expect([await free(pos_id), await free('another')]).toEqual([scan.token, undefined]);
  // A request that read the scan before it was spent cannot hold it.
  const spend = { ...NO_EFFECTS, scans: [{ kind: 'spend', token: scan.token } as const] };
  const hold = { kind: 'hold', token: scan.token, previousHolder: held?.heldBy ?? null } as const;
  expect((await world.first.payments.create(newPayment(), spend)).created).toBe(true);
  const late = world.first.payments.create(newPayment(), { ...NO_EFFECTS, scans: [hold] });
  await expect(late).rejects.toThrow(expect.objectContaining({ name: 'ScanTaken' }));
  expect(await free(pos_id)).toBeUndefined();
});
