import { z } from 'zod';
import type { Ids } from '../../ids/ids.ts';
import { moneyPositive, optional, prose, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { validate } from '../../protocol/validation.ts';
import { type DeviceClock, instantOf } from '../../time/clock.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import { fitsInto, restOf, type Sums, splitOf, sumOf, totalOf } from '../sale/parts.ts';
import type { RefundOpenedRecord } from '../sale/records.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import { judgeApproval, type RefundApproval } from './check-approval.ts';
import { problem, type RefundAnswer, type RefundFacts, type RefundRequest } from './refund.ts';
import { type RefundClient, readOutcome } from './send.ts';

const refundRequest = z.object({
  tid: reference,
  amount: optional(moneyPositive),
  text: optional(prose(LIMITS.textMax)),
  refundId: reference.optional(),
});

/** The members of an approval that a journal record holds. */
const approvalForm = z.object({ id: reference, approver: z.string().min(1).max(200) });

type Refused = Extract<RefundAnswer, { ok: false }>;

export type CheckDeps = {
  readonly client: RefundClient;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly settings: TerminalSettings;
  readonly signal: AbortSignal;
  /** All refunds that the till knows, open and ended. */
  readonly refunds: ReadonlyMap<string, RefundFacts>;
};

/** Result of the check. `done_before`: the same refund was requested before. */
type Checked =
  | {
      readonly kind: 'new';
      readonly outcome: OutcomeAnswer;
      readonly opened: Omit<RefundOpenedRecord, 'v' | 'at' | 'kind'>;
    }
  | { readonly kind: 'done_before' };

/** Checks the approval and the amount of a refund. Changes nothing. */
export async function checkRefund(
  request: RefundRequest,
  approval: RefundApproval,
  deps: CheckDeps,
): Promise<{ readonly ok: true; readonly value: Checked } | Refused> {
  const { client, clock, ids, settings, signal, refunds } = deps;
  const checked = validate(refundRequest, request);
  if (!checked.ok || !validate(approvalForm, approval).ok) return problem('bad_request');
  const { tid, amount, text } = checked.value;
  const before = refunds.get(checked.value.refundId ?? '');
  if (before !== undefined && !isSame(before, checked.value)) return problem('id_used');
  const isUsed = (id: string) => [...refunds.values()].some((one) => one.approval === id);
  const judge = (total: typeof amount, currency: string | null) =>
    judgeApproval(approval, { tid, total, currency, now: instantOf(clock.now()) }, isUsed);
  // After a refund of everything more can be captured, so its repeat is judged by what is left.
  if (before !== undefined && amount !== null) return { ok: true, value: { kind: 'done_before' } };
  const early = before === undefined ? judge(amount, null) : null;
  if (early !== null) return problem(early);
  const seen = await readOutcome(tid, client, settings, signal).catch(() => null);
  if (seen === null || !seen.ok) {
    const unknown = seen?.error.kind === 'refused' && seen.error.status === 404;
    return problem(unknown ? 'unknown_payment' : 'service_away');
  }
  const outcome = seen.value;
  const left = refundable(tid, outcome, refunds);
  if (before !== undefined) {
    if (totalOf(left) > 0) return problem('id_used');
    return { ok: true, value: { kind: 'done_before' } };
  }
  const made = outcome.refunds?.find(({ id }) => id !== null && id === checked.value.refundId);
  if (made !== undefined) {
    // A till forgets old refunds; the service does not.
    const same = amount === null ? totalOf(left) === 0 : totalOf(made) === amount;
    return same ? { ok: true, value: { kind: 'done_before' } } : problem('id_used');
  }
  const total = amount ?? totalOf(left);
  if (totalOf(left) === 0) return problem('nothing_left');
  const sums = splitOf(total, left);
  if (!fitsInto(sums, left)) return problem('too_much');
  const late = judge(total, outcome.currency);
  if (late !== null) return problem(late);
  const opened = {
    refund: checked.value.refundId ?? `r-${ids.short()}${ids.short()}`,
    tid,
    amount: sums.amount,
    additional: sums.additional,
    text,
    ...(amount === null ? { whole: true as const } : {}),
    currency: outcome.currency,
    approval: { id: approval.id, approver: approval.approver },
  };
  return { ok: true, value: { kind: 'new', outcome, opened } };
}

function isSame(before: RefundFacts, { tid, amount }: { tid: string; amount: number | null }) {
  if (before.tid !== tid) return false;
  return amount === null ? before.whole : totalOf(before.part) === amount;
}

/** Captured, not refunded, and not part of an open refund of this till. */
function refundable(
  tid: string,
  outcome: OutcomeAnswer,
  refunds: ReadonlyMap<string, RefundFacts>,
): Sums {
  const made = outcome.refunds ?? [];
  const onTheWay = [...refunds.values()].filter(
    (one) => one.tid === tid && one.end === null && !made.some(({ id }) => id === one.id),
  );
  const gone = sumOf([...made, ...onTheWay.map((one) => one.part)]);
  return restOf(sumOf(outcome.captures ?? []), gone);
}
