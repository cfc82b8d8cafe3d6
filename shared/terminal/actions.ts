import { type Answer, answer, refuse } from '../protocol/errors.ts';
import type { Around, Progress } from './happenings.ts';
import { waitsForCashier } from './plan.ts';
import { intend, note, withRun } from './progress.ts';
import type { Sale } from './sale.ts';
import { stateOf } from './sale-state.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleAction } from './state.ts';

/** What the cashier may do with a sale now (design, section 5). */
export function actionsOf(sale: Sale, settings: TerminalSettings): readonly SaleAction[] {
  const { facts, run } = sale;
  const state = stateOf(sale);
  const aside: readonly SaleAction[] = facts.aside ? [] : ['set_aside'];
  switch (state.kind) {
    case 'creating':
    case 'waiting_scan':
    case 'waiting_approval':
      return ['cancel'];
    case 'authorised':
      if (!waitsForCashier(sale, settings) && !run.found) return [];
      if (state.because === 'approved') return ['capture', 'release', ...aside];
      return ['capture', 'release', 'ask_again', ...aside];
    case 'unclear': {
      const cancel = !facts.approved && facts.goal !== 'abort';
      return cancel ? ['ask_again', 'cancel', ...aside] : ['ask_again', ...aside];
    }
    case 'capturing':
    case 'aborting':
    case 'releasing':
      return [];
    case 'paid':
    case 'declined':
    case 'expired':
    case 'aborted':
    case 'released':
    case 'refunded':
    case 'refused':
    case 'failed':
      return facts.aside ? [] : ['dismiss'];
  }
}

/** Whether an action is allowed, or already under way: a second press is no mistake. */
export function permit(sale: Sale, action: SaleAction, settings: TerminalSettings): Answer<null> {
  if (actionsOf(sale, settings).includes(action) || isUnderWay(sale, action)) return answer(null);
  return refuse('Conflict', 'This is not possible any more; look at what the sale says now.');
}

function isUnderWay(sale: Sale, action: SaleAction): boolean {
  const { goal, lastIntent, aside } = sale.facts;
  switch (action) {
    case 'cancel':
      return goal === 'abort';
    case 'capture':
      return goal === 'take' && lastIntent === 'capture';
    case 'release':
      return goal === 'release';
    case 'set_aside':
    case 'dismiss':
      return aside;
    case 'ask_again':
      return false;
  }
}

/** Does an action that `permit` allows. */
export function act(progress: Progress, action: SaleAction, around: Around): Progress {
  const { facts } = progress.sale;
  if (!actionsOf(progress.sale, around.settings).includes(action)) return progress;
  switch (action) {
    case 'cancel':
      return hangUp(intend(progress, 'abort', around));
    case 'capture':
      return hangUp(intend(progress, 'capture', around));
    case 'release':
      return hangUp(intend(progress, 'release', around));
    case 'ask_again':
      return look(progress, around);
    case 'set_aside':
      return note(progress, { kind: 'aside' }, around);
    case 'dismiss':
      // Ended sales are history after a restart anyway, so this one is not written down.
      return { ...progress, sale: { ...progress.sale, facts: { ...facts, aside: true } } };
  }
}

/** Asks how the sale stands, now. */
export function look(progress: Progress, around: Around): Progress {
  const { run } = progress.sale;
  if (run.busy !== null) return withRun(progress, { again: true });
  return withRun(progress, { due: around.now, lookFirst: run.confirmed });
}

/** A read under way would only delay the command; its late answer is not listened to. */
function hangUp(progress: Progress): Progress {
  const { run } = progress.sale;
  if (run.busy !== 'read') return progress;
  const free = withRun(progress, { busy: null });
  return { ...free, steps: [...free.steps, { kind: 'hang_up' }] };
}
