import { type Instant, SECOND } from '../../time/clock.ts';
import { addLine } from './apply-record.ts';
import type { SaleContext, Transition } from './events.ts';
import { type Call, type Command, isAuthorised, isMoneyOver, isOver, type Sale } from './sale.ts';
import type { TerminalSettings } from './settings.ts';
import { addRecord, intend, withRun } from './transition.ts';

/** The next call of a sale; null if no call is left. */
export function nextCall(sale: Sale): Call | null {
  const { facts, run } = sale;
  if (isMoneyOver(facts)) return null;
  // Without a scan of the device's code there is no customer to request from.
  if (facts.awaits !== null) return null;
  // Every other call needs a request that exists.
  if (run.request !== 'confirmed') return 'create';
  if (run.lookFirst || run.staleReads !== null) return 'read';
  switch (facts.goal) {
    case 'abort':
      return 'abort';
    case 'release':
      return isAuthorised(facts) ? 'release' : 'read';
    case 'take':
      return isAuthorised(facts) && facts.lastIntent === 'capture' ? 'capture' : 'read';
    case 'hold':
      return isAuthorised(facts) && facts.renewing !== null ? 'reauth' : 'read';
  }
}

export function isCommand(call: Call): call is Command {
  return call !== 'create' && call !== 'read';
}

/** Milliseconds to wait after `fails` calls in a row without success, spread by jitter. */
export function backoffDelay(
  fails: number,
  context: Pick<SaleContext, 'jitter' | 'settings'>,
): number {
  const { backoffBase, backoffCap } = context.settings;
  const ceiling = Math.min(backoffCap, backoffBase * 2 ** Math.min(fails - 1, 20));
  return Math.round(ceiling * (0.75 + context.jitter / 4));
}

/** Milliseconds between two reads. */
export function pollInterval(
  sale: Sale,
  context: Pick<SaleContext, 'pushUp' | 'settings'>,
): number {
  const { settings, pushUp } = context;
  if (waitsForCashier(sale, settings)) {
    return sale.facts.mode.kind === 'authorise' ? settings.pollReserved : settings.pollHeld;
  }
  return pushUp ? settings.pollWithPush : settings.pollAlone;
}

/** True while the money is reserved and the cashier must decide. */
export function waitsForCashier(sale: Sale, settings: TerminalSettings): boolean {
  const { facts } = sale;
  if (!isAuthorised(facts)) return false;
  if (facts.goal === 'hold') return true;
  return facts.goal === 'take' && facts.lastIntent !== 'capture' && settings.capture === 'manual';
}

/** Does the work that is due and sets the timer for the next work. */
export function scheduleNext(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  const limited = limitWait(transition, context);
  const { awaits } = limited.sale.facts;
  const closed = awaits === null ? limited : closeWhenDue(limited, awaits.until, context);
  const taken = takeWhenDue(closed, context);
  const called = callWhenDue(taken, context);
  const judged = markUnclear(called, context);
  return { ...judged, steps: [...judged.steps, { kind: 'arm', at: wakeAt(judged.sale, context) }] };
}

/**
 * Lets a code wait for a scan, and a request for its customer, for at most its whole time from now. The
 * deadline is a time of this device's clock, which may have been set back since, also before a restart.
 */
function limitWait(transition: Transition, { now }: Pick<SaleContext, 'now'>): Transition {
  const { facts } = transition.sale;
  const { awaits, created } = facts;
  const latest = now + facts.body.expires_in * SECOND;
  const isLate = (awaits?.until ?? 0) > latest || (created?.expires ?? 0) > latest;
  if (!isLate) return transition;
  const limited = {
    ...facts,
    awaits: awaits && { ...awaits, until: Math.min(awaits.until, latest) },
    created: created && { ...created, expires: Math.min(created.expires, latest) },
  };
  return { ...transition, sale: { ...transition.sale, facts: limited } };
}

/** Closes a code that was not scanned in time, or that an unattended till restored. */
function closeWhenDue(
  transition: Transition,
  until: Instant,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  const { facts, run } = transition.sale;
  if (isOver(facts)) return transition;
  if (context.now >= until) {
    return addRecord(transition, { kind: 'closed', because: 'expired' }, context);
  }
  if (!run.restored || context.settings.policy === 'attended') return transition;
  return addRecord(transition, { kind: 'closed', because: 'cancelled' }, context);
}

function takeWhenDue(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  const { facts, run } = transition.sale;
  // Of a pair, only the chosen request may capture.
  if (facts.leg !== null && facts.leg.state !== 'won') return transition;
  if (facts.goal !== 'take' || !isAuthorised(facts) || run.call !== null) return transition;
  if (run.takeAt === null || context.now < run.takeAt) return transition;
  return intend(transition, 'capture', context);
}

function callWhenDue(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  const { run } = transition.sale;
  const call = nextCall(transition.sale);
  if (call === null || run.call !== null || context.now < run.due) return transition;
  const serial = run.serial + 1;
  const begun = withRun(transition, {
    call: { kind: call, again: false },
    serial,
    askedAt: run.askedAt ?? context.now,
    calledAt: context.now,
    tries: isCommand(call) ? run.tries + 1 : run.tries,
  });
  return { ...begun, steps: [...begun.steps, { kind: 'call', call, serial }] };
}

/** Marks the sale as unclear after `unclearAfter` without an answer. */
function markUnclear(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  const { sale } = transition;
  const at = unclearAt(sale, context);
  if (at === null || context.now < at) return transition;
  const run = { ...sale.run, unclear: true };
  return { ...transition, sale: { ...addLine(sale, context.now, 'no_answer'), run } };
}

function unclearAt(sale: Sale, context: Pick<SaleContext, 'settings'>): number | null {
  const { run, facts } = sale;
  if (run.askedAt === null || run.unclear || isOver(facts)) return null;
  if (run.request === 'confirmed' && waitsForCashier(sale, context.settings)) return null;
  return run.askedAt + context.settings.unclearAfter;
}

function wakeAt(sale: Sale, context: Pick<SaleContext, 'settings'>): number | null {
  const { run, facts } = sale;
  if (isOver(facts)) return null;
  if (facts.awaits !== null) return facts.awaits.until;
  const times = [unclearAt(sale, context)];
  if (run.call === null) {
    if (nextCall(sale) !== null) times.push(run.due);
    if (facts.goal === 'take' && isAuthorised(facts)) times.push(run.takeAt);
  }
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
