import { beforeEach, expect, it } from 'vitest';
import { createApprovals, type Subject } from '../../../../main/host/staff/approvals.ts';
import type { Person } from '../../../../main/host/staff/people.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
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
    ...{ id: '_approved.a1', tid: 'p1', amount: money(4_500), currency: 'NOK', text: null },
    ...{ approver: 'Marte', at: clock.now(), state, sentence: null },
  };
}

it.each(['under_way', 'done'] as const)(
  'a repeat for a refund that is %s succeeds after a restart, and refunds nothing',
  async (state) => {
    open().give(marte, terms, 'Ola');
    till.show({ refunds: [refund(state)] });
    expect(await open().use('a1')).toEqual({ ok: true, value: { id: '_approved.a1' } });
    expect(till.asked).toEqual([]);
  },
);

it('a repeat for a known refund succeeds when the approval has expired or its giver has left', async () => {
  const approvals = open(false);
  approvals.give(marte, terms, 'Ola');
  till.show({ refunds: [refund('under_way')] });
  expect((await approvals.use('a1')).ok).toBe(true);
  clock.advance(11 * MINUTE);
  expect((await approvals.use('a1')).ok).toBe(true);
  expect(till.asked).toEqual([]);
});

const bill = {
  ...{ kind: 'bill', bill: 'b1', version: 3 },
  act: { act: 'remove', line: 'line:l1' },
} as const satisfies Subject;
const close = {
  kind: 'close',
  close: {
    ...{ id: 'c1', counted: [{ value: money(100), count: 3 }], keep: money(200), lastClose: 4 },
    openBills: [{ id: 'b1', version: 3 }],
  },
} as const satisfies Subject;
const receiptRefund = (amount: number) =>
  ({
    ...{ kind: 'receipt_refund', amount: money(amount) },
    refund: {
      ...{ receipt: 7, lines: [{ line: 0, quantity: 1_000 }], amount: ZERO, tip: ZERO },
      reason: 'Returned',
    },
  }) as const satisfies Subject;
const SUBJECTS: readonly Subject[] = [bill, close, receiptRefund(500)];

it('an approval of a change is for one command, and its repeat may use it again', () => {
  const approvals = open();
  approvals.giveFor(marte, bill);
  expect(approvals.useFor('a1', bill, 'c1')).toEqual(BY_MARTE);
  clock.advance(3 * MINUTE);
  expect(approvals.useFor('a1', bill, 'c1')).toEqual(BY_MARTE);
  expect(approvals.useFor('a1', bill, 'c2')).toEqual(NOT_THIS);
});

it('an approval of a change expires, and ends when its giver is no supervisor any more', () => {
  const late = open();
  late.giveFor(marte, bill);
  clock.advance(2 * MINUTE);
  expect(late.useFor('a1', bill, 'c1')).toEqual(NOT_THIS);
  const left = open(false);
  left.giveFor(marte, bill);
  expect(left.useFor('a1', bill, 'c1')).toEqual(NOT_THIS);
});

/** Each copy of this value that has one other number or text in it. */
function altered(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'string') return [`${value}x`];
  if (Array.isArray(value)) {
    const copies = value.flatMap((one, at) => altered(one).map((other) => value.with(at, other)));
    return [...copies, [...value, ...value], []];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    altered(one).map((other) => ({ ...value, [name]: other })),
  );
}

it.each(SUBJECTS)('an approval of a $kind is only for what the supervisor saw', (subject) => {
  const approvals = open();
  approvals.giveFor(marte, subject);
  const others = [...altered(subject), ...SUBJECTS.filter((one) => one !== subject)];
  expect(others.length).toBeGreaterThan(5);
  const attempt = approvals.useFor;
  expect(others.filter((other) => attempt('a1', other as Subject, 'c1').ok)).toEqual([]);
  expect(approvals.useFor('a1', structuredClone(subject), 'c1')).toEqual(BY_MARTE);
});

it('an approval of a refund is for its amount and less, also in a repeat', () => {
  const approvals = open();
  approvals.giveFor(marte, receiptRefund(500));
  const above = { ok: false, reason: 'above_ceiling' };
  expect(approvals.useFor('a1', receiptRefund(501), 'c1')).toEqual(above);
  expect(approvals.useFor('a1', receiptRefund(499), 'c2')).toEqual(BY_MARTE);
  expect(approvals.useFor('a1', receiptRefund(501), 'c2')).toEqual(above);
  expect(approvals.useFor('a1', receiptRefund(500), 'c2')).toEqual(BY_MARTE);
  expect(approvals.useFor('a1', receiptRefund(1), 'c3')).toEqual(NOT_THIS);
});

it('an approval of an earlier start without a refund is refused', async () => {
  open().give(marte, terms, 'Ola');
  till.show({ refunds: [{ ...refund('done'), id: '_approved.a2' }] });
  expect(reasonOf(await open().use('a1'))).toBe('approval_expired');
  expect(till.asked).toEqual([]);
});
