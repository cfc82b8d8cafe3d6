import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { RefundAnswer, RefundRequest } from '../../shared/terminal/index.ts';
import {
  approveRefund,
  judgeApproval,
  type RefundApproval,
} from '../../shared/terminal/refunds/check-approval.ts';
import { createMoneyWorld, type MoneyWorld } from '../support/money-world.ts';
import { QR_SALE, rest } from '../support/till.ts';

/* The till makes a refund once, with a supervisor's approval, in spite of network and power failures. */

let world: MoneyWorld;
let approvals = 0;

beforeEach(() => {
  world = createMoneyWorld();
});

const paid = async () => {
  await world.approved(QR_SALE);
  await world.becomes('paid');
};
const tid = () => world.service.only().tid;
const approve = (over: Partial<RefundApproval> = {}): RefundApproval => {
  approvals += 1;
  const given = { id: `word-${approvals}`, approver: 'Kari', tid: tid(), currency: 'NOK' };
  const approval = approveRefund({ ...given, ceiling: money(20_000) }, world.clock.now());
  return { ...approval, ...over };
};
const refund = (over: Partial<RefundRequest> = {}, approval = approve()) =>
  world.till().refund({ tid: tid(), amount: null, text: 'Kald kaffe', ...over }, approval);
const because = (answer: RefundAnswer) => (answer.ok ? 'done' : answer.because);
const refunded = () => world.service.only().refunds.map(({ amount }) => amount);
const shown = () => world.till().view().refunds;

describe('a refund', () => {
  it('refunds the whole amount, and the sale shows it with the approver', async () => {
    await paid();
    expect(await refund()).toMatchObject({ ok: true });
    await world.becomes('refunded');
    expect(refunded()).toEqual([12_500]);
    expect(world.service.only().refunds[0]?.text).toBe('Kald kaffe');
    expect(shown()).toMatchObject([
      { tid: tid(), amount: 12_500, approver: 'Kari', state: 'done', sentence: null },
    ]);
    expect(world.log()).toContain('refunded');
  });

  it('may be made in parts until the whole amount is refunded', async () => {
    await paid();
    await refund({ amount: money(5_000) });
    await world.until(() => refunded().length === 1);
    expect(because(await refund({ amount: money(7_501) }))).toBe('too_much');
    await refund();
    await world.becomes('refunded');
    expect(refunded()).toEqual([5_000, 7_500]);
    expect(because(await refund())).toBe('nothing_left');
    expect(world.sale().money).toMatchObject({ authorised: 0, captured: 12_500, refunded: 12_500 });
  });

  it('is counted on its sale when it is done, also while the outcome cannot be read', async () => {
    await paid();
    let made = false;
    world.service.setFate(({ name }) => {
      made ||= name === 'refund';
      return made && name === 'read' ? 'drop_before' : 'deliver';
    });
    // No view has a refund that is done and not counted.
    const seen: (readonly [string, number])[] = [];
    world.till().subscribe(({ refunds, sales }) => {
      if (refunds[0]) seen.push([refunds[0].state, sales[0]?.money.refunded ?? -1]);
    });
    await refund({ amount: money(5_000) });
    await world.until(() => shown()[0]?.state === 'done');
    expect(new Set(seen.map(String))).toEqual(new Set(['under_way,0', 'done,5000']));
    expect(because(await refund())).toBe('service_away');
    world.service.setFate(() => 'deliver');
    await refund();
    await world.becomes('refunded');
    expect(world.log().filter((key) => key === 'refunded')).toHaveLength(1);
    await world.restart();
    expect(world.sale().money).toMatchObject({ authorised: 0, captured: 12_500, refunded: 12_500 });
    expect(world.log().filter((key) => key === 'refunded')).toHaveLength(1);
  });

  it('is journalled with its id before it is sent', async () => {
    await paid();
    world.onAppend(async (record) => {
      if (record.kind === 'refund_opened') expect(world.calls('refund')).toBe(0);
      return { ok: true };
    });
    await refund();
    await world.becomes('refunded');
    const full = { ok: false, failure: { kind: 'full', description: 'Full.' } } as const;
    world.onAppend(async () => full);
    expect(because(await refund({}, approve()))).toBe('nothing_left');
  });

  it('is not made while the journal cannot be written or the service cannot be reached', async () => {
    await paid();
    const full = { ok: false, failure: { kind: 'full', description: 'Full.' } } as const;
    world.onAppend(async () => full);
    const approval = approve();
    expect(because(await refund({}, approval))).toBe('not_written');
    world.onAppend(async () => ({ ok: true }));
    world.service.setFate(() => 'drop_before');
    expect(because(await refund({}, approval))).toBe('service_away');
    expect(world.calls('refund')).toBe(0);
    world.service.setFate(() => 'deliver');
    // A refund that was not made does not use up the approval.
    expect(because(await refund({}, approval))).toBe('done');
    await world.until(() => refunded().length === 1);
  });

  it('needs a key', async () => {
    world = createMoneyWorld({ signs: 'no' });
    await paid();
    expect(because(await refund())).toBe('no_key');
  });

  it('is refused for a payment that was not captured or is unknown', async () => {
    await world.till().start(QR_SALE);
    await world.becomes('waiting_scan');
    expect(because(await refund())).toBe('nothing_left');
    expect(because(await refund({ tid: 'p0' }, approve({ tid: 'p0' })))).toBe('unknown_payment');
    expect(because(await refund({ tid: 'no/id' }, approve({ tid: 'no/id' })))).toBe('bad_request');
    expect(because(await refund({ amount: money(0) }))).toBe('bad_request');
    expect(because(await refund({}, approve({ approver: 'x'.repeat(201) })))).toBe('bad_request');
  });
});

