import { say } from './apply-record.ts';
import type { Around, Progress } from './events.ts';
import { intend, note, withRun } from './progress.ts';
import { type Call, type Command, isAuthorised, isMoneyOver, isOver, type Sale } from './sale.ts';
import type { TerminalSettings } from './settings.ts';

/** The call that brings the sale on, or null when there is nothing left to ask. */
export function nextCall(sale: Sale): Call | null {
  const { facts, run } = sale;
  if (isMoneyOver(facts)) return null;
  // Nobody can be asked before the device's code is scanned.
  if (facts.awaits !== null) return null;
  // Whatever is wanted of a request, it must first be known to exist.
  if (!run.confirmed) return 'create';
  if (run.lookFirst || run.accepted) return 'read';
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
export function backoff(fails: number, around: Around): number {
  const { backoffBase, backoffCap } = around.settings;
  const ceiling = Math.min(backoffCap, backoffBase * 2 ** Math.min(fails - 1, 20));
  return Math.round(ceiling * (0.75 + around.jitter / 4));
}

/** Milliseconds between two reads of a sale that goes well. */
export function pollInterval(sale: Sale, around: Around): number {
  const { settings, pushUp } = around;
  if (waitsForCashier(sale, settings)) {
    return sale.facts.mode.kind === 'authorise' ? settings.pollReserved : settings.pollHeld;
  }
  return pushUp ? settings.pollWithPush : settings.pollAlone;
}

/** Reserved, and nothing happens before someone decides. */
export function waitsForCashier(sale: Sale, settings: TerminalSettings): boolean {
  const { facts } = sale;
  if (!isAuthorised(facts)) return false;
  if (facts.goal === 'hold') return true;
  return facts.goal === 'take' && facts.lastIntent !== 'capture' && settings.capture === 'manual';
}

/** Does what time has come for, and arms the timer for what comes next. */
export function settle(progress: Progress, around: Around): Progress {
  const closed = closeWhenDue(progress, around);
  const taken = takeWhenDue(closed, around);
  const called = callWhenDue(taken, around);
  const judged = judgeSilence(called, around);
  return { ...judged, steps: [...judged.steps, { kind: 'arm', at: wakeAt(judged.sale, around) }] };
}

/** A code that nobody scanned in time; after a restart nobody may be left to wait for it. */
function closeWhenDue(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  if (facts.awaits === null || isOver(facts)) return progress;
  if (around.now >= facts.awaits.until) {
    return note(progress, { kind: 'closed', because: 'expired' }, around);
  }
  if (!run.found || around.settings.policy === 'attended') return progress;
  return note(progress, { kind: 'closed', because: 'cancelled' }, around);
}

function takeWhenDue(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  // Of two requests for one sale, only the one that was chosen may ever take money.
  if (facts.leg !== null && facts.leg.state !== 'won') return progress;
  if (facts.goal !== 'take' || !isAuthorised(facts) || run.busy !== null) return progress;
  if (run.takeAt === null || around.now < run.takeAt) return progress;
  return intend(progress, 'capture', around);
}

function callWhenDue(progress: Progress, around: Around): Progress {
  const { run } = progress.sale;
  const call = nextCall(progress.sale);
  if (call === null || run.busy !== null || around.now < run.due) return progress;
  const serial = run.serial + 1;
  const begun = withRun(progress, {
    busy: call,
    serial,
    askedAt: run.askedAt ?? around.now,
    calledAt: around.now,
    again: false,
    tries: isCommand(call) ? run.tries + 1 : run.tries,
  });
  return { ...begun, steps: [...begun.steps, { kind: 'call', call, serial }] };
}

/** After too long without an answer the sale says that it does not know. */
function judgeSilence(progress: Progress, around: Around): Progress {
  const { sale } = progress;
  const at = unclearAt(sale, around);
  if (at === null || around.now < at) return progress;
  const run = { ...sale.run, unclear: true };
  return { ...progress, sale: { ...say(sale, around.now, 'no_answer'), run } };
}

function unclearAt(sale: Sale, around: Around): number | null {
  const { run, facts } = sale;
  if (run.askedAt === null || run.unclear || isOver(facts)) return null;
  if (run.confirmed && waitsForCashier(sale, around.settings)) return null;
  return run.askedAt + around.settings.unclearAfter;
}

function wakeAt(sale: Sale, around: Around): number | null {
  const { run, facts } = sale;
  if (isOver(facts)) return null;
  if (facts.awaits !== null) return facts.awaits.until;
  const times = [unclearAt(sale, around)];
  if (run.busy === null) {
    if (nextCall(sale) !== null) times.push(run.due);
    if (facts.goal === 'take' && isAuthorised(facts)) times.push(run.takeAt);
  }
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
