import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMatchScans } from '../../../service/payments/match-scans.ts';
import type { Scan } from '../../../service/store/shortlink-store.ts';
import { NO_EFFECTS, type Store } from '../../../service/store/store.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import {
  type PaymentRequestDraft,
  paymentUpdateInput,
} from '../../../shared/protocol/payment-request.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import {
  CUSTOMER,
  draft,
  ids,
  MERCHANT,
  OTHER_CUSTOMER,
  startPayments,
} from '../../support/payments.ts';

/*
 * The match of scans with requests that name a shortlink (D-106), with a real database
 * and a clock that the test moves.
 */

type World = Awaited<ReturnType<typeof startPayments>>;
let world: World;
const LINK = 'abc12';

beforeEach(async () => {
  world = await startPayments();
  await world.store.shortlinks.addSerials(['0123456789012']);
  const link = { id: LINK, merchantId: MERCHANT.id, callbackUri: null, label: null };
  const rest = { serialNumber: '0123456789012', isActive: true, created: 0 };
  expect(await world.store.shortlinks.create({ ...link, ...rest })).toEqual({ kind: 'created' });
});
afterEach(() => world.stop());

async function scan(customerId = CUSTOMER.id) {
  const scanned = await world.scans.scan(customerId, { shortlink: LINK, argstring: '' });
  if (!scanned.ok) throw new Error(scanned.refusal.description);
  return scanned.value;
}

async function ask(change: Partial<PaymentRequestDraft> = {}) {
  const input = draft({ customer: `shortlink_id:${LINK}`, ...change });
  const made = await world.payments.create(MERCHANT.id, input);
  if (!made.ok) throw new Error(made.refusal.description);
  return made.value.payment.tid;
}

const holder = async (tid: string) =>
  (await world.payments.read(MERCHANT.id, tid))?.customerId ?? null;
const stored = (messageId: string, customerId = CUSTOMER.id) =>
  world.store.shortlinks.scanOfCustomer(customerId, messageId);
const consumer = async (messageId: string, customerId = CUSTOMER.id) =>
  (await stored(messageId, customerId))?.consumedBy ?? null;
const taker = async (messageId: string, customerId = CUSTOMER.id) =>
  (await stored(messageId, customerId))?.heldBy ?? null;

async function approve(tid: string, customerId = CUSTOMER.id): Promise<void> {
  const choice = { additionalAmount: null, credit: false };
  const done = await world.payments.customerSide.confirm(customerId, tid, choice);
  if (!done.ok) throw new Error(done.refusal.description);
}

async function abort(tid: string): Promise<boolean> {
  const update = paymentUpdateInput.parse({ action: 'abort' });
  return (await world.payments.update(MERCHANT.id, tid, update)).ok;
}

