import type { Around, OutcomeAnswer, Progress } from './events.ts';
import { backoff, isCommand, nextCall, pollInterval } from './next-call.ts';
import { giveWay } from './pair.ts';
import { isNothing, sameSums, sumOf } from './parts.ts';
import { intend, intendCapture, note, withRun } from './progress.ts';
import { renewalOf } from './renewal.ts';
import { type Facts, hasLost, isAuthorised, isMoneyOver, isOver } from './sale.ts';
import { decideVend } from './vend.ts';

/** Reads after an accepted command that may still show the old state before it is sent again. */
const STALE_READS_MAX = 3;

/** What the outcome endpoint says, and what the till does about it. */
export function sawOutcome(progress: Progress, seen: OutcomeAnswer, around: Around): Progress {
  const told = noteNews(progress, seen, around);
  if (isOver(told.sale.facts)) return withRun(told, { found: false, lookFirst: false });
  const done = isDone(progress.sale.facts, told.sale.facts);
  const news = done ? withRun(told, { accepted: false, stale: 0, tries: 0 }) : told;
  const decided = decide(news, around);
  const calm = withRun(decided, { found: false, lookFirst: false });
  return withRun(calm, { due: around.now + waitBeforeNext(calm, around) });
}

/** Writes down what an outcome says, when it says anything new. */
export function noteNews(progress: Progress, seen: OutcomeAnswer, around: Around): Progress {
  const { facts, run } = progress.sale;
  const { code, expires, additional, refunded, held, captures, refunds } = seen;
  const isRenewalDue = facts.renewing !== null && run.tries === 0 && !run.unsure;
  const pending = captures?.find(({ id }) => id === facts.pending?.id);
  const took = pending?.id ?? null;
  if (took === null && !isNews(facts, seen)) return progress;
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
  return note(progress, record, around);
}

function isNews(facts: Facts, answer: OutcomeAnswer): boolean {
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

/** True when a command that left the sale open has shown its effect. */
function isDone(before: Facts, after: Facts): boolean {
  const taken = before.pending !== null && after.pending === null;
  // Paid, and what it is paid for is still to be delivered.
  if (isMoneyOver(after)) return true;
  return taken || (before.renewing !== null && after.renewing === null);
}

/** The next read is a poll; a command goes out at once, or after a back-off when it is a repeat. */
function waitBeforeNext(progress: Progress, around: Around): number {
  const { sale } = progress;
  const call = nextCall(sale);
  if (call === null || !isCommand(call)) return pollInterval(sale, around);
  const { tries } = sale.run;
  // A renewal has hours; it does not press a service that does not take it now.
  if (call === 'reauth' && tries >= around.settings.captureTries)
    return around.settings.pollReserved;
  return tries === 0 ? 0 : backoff(tries, around);
}

/** The policies of design section 5, for an outcome that is not final. */
function decide(progress: Progress, around: Around): Progress {
  const patient = countStale(progress);
  const { facts, run } = patient.sale;
  if (run.accepted) return patient;
  const authorised = isAuthorised(facts);
  if (hasLost(facts)) return giveWay(patient, around);
  const chosen = facts.leg === null || facts.leg.state === 'won';
  if (facts.mode.kind === 'vend' && chosen) return decideVend(patient, around);
  if (run.found) return decideFound(patient, authorised, around);
  // Which of two requests takes the money is decided before any of them does.
  if (authorised && facts.leg?.state === 'open') return patient;
  switch (facts.goal) {
    case 'abort':
      // The customer was faster than the cancellation, which has not taken effect.
      return authorised ? askOrGiveBack(patient, 'won_abort_race', around) : patient;
    case 'take':
      return authorised ? take(patient, around) : patient;
    case 'release':
      return authorised ? giveBackOrAsk(patient, around) : patient;
    case 'hold':
      return authorised ? keep(patient, around) : patient;
  }
}

/** A command that was accepted and shows no effect is sent again in the end. */
function countStale(progress: Progress): Progress {
  const { run } = progress.sale;
  if (!run.accepted) return progress;
  const stale = run.stale + 1;
  return withRun(progress, { stale, accepted: stale < STALE_READS_MAX });
}

/** First look at a sale that was open when the till stopped. */
function decideFound(progress: Progress, authorised: boolean, around: Around): Progress {
  const { facts } = progress.sale;
  // Authorise-only: that it stays reserved, or is taken, was decided and written down before.
  const kept = facts.mode.kind === 'authorise' && (facts.goal === 'hold' || facts.sent.capture);
  if (around.settings.policy === 'unattended' && !(authorised && kept)) {
    if (!authorised) return facts.goal === 'abort' ? progress : intend(progress, 'abort', around);
    return facts.goal === 'release' ? progress : intend(progress, 'release', around);
  }
  if (!authorised) return progress;
  switch (facts.lastIntent) {
    case 'capture':
      // It may have been taken already: a full capture is idempotent, so it is repeated.
      return facts.goal === 'take' ? progress : intendCapture(progress, around);
    case 'release':
      return progress;
    case 'abort':
      if (facts.goal === 'hold') return progress;
      return note(progress, { kind: 'held', because: 'won_abort_race' }, around);
    case null:
      if (facts.goal === 'hold') return keep(progress, around);
      return note(progress, { kind: 'held', because: 'recovered' }, around);
  }
}

function take(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  const { settings, now } = around;
  if (facts.lastIntent !== 'capture') {
    if (facts.mode.kind === 'authorise') {
      return note(progress, { kind: 'held', because: 'to_be_captured' }, around);
    }
    if (settings.capture === 'manual' || run.takeAt !== null) return progress;
    return withRun(progress, { takeAt: now + settings.approvedDwell });
  }
  if (run.tries < settings.captureTries) return progress;
  return askOrGiveBack(progress, 'capture_failed', around);
}

/** What a reservation that waits needs without being asked. */
function keep(progress: Progress, around: Around): Progress {
  const { facts } = progress.sale;
  if (facts.rest === 'release' && facts.pending === null && facts.because === 'part_captured') {
    return intend(progress, 'release', around);
  }
  return renewIfDue(progress, around);
}

function renewIfDue(progress: Progress, around: Around): Progress {
  const { sale } = progress;
  if (around.settings.renew !== 'automatic') return progress;
  const due = renewalOf(sale, around.settings, around.now)?.state === 'due';
  return due ? intend(progress, 'reauth', around) : progress;
}

function askOrGiveBack(
  progress: Progress,
  because: 'capture_failed' | 'won_abort_race',
  around: Around,
): Progress {
  // What was authorised to be captured later may have been handed over; only a person knows.
  const mayBeOwed = because === 'capture_failed' && progress.sale.facts.mode.kind === 'authorise';
  if (around.settings.policy === 'unattended' && !mayBeOwed) {
    return intend(progress, 'release', around);
  }
  return note(progress, { kind: 'held', because }, around);
}

/** Giving back that does not succeed goes on for ever where nobody can be asked. */
function giveBackOrAsk(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  const { policy, captureTries } = around.settings;
  // The rest of a part that was taken goes back without anyone's decision, so none is asked for.
  const decided = facts.rest === 'release' && facts.captures.length > 0;
  if (policy === 'unattended' || decided || run.tries < captureTries) return progress;
  const because = facts.because === 'approved' ? 'recovered' : facts.because;
  return note(progress, { kind: 'held', because }, around);
}
