import { MONEY_MAX, type MoneyInteger, money, ZERO } from '../../money/money.ts';
import type { Around, Progress } from './events.ts';
import type { VendOrder, VendResult } from './machine-port.ts';
import { totalOf } from './parts.ts';
import { intend, intendPart, note, withRun } from './progress.ts';
import { type Facts, heldOf, isAuthorised, isMoneyOver, isOver, isPaid, paidOf } from './sale.ts';

/**
 * What a machine's sale needs next. Nobody stands beside it, so its rules are the same at every
 * till: money is taken only for a delivery that is written down, and everything else goes back
 * (design, section 5).
 */
export function decideVend(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  if (!isAuthorised(facts) && !isMoneyOver(facts)) {
    // Whoever wanted it left while the machine was away.
    return run.found && facts.goal !== 'abort' ? intend(progress, 'abort', around) : progress;
  }
  if (facts.mode.kind !== 'vend') return progress;
  return facts.mode.order === 'deposit' ? deposit(progress, around) : payFirst(progress, around);
}

function deposit(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  if (!isAuthorised(facts) || facts.goal === 'release') return progress;
  if (facts.vend === null) {
    if (run.found || facts.goal !== 'take') return intend(progress, 'release', around);
    return order(progress, around);
  }
  const { id, result } = facts.vend;
  if (result === null) return progress;
  const amount = delivered(result, facts);
  if (amount === 0 || facts.captures.length > 0) return intend(progress, 'release', around);
  const asked = facts.goal === 'take' && facts.lastIntent === 'capture';
  return asked
    ? progress
    : intendPart(progress, { id, amount, additional: ZERO }, 'release', around);
}

function payFirst(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  if (isAuthorised(facts)) return takeFirst(progress, around);
  if (!isPaid(facts) || isOver(facts) || facts.undelivered !== null) return progress;
  if (facts.vend === null) {
    const mayStart = !run.found && facts.goal === 'take';
    return mayStart ? order(progress, around) : undelivered(progress, ZERO, around);
  }
  const { result } = facts.vend;
  return result === null ? progress : undelivered(progress, delivered(result, facts), around);
}

function takeFirst(progress: Progress, around: Around): Progress {
  const { facts, run } = progress.sale;
  const { captureTries } = around.settings;
  if (facts.goal === 'release') return progress;
  const asked = facts.goal === 'take' && facts.lastIntent === 'capture';
  if (asked) return run.tries < captureTries ? progress : intend(progress, 'release', around);
  if (run.found || facts.goal !== 'take') return intend(progress, 'release', around);
  return intend(progress, 'capture', around);
}

/** The order is written down before the machine hears of it; a sale has one and no second. */
function order(progress: Progress, around: Around): Progress {
  const ordered = note(progress, { kind: 'vend', vend: `${progress.sale.facts.id}-v` }, around);
  return { ...ordered, steps: [...ordered.steps, { kind: 'dispense', how: 'order' }] };
}

function undelivered(progress: Progress, value: MoneyInteger, around: Around): Progress {
  const missing = money(Math.max(0, totalOf(paidOf(progress.sale.facts)) - value));
  if (missing === 0) return note(progress, { kind: 'settled', how: 'delivered' }, around);
  const { undelivered: how } = around.settings;
  const told = note(progress, { kind: 'undelivered', how, missing }, around);
  return how === 'refund' ? withRefund(told) : leave(told, around);
}

/** A machine goes on selling while a person has yet to see to one of its sales. */
function leave(progress: Progress, around: Around): Progress {
  if (around.settings.policy === 'attended') return progress;
  return note(progress, { kind: 'aside' }, around);
}

function withRefund(progress: Progress): Progress {
  return { ...progress, steps: [...progress.steps, { kind: 'refund' }] };
}

/** What a result is worth, never more than what was agreed. */
function delivered(result: VendResult, facts: Facts): MoneyInteger {
  const most = isAuthorised(facts) ? heldOf(facts).amount : totalOf(paidOf(facts));
  switch (result.kind) {
    case 'ok':
      return money(Math.min(result.amount ?? most, most));
    case 'partial':
      return money(Math.min(result.amount, most));
    case 'failed':
    case 'unknown':
      return ZERO;
  }
}

/** Takes up what was under way with the machine when the till stopped. */
export function takeUpVend(progress: Progress, around: Around): Progress {
  const { facts } = progress.sale;
  if (facts.mode.kind !== 'vend' || isOver(facts)) return progress;
  if (facts.vend !== null && facts.vend.result === null) {
    return { ...progress, steps: [...progress.steps, { kind: 'dispense', how: 'ask' }] };
  }
  if (facts.undelivered?.how === 'refund') return withRefund(progress);
  return isMoneyOver(facts) ? decideVend(progress, around) : progress;
}

/** The machine has spoken. It is written down before anything is done about it. */
export function vended(progress: Progress, said: VendResult, around: Around): Progress {
  const { facts } = progress.sale;
  if (facts.vend === null) return progress;
  const { id: vend } = facts.vend;
  const result = believable(said);
  const before = facts.vend.result;
  const late = before !== null;
  // Late news is only that something came out after all; the same said twice is none.
  if (late && (isDelivery(before) || !isDelivery(result))) return progress;
  const { kind } = result;
  const amount = kind === 'ok' || kind === 'partial' ? result.amount : null;
  const why = kind === 'ok' ? '' : result.why.slice(0, 500);
  const noted = note(progress, { kind: 'vended', vend, result: kind, amount, why }, around);
  if (late) return noted;
  return isMoneyOver(facts) ? decideVend(noted, around) : withRun(noted, { due: around.now });
}

function isDelivery({ kind }: VendResult): boolean {
  return kind === 'ok' || kind === 'partial';
}

/** A price that is no price says nothing about what came out. */
function believable(result: VendResult): VendResult {
  if (result.kind === 'failed' || result.kind === 'unknown' || result.amount === null) {
    return result;
  }
  const { amount } = result;
  if (Number.isSafeInteger(amount) && amount >= 0 && amount <= MONEY_MAX) return result;
  return { kind: 'unknown', why: 'The machine named a price that is none.' };
}

/** What came of giving the missing part back. */
export function refundEnded(progress: Progress, how: 'done' | 'refused', around: Around): Progress {
  const { facts } = progress.sale;
  if (facts.undelivered?.how !== 'refund' || isOver(facts)) return progress;
  if (how === 'done') return note(progress, { kind: 'settled', how: 'refunded' }, around);
  const { missing } = facts.undelivered;
  return leave(note(progress, { kind: 'undelivered', how: 'person', missing }, around), around);
}

/** What the machine is told; null while nothing was ordered. */
export function orderOf({ mode, vend, body }: Facts): VendOrder | null {
  if (mode.kind !== 'vend' || vend === null) return null;
  return { vend: vend.id, item: mode.item, most: body.amount, currency: body.currency };
}
