import type { OutcomeAnswer, SaleContext, Transition } from './events.ts';
import { backoffDelay, isCommand, nextCall, pollInterval } from './next-call.ts';
import { abandon } from './pair.ts';
import { isNothing, sameSums, sumOf } from './parts.ts';
import { renewalOf } from './renewal.ts';
import { hasLost, isAuthorised, isMoneyOver, isOver, type SaleFacts } from './sale.ts';
import { addRecord, intend, intendCapture, withRun } from './transition.ts';
import { decideVend } from './vend.ts';

/** Reads that may show the old state after an accepted command before the till repeats it. */
const STALE_READS_MAX = 3;

/** Records an outcome and decides what the till does next. */
export function onOutcome(
  transition: Transition,
  seen: OutcomeAnswer,
  context: SaleContext,
): Transition {
  const recorded = recordOutcome(transition, seen, context);
  if (isOver(recorded.sale.facts)) return withRun(recorded, { restored: false, lookFirst: false });
  const done = isDone(transition.sale.facts, recorded.sale.facts);
  const updated = done ? withRun(recorded, { accepted: false, stale: 0, tries: 0 }) : recorded;
  const decided = decide(updated, context);
  const settled = withRun(decided, { restored: false, lookFirst: false });
  return withRun(settled, { due: context.now + waitBeforeNext(settled, context) });
}

/** Records an outcome if it differs from what is known. */
export function recordOutcome(
  transition: Transition,
  seen: OutcomeAnswer,
  context: SaleContext,
): Transition {
  const { facts, run } = transition.sale;
  const { code, expires, additional, refunded, held, captures, refunds } = seen;
  const isRenewalDue = facts.renewing !== null && run.tries === 0 && !run.unsure;
  const pending = captures?.find(({ id }) => id === facts.pending?.id);
  const took = pending?.id ?? null;
  if (took === null && !isNews(facts, seen)) return transition;
  const record = {
    kind: 'seen',
    code,
    expires,
    additional,
    refunded,
    ...(held === undefined || isNothing(held) ? {} : { held }),
    ...(captures === undefined || captures.length === 0 ? {} : { taken: sumOf(captures) }),
    ...(refunds === undefined || refunds.length === 0 ? {} : { givenBack: sumOf(refunds) }),
    ...(took === null ? {} : { took }),
    ...(isRenewalDue ? { renewal: 'not_sent' as const } : {}),
  } as const;
  return addRecord(transition, record, context);
}

function isNews(facts: SaleFacts, answer: OutcomeAnswer): boolean {
  const { seen, additional, taken, givenBack } = facts;
  if (seen === null || additional !== answer.additional) return true;
  if (answer.captures !== undefined && !sameSums(sumOf(answer.captures), taken)) return true;
  if (answer.refunds !== undefined && !sameSums(sumOf(answer.refunds), givenBack)) return true;
  return (
    seen.code !== answer.code ||
    seen.expires !== answer.expires ||
    seen.refunded !== answer.refunded
  );
}

/** True if the outcome shows the effect of the last command. */
function isDone(before: SaleFacts, after: SaleFacts): boolean {
  const taken = before.pending !== null && after.pending === null;
  // The payment has ended; a delivery may still be open.
  if (isMoneyOver(after)) return true;
  return taken || (before.renewing !== null && after.renewing === null);
}

/** Milliseconds until the next call: a poll interval, zero for a command, a backoff for a repeat. */
function waitBeforeNext(transition: Transition, context: SaleContext): number {
  const { sale } = transition;
  const call = nextCall(sale);
  if (call === null || !isCommand(call)) return pollInterval(sale, context);
  const { tries } = sale.run;
  // A renewal has hours, so the till does not repeat it often.
  if (call === 'reauth' && tries >= context.settings.captureTries)
    return context.settings.pollReserved;
  return tries === 0 ? 0 : backoffDelay(tries, context);
}

