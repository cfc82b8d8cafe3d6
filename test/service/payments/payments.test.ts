import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { paymentListQuery } from '../../../shared/protocol/lists.ts';
import { paymentUpdateInput } from '../../../shared/protocol/payment-request.ts';
import { DAY, SECOND } from '../../../shared/time/clock.ts';
import {
  CUSTOMER,
  draft,
  MERCHANT,
  OTHER_CUSTOMER,
  startPayments,
} from '../../support/payments.ts';

type World = Awaited<ReturnType<typeof startPayments>>;
let world: World;
beforeEach(async () => {
  world = await startPayments();
});
afterEach(() => world.stop());

const BY_PHONE = { customer: `msisdn:${CUSTOMER.msisdn}` };
const CHOICE = { additionalAmount: null, credit: false };

async function create(change: Parameters<typeof draft>[0] = {}) {
  const made = await world.payments.create(MERCHANT.id, draft(change));
  if (!made.ok) throw new Error(made.refusal.description);
  return made.value.payment;
}

async function put(tid: string, body: object) {
  return world.payments.update(MERCHANT.id, tid, paymentUpdateInput.parse(body));
}

async function codeOf(tid: string) {
  return (await world.payments.read(MERCHANT.id, tid))?.code;
}

describe('the creation of a payment', () => {
  it('answers an identical repeat with the stored request and refuses a different one', async () => {
    const input = draft();
    const first = await world.payments.create(MERCHANT.id, input);
    const again = await world.payments.create(MERCHANT.id, { ...input });
    const other = await world.payments.create(MERCHANT.id, { ...input, amount: money(1) });
    expect(first.ok && first.value.created).toBe(true);
    expect(again.ok && again.value.created).toBe(false);
    expect(again.ok && first.ok && again.value.payment.tid === first.value.payment.tid).toBe(true);
    expect(!other.ok && other.refusal.type).toBe('Conflict');
  });

  it('makes exactly one payment of many identical concurrent requests', async () => {
    const input = draft();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => world.payments.create(MERCHANT.id, input)),
    );
    expect(all.filter((made) => made.ok && made.value.created)).toHaveLength(1);
    expect(new Set(all.map((made) => made.ok && made.value.payment.tid)).size).toBe(1);
  });

  it('recognises a repeat after an update changed the callback address', async () => {
    const input = draft({ callback_uri: 'ws:one' });
    const first = await world.payments.create(MERCHANT.id, input);
    if (!first.ok) throw new Error('not created');
    await put(first.value.payment.tid, { callback_uri: 'ws:two' });
    const again = await world.payments.create(MERCHANT.id, input);
    expect(again.ok && again.value.created).toBe(false);
  });

  it('ends in 4004 at once for an unknown phone number', async () => {
    const payment = await create({ customer: '4799999999' });
    expect(payment.code).toBe(4004);
  });

  it('enforces the merchant’s limit per payment, including the additional amount', async () => {
    await world.store.merchants.put({ ...MERCHANT, paymentLimit: 10_000 });
    const made = await world.payments.create(
      MERCHANT.id,
      draft({ amount: 9_000, additional_amount: 1_001 }),
    );
    expect(!made.ok && made.refusal.details).toHaveProperty('amount');
  });
});

