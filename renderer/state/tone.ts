import type { SaleState, SaleView } from '../../shared/terminal/sale/state.ts';

/** The visual states: each has a colour, a shape and a glyph. */
export const TONES = [
  'idle',
  'waiting',
  'phone',
  'authorised',
  'paid',
  'part',
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
 * The tone of a sale. A pending action keeps the tone of the state before it, which the log
 * remembers.
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

/** True while the till waits for the result of its own request. */
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

/** True if the request reached the customer's phone. */
export function wasSeen(sale: Pick<SaleView, 'log'>): boolean {
  return sale.log.some((line) => line.key === 'scanned' || line.key === 'request_delivered');
}
