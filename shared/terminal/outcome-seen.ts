import type { Around, CallAnswer, Progress } from './happenings.ts';
import { backoff, isCommand, nextCall, pollInterval } from './plan.ts';
import { intend, note, withRun } from './progress.ts';
import { type Facts, isAuthorised, isOver } from './sale.ts';

type OutcomeAnswer = Extract<CallAnswer, { kind: 'outcome' }>;

/** Reads after an accepted command that may still show the old state before it is sent again. */
const STALE_READS_MAX = 3;

/** What the outcome endpoint says, and what the till does about it. */
export function sawOutcome(progress: Progress, seen: OutcomeAnswer, around: Around): Progress {
  const news = isNews(progress.sale.facts, seen) ? noteSeen(progress, seen, around) : progress;
  if (isOver(news.sale.facts)) return withRun(news, { found: false, lookFirst: false });
  const decided = decide(news, around);
  const calm = withRun(decided, { found: false, lookFirst: false });
  return withRun(calm, { due: around.now + waitBeforeNext(calm, around) });
}

function noteSeen(progress: Progress, seen: OutcomeAnswer, around: Around): Progress {
  const { code, expires, additional, refunded } = seen;
  return note(progress, { kind: 'seen', code, expires, additional, refunded }, around);
}

function isNews({ seen, additional }: Facts, answer: OutcomeAnswer): boolean {
  if (seen === null || additional !== answer.additional) return true;
  return (
    seen.code !== answer.code ||
    seen.expires !== answer.expires ||
    seen.refunded !== answer.refunded
  );
}

/** The next read is a poll; a command goes out at once, or after a back-off when it is a repeat. */
function waitBeforeNext(progress: Progress, around: Around): number {
  const { sale } = progress;
  const call = nextCall(sale);
  if (call === null || !isCommand(call)) return pollInterval(sale, around);
  return sale.run.tries === 0 ? 0 : backoff(sale.run.tries, around);
}

/** The policies of design section 5, for an outcome that is not final. */
function decide(progress: Progress, around: Around): Progress {
  const patient = countStale(progress);
  const { facts, run } = patient.sale;
  if (run.accepted) return patient;
  const authorised = isAuthorised(facts);
  if (run.found) return decideFound(patient, authorised, around);
  switch (facts.goal) {
    case 'abort':
      // The customer was faster than the cancellation, which has not taken effect.
      return authorised ? askOrGiveBack(patient, 'won_abort_race', around) : patient;
    case 'take':
      return authorised ? take(patient, around) : patient;
    case 'release':
      return authorised ? giveBackOrAsk(patient, around) : patient;
    case 'hold':
      return patient;
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
  if (around.settings.policy === 'unattended') {
    if (!authorised) return facts.goal === 'abort' ? progress : intend(progress, 'abort', around);
    return facts.goal === 'release' ? progress : intend(progress, 'release', around);
  }
  if (!authorised) return progress;
  switch (facts.lastIntent) {
    case 'capture':
      // It may have been taken already: a full capture is idempotent, so it is repeated.
      return facts.goal === 'take' ? progress : intend(progress, 'capture', around);
    case 'release':
      return progress;
    case 'abort':
      if (facts.goal === 'hold') return progress;
      return note(progress, { kind: 'held', because: 'won_abort_race' }, around);
    case null:
      if (facts.goal === 'hold') return progress;
      return note(progress, { kind: 'held', because: 'recovered' }, around);
  }
}

function take(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  const { settings, now } = around;
  if (facts.lastIntent !== 'capture') {
    if (settings.capture === 'manual' || run.takeAt !== null) return progress;
    return withRun(progress, { takeAt: now + settings.approvedDwell });
  }
  if (run.tries < settings.captureTries) return progress;
  return askOrGiveBack(progress, 'capture_failed', around);
}

function askOrGiveBack(
  progress: Progress,
  because: 'capture_failed' | 'won_abort_race',
  around: Around,
): Progress {
  if (around.settings.policy === 'unattended') return intend(progress, 'release', around);
  return note(progress, { kind: 'held', because }, around);
}

/** Giving back that does not succeed goes on for ever where nobody can be asked. */
function giveBackOrAsk(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  const { policy, captureTries } = around.settings;
  if (policy === 'unattended' || run.tries < captureTries) return progress;
  const because = facts.because === 'approved' ? 'recovered' : facts.because;
  return note(progress, { kind: 'held', because }, around);
}
