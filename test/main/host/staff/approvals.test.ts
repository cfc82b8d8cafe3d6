import { beforeEach, expect, it } from 'vitest';
import { createApprovals } from '../../../../main/host/staff/approvals.ts';
import type { Person } from '../../../../main/host/staff/people.ts';
import { money } from '../../../../shared/money/money.ts';
import type { RefundView } from '../../../../shared/terminal/sale/state.ts';
import { MINUTE } from '../../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';
import { reasonOf } from '../back-office/back-office-setup.ts';

let clock: ManualClock;
let till: ReturnType<typeof createScriptedTerminal>;
beforeEach(() => {
  clock = createManualClock();
  till = createScriptedTerminal();
});

const marte: Person = { id: 's-marte', name: 'Marte', role: 'supervisor', pin: '' };
const BY_MARTE = { ok: true, by: 'Marte' };
const NOT_THIS = { ok: false, reason: 'approval_expired' };
const terms = { tid: 'p1', amount: money(4_500), text: null };

function open(isSupervisor = true) {
  return createApprovals({
    terminal: till.terminal,
    clock,
    newId: () => 'a1',
    currency: 'NOK',
    isSupervisor: () => isSupervisor,
  });
}

function refund(state: RefundView['state']): RefundView {
  return {
    ...{ id: 'r-a1', tid: 'p1', amount: money(4_500), currency: 'NOK', text: null },
    ...{ approver: 'Marte', at: clock.now(), state, sentence: null },
  };
}

it.each(['under_way', 'done'] as const)(
  'a repeat for a refund that is %s succeeds after a restart, and refunds nothing',
  async (state) => {
    open().give(marte, terms);
    till.show({ refunds: [refund(state)] });
    expect(await open().use('a1')).toEqual({ ok: true, value: { id: 'r-a1' } });
    expect(till.asked).toEqual([]);
  },
);

it('a repeat for a known refund succeeds when the approval has expired or its giver has left', async () => {
  const approvals = open(false);
  approvals.give(marte, terms);
  till.show({ refunds: [refund('under_way')] });
  expect((await approvals.use('a1')).ok).toBe(true);
  clock.advance(11 * MINUTE);
  expect((await approvals.use('a1')).ok).toBe(true);
  expect(till.asked).toEqual([]);
});

it('an approval of a change is for one command on one version of a bill, and its repeat may use it again', () => {
  const approvals = open();
  approvals.giveFor(marte, { kind: 'bill', bill: 'b1', version: 3 });
  expect(approvals.useFor('a1', { kind: 'bill', bill: 'b1', version: 4 }, 'c1')).toEqual(NOT_THIS);
  expect(approvals.useFor('a1', { kind: 'bill', bill: 'b1', version: 3 }, 'c1')).toEqual(BY_MARTE);
  clock.advance(3 * MINUTE);
  expect(approvals.useFor('a1', { kind: 'bill', bill: 'b1', version: 3 }, 'c1')).toEqual(BY_MARTE);
  expect(approvals.useFor('a1', { kind: 'bill', bill: 'b1', version: 3 }, 'c2')).toEqual(NOT_THIS);
});

it('an approval of a change expires, and ends when its giver is no supervisor any more', () => {
  const late = open();
  late.giveFor(marte, { kind: 'bill', bill: 'b1', version: 3 });
  clock.advance(2 * MINUTE);
  expect(late.useFor('a1', { kind: 'bill', bill: 'b1', version: 3 }, 'c1')).toEqual(NOT_THIS);
  const left = open(false);
  left.giveFor(marte, { kind: 'bill', bill: 'b1', version: 3 });
  expect(left.useFor('a1', { kind: 'bill', bill: 'b1', version: 3 }, 'c1')).toEqual(NOT_THIS);
});

it('an approval of one kind or of one receipt is none of another', () => {
  const approvals = open();
  approvals.giveFor(marte, { kind: 'receipt_refund', receipt: 7, amount: money(500) });
  expect(approvals.useFor('a1', { kind: 'close' }, 'c1')).toEqual(NOT_THIS);
  const other = { kind: 'receipt_refund', receipt: 8, amount: money(500) } as const;
  expect(approvals.useFor('a1', other, 'c1')).toEqual(NOT_THIS);
  expect(approvals.useFor('a1', { ...other, receipt: 7 }, 'c1')).toEqual(BY_MARTE);
});

it('an approval of a refund is for its amount and less, also in a repeat', () => {
  const approvals = open();
  const refund = (amount: number) =>
    ({ kind: 'receipt_refund', receipt: 7, amount: money(amount) }) as const;
  approvals.giveFor(marte, refund(500));
  expect(approvals.useFor('a1', refund(501), 'c1')).toEqual({ ok: false, reason: 'above_ceiling' });
  expect(approvals.useFor('a1', refund(499), 'c2')).toEqual(BY_MARTE);
  expect(approvals.useFor('a1', refund(501), 'c2')).toEqual({ ok: false, reason: 'above_ceiling' });
  expect(approvals.useFor('a1', refund(500), 'c2')).toEqual(BY_MARTE);
  expect(approvals.useFor('a1', refund(1), 'c3')).toEqual(NOT_THIS);
});

it('an approval of an earlier start without a refund is refused', async () => {
  open().give(marte, terms);
  till.show({ refunds: [{ ...refund('done'), id: 'r-a2' }] });
  expect(reasonOf(await open().use('a1'))).toBe('approval_expired');
  expect(till.asked).toEqual([]);
});
