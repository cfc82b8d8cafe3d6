import type { Aids } from '../../../../shared/device/kiosk/contract.ts';
import type { KioskTimes, World } from '../../../../shared/device/kiosk/visit.ts';
import { money } from '../../../../shared/money/money.ts';
import { isFinal, type SaleState, type SaleView } from '../../../../shared/terminal/sale/state.ts';
import { amounts } from '../../../support/amounts.ts';

export const START = Date.UTC(2026, 10, 20, 8);

export const TIMES: KioskTimes = {
  idle: 60_000,
  warning: 30_000,
  paid: 8_000,
  failed: 15_000,
  patience: 90_000,
};

export const AIDS: Aids = {
  language: 'nb',
  text: 'normal',
  reach: 'normal',
  contrast: 'normal',
  speech: 'off',
  volume: 3,
  dark: 'off',
  time: 'normal',
};

export const COFFEE = 'coffee';

export function saleView(state: SaleState, over: Partial<SaleView> = {}): SaleView {
  return {
    id: 'sale-1',
    number: 1,
    tid: 'p2ybyw4tq73n',
    amount: money(5_200),
    additionalAmount: money(0),
    mode: { kind: 'vend', item: 'slot-1', order: 'deposit' },
    money: amounts({}),
    renewal: null,
    currency: 'NOK',
    text: 'Flat white',
    method: { kind: 'qr' },
    state,
    actions: actionsOf(state),
    log: [],
    started: START,
    aside: false,
    ...over,
  };
}

function actionsOf(state: SaleState): SaleView['actions'] {
  switch (state.kind) {
    case 'creating':
    case 'waiting_scan':
    case 'waiting_approval':
    case 'unclear':
      return ['cancel', 'set_aside'];
    case 'undelivered':
      return state.refund === 'by_person' ? ['settle', 'set_aside'] : ['set_aside'];
    default:
      return isFinal(state) ? ['dismiss'] : [];
  }
}

export function world(over: Partial<World> = {}): World {
  const nothing = { sales: [], closed: null, goods: new Set([COFFEE]), asksTip: false } as const;
  return { ...nothing, question: null, times: TIMES, aids: AIDS, ...over };
}

export const SCAN: SaleState = {
  kind: 'waiting_scan',
  uri: 'http://pay.test/p/x/',
  expires: START + 300_000,
};
export const APPROVE: SaleState = { kind: 'waiting_approval', expires: START + 300_000 };
export const UNCLEAR: SaleState = {
  kind: 'unclear',
  known: ['saved_here'],
  asking: ['was_it_approved'],
  nextTry: START,
};

/** The same after the terminal has accepted to cancel it. */
export const CANCELLING: SaleState = { ...UNCLEAR, asking: ['was_it_cancelled'] };
export const REFUNDING: SaleState = {
  kind: 'undelivered',
  missing: money(5_200),
  refund: 'under_way',
};

/** One of every state that a sale can be in. */
export const STATES: readonly SaleState[] = [
  { kind: 'creating' },
  SCAN,
  { kind: 'waiting_sticker', expires: START },
  APPROVE,
  { kind: 'authorised', because: 'approved', expires: START },
  { kind: 'authorised', because: 'recovered', expires: START },
  { kind: 'authorised', because: 'won_abort_race', expires: START },
  { kind: 'authorised', because: 'release_failed', expires: START },
  { kind: 'capturing' },
  { kind: 'vending', item: 'slot-1' },
  REFUNDING,
  { kind: 'undelivered', missing: money(5_200), refund: 'by_person' },
  UNCLEAR,
  { kind: 'aborting' },
  { kind: 'releasing' },
  { kind: 'paid', at: START },
  { kind: 'declined' },
  { kind: 'expired', what: 'request' },
  { kind: 'expired', what: 'authorisation' },
  { kind: 'aborted' },
  { kind: 'released' },
  { kind: 'refunded' },
  { kind: 'refused', because: { kind: 'unknown_customer' } },
  { kind: 'failed', code: 4999 },
];