describe('a supervisor’s approval', () => {
  it('is valid for one payment, up to its maximum, in its currency, for two minutes', async () => {
    await paid();
    expect(because(await refund({}, approve({ tid: 'p9' })))).toBe('approval_for_another_payment');
    const low = approve({ ceiling: money(12_499) });
    expect(because(await refund({}, low))).toBe('above_ceiling');
    expect(because(await refund({}, approve({ currency: 'EUR' })))).toBe('other_currency');
    const old = approve();
    await world.pass(120_000);
    expect(because(await refund({}, old))).toBe('approval_expired');
    const longer = approve({ expires: world.clock.now() + 120_001 });
    expect(because(await refund({}, longer))).toBe('approval_expired');
    expect(refunded()).toEqual([]);
    expect(because(await refund({ amount: money(12_499) }, { ...low, ...approve() }))).toBe('done');
  });

  it('is valid for one refund, also for two requests at once and after a restart', async () => {
    await paid();
    const approval = approve();
    const both = await Promise.all([
      refund({ amount: money(100) }, approval),
      refund({ amount: money(100) }, approval),
    ]);
    expect(both.map(because)).toEqual(['done', 'approval_used']);
    await world.until(() => refunded().length === 1);
    world.restart();
    expect(because(await refund({ amount: money(100) }, approval))).toBe('approval_used');
    expect(refunded()).toEqual([100]);
  });

  it('is checked without side effects', () => {
    const approval: RefundApproval = {
      ...{ id: 'a', approver: 'Kari', tid: 't', ceiling: money(10), currency: 'NOK', expires: 50 },
    };
    const act = { tid: 't', total: money(10), currency: 'NOK', now: 0 };
    const unused = () => false;
    expect(judgeApproval(approval, act, unused)).toBeNull();
    expect(judgeApproval(approval, { ...act, now: 50 }, unused)).toBe('approval_expired');
    expect(judgeApproval(approval, { ...act, total: money(11) }, unused)).toBe('above_ceiling');
    expect(judgeApproval(approval, act, (id) => id === 'a')).toBe('approval_used');
  });
});

describe('a repeated refund', () => {
  it('has the same id if an answer was lost, and is made once', async () => {
    await paid();
    let lost = 0;
    world.service.setFate(({ name }) => {
      if (name !== 'refund') return 'deliver';
      lost += 1;
      return lost <= 2 ? 'drop_after' : 'deliver';
    });
    await refund();
    await world.becomes('refunded');
    expect(world.calls('refund')).toBe(3);
    expect(refunded()).toEqual([12_500]);
  });

  it('is made once if the power failed before or after the request arrived', async () => {
    for (const fate of ['dead_before', 'dead_after'] as const) {
      world = createMoneyWorld();
      await paid();
      world.service.setFate(({ name }) => (name === 'refund' ? fate : 'deliver'));
      await refund();
      await world.until(() => world.calls('refund') === 1);
      world.service.setFate(() => 'deliver');
      world.restart();
      await world.becomes('refunded');
      expect(refunded()).toEqual([12_500]);
    }
  });

  it('with the same id is made once; another amount under that id is refused', async () => {
    await paid();
    const first = { amount: money(5_000), refundId: 'mine' };
    expect(await refund(first)).toEqual({ ok: true, value: { refundId: 'mine' } });
    expect(await refund(first)).toEqual({ ok: true, value: { refundId: 'mine' } });
    expect(because(await refund({ ...first, amount: money(1) }))).toBe('id_used');
    await world.until(() => shown()[0]?.state === 'done');
    world.restart();
    expect(await refund(first)).toMatchObject({ ok: true });
    await rest();
    expect(refunded()).toEqual([5_000]);
  });

  it('is read back if the service refuses it, because the first attempt may have succeeded', async () => {
    await paid();
    let calls = 0;
    world.service.setFate(({ name }) => {
      calls += name === 'refund' ? 1 : 0;
      return name === 'refund' && calls === 1 ? 'drop_after' : 'deliver';
    });
    world.service.setRefusal(({ name }) => (name === 'refund' && calls > 1 ? 409 : null));
    await refund();
    await world.until(() => shown()[0]?.state === 'done');
    expect(refunded()).toEqual([12_500]);
  });

  it('is refused if the portal has refunded the payment, and the amount counts once', async () => {
    await paid();
    world.service.setFate(({ name }) => (name === 'refund' ? 'drop_before' : 'deliver'));
    await refund();
    await world.until(() => world.calls('refund') >= 1);
    world.service.happen({ kind: 'refund', part: null, text: null });
    world.service.setFate(() => 'deliver');
    await world.until(() => shown()[0]?.state === 'refused');
    await world.becomes('refunded');
    expect(refunded()).toEqual([12_500]);
    expect(shown()[0]?.sentence).not.toBeNull();
  });

  it('is refused if two refunds at once would exceed the captured amount', async () => {
    await paid();
    const answers = await Promise.all([
      refund({ amount: money(10_000) }),
      refund({ amount: money(10_000) }),
    ]);
    expect(answers.map(because)).toEqual(['done', 'too_much']);
    await world.until(() => refunded().length === 1);
  });

  it('stays under way while the service refuses the key, because it may have been made', async () => {
    await paid();
    let calls = 0;
    world.service.setFate(({ name }) => {
      if (name !== 'refund') return 'deliver';
      calls += 1;
      return calls === 1 ? 'drop_after' : 'deliver';
    });
    world.service.setRefusal(({ name }) => (name === 'refund' && calls > 1 ? 403 : null));
    await refund();
    await world.pass(30_000, () => calls > 3, 1_000);
    expect(shown()[0]?.state).toBe('under_way');
    world.service.setRefusal(() => null);
    await world.until(() => shown()[0]?.state === 'done');
    expect(refunded()).toEqual([12_500]);
  });
});
