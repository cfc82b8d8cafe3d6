import { quantity, quantityText } from '../../../shared/bill/quantity.ts';
import type { BookLine } from '../../../shared/books/entry.ts';
import { thousandths } from '../../../shared/money/units.ts';

/** Units to return, by the place of their line; in thousandths. None: everything that is left. */
export type ChosenUnits = ReadonlyMap<number, number>;

/** Chooses one more unit of a line; after the last one none. */
export function chooseUnit(
  chosen: ChosenUnits,
  lefts: readonly number[],
  line: number,
): ChosenUnits {
  const left = lefts[line] ?? 0;
  const before = chosen.get(line) ?? 0;
  const next = new Map(chosen);
  if (before >= left) next.delete(line);
  else next.set(line, Math.min(before + 1_000, left));
  return next;
}

/** How many units of a line were sold, in thousandths. */
export const soldUnits = (line: BookLine): number => thousandths(line.quantity);

export const unitsText = (units: number): string => quantityText(quantity(units));
