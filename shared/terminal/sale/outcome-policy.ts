import type { SaleContext, Transition } from './events.ts';
import { abandon } from './pair.ts';
import { renewalOf } from './renewal.ts';
import { hasLost, isAuthorised } from './sale.ts';
import { addRecord, intend, intendCapture, withRun } from './transition.ts';
import { decideVend } from './vend.ts';

/** Reads that may show the old state after an accepted command before the till repeats it. */
const STALE_READS_MAX = 3;

/** Applies the policies of the till to an outcome that is not final. */
export function decide(transition: Transition, context: SaleContext): Transition {
  const { staleReads } = transition.sale.run;
  const counted = staleReads === null ? transition : countStale(transition, staleReads + 1);
  const { facts, run } = counted.sale;
  if (run.staleReads !== null) return counted;
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
function countStale(transition: Transition, reads: number): Transition {
  return withRun(transition, { staleReads: reads < STALE_READS_MAX ? reads : null });
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

function take(transition: Transition, context: Pick<SaleContext, 'now' | 'settings'>): Transition {
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
function keep(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'serviceNow' | 'settings'>,
): Transition {
  const { facts } = transition.sale;
  if (facts.rest === 'release' && facts.pending === null && facts.because === 'part_captured') {
    return intend(transition, 'release', context);
  }
  return renewIfDue(transition, context);
}

function renewIfDue(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'serviceNow' | 'settings'>,
): Transition {
  const { sale } = transition;
  if (context.settings.renew !== 'automatic') return transition;
  const due = renewalOf(sale, context.settings, context.serviceNow)?.state === 'due';
  return due ? intend(transition, 'reauth', context) : transition;
}

function holdOrRelease(
  transition: Transition,
  because: 'capture_failed' | 'won_abort_race',
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  // The goods of an authorise-only sale may have been handed over; a person must decide.
  const mayBeOwed = because === 'capture_failed' && transition.sale.facts.mode.kind === 'authorise';
  if (context.settings.policy === 'unattended' && !mayBeOwed) {
    return intend(transition, 'release', context);
  }
  return addRecord(transition, { kind: 'held', because }, context);
}

/** Repeats a release. An attended till asks the cashier after `captureTries` attempts. */
function releaseOrHold(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  const { facts, run } = transition.sale;
  const { policy, captureTries } = context.settings;
  // The rest after a part is released without a decision of the cashier.
  const decided = facts.rest === 'release' && facts.captures.length > 0;
  if (policy === 'unattended' || decided || run.tries < captureTries) return transition;
  const because = facts.because === 'part_captured' ? facts.because : 'release_failed';
  return addRecord(transition, { kind: 'held', because }, context);
}
