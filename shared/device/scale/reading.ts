import { QUANTITY_MAX, type Quantity, quantity } from '../../bill/quantity.ts';

/**
 * `set`: the weight is net, a box is taken off already. `unknown`: the till was started after somebody may have tared
 * the scale, and the scale does not name its tare. A zero ends both.
 */
export type Tare = 'set' | 'unknown';

/** What a scale says. Grams are whole. */
export type ScaleReading =
  | {
      readonly kind: 'stable' | 'moving';
      readonly grams: number;
      /** Left out: no tare is in force. */
      readonly tare?: Tare;
    }
  /** More or less than it can weigh: the pan is too full, or something was lifted off it. */
  | { readonly kind: 'overload' | 'underload' }
  /** It cannot weigh now. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'fault'; readonly why: ScaleFault };

/** Why the till has no reading. */
export const SCALE_FAULTS = [
  /** No port of this name, or nobody may open it. */
  'not_found',
  'not_allowed',
  /** The port is open and nothing answers, or too late. */
  'no_answer',
  /** Something answers that is no scale, or speaks at another speed. */
  'unreadable',
  /** The part of the till that opens serial ports is not on this machine. */
  'no_driver',
] as const;
export type ScaleFault = (typeof SCALE_FAULTS)[number];

/**
 * One weighing, from the press of an item to its line. A reading belongs to the weighing that asked for it, so that
 * the weight of the goods before is never taken; and the goods before must leave the pan first.
 */
export type Weighing = {
  readonly shown: ScaleReading | null;
  /** What the last weighing took, as long as it may still be on the pan; null otherwise. */
  readonly before: number | null;
};

/** A weighing after one that took `before` grams; null if there was none. */
export const beginWeighing = (before: number | null): Weighing => ({ shown: null, before });

/** Grams by which a stable pan may differ and still have the same goods on it. */
const SAME = 2;

/** The weighing after a reading. A pan that moved, or has another weight, has other goods. */
export function heardBy({ before }: Weighing, reading: ScaleReading): Weighing {
  const isSame =
    before !== null &&
    (reading.kind === 'busy' ||
      reading.kind === 'fault' ||
      (reading.kind === 'stable' && Math.abs(reading.grams - before) <= SAME));
  return { shown: reading, before: isSame ? before : null };
}

/** Why the shown weight cannot be taken. */
export type NotTakeable = 'nothing' | 'moving' | 'same_goods' | 'too_heavy' | 'tare_unknown';

/**
 * The weight that a person may take now, or why there is none: it is stable, above zero and of these goods, and the till
 * knows whether it is net.
 */
export function takeable({ shown, before }: Weighing): Quantity | NotTakeable {
  if (shown?.kind === 'moving') return 'moving';
  if (shown?.kind === 'overload') return 'too_heavy';
  if (shown?.kind !== 'stable') return 'nothing';
  if (shown.tare === 'unknown') return 'tare_unknown';
  if (shown.grams <= 0) return 'nothing';
  if (before !== null) return 'same_goods';
  return shown.grams > QUANTITY_MAX ? 'too_heavy' : quantity(shown.grams);
}
