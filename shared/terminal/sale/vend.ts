import { vendOf } from '../../ids/host-ids.ts';
import { type MoneyInteger, money, ZERO } from '../../money/money.ts';
import type { SaleContext, Transition } from './events.ts';
import type { VendOrder, VendResult } from './machine-port.ts';
import { totalOf } from './parts.ts';
import {
  authorisedOf,
  isAuthorised,
  isMoneyOver,
  isOver,
  isPaid,
  paidOf,
  type SaleFacts,
} from './sale.ts';
import { addRecord, intend, intendPart } from './transition.ts';

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

function deposit(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
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

function payFirst(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
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

function takeFirst(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
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
function placeOrder(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  const ordered = addRecord(
    transition,
    { kind: 'vend', vend: vendOf(transition.sale.facts.id) },
    context,
  );
  return { ...ordered, steps: [...ordered.steps, { kind: 'dispense', how: 'order' }] };
}

function recordUndelivered(
  transition: Transition,
  value: MoneyInteger,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  const missing = money(Math.max(0, totalOf(paidOf(transition.sale.facts)) - value));
  if (missing === 0) return addRecord(transition, { kind: 'settled', how: 'delivered' }, context);
  const { undelivered: how } = context.settings;
  const recorded = addRecord(transition, { kind: 'undelivered', how, missing }, context);
  return how === 'refund' ? withRefund(recorded) : setAside(recorded, context);
}

/** Sets the sale aside, so that an unattended machine can continue to sell. */
export function setAside(
  transition: Transition,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  if (context.settings.policy === 'attended') return transition;
  return addRecord(transition, { kind: 'aside' }, context);
}

export function withRefund(transition: Transition): Transition {
  return { ...transition, steps: [...transition.steps, { kind: 'refund' }] };
}

/** The value of a delivery, at most the agreed amount. */
function deliveredValue(result: VendResult, facts: SaleFacts): MoneyInteger {
  const most = isAuthorised(facts) ? authorisedOf(facts).amount : totalOf(paidOf(facts));
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

/** The order for the machine; null before the order. */
export function orderOf({ mode, vend, body }: SaleFacts): VendOrder | null {
  if (mode.kind !== 'vend' || vend === null) return null;
  return { vend: vend.id, item: mode.item, most: body.amount, currency: body.currency };
}
