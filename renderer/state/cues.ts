import type { SaleState, SaleView } from '../../shared/terminal/sale/state.ts';

/** The three sounds. */
export type Cue = 'seen' | 'paid' | 'look';

/** The sound for a change of the current sale; null for a change that needs no attention. */
export function cueFor(before: SaleView | null, after: SaleView | null): Cue | null {
  if (after === null || before === null) return null;
  if (before.id !== after.id || before.state.kind === after.state.kind) return null;
  return cueOf(before.state, after.state);
}

function cueOf(before: SaleState, after: SaleState): Cue | null {
  switch (after.kind) {
    case 'waiting_approval':
      return before.kind === 'waiting_scan' ? 'seen' : null;
    case 'paid':
      return 'paid';
    case 'declined':
    case 'expired':
    case 'refused':
    case 'failed':
    case 'undelivered':
    case 'unclear':
      return 'look';
    default:
      return null;
  }
}

/**
 * When a state sounds again for a cashier who is away, in milliseconds: reserved money after five
 * seconds, an unclear sale every twenty seconds.
 */
export function reminder(
  state: SaleState,
): { readonly after: number; readonly repeat: boolean } | null {
  if (state.kind === 'authorised') return { after: 5_000, repeat: false };
  const asks = state.kind === 'undelivered' && state.refund === 'by_person';
  if (state.kind === 'unclear' || asks) return { after: 20_000, repeat: true };
  return null;
}
