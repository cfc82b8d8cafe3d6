import type { TillStatus } from '../protocol/till-status.ts';
import { SECOND } from '../time/clock.ts';

/** Why somebody should look at a till, the most urgent first. */
export const ATTENTIONS = [
  'silent',
  'error',
  'fiscal',
  'books',
  'closes',
  'receipts',
  'printer',
  'disk',
  'clock',
  'catalogue',
] as const;
export type Attention = (typeof ATTENTIONS)[number];

/** What the service knows of a till. */
export type KnownTill = Pick<
  TillStatus,
  'screen' | 'printer' | 'disk_free_bytes' | 'fiscal' | 'close_waiting' | 'receipts_refused'
> & {
  /** The till's clock less the service's when the report arrived, milliseconds. */
  readonly clock_ahead: number;
};

const MEGABYTE = 1024 * 1024;
/** Below this a till's own checks warn too. */
const DISK_LOW = 500 * MEGABYTE;
/** Receipts and closes with another time than the service's payments confuse an accountant. */
const CLOCK_OFF = 60 * SECOND;

/** What somebody should look at; empty for a till that is well. A till that was ended in order is well, unless its books were cut. */
export function attentionOf(
  till: KnownTill,
  also: {
    readonly isSilent: boolean;
    readonly catalogueProblem: string | null;
    /** Number of a close that leaves out receipts of the till (D-458). */
    readonly leftOutBy: number | null;
  },
): readonly Attention[] {
  const { screen, printer, disk_free_bytes: free, clock_ahead: ahead } = till;
  const found: Readonly<Record<Attention, boolean>> = {
    silent: also.isSilent,
    error: screen === 'error',
    fiscal: till.fiscal === 'failed',
    books: also.leftOutBy !== null,
    closes: till.close_waiting !== undefined,
    receipts: till.receipts_refused !== undefined,
    printer: printer === 'failed',
    disk: free !== null && free < DISK_LOW,
    clock: Math.abs(ahead) >= CLOCK_OFF,
    catalogue: also.catalogueProblem !== null,
  };
  // Whoever cuts a till's books can also end it.
  if (screen === 'off') return found.books ? ['books'] : [];
  return ATTENTIONS.filter((kind) => found[kind]);
}

/** Place of a till in the list: silent ones, then those that need somebody, then the others. */
export const RANKS = { silent: 0, attention: 1, well: 2 } as const;

export function rankOf(attention: readonly Attention[]): number {
  if (attention.includes('silent')) return RANKS.silent;
  return attention.length > 0 ? RANKS.attention : RANKS.well;
}
