import type { SaleState, SaleView } from '../../shared/terminal/sale/state.ts';

/** The look's states: each has a colour, a shape and a glyph. */
export const TONES = [
  'idle',
  'waiting',
  'phone',
  'authorised',
  'paid',
  'declined',
  'expired',
  'aborted',
  'released',
  'refunded',
  'unclear',
  'offline',
] as const;
export type Tone = (typeof TONES)[number];

/**
 * Which of the look's states a sale is drawn in. Work under way keeps the colours it came from
 * (look, grammar), which the log remembers.
 */
export function toneOf(sale: Pick<SaleView, 'state' | 'log'>): Tone {
  switch (sale.state.kind) {
    case 'creating':
    case 'waiting_scan':
    case 'waiting_sticker':
      return 'waiting';
    case 'waiting_approval':
      return 'phone';
    case 'authorised':
    case 'capturing':
    case 'releasing':
    case 'vending':
      return 'authorised';
    case 'aborting':
      return wasSeen(sale) ? 'phone' : 'waiting';
    default:
      return finalTone(sale.state);
  }
}

function finalTone(state: SaleState): Tone {
  switch (state.kind) {
    case 'paid':
      return 'paid';
    case 'declined':
    case 'refused':
    case 'failed':
      return 'declined';
    case 'expired':
      return 'expired';
    case 'aborted':
      return 'aborted';
    case 'released':
      return 'released';
    case 'refunded':
      return 'refunded';
    default:
      return 'unclear';
  }
}

/** True while the till waits for an answer to something it did itself. */
export function isBusy(state: SaleState): boolean {
  switch (state.kind) {
    case 'creating':
    case 'capturing':
    case 'aborting':
    case 'releasing':
    case 'vending':
      return true;
    case 'undelivered':
      return state.refund === 'under_way';
    default:
      return false;
  }
}

/** True when the customer has, or has had, the request on the phone. */
export function wasSeen(sale: Pick<SaleView, 'log'>): boolean {
  return sale.log.some((line) => line.key === 'scanned' || line.key === 'request_delivered');
}
