import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { type RefundLine, restOf } from '../../../../shared/payment/refund-lines.ts';
import { approveRefund } from '../../../../shared/terminal/refunds/check-approval.ts';
import type { RefundQueue } from '../../../../shared/terminal/refunds/queue.ts';
import type { RefundAnswer, RefundRequest } from '../../../../shared/terminal/refunds/refund.ts';
import type { RefundClient } from '../../../../shared/terminal/refunds/send.ts';
import { refundsView } from '../../../../shared/terminal/view.ts';
import { rest } from '../../../support/till.ts';
import { type RefundWorld, refundWorld } from './refund-world.ts';

/* Refunds of sold lines: checked by the till, journalled, repeated word for word, decided by the service. */

const CUP = { product_id: 'cup', description: 'Cup', metadata: null, tags: null, vat_rate: '0.25' };
const ITEMS = [
  { ...CUP, quantity: '3', vat: null, item_cost: money(300), total: money(800) },
  { ...CUP, product_id: 'bun', quantity: '1', vat: null, item_cost: money(200), total: money(200) },
];

let world: RefundWorld;
const queues: RefundQueue[] = [];
let tid = '';
let words = 0;

/** A till with the journal of the world; `client` hears what it sends. */
function begin(client?: RefundClient): RefundQueue {
  const queue = world.begin(client ?? world.service.client);
  queues.push(queue);
  return queue;
}

/** A till that has no part in the world's journal. */
function otherTill(): RefundQueue {
  const other = refundWorld(world.clock);
  const queue = other.begin(world.service.client);
  queues.push(queue);
  return queue;
}

beforeEach(async () => {
  world = refundWorld();
  tid = await world.paid('1-a', ITEMS);
});
afterEach(() => {
  for (const queue of queues.splice(0)) queue.stop();
});

const cups = (quantity: string, total: number): RefundLine => ({
  index: 0,
  quantity,
  total: money(total),
});

function ask(till: RefundQueue, lines: readonly RefundLine[], more: Partial<RefundRequest> = {}) {
  words += 1;
  const amount = money(lines.reduce((sum, { total }) => sum + total, 0));
  const request = { tid, amount, text: null, lines, ...more };
  const given = { id: `word-${words}`, approver: 'Kari', tid, currency: 'NOK' };
  const approval = approveRefund({ ...given, ceiling: money(5_000) }, world.clock.now());
  return till.refund(request, approval);
}
const because = (answer: RefundAnswer) => (answer.ok ? 'done' : answer.because);

