import { present } from '../../objects/present.ts';
import { addRefund } from './apply-record.ts';
import type { OutcomeAnswer, SaleContext, Transition } from './events.ts';
import { backoffDelay, isCommand, nextCall, pollInterval } from './next-call.ts';
import { decide } from './outcome-policy.ts';
import { fitsInto, isNothing, restOf, type Sums, sameSums, sumOf, totalOf } from './parts.ts';
import { isMoneyOver, isOver, paidOf, type SaleFacts } from './sale.ts';
import { addRecord, withRun } from './transition.ts';

/** Records an outcome and decides what the till does next. */
export function onOutcome(
  transition: Transition,
  seen: OutcomeAnswer,
  context: SaleContext,
): Transition {
  const recorded = recordOutcome(transition, seen, context);
  if (isOver(recorded.sale.facts)) return withRun(recorded, { restored: false, lookFirst: false });
  const done = isDone(transition.sale.facts, recorded.sale.facts);
  const updated = done ? withRun(recorded, { staleReads: null, tries: 0 }) : recorded;
  const decided = decide(updated, context);
  const settled = withRun(decided, { restored: false, lookFirst: false });
  return withRun(settled, { due: context.now + waitBeforeNext(settled, context) });
}

/** Records an outcome if it differs from what is known and is not older. */
export function recordOutcome(
  transition: Transition,
  seen: OutcomeAnswer,
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { facts, run } = transition.sale;
  const { code, expires, additional, refunded, authorised, captures, refunds } = seen;
  if (isOlder(facts, seen)) return transition;
  const isRenewalDue = facts.renewing !== null && run.tries === 0 && !run.unsure;
  const pending = captures?.find(({ id }) => id === facts.pending?.id);
  const capture = pending?.id ?? null;
  if (capture === null && !differs(facts, seen)) return transition;
  const record = {
    kind: 'seen',
    code,
    expires,
    additional,
    refunded,
    ...present({
      authorised: authorised === undefined || isNothing(authorised) ? null : authorised,
      captured: captures?.length ? sumOf(captures) : null,
      refundedSum: refunds?.length ? sumOf(refunds) : null,
      capture,
    }),
    ...(isRenewalDue ? { renewal: 'not_sent' as const } : {}),
  } as const;
  return addRecord(transition, record, context);
}

/**
 * Counts the refunds of this till: at least `sum`, the total of all of them. An outcome can have
 * reported them already, or more of another till, so a sum that is counted already changes nothing.
 */
export function withRefunds(facts: SaleFacts, sum: Sums): SaleFacts {
  const missing = restOf(sum, facts.refunded);
  // The sale itself counts the refund of an undelivered item.
  if (facts.undelivered !== null || isNothing(missing)) return facts;
  // Another till captured what was refunded; the next outcome has both.
  if (!fitsInto(sum, paidOf(facts))) return facts;
  return addRefund(facts, missing);
}

/** Records the refunds of this till at once, because the next outcome may be late. */
export function recordRefunds(
  transition: Transition,
  sum: Sums,
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { facts } = transition.sale;
  const counted = withRefunds(facts, sum);
  const { seen, additional, authorised } = counted;
  if (seen === null) return transition;
  const refunds = [{ id: null, ...counted.refunded }];
  const outcome = { kind: 'outcome', ...seen, additional, refunds } as const;
  return recordOutcome(transition, { ...outcome, ...present({ authorised }) }, context);
}

/**
 * True if an outcome was read before one that is known: captures and refunds only grow (D-276). The check of a refund reads it
 * beside the sale, so it can arrive after the end of another refund.
 */
function isOlder({ captured, refunded }: SaleFacts, { captures, refunds }: OutcomeAnswer): boolean {
  const hasLess = (parts: readonly Sums[] | undefined, known: Sums) =>
    parts !== undefined && totalOf(sumOf(parts)) < totalOf(known);
  return hasLess(captures, captured) || hasLess(refunds, refunded);
}

function differs(facts: SaleFacts, answer: OutcomeAnswer): boolean {
  const { seen, additional, captured, refunded } = facts;
  if (seen === null || additional !== answer.additional) return true;
  if (answer.captures !== undefined && !sameSums(sumOf(answer.captures), captured)) return true;
  if (answer.refunds !== undefined && !sameSums(sumOf(answer.refunds), refunded)) return true;
  return (
    seen.code !== answer.code ||
    seen.expires !== answer.expires ||
    seen.refunded !== answer.refunded
  );
}

/** True if the outcome shows the effect of the last command. */
function isDone(before: SaleFacts, after: SaleFacts): boolean {
  const isCaptured = before.pending !== null && after.pending === null;
  // The payment has ended; a delivery may still be open.
  if (isMoneyOver(after)) return true;
  return isCaptured || (before.renewing !== null && after.renewing === null);
}

/** Milliseconds until the next call: a poll interval, zero for a command, a backoff for a repeat. */
function waitBeforeNext(
  transition: Transition,
  context: Pick<SaleContext, 'pushUp' | 'jitter' | 'settings'>,
): number {
  const { sale } = transition;
  const call = nextCall(sale);
  if (call === null || !isCommand(call)) return pollInterval(sale, context);
  const { tries } = sale.run;
  // A renewal has hours, so the till does not repeat it often.
  if (call === 'reauth' && tries >= context.settings.captureTries)
    return context.settings.pollReserved;
  return tries === 0 ? 0 : backoffDelay(tries, context);
}