describe('a request that names a shortlink', () => {
  it('gets the newest earlier scan, and its approval uses the scan up', async () => {
    const older = await scan(OTHER_CUSTOMER.id);
    world.clock.advance(5 * SECOND);
    const newer = await scan();
    world.clock.advance(50 * SECOND);
    const first = await ask();
    expect(await holder(first)).toBe(CUSTOMER.id);
    expect(await taker(newer.messageId)).toBe(first);
    expect(await consumer(newer.messageId)).toBeNull();
    await approve(first);
    expect(await consumer(newer.messageId)).toBe(first);
    const second = await ask();
    expect(await holder(second)).toBe(OTHER_CUSTOMER.id);
    await approve(second, OTHER_CUSTOMER.id);
    expect(await consumer(older.messageId, OTHER_CUSTOMER.id)).toBe(second);
    expect(await holder(await ask())).toBeNull();
  });

  it('gets the scan of an earlier request at the same point of sale that was not approved', async () => {
    const scanned = await scan();
    const wrong = await ask({ amount: 100_00 });
    expect(await abort(wrong)).toBe(true);
    const right = await ask({ amount: 10_00 });
    expect(await holder(right)).toBe(CUSTOMER.id);
    // The till may also have made the new request before it aborts the wrong one.
    const beside = await ask({ amount: 11_00 });
    expect(await holder(beside)).toBe(CUSTOMER.id);
    const rejected = await world.payments.customerSide.reject(CUSTOMER.id, beside);
    expect(rejected.ok).toBe(true);
    expect(await consumer(scanned.messageId)).toBeNull();
    await approve(right);
    expect(await consumer(scanned.messageId)).toBe(right);
    expect(await holder(await ask())).toBeNull();
  });

  it('of another point of sale gets the scan only after the first request was aborted', async () => {
    await scan();
    const first = await ask({ pos_id: 'till-1' });
    expect(await holder(first)).toBe(CUSTOMER.id);
    const waits = await ask({ pos_id: 'till-2' });
    expect(await holder(waits)).toBeNull();
    expect(await abort(first)).toBe(true);
    expect(await holder(await ask({ pos_id: 'till-2' }))).toBe(CUSTOMER.id);
    expect(await holder(waits)).toBeNull();
  });

  it('waits for another scan if a newer request got the first one', async () => {
    const input = draft({ customer: `shortlink_id:${LINK}` });
    const made = await world.payments.create(MERCHANT.id, input);
    const older = made.ok ? made.value.payment.tid : '';
    // Of two requests of the same moment their ids would decide which is the newer one.
    world.clock.advance(SECOND);
    const newer = await ask();
    await scan();
    expect([await holder(older), await holder(newer)]).toEqual([null, CUSTOMER.id]);
    // A repeat by the till does not change this.
    expect((await world.payments.create(MERCHANT.id, input)).ok).toBe(true);
    expect(await holder(older)).toBeNull();
    expect(await abort(newer)).toBe(true);
    await scan(OTHER_CUSTOMER.id);
    expect(await holder(older)).toBe(OTHER_CUSTOMER.id);
  });

  it.each([
    [60, 60, CUSTOMER.id],
    [61, 60, null],
    [10, 9, null],
    [0, 0, CUSTOMER.id],
    [500, 600, CUSTOMER.id],
  ])('checks a scan of %i s ago against max_scan_age %i', async (age, max_scan_age, expected) => {
    await scan();
    world.clock.advance(age * SECOND);
    expect(await holder(await ask({ max_scan_age }))).toBe(expected);
  });

  it('waits without a scan, and gets the first scan that follows', async () => {
    const tid = await ask({ customer: 'shortlink_sn:0123456789012', max_scan_age: 0 });
    world.clock.advance(100 * SECOND);
    expect(await holder(tid)).toBeNull();
    const first = await scan();
    await scan(OTHER_CUSTOMER.id);
    expect(await holder(tid)).toBe(CUSTOMER.id);
    expect(await taker(first.messageId)).toBe(tid);
    expect((await world.payments.read(MERCHANT.id, tid))?.request.customer).toMatch(
      /^shortlink_sn/,
    );
  });

  it('gets no scan after it has expired or was aborted', async () => {
    const expired = await ask({ expires_in: 10 });
    const aborted = await ask();
    world.clock.advance(10 * SECOND);
    expect(await abort(aborted)).toBe(true);
    const scanned = await scan();
    expect(await holder(expired)).toBeNull();
    expect(await holder(aborted)).toBeNull();
    expect(await taker(scanned.messageId)).toBeNull();
    expect((await world.payments.read(MERCHANT.id, expired))?.code).toBe(5011);
  });

  it('cannot be claimed or approved by a customer who has not scanned', async () => {
    const tid = await ask();
    expect(await world.payments.customerSide.read(CUSTOMER.id, tid)).toBeNull();
    const claimed = await world.payments.customerSide.claim(CUSTOMER.id, tid);
    expect(claimed).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
    const choice = { additionalAmount: null, credit: false };
    const confirmed = await world.payments.customerSide.confirm(CUSTOMER.id, tid, choice);
    expect(confirmed.ok).toBe(false);
    expect((await world.payments.read(MERCHANT.id, tid))?.code).toBe(1003);
  });

  it('ends in 4004 if the shortlink is unknown or belongs to another merchant', async () => {
    await world.store.merchants.put({ ...MERCHANT, id: 'other111' });
    const input = draft({ customer: `shortlink_id:${LINK}` });
    const made = await world.payments.create('other111', input);
    expect(made).toMatchObject({ ok: true, value: { payment: { code: 4004 } } });
    const unknown = await ask({ customer: 'shortlink_id:zzzzz' });
    expect((await world.payments.read(MERCHANT.id, unknown))?.code).toBe(4004);
  });
});

