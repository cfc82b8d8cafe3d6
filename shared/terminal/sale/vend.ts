import { MONEY_MAX, type MoneyInteger, money, ZERO } from '../../money/money.ts';
import type { SaleContext, Transition } from './events.ts';
import type { VendOrder, VendResult } from './machine-port.ts';
import { totalOf } from './parts.ts';
import {
  heldOf,
  isAuthorised,
  isMoneyOver,
  isOver,
  isPaid,
  paidOf,
  type SaleFacts,
} from './sale.ts';
import { addRecord, intend, intendPart, withRun } from './transition.ts';

/**
 * Decides the next step of a machine's sale. The rules are the same for attended and unattended tills:
 * the till captures only for a delivery that is in the journal, and releases or refunds the rest.
 */
export function decideVend(transition: Transition, context: SaleContext): Transition {
  const { facts, run } = transition.sale;
  if (!isAuthorised(facts) && !isMoneyOver(facts)) {
    // After a restart the customer has left, so the till aborts.
    return run.restored && facts.goal !== 'abort'
      ? intend(transition, 'abort', context)
      : transition;
  }
  if (facts.mode.kind !== 'vend') return transition;
  return facts.mode.order === 'deposit'
    ? deposit(transition, context)
    : payFirst(transition, context);
}

function deposit(transition: Transition, context: SaleContext): Transition {
  const { facts, run } = transition.sale;
  if (!isAuthorised(facts) || facts.goal === 'release') return transition;
  if (facts.vend === null) {
    if (run.restored || facts.goal !== 'take') return intend(transition, 'release', context);
    return placeOrder(transition, context);
  }
  const { id, result } = facts.vend;
  if (result === null) return transition;
  const amount = deliveredValue(result, facts);
  if (amount === 0 || facts.captures.length > 0) return intend(transition, 'release', context);
  const captureIntended = facts.goal === 'take' && facts.lastIntent === 'capture';
  return captureIntended
    ? transition
    : intendPart(transition, { id, amount, additional: ZERO }, 'release', context);
}

function payFirst(transition: Transition, context: SaleContext): Transition {
  const { facts, run } = transition.sale;
  if (isAuthorised(facts)) return takeFirst(transition, context);
  if (!isPaid(facts) || isOver(facts) || facts.undelivered !== null) return transition;
  if (facts.vend === null) {
    const mayStart = !run.restored && facts.goal === 'take';
    return mayStart
      ? placeOrder(transition, context)
      : recordUndelivered(transition, ZERO, context);
  }
  const { result } = facts.vend;
  return result === null
    ? transition
    : recordUndelivered(transition, deliveredValue(result, facts), context);
}

function takeFirst(transition: Transition, context: SaleContext): Transition {
  const { facts, run } = transition.sale;
  const { captureTries } = context.settings;
  if (facts.goal === 'release') return transition;
  const captureIntended = facts.goal === 'take' && facts.lastIntent === 'capture';
  if (captureIntended)
    return run.tries < captureTries ? transition : intend(transition, 'release', context);
  if (run.restored || facts.goal !== 'take') return intend(transition, 'release', context);
  return intend(transition, 'capture', context);
}

/** Places the one order of a sale. Its record is durable before the order is sent. */
function placeOrder(transition: Transition, context: SaleContext): Transition {
  const ordered = addRecord(
    transition,
    { kind: 'vend', vend: `${transition.sale.facts.id}-v` },
    context,
  );
  return { ...ordered, steps: [...ordered.steps, { kind: 'dispense', how: 'order' }] };
}

function recordUndelivered(
  transition: Transition,
  value: MoneyInteger,
  context: SaleContext,
): Transition {
  const missing = money(Math.max(0, totalOf(paidOf(transition.sale.facts)) - value));
  if (missing === 0) return addRecord(transition, { kind: 'settled', how: 'delivered' }, context);
  const { undelivered: how } = context.settings;
  const recorded = addRecord(transition, { kind: 'undelivered', how, missing }, context);
  return how === 'refund' ? withRefund(recorded) : setAside(recorded, context);
}

/** Sets the sale aside, so that an unattended machine can continue to sell. */
function setAside(transition: Transition, context: SaleContext): Transition {
  if (context.settings.policy === 'attended') return transition;
  return addRecord(transition, { kind: 'aside' }, context);
}

function withRefund(transition: Transition): Transition {
  return { ...transition, steps: [...transition.steps, { kind: 'refund' }] };
}

/** The value of a delivery, at most the agreed amount. */
function deliveredValue(result: VendResult, facts: SaleFacts): MoneyInteger {
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

/** Resumes the delivery or the refund that was open when the till stopped. */
export function resumeVend(transition: Transition, context: SaleContext): Transition {
  const { facts } = transition.sale;
  if (facts.mode.kind !== 'vend' || isOver(facts)) return transition;
  if (facts.vend !== null && facts.vend.result === null) {
    return { ...transition, steps: [...transition.steps, { kind: 'dispense', how: 'ask' }] };
  }
  if (facts.undelivered?.how === 'refund') return withRefund(transition);
  return isMoneyOver(facts) ? decideVend(transition, context) : transition;
}

/** Records the machine's result, then acts on it. */
export function onVendResult(
  transition: Transition,
  answer: VendResult,
  context: SaleContext,
): Transition {
  const { facts } = transition.sale;
  if (facts.vend === null) return transition;
  const { id: vend } = facts.vend;
  const result = checkedResult(answer);
  const before = facts.vend.result;
  const late = before !== null;
  // A late result counts only if it reports a delivery that was unknown.
  if (late && (isDelivery(before) || !isDelivery(result))) return transition;
  const { kind } = result;
  const amount = kind === 'ok' || kind === 'partial' ? result.amount : null;
  const why = kind === 'ok' ? '' : result.why.slice(0, 500);
  const noted = addRecord(transition, { kind: 'vended', vend, result: kind, amount, why }, context);
  if (late) return noted;
  return isMoneyOver(facts) ? decideVend(noted, context) : withRun(noted, { due: context.now });
}

function isDelivery({ kind }: VendResult): boolean {
  return kind === 'ok' || kind === 'partial';
}

/** Treats a result with an invalid price as unknown. */
function checkedResult(result: VendResult): VendResult {
  if (result.kind === 'failed' || result.kind === 'unknown' || result.amount === null) {
    return result;
  }
  const { amount } = result;
  if (Number.isSafeInteger(amount) && amount >= 0 && amount <= MONEY_MAX) return result;
  return { kind: 'unknown', why: 'The machine named a price that is none.' };
}

/** The refund of the missing part has ended. */
export function onRefundEnd(
  transition: Transition,
  how: 'done' | 'refused',
  context: SaleContext,
): Transition {
  const { facts } = transition.sale;
  if (facts.undelivered?.how !== 'refund' || isOver(facts)) return transition;
  if (how === 'done') return addRecord(transition, { kind: 'settled', how: 'refunded' }, context);
  const { missing } = facts.undelivered;
  return setAside(
    addRecord(transition, { kind: 'undelivered', how: 'person', missing }, context),
    context,
  );
}

/** The order for the machine; null before the order. */
export function orderOf({ mode, vend, body }: SaleFacts): VendOrder | null {
  if (mode.kind !== 'vend' || vend === null) return null;
  return { vend: vend.id, item: mode.item, most: body.amount, currency: body.currency };
}
