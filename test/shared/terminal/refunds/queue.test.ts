import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import type { Written } from '../../../../shared/terminal/index.ts';
import { approveRefund } from '../../../../shared/terminal/refunds/check-approval.ts';
import type { RefundQueue } from '../../../../shared/terminal/refunds/queue.ts';
import type { RefundAnswer, RefundRequest } from '../../../../shared/terminal/refunds/refund.ts';
import type { RefundClient } from '../../../../shared/terminal/refunds/send.ts';
import type { Fate } from '../../../support/model-service.ts';
import { rest } from '../../../support/till.ts';
import { type RefundWorld, refundWorld } from './refund-world.ts';

/* The refund queue never refunds more than was captured, and counts refunds in progress. */

let world: RefundWorld;
let clock: RefundWorld['clock'];
let service: RefundWorld['service'];
let memory: RefundWorld['memory'];
let refundQueue: RefundQueue;
let told: string[];
let changes: number;
let words = 0;

function begin(client: RefundClient | null = service.client): RefundQueue {
  refundQueue = world.begin(client, {
    onOutcome: (tid, outcome) => told.push(`${tid} ${outcome.code}`),
    changed: () => {
      changes += 1;
    },
  });
  return refundQueue;
}

let tid = '';
beforeEach(async () => {
  world = refundWorld();
  ({ clock, service, memory } = world);
  [told, changes] = [[], 0];
  tid = await world.paid('1-a');
  begin();
});
afterEach(() => refundQueue.stop());

const approve = (of: string) => {
  words += 1;
  const given = { id: `word-${words}`, approver: 'Kari', tid: of, currency: 'NOK' };
  return approveRefund({ ...given, ceiling: money(5_000) }, clock.now());
};
const refund = (amount: number | null, more: Partial<RefundRequest> = {}) => {
  const request = { tid, amount: amount === null ? null : money(amount), text: null, ...more };
  return refundQueue.refund(request, approve(request.tid));
};
const because = (answer: RefundAnswer) => (answer.ok ? 'done' : answer.because);
const refunds = () => world.refunds();
const fateOf = (name: string, fate: Fate) => world.fateOf(name, fate);
const pass = (time: number) => world.pass(time);

describe('a refund in progress', () => {
  it('reduces the refundable amount before the service shows it', async () => {
    fateOf('refund', 'drop_before');
    expect(because(await refund(800))).toBe('done');
    expect(because(await refund(301))).toBe('too_much');
    expect(because(await refund(300))).toBe('done');
    expect(because(await refund(1))).toBe('nothing_left');
    service.setFate(() => 'deliver');
    await pass(10_000);
    expect(refunds().map(({ amount, additionalAmount }) => [amount, additionalAmount])).toEqual(
      expect.arrayContaining([
        [800, 0],
        [200, 100],
      ]),
    );
  });

  it('counts once if the service shows it and its answer is lost', async () => {
    fateOf('refund', 'drop_after');
    await refund(800);
    await rest();
    expect(refunds()).toHaveLength(1);
    expect(because(await refund(301))).toBe('too_much');
    expect(because(await refund(300))).toBe('done');
  });

  it('counts in addition to the refunds that the service shows', async () => {
    await refund(300);
    await rest();
    fateOf('refund', 'drop_before');
    await refund(500);
    expect(because(await refund(301))).toBe('too_much');
    expect(because(await refund(300))).toBe('done');
  });

  it('of another payment does not reduce the refundable amount of this one', async () => {
    const other = await world.paid('2-b');
    fateOf('refund', 'drop_before');
    await refund(1_100, { tid: other });
    expect(because(await refund(1_100))).toBe('done');
  });

  it('no longer counts after the service has refused it', async () => {
    service.setRefusal(({ name }) => (name === 'refund' ? 400 : null));
    await refund(800);
    await rest();
    expect(refundQueue.refunds()[0]?.end).toMatchObject({ how: 'refused', sentence: 'No.' });
    service.setRefusal(() => null);
    expect(because(await refund(1_100))).toBe('done');
  });
});