/** Applies the policies of the till to an outcome that is not final. */
function decide(transition: Transition, context: SaleContext): Transition {
  const counted = countStale(transition);
  const { facts, run } = counted.sale;
  if (run.accepted) return counted;
  const authorised = isAuthorised(facts);
  if (hasLost(facts)) return abandon(counted, context);
  const chosen = facts.leg === null || facts.leg.state === 'won';
  if (facts.mode.kind === 'vend' && chosen) return decideVend(counted, context);
  if (run.restored) return decideRestored(counted, authorised, context);
  // A pair must be decided before one of its requests captures.
  if (authorised && facts.leg?.state === 'open') return counted;
  switch (facts.goal) {
    case 'abort':
      // The customer approved before the cancellation took effect.
      return authorised ? holdOrRelease(counted, 'won_abort_race', context) : counted;
    case 'take':
      return authorised ? take(counted, context) : counted;
    case 'release':
      return authorised ? releaseOrHold(counted, context) : counted;
    case 'hold':
      return authorised ? keep(counted, context) : counted;
  }
}

/** Repeats an accepted command that shows no effect after several reads. */
function countStale(transition: Transition): Transition {
  const { run } = transition.sale;
  if (!run.accepted) return transition;
  const stale = run.stale + 1;
  return withRun(transition, { stale, accepted: stale < STALE_READS_MAX });
}

/** Decides about a sale that was open when the till stopped, after the first read. */
function decideRestored(
  transition: Transition,
  authorised: boolean,
  context: SaleContext,
): Transition {
  const { facts } = transition.sale;
  // Authorise-only: the decision to keep or to capture is in the journal.
  const kept = facts.mode.kind === 'authorise' && (facts.goal === 'hold' || facts.sent.capture);
  if (context.settings.policy === 'unattended' && !(authorised && kept)) {
    if (!authorised)
      return facts.goal === 'abort' ? transition : intend(transition, 'abort', context);
    return facts.goal === 'release' ? transition : intend(transition, 'release', context);
  }
  if (!authorised) return transition;
  switch (facts.lastIntent) {
    case 'capture':
      // The capture may have arrived. It is idempotent, so the till repeats it.
      return facts.goal === 'take' ? transition : intendCapture(transition, context);
    case 'release':
      return transition;
    case 'abort':
      if (facts.goal === 'hold') return transition;
      return addRecord(transition, { kind: 'held', because: 'won_abort_race' }, context);
    case null:
      if (facts.goal === 'hold') return keep(transition, context);
      return addRecord(transition, { kind: 'held', because: 'recovered' }, context);
  }
}

function take(transition: Transition, context: SaleContext): Transition {
  const { facts, run } = transition.sale;
  const { settings, now } = context;
  if (facts.lastIntent !== 'capture') {
    if (facts.mode.kind === 'authorise') {
      return addRecord(transition, { kind: 'held', because: 'to_be_captured' }, context);
    }
    if (settings.capture === 'manual' || run.takeAt !== null) return transition;
    return withRun(transition, { takeAt: now + settings.approvedDwell });
  }
  if (run.tries < settings.captureTries) return transition;
  return holdOrRelease(transition, 'capture_failed', context);
}

/** Work on a reservation that waits: release the rest after a part, or renew. */
function keep(transition: Transition, context: SaleContext): Transition {
  const { facts } = transition.sale;
  if (facts.rest === 'release' && facts.pending === null && facts.because === 'part_captured') {
    return intend(transition, 'release', context);
  }
  return renewIfDue(transition, context);
}

function renewIfDue(transition: Transition, context: SaleContext): Transition {
  const { sale } = transition;
  if (context.settings.renew !== 'automatic') return transition;
  const due = renewalOf(sale, context.settings, context.now)?.state === 'due';
  return due ? intend(transition, 'reauth', context) : transition;
}

function holdOrRelease(
  transition: Transition,
  because: 'capture_failed' | 'won_abort_race',
  context: SaleContext,
): Transition {
  // The goods of an authorise-only sale may have been handed over; a person must decide.
  const mayBeOwed = because === 'capture_failed' && transition.sale.facts.mode.kind === 'authorise';
  if (context.settings.policy === 'unattended' && !mayBeOwed) {
    return intend(transition, 'release', context);
  }
  return addRecord(transition, { kind: 'held', because }, context);
}

/** Repeats a release. An attended till asks the cashier after `captureTries` attempts. */
function releaseOrHold(transition: Transition, context: SaleContext): Transition {
  const { facts, run } = transition.sale;
  const { policy, captureTries } = context.settings;
  // The rest after a part is released without a decision of the cashier.
  const decided = facts.rest === 'release' && facts.captures.length > 0;
  if (policy === 'unattended' || decided || run.tries < captureTries) return transition;
  const because = facts.because === 'approved' ? 'recovered' : facts.because;
  return addRecord(transition, { kind: 'held', because }, context);
}
