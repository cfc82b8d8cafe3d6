import { MONEY_MAX } from '../../money/money.ts';
import type { SaleContext, Transition } from './events.ts';
import type { VendResult } from './machine-port.ts';
import { isMoneyOver, isOver } from './sale.ts';
import { addRecord, withRun } from './transition.ts';

import { decideVend, setAside, withRefund } from './vend.ts';

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
  context: Pick<SaleContext, 'now' | 'settings'>,
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
