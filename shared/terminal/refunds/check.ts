import { z } from 'zod';
import type { Ids } from '../../ids/ids.ts';
import { leftOfRate, type NamedRate, namedRates } from '../../lines/steps.ts';
import { type MoneyInteger, subtract, ZERO } from '../../money/money.ts';
import { roundedRateOf } from '../../money/vat.ts';
import { present } from '../../objects/present.ts';
import { isPartOf, isSameLines } from '../../payment/check-refund-lines.ts';
import { isWithin, refundAmounts, restOf, totalRefunded } from '../../payment/refund-lines.ts';
import {
  moneyPositive,
  moneySigned,
  optional,
  prose,
  receiptNumber,
  reference,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { validate } from '../../protocol/validation.ts';
import { type DeviceClock, instantOf } from '../../time/clock.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import { fitsInto, type Sums, splitOf, totalOf } from '../sale/parts.ts';
import type { RefundedLineRecord, RefundOpenedRecord } from '../sale/records.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import { judgeApproval, type RefundApproval } from './check-approval.ts';
import {
  problem,
  type RefundAnswer,
  type RefundFacts,
  type RefundRequest,
  type WantedRefundLine,
} from './refund.ts';
import { type Refundable, ratesOf, readRefundable } from './refundable.ts';
import type { RefundClient } from './send.ts';

const refundRequest = z.object({
  tid: reference,
  amount: optional(moneyPositive),
  text: optional(prose(LIMITS.textMax)),
  refundId: reference.optional(),
  lines: z
    .array(
      z.object({
        index: z.int().nonnegative(),
        quantity: z.string().regex(/^\d{1,12}(?:\.\d{1,6})?$/),
        total: moneySigned.optional(),
      }),
    )
    .min(1)
    .max(LIMITS.lineItemsMax)
    .optional(),
  otherReceipt: receiptNumber.optional(),
});

/** The members of an approval that a journal record holds. */
const approvalForm = z.object({
  id: reference,
  approver: z.string().min(1).max(200),
  by: z.string().max(200).exactOptional(),
});

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
  const { tid, amount, text, otherReceipt } = checked.value;
  const before = refunds.get(checked.value.refundId ?? '');
  if (before !== undefined && !isSame(before, checked.value)) return problem('id_used');
  const isUsed = (id: string) => [...refunds.values()].some((one) => one.approval === id);
  const { currency } = settings;
  const judge = (total: typeof amount) =>
    judgeApproval(approval, { tid, total, currency, now: instantOf(clock.now()) }, isUsed);
  // After a refund of everything more can be captured, so its repeat is judged by what is left.
  const { goods } = request;
  const isWhole = amount === null && checked.value.lines === undefined;
  if (before !== undefined && !isWhole) return { ok: true, value: { kind: 'done_before' } };
  const early = before === undefined ? judge(amount) : null;
  if (early !== null) return problem(early);
  const withLines = checked.value.lines !== undefined || goods !== undefined;
  const read = { client, settings, signal, refunds };
  const seen = await readRefundable(tid, withLines, read);
  if (!seen.ok) return seen;
  const { outcome, refundable, asked, steps } = seen.value;
  const { left } = refundable;
  if (before !== undefined) {
    if (totalOf(left) > 0) return problem('id_used');
    return { ok: true, value: { kind: 'done_before' } };
  }
  const made = outcome.refunds?.find(({ id }) => id !== null && id === checked.value.refundId);
  if (made !== undefined) {
    // A till forgets old refunds; the service does not.
    const isAsMuch = amount === null || totalOf(made) === amount;
    const same = isWhole ? totalOf(left) === 0 : isAsMuch;
    return same ? { ok: true, value: { kind: 'done_before' } } : problem('id_used');
  }
  if (totalOf(left) === 0) return problem('nothing_left');
  const lines = checked.value.lines && refundedLinesOf(checked.value.lines, refundable);
  if (lines === null) return problem('lines_gone');
  const total = amount ?? (lines === undefined ? totalOf(left) : totalRefunded(lines));
  if (total <= 0) return problem('bad_request');
  const sums = lines === undefined ? splitOf(total, left) : sumsOfLines(lines, total);
  if (sums === null) return problem('bad_request');
  if (!fitsInto(sums, left)) return problem('too_much');
  const named = goods === undefined ? undefined : namedRates(goods);
  if (named !== undefined && (sums.additional > 0 || !areLeft(named, refundable.rates))) {
    return problem('lines_gone');
  }
  const late = judge(total);
  if (late !== null) return problem(late);
  const step = { amount: sums.amount, ...present({ lines, rates: named }) };
  const rates = ratesOf(asked ?? [], [...steps, step]);
  const opened = {
    refund: checked.value.refundId ?? `r-${ids.short()}${ids.short()}`,
    tid,
    amount: sums.amount,
    additional: sums.additional,
    text,
    ...(isWhole ? { whole: true as const } : {}),
    currency,
    approval: { id: approval.id, approver: approval.approver, ...present({ by: approval.by }) },
    ...present({ lines, goods: goods?.slice(), otherReceipt, rates }),
  };
  return { ok: true, value: { kind: 'new', outcome, opened } };
}

/** True if so much is left of each of these rates. */
const areLeft = (named: readonly NamedRate[], left: readonly NamedRate[]) =>
  named.every(({ vatRate, total }) => isPartOf(total, leftOfRate(left, vatRate)));

type Asked = {
  tid: string;
  amount: number | null;
  lines?: readonly WantedRefundLine[] | undefined;
};

function isSame(before: RefundFacts, { tid, amount, lines = [] }: Asked) {
  const made = before.lines ?? [];
  // A line that names no total is the same one at any total.
  const wanted = lines.map((line) => ({
    ...line,
    total: line.total ?? made.find(({ index }) => index === line.index)?.total ?? ZERO,
  }));
  if (before.tid !== tid || !isSameLines(made, wanted)) return false;
  if (amount !== null) return totalOf(before.part) === amount;
  return lines.length > 0 ? before.part.additional === 0 : before.whole;
}

/** The lines with what a record keeps of them; null if one of them is not left, or has another total by now. */
function refundedLinesOf(
  wanted: readonly WantedRefundLine[],
  { items, refunded }: Refundable,
): RefundedLineRecord[] | null {
  const rests = restOf(items, refunded);
  const lines: RefundedLineRecord[] = [];
  for (const { index, quantity, total } of wanted) {
    const rest = rests[index];
    const isTwice = lines.some((line) => line.index === index);
    if (rest === undefined || isTwice || !isWithin(quantity, rest.quantity)) return null;
    const right = refundAmounts(rest.item, index, quantity, refunded);
    if (total !== undefined && total !== right.total) return null;
    const { product_id: product, description, vat_rate } = rest.item;
    const name = description ?? product;
    const rate = roundedRateOf(vat_rate);
    lines.push({ index, product, name, quantity, ...right, rate });
  }
  return lines;
}

/** The rest of the total is additional amount, such as a tip; null if the lines are more than the total. */
function sumsOfLines(lines: readonly RefundedLineRecord[], total: MoneyInteger): Sums | null {
  const amount = totalRefunded(lines);
  return amount > total ? null : { amount, additional: subtract(total, amount) };
}
