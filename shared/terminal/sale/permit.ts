import { type Answer, answer } from '../../protocol/errors.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import { waitsForCashier } from './next-call.ts';
import { staysReserved } from './renewal.ts';
import { isUnmatched, type Leg, type Sale, type SaleFacts } from './sale.ts';
import { stateOf } from './sale-state.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleAction, SaleState } from './state.ts';

/** Actions that the state of a sale allows now. */
export function actionsOf(sale: Sale, settings: TerminalSettings): readonly SaleAction[] {
  const { facts, run } = sale;
  const state = stateOf(sale);
  // A request that lost its pair, or an undecided one that is authorised, allows no action.
  if (isUnmatched(facts)) return ['dismiss'];
  if (facts.leg !== null && !mayAct(facts.leg, state)) return [];
  const aside: readonly SaleAction[] = facts.aside ? ['bring_to_front'] : ['set_aside'];
  // A sale with a table's label can be set aside at any time.
  const table = facts.label === null ? aside.filter((one) => one !== 'set_aside') : aside;
  switch (state.kind) {
    case 'creating':
    case 'waiting_scan':
    case 'waiting_sticker':
      return ['cancel', ...table];
    case 'waiting_approval':
      // The customer needs only the phone now, so the next customer need not wait. A machine delivers
      // to the customer who stands before it.
      return ['cancel', ...(facts.mode.kind === 'vend' ? table : aside)];
    case 'authorised':
      // The vending rules decide about the money of a machine's sale.
      if (facts.mode.kind === 'vend') return [];
      if (!waitsForCashier(sale, settings) && !run.restored) return [];
      if (staysReserved(facts)) {
        const renew: readonly SaleAction[] = facts.renewing === null ? ['renew'] : [];
        return ['capture', 'release', ...renew, 'ask_again', ...aside];
      }
      if (state.because === 'approved') return ['capture', 'release', ...aside];
      return ['capture', 'release', 'ask_again', ...aside];
    case 'unclear':
      return mayCancel(facts) ? ['ask_again', 'cancel', ...aside] : ['ask_again', ...aside];
    case 'capturing':
    case 'aborting':
    case 'releasing':
    case 'vending':
      return table;
    case 'undelivered':
      return state.refund === 'by_person' ? ['settle', ...aside] : aside;
    case 'paid':
    case 'declined':
    case 'expired':
    case 'aborted':
    case 'released':
    case 'refunded':
    case 'refused':
    case 'failed':
      return facts.aside && !facts.onHold ? [] : ['dismiss'];
  }
}

/**
 * True if an unclear sale can be cancelled: before an approval, and a machine's sale until the machine
 * has the order. The vending rules release or refund what the customer has approved meanwhile.
 */
function mayCancel({ goal, approved, mode, vend }: SaleFacts): boolean {
  if (goal === 'abort' || goal === 'release') return false;
  return !approved || (mode.kind === 'vend' && vend === null);
}

function mayAct(leg: Leg, state: SaleState): boolean {
  return leg.state === 'won' || (leg.state === 'open' && state.kind !== 'authorised');
}

/** Allows an action that the state allows, and an action that is in progress (a second press). */
export function permit(sale: Sale, action: SaleAction, settings: TerminalSettings): Answer<null> {
  if (actionsOf(sale, settings).includes(action) || isUnderWay(sale, action)) return answer(null);
  return refuseTill('not_possible_now');
}

function isUnderWay(sale: Sale, action: SaleAction): boolean {
  const { goal, lastIntent, pending, aside } = sale.facts;
  switch (action) {
    case 'cancel':
      return goal === 'abort';
    case 'capture':
      // The capture of a part is another order than the capture of everything.
      return goal === 'take' && lastIntent === 'capture' && pending === null;
    case 'release':
      return goal === 'release';
    case 'renew':
      return sale.facts.renewing !== null;
    case 'settle':
      return sale.facts.settled === 'person';
    case 'set_aside':
    case 'dismiss':
      return aside;
    case 'bring_to_front':
      return !aside;
    case 'ask_again':
      return false;
  }
}