describe('a refund of lines', () => {
  it('is made with the lines, and the till shows them with their names and VAT', async () => {
    const till = begin();
    expect(because(await ask(till, [cups('1', 267)]))).toBe('done');
    await world.pass(1_000);
    expect(world.refunds()).toMatchObject([
      { amount: 267, additionalAmount: 0, lines: [{ index: 0, quantity: '1', total: 267 }] },
    ]);
    expect(refundsView(till.refunds())).toMatchObject([
      { state: 'done', lines: [{ index: 0, name: 'Cup', quantity: '1', vat: 53, rate: 2_500 }] },
    ]);
  });

  it('counts as refunded at every moment, also when an older outcome arrives after its end', async () => {
    let answers: (() => void)[] = [];
    let isSlow = true;
    const { client } = world.service;
    const slow: RefundClient = {
      ...client,
      // The service answers at once, and its answer arrives when the test says so.
      async paymentOutcome(...call) {
        const answered = await client.paymentOutcome(...call);
        if (isSlow) await new Promise<void>((resolve) => answers.push(resolve));
        return answered;
      },
    };
    const till = begin(slow);
    const arrive = async () => {
      for (const answer of answers) answer();
      answers = [];
      await rest();
    };
    world.fateOf('refund', 'drop_before');
    const asked = ask(till, [cups('1', 267)]);
    await rest();
    await arrive();
    expect(because(await asked)).toBe('done');
    const left = till.refundable(tid);
    await rest();
    isSlow = false;
    world.fateOf('', 'deliver');
    await world.pass(60_000);
    expect(refundsView(till.refunds())).toMatchObject([{ state: 'done' }]);
    await arrive();
    expect(await left).toMatchObject({ ok: true, value: { left: { amount: 733 } } });
  });

  it('without an amount is what the lines cost, and its repeat is the same refund', async () => {
    const till = begin();
    const wanted = { amount: null, refundId: 'back-1', lines: [{ index: 0, quantity: '2' }] };
    expect(because(await ask(till, [], wanted))).toBe('done');
    await world.pass(1_000);
    expect(because(await ask(till, [], wanted))).toBe('done');
    expect(because(await ask(begin(), [], wanted))).toBe('done');
    await world.pass(1_000);
    expect(world.refunds()).toMatchObject([
      { amount: 533, additionalAmount: 0, lines: [{ index: 0, quantity: '2', total: 533 }] },
    ]);
    const other = { ...wanted, lines: [{ index: 0, quantity: '1' }] };
    expect(because(await ask(till, [], other))).toBe('id_used');
    // The same two of three cups again.
    expect(because(await ask(till, [], { ...wanted, refundId: 'back-2' }))).toBe('lines_gone');
    const last = { amount: null, refundId: 'back-3', lines: [{ index: 0, quantity: '1' }] };
    expect(because(await ask(till, [], last))).toBe('done');
    await world.pass(1_000);
    expect(world.refunds().map(({ amount }) => amount)).toEqual([533, 267]);
  });

  it('takes the rest of the amount from the additional amount', async () => {
    const till = begin();
    await ask(till, [cups('1', 267)], { amount: money(300) });
    await world.pass(1_000);
    expect(world.refunds()).toMatchObject([{ amount: 267, additionalAmount: 33 }]);
  });

  it.each([
    ['more than was sold', [cups('4', 1_067)]],
    ['another total than that of the rule', [cups('1', 266)]],
    ['the same line twice', [cups('1', 267), cups('1', 266)]],
    ['a line that was not sold', [{ ...cups('1', 267), index: 2 }]],
  ])('is refused before anything is written for %s', async (_, lines) => {
    const before = world.memory.records.length;
    expect(because(await ask(begin(), lines))).toBe('lines_gone');
    expect(world.memory.records).toHaveLength(before);
  });

  it('is refused for a unit that another till has refunded, and the till reads what is left', async () => {
    const till = begin();
    expect(because(await ask(otherTill(), [cups('3', 800)]))).toBe('done');
    await world.pass(1_000);
    expect(because(await ask(till, [cups('1', 267)]))).toBe('lines_gone');
    const read = await till.refundable(tid);
    if (!read.ok) throw new Error(read.because);
    const { items, refunded, left } = read.value;
    expect(restOf(items, refunded).map(({ quantity }) => quantity)).toEqual(['0', '1']);
    expect(left).toEqual({ amount: 200, additional: 100 });
  });

  it('of two tills that refund the last unit at once, one is told by the service which line is gone', async () => {
    const [one, two] = [begin(), otherTill()];
    world.fateOf('refund', 'drop_before');
    const lines = [{ index: 1, quantity: '1', total: money(200) }];
    expect(because(await ask(one, lines))).toBe('done');
    expect(because(await ask(two, lines))).toBe('done');
    world.service.setFate(() => 'deliver');
    await world.pass(20_000);
    const ends = [one, two].map((till) => till.refunds().map(({ end }) => end?.how));
    expect(ends.flat().sort()).toEqual(['done', 'refused']);
    const reasons = [one, two].flatMap((till) => till.refunds().map(({ end }) => end?.reason));
    expect(reasons).toContain('lines_gone');
    expect(world.refunds()).toHaveLength(1);
  });

  it('counts the lines of a refund that the service does not show yet', async () => {
    world.fateOf('refund', 'drop_before');
    const till = begin();
    expect(because(await ask(till, [cups('2', 533)]))).toBe('done');
    expect(because(await ask(till, [cups('2', 533)]))).toBe('lines_gone');
    expect(because(await ask(till, [cups('1', 267)]))).toBe('done');
  });

  it('is sent again word for word after a restart', async () => {
    const sent: unknown[] = [];
    const { client } = world.service;
    const heard: RefundClient = {
      ...client,
      paymentUpdate: (to, draft, options) => {
        sent.push([to, draft]);
        return client.paymentUpdate(to, draft, options);
      },
    };
    world.fateOf('refund', 'drop_after');
    const first = begin(heard);
    await ask(first, [cups('2', 533)]);
    await world.pass(1_000);
    first.stop();
    world.service.setFate(() => 'deliver');
    const second = begin(heard);
    await world.pass(20_000);
    const [before] = sent;
    expect(sent.length).toBeGreaterThan(1);
    for (const one of sent) expect(one).toEqual(before);
    expect(before).toMatchObject([
      tid,
      { line_items: [{ product_id: 'cup', index: 0, quantity: '2', total: 533 }] },
    ]);
    expect(second.refunds()).toMatchObject([{ end: { how: 'done' }, lines: [{ name: 'Cup' }] }]);
    expect(world.refunds()).toHaveLength(1);
  });

  it('a repeat under its id is done before; other lines under it are another request', async () => {
    const till = begin();
    const refundId = 'r-own';
    await ask(till, [cups('1', 267)], { refundId });
    expect(because(await ask(till, [cups('1.0', 267)], { refundId }))).toBe('done');
    const bun = [{ index: 1, quantity: '1', total: money(200) }];
    expect(because(await ask(till, bun, { refundId, amount: money(267) }))).toBe('id_used');
    expect(because(await ask(till, [], { refundId, amount: money(267) }))).toBe('bad_request');
    await world.pass(1_000);
    expect(world.refunds()).toHaveLength(1);
  });
});