describe('a requested refund', () => {
  it('is made, reported to its sale, and listed with its approver', async () => {
    expect(await refund(800, { refundId: 'mine' })).toEqual({
      ok: true,
      value: { refundId: 'mine' },
    });
    await rest();
    expect(refundQueue.refunds()).toMatchObject([
      { id: 'mine', tid, part: { amount: 800, additional: 0 }, approver: 'Kari', currency: 'NOK' },
    ]);
    expect(refundQueue.refunds()[0]?.end).toMatchObject({ how: 'done', sentence: '' });
    // Before it was sent, and after it was made.
    expect(told).toEqual([`${tid} 2000`, `${tid} 2000`]);
    expect(changes).toBeGreaterThanOrEqual(2);
    expect(memory.records.map(({ kind }) => kind)).toEqual(['refund_opened', 'refund_ended']);
  });

  it('repeated under its id is not made twice; another amount or payment is refused', async () => {
    await refund(800, { refundId: 'mine' });
    await rest();
    const calls = service.calls.length;
    const again = await refund(800, { refundId: 'mine' });
    expect(again).toEqual({ ok: true, value: { refundId: 'mine' } });
    expect(service.calls).toHaveLength(calls);
    // There is more to refund than these 800.
    expect(because(await refund(null, { refundId: 'mine' }))).toBe('id_used');
    expect(because(await refund(799, { refundId: 'mine' }))).toBe('id_used');
    expect(because(await refund(800, { refundId: 'mine', tid: 'p9' }))).toBe('id_used');
    expect(refunds()).toHaveLength(1);
  });

  it('of everything is repeated under its id, also by a till that has forgotten it', async () => {
    await refund(null, { refundId: 'all' });
    await rest();
    expect(because(await refund(null, { refundId: 'all' }))).toBe('done');
    expect(because(await refund(1_100, { refundId: 'all' }))).toBe('done');
    expect(because(await refund(800, { refundId: 'all' }))).toBe('id_used');
    memory.records.length = 0;
    refundQueue.stop();
    begin();
    expect(because(await refund(null, { refundId: 'all' }))).toBe('done');
    expect(because(await refund(1_100, { refundId: 'all' }))).toBe('done');
    expect(because(await refund(800, { refundId: 'all' }))).toBe('id_used');
    expect(refunds()).toHaveLength(1);
    expect(memory.records).toEqual([]);
  });

  it('that is refused has a code, a type and a description', async () => {
    const refused = async (work: Promise<RefundAnswer>) => {
      const said = await work;
      return said.ok ? null : [said.because, said.refusal.type, said.refusal.description];
    };
    const large = 'The refund is larger than the amount that can still be refunded.';
    expect(await refused(refund(1_101))).toEqual(['too_much', 'Bad Request', large]);
    const approval = { ...approve(tid), ceiling: money(10) };
    const covered = refundQueue.refund({ tid, amount: money(11), text: null }, approval);
    expect(await refused(covered)).toEqual([
      'above_ceiling',
      'Unauthorized',
      'The approval does not cover this much.',
    ]);
    expect(service.calls.filter(({ name }) => name === 'read')).toHaveLength(1);
  });

  it('with an expired approval is refused without a call to the service', async () => {
    const calls = service.calls.length;
    const old = { ...approve(tid), expires: clock.now() };
    expect(because(await refundQueue.refund({ tid, amount: null, text: null }, old))).toBe(
      'approval_expired',
    );
    expect(service.calls).toHaveLength(calls);
  });

  it('is refused while its payment cannot be read, and for an unknown payment', async () => {
    for (const status of [500, 429, 403]) {
      service.setRefusal(({ name }) => (name === 'read' ? status : null));
      expect(because(await refund(1))).toBe('service_away');
    }
    service.setRefusal(({ name }) => (name === 'read' ? 404 : null));
    expect(because(await refund(1))).toBe('unknown_payment');
    service.setRefusal(() => null);
    const broken = async () => {
      throw new Error('the client is broken');
    };
    begin({ ...service.client, paymentOutcome: broken });
    expect(because(await refund(1))).toBe('service_away');
  });

  it('is not sent if the till stops during its write; the next run sends it', async () => {
    let saved: (written: Written) => void = () => undefined;
    memory.onAppend(() => new Promise((resolve) => (saved = resolve)));
    const asked = refund(800);
    await rest();
    refundQueue.stop();
    saved({ ok: true });
    await asked;
    await pass(5_000);
    expect(refunds()).toEqual([]);
    // What was written down is carried out by the next run.
    memory.onAppend(async () => ({ ok: true }));
    begin();
    await pass(5_000);
    expect(refunds()).toHaveLength(1);
    expect(because(await refund(1_000))).toBe('too_much');
  });

  it('is not made at a till that has stopped', async () => {
    refundQueue.stop();
    expect(because(await refund(800))).toBe('service_away');
    expect(memory.records).toEqual([]);
  });

  it('is refused if the till has no key for refunds', async () => {
    begin(null);
    expect(because(await refund(1))).toBe('no_key');
  });
});
