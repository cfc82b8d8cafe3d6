import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDueWork, type DueWork } from '../../../service/app/due-work.ts';
import { createPayments } from '../../../service/payments/create-payments.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { testIssuers } from '../../support/issuers.ts';
import { draft, ids, MERCHANT, startPayments } from '../../support/payments.ts';

type World = Awaited<ReturnType<typeof startPayments>>;
let world: World;
let work: DueWork;
const errors: unknown[] = [];

beforeEach(async () => {
  world = await startPayments();
  work = createDueWork({ ...world, also: [], onError: (error) => errors.push(error) });
  await work.start();
});
afterEach(async () => {
  await work.stop();
  await world.stop();
  expect(errors.splice(0)).toEqual([]);
});

/** The stored code, without the lazy expiry that a read applies. */
async function storedCode(tid: string) {
  return (await world.store.payments.byTid(MERCHANT.id, tid))?.code;
}

/** A clock that stands still rings no bell: what is armed for this very instant rings here. */
async function until(condition: () => Promise<boolean>) {
  const ring = async () => {
    world.clock.advance(0);
    return condition();
  };
  await expect.poll(ring).toBe(true);
}

it('expires a request at its time, and a later request with an earlier expiry before it', async () => {
  const slow = await world.payments.create(MERCHANT.id, draft({ expires_in: 50 }));
  const quick = await world.payments.create(MERCHANT.id, draft({ expires_in: 10 }));
  if (!slow.ok || !quick.ok) throw new Error('not created');
  world.clock.advance(10 * SECOND);
  await until(async () => (await storedCode(quick.value.payment.tid)) === 5011);
  expect(await storedCode(slow.value.payment.tid)).toBe(1003);
  world.clock.advance(40 * SECOND);
  await until(async () => (await storedCode(slow.value.payment.tid)) === 5011);
});

it('expires a request at the start if its time passed while the service was stopped', async () => {
  const made = await world.payments.create(MERCHANT.id, draft({ expires_in: 10 }));
  if (!made.ok) throw new Error('not created');
  await work.stop();
  await world.store.close();
  world.clock.advance(60 * SECOND);
  const store = await world.place.open();
  const { clock } = world;
  const parts = { store, clock, wall: clock, ids, base: () => 'http://service.test' };
  const payments = createPayments({ ...parts, ...testIssuers(parts), basePath: () => '' });
  const again = createDueWork({
    ...parts,
    ...payments,
    also: [],
    onError: (error) => errors.push(error),
  });
  await again.start();
  expect((await store.payments.byTid(MERCHANT.id, made.value.payment.tid))?.code).toBe(5011);
  await again.stop();
  await store.close();
});