describe('the customer’s operations', () => {
  it('the first customer who claims an open request gets it; another customer is refused', async () => {
    const { tid } = await create();
    const { customerSide } = world.payments;
    expect((await customerSide.claim(CUSTOMER.id, tid)).ok).toBe(true);
    const late = await customerSide.claim(OTHER_CUSTOMER.id, tid);
    expect(!late.ok && late.refusal.type).toBe('Conflict');
    expect(await customerSide.read(OTHER_CUSTOMER.id, tid)).toBeNull();
    const stolen = await customerSide.confirm(OTHER_CUSTOMER.id, tid, CHOICE);
    expect(!stolen.ok && stolen.refusal.type).toBe('Conflict');
    expect((await customerSide.confirm(CUSTOMER.id, tid, CHOICE)).ok).toBe(true);
    expect(await codeOf(tid)).toBe(3008);
  });

  it('one of two customers with concurrent claims gets the request; the other is refused', async () => {
    const { tid } = await create();
    const { customerSide } = world.payments;
    const people = [CUSTOMER.id, OTHER_CUSTOMER.id];
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, index) => customerSide.claim(people[index % 2] ?? '', tid)),
    );
    expect(claims.filter((claim) => claim.ok)).toHaveLength(6);
  });

  it('a request for a phone number is in that customer’s list, open ones first', async () => {
    const first = await create(BY_PHONE);
    world.clock.advance(SECOND);
    const second = await create(BY_PHONE);
    await world.payments.customerSide.reject(CUSTOMER.id, second.tid);
    const list = await world.payments.customerSide.list(CUSTOMER.id, 10);
    expect(list.map((payment) => payment.tid)).toEqual([first.tid, second.tid]);
    expect(await world.payments.customerSide.list(OTHER_CUSTOMER.id, 10)).toEqual([]);
  });

  it('a concurrent approval and abort end in an aborted payment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { tid } = await create(BY_PHONE);
      const [approved, aborted] = await Promise.all([
        world.payments.customerSide.confirm(CUSTOMER.id, tid, CHOICE),
        put(tid, { action: 'abort' }),
      ]);
      // An abort after the approval is legal too; an approval after the abort is not.
      expect(aborted.ok).toBe(true);
      expect(await codeOf(tid)).toBe(4019);
      if (approved.ok) expect(approved.value.code).toBe(3008);
    }
  });
});

describe('many concurrent captures', () => {
  it('never capture more than was authorised', async () => {
    const { tid } = await create(BY_PHONE);
    await world.payments.customerSide.confirm(CUSTOMER.id, tid, CHOICE);
    const captures = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        put(tid, {
          action: 'capture',
          amount: 5_000,
          additional_amount: 0,
          currency: 'NOK',
          capture_id: `c${index}`,
        }),
      ),
    );
    expect(captures.filter((done) => done.ok)).toHaveLength(2);
    const payment = await world.payments.read(MERCHANT.id, tid);
    expect(payment?.captures).toHaveLength(2);
    expect(payment?.code).toBe(3008);
  });

  it('that are identical are accepted and counted once', async () => {
    const { tid } = await create(BY_PHONE);
    await world.payments.customerSide.confirm(CUSTOMER.id, tid, CHOICE);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => put(tid, { action: 'capture' })),
    );
    expect(all.every((done) => done.ok)).toBe(true);
    expect((await world.payments.read(MERCHANT.id, tid))?.captures).toHaveLength(1);
  });
});

describe('an update of a payment', () => {
  it('with an incomplete partial capture is refused; the error names every missing field', async () => {
    const { tid } = await create(BY_PHONE);
    const done = await put(tid, { action: 'capture', amount: 100 });
    expect(!done.ok && Object.keys(done.refusal.details ?? {})).toEqual([
      'additional_amount',
      'currency',
      'capture_id',
    ]);
  });

  it('of an unknown payment or by another merchant is refused as not found', async () => {
    const { tid } = await create(BY_PHONE);
    const foreign = await world.payments.update(
      'm2',
      tid,
      paymentUpdateInput.parse({ action: 'abort' }),
    );
    expect(!foreign.ok && foreign.refusal.type).toBe('Not Found');
    const unknown = await put('p00000000000', { action: 'capture', amount: 1 });
    expect(!unknown.ok && unknown.refusal.type).toBe('Not Found');
    expect(await codeOf(tid)).toBe(1003);
  });

  it('sends the event of its action to the callback address that it sets', async () => {
    const { tid } = await create({ ...BY_PHONE, callback_uri: 'ws:before' });
    await put(tid, { action: 'abort', callback_uri: 'ws:after' });
    const events = await world.store.channels.read(MERCHANT.id, 'after', 0, 10);
    expect(events.map((event) => event.message.meta.event)).toEqual([
      'payment_aborted_by_merchant',
    ]);
    expect(await world.store.channels.read(MERCHANT.id, 'before', 0, 10)).toEqual([]);
  });

  it('sets line items once, and refuses line items that do not add up', async () => {
    const { tid } = await create(BY_PHONE);
    const item = (total: number) => ({ product_id: 'a', quantity: '1', item_cost: total, total });
    expect((await put(tid, { line_items: [item(1)] })).ok).toBe(false);
    expect((await put(tid, { line_items: [item(12_500)] })).ok).toBe(true);
    expect((await put(tid, { line_items: [item(12_500)] })).ok).toBe(true);
    const changed = await put(tid, { line_items: [item(12_000), item(500)] });
    expect(!changed.ok && changed.refusal.type).toBe('Conflict');
  });
});

