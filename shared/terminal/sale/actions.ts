import type { SaleContext, Transition } from './events.ts';
import { actionsOf } from './permit.ts';
import type { SaleAction } from './state.ts';
import { addRecord, intend, intendCapture, withRun } from './transition.ts';

/** Carries out an action that `permit` allows. */
export function act(
  transition: Transition,
  action: SaleAction,
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  const { facts } = transition.sale;
  if (!actionsOf(transition.sale, context.settings).includes(action)) return transition;
  switch (action) {
    case 'cancel':
      if (facts.awaits !== null) {
        return addRecord(transition, { kind: 'closed', because: 'cancelled' }, context);
      }
      return cancelRead(intend(transition, 'abort', context));
    case 'capture':
      return cancelRead(intendCapture(transition, context));
    case 'release':
      return cancelRead(intend(transition, 'release', context));
    case 'settle':
      return addRecord(transition, { kind: 'settled', how: 'person' }, context);
    case 'renew':
      return cancelRead(intend(transition, 'reauth', context));
    case 'ask_again':
      return readNow(transition, context);
    case 'set_aside':
      return addRecord(transition, { kind: 'aside', end: 'shown' }, context);
    case 'bring_to_front':
      return addRecord(transition, { kind: 'front' }, context);
    case 'dismiss':
      return addRecord(transition, { kind: 'dismissed' }, context);
  }
}

/** Reads the outcome now, or after the call in flight. */
export function readNow(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  const { run } = transition.sale;
  if (run.call !== null) return withRun(transition, { call: { ...run.call, again: true } });
  const lookFirst = run.lookFirst || run.request === 'confirmed';
  return withRun(transition, { due: context.now, lookFirst });
}

/** Cancels a read in flight, because it would delay the command. Its late answer is ignored. */
export function cancelRead(transition: Transition): Transition {
  const { run } = transition.sale;
  if (run.call?.kind !== 'read') return transition;
  const free = withRun(transition, { call: null });
  return { ...free, steps: [...free.steps, { kind: 'cancel_read' }] };
}
