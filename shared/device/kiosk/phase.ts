import type { AuthorisedBecause, SaleView } from '../../terminal/sale/state.ts';
import type { EndPhase, Phase, ServicePhase } from './contract.ts';

const END: ReadonlySet<Phase['kind']> = new Set<EndPhase['kind']>([
  'vended',
  'partly',
  'paid',
  'not_charged',
  'declined',
  'expired',
  'cancelled',
  'refused',
  'ask',
]);

/** Reasons of a reservation that is released next. */
const RELEASED_NEXT: readonly AuthorisedBecause[] = [
  'recovered',
  'won_abort_race',
  'release_failed',
];

/** True when nothing more is to happen while the customer stands there. */
export function isEnd(phase: Phase): phase is EndPhase {
  return END.has(phase.kind);
}

/** Where a sale stands for the customer of a kiosk, where no cashier explains anything. */
export function phaseOf(sale: SaleView): Phase {
  const { state } = sale;
  switch (state.kind) {
    case 'creating':
    case 'waiting_sticker':
      return { kind: 'preparing' };
    case 'waiting_scan':
      return { kind: 'scan', uri: state.uri, expires: state.expires };
    case 'waiting_approval':
      return { kind: 'approve' };
    case 'authorised':
      if (wasOrdered(sale)) return afterOrder(sale);
      // An unattended till releases money that it finds reserved after a restart.
      return RELEASED_NEXT.includes(state.because) ? { kind: 'returning' } : { kind: 'taking' };
    case 'capturing':
      return wasOrdered(sale) ? afterOrder(sale) : { kind: 'taking' };
    case 'vending':
      return { kind: 'delivering', since: orderedAt(sale) };
    case 'aborting':
      return { kind: 'cancelling' };
    case 'releasing':
      return afterOrder(sale);
    case 'undelivered':
      return state.refund === 'under_way'
        ? { kind: 'returning' }
        : { kind: 'ask', missing: state.missing };
    case 'unclear':
      return { kind: 'unclear' };
    default:
      return endOf(sale, state);
  }
}

/** The phase of a sale for the service menu, which names released and refunded money separately. */
export function servicePhaseOf(sale: SaleView): ServicePhase {
  const phase = phaseOf(sale);
  switch (phase.kind) {
    case 'not_charged':
      return phase.money;
    case 'returning':
      // A reservation is released. Only a sale that was paid before the delivery is refunded.
      return sale.state.kind === 'undelivered' ? 'refunding' : 'releasing';
    default:
      return phase.kind;
  }
}

type EndState = Extract<
  SaleView['state'],
  {
    kind:
      | 'paid'
      | 'refunded'
      | 'declined'
      | 'expired'
      | 'aborted'
      | 'released'
      | 'refused'
      | 'failed';
  }
>;

function endOf(sale: SaleView, state: EndState): EndPhase {
  switch (state.kind) {
    case 'paid':
    case 'refunded':
      return paidFor(sale);
    case 'declined':
      return { kind: 'declined' };
    case 'expired':
      return state.what === 'request' ? { kind: 'expired' } : notCharged(sale);
    case 'aborted':
      return { kind: 'cancelled' };
    case 'released':
      return notCharged(sale);
    case 'refused':
    case 'failed':
      return { kind: 'refused' };
  }
}

/** What was paid in the end, and whether all of it came out. */
function paidFor(sale: SaleView): EndPhase {
  const { mode, money, log } = sale;
  const kept = money.net;
  if (kept <= 0 && money.refunded > 0) return notCharged(sale);
  if (mode.kind !== 'vend') return { kind: 'paid', kept };
  const partly = log.some(({ key }) => key === 'partly_delivered');
  return { kind: partly ? 'partly' : 'vended', kept };
}

function notCharged({ log, money }: SaleView): EndPhase {
  const missed = log.some(({ key }) => key === 'not_delivered' || key === 'delivery_unknown');
  return {
    kind: 'not_charged',
    why: missed ? 'not_delivered' : 'stopped',
    money: money.refunded > 0 ? 'refunded' : 'released',
  };
}

const wasOrdered = ({ log }: SaleView): boolean => log.some(({ key }) => key === 'vending');

/** The step after the machine's result. The customer never sees an earlier step again. */
function afterOrder(sale: SaleView): Phase {
  for (const { key } of sale.log) {
    if (key === 'delivered') return { kind: 'finishing', delivered: 'all' };
    if (key === 'partly_delivered') return { kind: 'finishing', delivered: 'part' };
    if (key === 'not_delivered' || key === 'delivery_unknown') return { kind: 'returning' };
  }
  return wasOrdered(sale) && sale.state.kind !== 'releasing'
    ? { kind: 'delivering', since: orderedAt(sale) }
    : { kind: 'returning' };
}

function orderedAt({ log, started }: SaleView): number {
  return log.find(({ key }) => key === 'vending')?.at ?? started;
}