describe('expiry and long polls', () => {
  it('a read after the expiry returns 5011 and publishes the event before the timer has run', async () => {
    const { tid } = await create({ ...BY_PHONE, expires_in: 60, callback_uri: 'ws:till' });
    world.clock.advance(60 * SECOND);
    expect(await codeOf(tid)).toBe(5011);
    const late = await world.payments.customerSide.confirm(CUSTOMER.id, tid, CHOICE);
    expect(!late.ok && late.refusal.type).toBe('Conflict');
    const events = await world.store.channels.read(MERCHANT.id, 'till', 0, 10);
    expect(events.map((event) => event.message.meta.event)).toEqual(['payment_request_expired']);
  });

  it('a capture after the expiry of the authorisation is refused; the payment has code 5012', async () => {
    const { tid } = await create(BY_PHONE);
    await world.payments.customerSide.confirm(CUSTOMER.id, tid, CHOICE);
    world.clock.advance(3 * DAY);
    const late = await put(tid, { action: 'capture' });
    expect(!late.ok && late.refusal.type).toBe('Conflict');
    expect(await codeOf(tid)).toBe(5012);
  });

  it('a long poll returns when the payment changes, or at its timeout', async () => {
    const { tid } = await create(BY_PHONE);
    const signal = new AbortController().signal;
    const waiting = world.payments.readAfter(MERCHANT.id, tid, 1003, 25 * SECOND, signal);
    await world.payments.customerSide.confirm(CUSTOMER.id, tid, CHOICE);
    expect((await waiting)?.code).toBe(3008);
    const vain = world.payments.readAfter(MERCHANT.id, tid, 3008, 25 * SECOND, signal);
    await expect.poll(() => world.clock.armed()).toBe(1);
    world.clock.advance(25 * SECOND);
    expect((await vain)?.code).toBe(3008);
    expect(world.clock.armed()).toBe(0);
  });
});

describe('the list of payments', () => {
  it('returns every payment once across its pages, even for equal creation times', async () => {
    const made: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      if (index % 5 === 0) world.clock.advance(SECOND);
      made.push((await create()).tid);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 10; page += 1) {
      const query = paymentListQuery.parse({ page_size: '7', cursor });
      const list = await world.payments.list(MERCHANT.id, query);
      if (!list.ok) throw new Error('refused');
      seen.push(...list.value.items.map((item) => item.tid));
      cursor = list.value.cursor;
      if (cursor === null) break;
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen)).toEqual(new Set(made));
  });

  it('filters by status, and refuses an invalid cursor', async () => {
    const open = await create(BY_PHONE);
    const failed = await create(BY_PHONE);
    await put(failed.tid, { action: 'abort' });
    const tids = async (query: object) => {
      const list = await world.payments.list(MERCHANT.id, paymentListQuery.parse(query));
      return list.ok ? list.value.items.map((item) => item.tid) : list.refusal.type;
    };
    expect(await tids({ status: 'fail' })).toEqual([failed.tid]);
    expect(await tids({ status: ['pending', 'auth'] })).toEqual([open.tid]);
    expect(await tids({ only_ok: '1' })).toEqual([]);
    expect(await tids({ only_ok: 'True', status: 'fail' })).toEqual([]);
    expect(await tids({ cursor: 'abc' })).toBe('validation_error');
  });
});