describe('concurrent scans and requests', () => {
  it('are matched one to one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const customers = [CUSTOMER.id, OTHER_CUSTOMER.id];
      const steps = [
        ...customers.map((id) => () => scan(id)),
        // Tills of their own in each round: a till may take the scan of its own earlier request.
        ...['left', 'right'].map((side) => () => ask({ pos_id: `${side}-${round}` })),
      ];
      if (round % 2 === 0) steps.reverse();
      await Promise.all(steps.map((step) => step()));
    }
    const held = await Promise.all(
      [CUSTOMER.id, OTHER_CUSTOMER.id].map((id) => world.payments.customerSide.list(id, 200)),
    );
    // Every scan found a request and every request a scan: forty of each.
    expect(held.map((one) => one.length)).toEqual([20, 20]);
    const tids = held.flat().map((payment) => payment.tid);
    expect(new Set(tids).size).toBe(40);
    expect(await world.store.shortlinks.waiting(10)).toEqual([]);
  });

  it('are matched after a crash between the scan and its match', async () => {
    const tid = await ask();
    const at = world.clock.now();
    const token = { token: 'token:1', messageId: 'm', merchantId: MERCHANT.id };
    const where = {
      heldBy: null,
      consumedBy: null,
      shortlinkId: LINK,
      customerId: CUSTOMER.id,
      argstring: '',
    };
    // As if the process had stopped between the scan's commit and the match.
    const lost = { ...token, ...where, at, expires: at + 10_000 };
    await world.store.shortlinks.addScan(lost, () => NO_EFFECTS);
    expect(await world.store.shortlinks.waiting(10)).toEqual([
      { merchantId: MERCHANT.id, shortlinkId: LINK },
    ]);
    await world.match(MERCHANT.id, LINK);
    expect(await holder(tid)).toBe(CUSTOMER.id);
  });
});

/** A match that has read this request and this scan before a concurrent match changed them. */
function matchSeeing(seen: { readonly payment: Payment; readonly scan: Scan }) {
  const { store } = world;
  const partly: Store = {
    ...store,
    payments: { ...store.payments, listening: once([seen.payment], []) },
    shortlinks: { ...store.shortlinks, newestFree: once(seen.scan, null) },
  };
  const { issuers, hub, changer, clock } = world;
  const base = () => 'http://service.test/merchant/v1';
  const parts = { store: partly, clock, ids, hub, base, moreOf: issuers.moreOf };
  return createMatchScans(parts, changer)(MERCHANT.id, LINK);
}

function once<T>(first: T, then: T): () => Promise<T> {
  let asked = false;
  return async () => {
    if (asked) return then;
    asked = true;
    return first;
  };
}

describe('two concurrent matches', () => {
  /** A scan without a match. */
  async function loneScan(n: number, customerId = CUSTOMER.id): Promise<Scan> {
    const at = world.clock.now();
    const name = { token: `token:${n}`, messageId: `m${n}`, merchantId: MERCHANT.id };
    const rest = { shortlinkId: LINK, customerId, argstring: '', at, expires: at + 10_000 };
    const scan = { ...name, ...rest, heldBy: null, consumedBy: null };
    await world.store.shortlinks.addScan(scan, () => NO_EFFECTS);
    return scan;
  }
  const payment = async (tid: string) => {
    const found = await world.payments.read(MERCHANT.id, tid);
    if (found === null) throw new Error('no payment');
    return found;
  };

  it('of two requests for one scan: one gets it, the other continues to wait', async () => {
    const [one, two] = [await ask(), await ask()];
    const scan = await loneScan(1);
    await Promise.all([
      matchSeeing({ payment: await payment(one), scan }),
      matchSeeing({ payment: await payment(two), scan }),
    ]);
    const holders = [await holder(one), await holder(two)];
    expect(holders.filter((id) => id !== null)).toEqual([CUSTOMER.id]);
    const winner = holders[0] === null ? two : one;
    expect(await taker(scan.messageId)).toBe(winner);
  });

  it('of two scans for one request: one is used, the other stays free', async () => {
    const tid = await ask();
    const scans = [await loneScan(1), await loneScan(2, OTHER_CUSTOMER.id)];
    const seen = await payment(tid);
    await Promise.all(scans.map((scan) => matchSeeing({ payment: seen, scan })));
    const used = [await taker('m1'), await taker('m2', OTHER_CUSTOMER.id)];
    expect(used.filter((by) => by !== null)).toEqual([tid]);
    expect(await holder(tid)).toBe(used[0] === null ? OTHER_CUSTOMER.id : CUSTOMER.id);
  });
});
