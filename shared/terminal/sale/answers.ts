import { SECOND } from '../../time/clock.ts';
import type { Around, CallAnswer, Progress } from './events.ts';
import { backoff, isCommand } from './next-call.ts';
import { sawOutcome } from './outcome-reducer.ts';
import { note, withRun } from './progress.ts';
import type { Call } from './sale.ts';
import type { RefusedBecause } from './state.ts';

/** What a call's answer does to its sale. */
export function answered(progress: Progress, answer: CallAnswer, around: Around): Progress {
  const { busy, again } = progress.sale.run;
  if (busy === null) return progress;
  const free = withRun(progress, { busy: null, again: false });
  const next = handled(free, busy, answer, around);
  // Something happened while the call was under way; its answer may be older than that.
  if (!again) return next;
  const { lookFirst, confirmed } = next.sale.run;
  return withRun(next, { due: around.now, lookFirst: lookFirst || confirmed });
}

function handled(progress: Progress, call: Call, answer: CallAnswer, around: Around): Progress {
  switch (answer.kind) {
    case 'created':
      return created(progress, answer, around);
    case 'outcome':
      return sawOutcome(heard(progress), answer, around);
    case 'accepted':
      return withRun(heard(progress), { accepted: true, stale: 0, due: around.now });
    case 'refused':
      if (call === 'create') return createRefused(progress, answer, around);
      // A refused command is news about the state; a refused read is none.
      if (call === 'capture') return lookNext(captureRefused(heard(progress), around), around);
      if (call !== 'read') return lookNext(heard(progress), around);
      return unanswered(progress, null, around);
    case 'later':
      return unanswered(progress, answer.retryAfter, around);
    case 'silence': {
      const doubtful = progress.sale.run.doubtful || call === 'create';
      const command = isCommand(call);
      const lookFirst = progress.sale.run.lookFirst || command;
      const unsure = progress.sale.run.unsure || command;
      const said = withRun(progress, { doubtful, lookFirst, unsure });
      return unanswered(said, answer.retryAfter, around);
    }
  }
}

function created(
  progress: Progress,
  answer: Extract<CallAnswer, { kind: 'created' }>,
  around: Around,
): Progress {
  const { facts, run } = progress.sale;
  const { tid, uri } = answer;
  const same = facts.created?.tid === tid;
  // Counted on the till's own clock, so that a wrong one does no harm. A request that existed may
  // be as old as the sale.
  const from = answer.existed ? (facts.bound ?? facts.started) : run.calledAt;
  const expires = from + facts.body.expires_in * SECOND;
  const noted = same ? progress : note(progress, { kind: 'created', tid, uri, expires }, around);
  return withRun(heard(noted), { confirmed: true, doubtful: false, due: around.now });
}

/**
 * The service does not take the request. That ends the sale only when no earlier attempt can have
 * arrived; otherwise there may be a request, and the till keeps asking.
 */
function createRefused(
  progress: Progress,
  answer: Extract<CallAnswer, { kind: 'refused' }>,
  around: Around,
): Progress {
  if (progress.sale.run.doubtful) return unanswered(progress, null, around);
  const sentence = answer.sentence.slice(0, 1_000);
  const notAllowed = answer.status === 401 || answer.status === 403;
  const because: RefusedBecause = notAllowed
    ? { kind: 'not_allowed', sentence }
    : { kind: 'bad_request', sentence };
  return note(heard(progress), { kind: 'refused', because }, around);
}

/**
 * The service does not take a partial capture. When no attempt of it can be on its way it is given
 * up, so that another one may be chosen; otherwise it is asked for again under the same id.
 */
function captureRefused(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  // What a machine has delivered is asked for until it is taken.
  if (facts.pending === null || run.unsure || facts.mode.kind === 'vend') return progress;
  const held = { kind: 'held', because: 'capture_failed', dropped: true } as const;
  return note(progress, held, around);
}

/** An answer came: whatever was unclear is so no longer. */
function heard(progress: Progress): Progress {
  return withRun(progress, { askedAt: null, fails: 0, unclear: false });
}

function lookNext(progress: Progress, around: Around): Progress {
  return withRun(progress, { lookFirst: true, due: around.now });
}

function unanswered(progress: Progress, retryAfter: number | null, around: Around): Progress {
  const fails = progress.sale.run.fails + 1;
  const wait = Math.max(backoff(fails, around), retryAfter ?? 0);
  return withRun(progress, { fails, due: around.now + wait });
}
