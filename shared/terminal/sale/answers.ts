import { SECOND } from '../../time/clock.ts';
import type { CallAnswer, SaleContext, Transition } from './events.ts';
import { backoffDelay, isCommand } from './next-call.ts';
import { onOutcome } from './outcome-reducer.ts';
import type { Call } from './sale.ts';
import type { RefusedBecause } from './state.ts';
import { addRecord, withRun } from './transition.ts';

/** Applies the answer of the call in flight. */
export function onAnswer(
  transition: Transition,
  answer: CallAnswer,
  context: SaleContext,
): Transition {
  const { call } = transition.sale.run;
  if (call === null) return transition;
  const next = handleAnswer(withRun(transition, { call: null }), call.kind, answer, context);
  // An event arrived during the call, so the answer can be older than the event.
  if (!call.again) return next;
  const { lookFirst, request } = next.sale.run;
  return withRun(next, { due: context.now, lookFirst: lookFirst || request === 'confirmed' });
}

function handleAnswer(
  transition: Transition,
  call: Call,
  answer: CallAnswer,
  context: SaleContext,
): Transition {
  switch (answer.kind) {
    case 'created':
      return onCreated(transition, answer, context);
    case 'outcome':
      return onOutcome(clearFailures(transition), answer, context);
    case 'accepted':
      return withRun(clearFailures(transition), { staleReads: 0, due: context.now });
    case 'refused':
      if (call === 'create') return onCreateRefused(transition, answer, context);
      // A refused command means that the state has changed, so the till reads it; a refused read does not.
      if (call === 'capture')
        return readNext(onCaptureRefused(clearFailures(transition), context), context);
      if (call !== 'read') return readNext(clearFailures(transition), context);
      return onNoAnswer(transition, null, context);
    case 'later':
      return onNoAnswer(transition, answer.retryAfter, context);
    case 'silence': {
      const request = call === 'create' ? 'doubtful' : transition.sale.run.request;
      const command = isCommand(call);
      const lookFirst = transition.sale.run.lookFirst || command;
      const unsure = transition.sale.run.unsure || command;
      const said = withRun(transition, { request, lookFirst, unsure });
      return onNoAnswer(said, answer.retryAfter, context);
    }
  }
}

function onCreated(
  transition: Transition,
  answer: Extract<CallAnswer, { kind: 'created' }>,
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { facts, run } = transition.sale;
  const { tid, uri } = answer;
  const same = facts.created?.tid === tid;
  // Computed with the till's clock, so that a wrong clock does no harm. A request that existed before
  // can be as old as the sale.
  const from = answer.existed ? (facts.bound ?? facts.started) : run.calledAt;
  const expires = from + facts.body.expires_in * SECOND;
  const noted = same
    ? transition
    : addRecord(transition, { kind: 'created', tid, uri, expires }, context);
  return withRun(clearFailures(noted), { request: 'confirmed', due: context.now });
}

/**
 * The service refused the request. That ends the sale only if no earlier attempt can have arrived.
 * Otherwise the request may exist, and the till repeats the call.
 */
function onCreateRefused(
  transition: Transition,
  answer: Extract<CallAnswer, { kind: 'refused' }>,
  context: Pick<SaleContext, 'now' | 'jitter' | 'settings'>,
): Transition {
  if (transition.sale.run.request === 'doubtful') return onNoAnswer(transition, null, context);
  const sentence = answer.sentence.slice(0, 1_000);
  const notAllowed = answer.status === 401 || answer.status === 403;
  const because: RefusedBecause = notAllowed
    ? { kind: 'not_allowed', sentence, reason: answer.reason }
    : { kind: 'bad_request', sentence, reason: answer.reason };
  return addRecord(clearFailures(transition), { kind: 'refused', because }, context);
}

/**
 * The service refused a partial capture. If no attempt of it can be in flight, the till drops it, so
 * that the cashier can choose another one. Otherwise the till repeats it with the same id.
 */
function onCaptureRefused(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  const { facts, run } = transition.sale;
  // The capture for a delivered item is repeated until it succeeds.
  if (facts.pending === null || run.unsure || facts.mode.kind === 'vend') return transition;
  const held = { kind: 'held', because: 'capture_failed', dropped: true } as const;
  return addRecord(transition, held, context);
}

/** The service answered: the state is not unclear any more. */
function clearFailures(transition: Transition): Transition {
  return withRun(transition, { askedAt: null, fails: 0, unclear: false });
}

function readNext(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  return withRun(transition, { lookFirst: true, due: context.now });
}

function onNoAnswer(
  transition: Transition,
  retryAfter: number | null,
  context: Pick<SaleContext, 'now' | 'jitter' | 'settings'>,
): Transition {
  const fails = transition.sale.run.fails + 1;
  const wait = Math.max(backoffDelay(fails, context), retryAfter ?? 0);
  return withRun(transition, { fails, due: context.now + wait });
}
