import type { BookLine } from '../../../shared/books/entry.ts';
import { Figures } from '../../ui/amount.tsx';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { type ChosenUnits, soldUnits, unitsText } from './chosen-units.ts';

type ChosenLinesProps = {
  readonly lines: readonly BookLine[];
  /** What can be chosen of each line, in thousandths. */
  readonly left: readonly number[];
  /** Says why nothing of a line can be chosen, where its units have not come back; null where they have. */
  readonly reasonOf?: (line: number) => string | null;
  readonly chosen: ChosenUnits;
  /** Null while lines cannot be chosen. */
  readonly onLine: ((line: number) => void) | null;
};

/** Sold lines with what is left of each; a press chooses one more unit to refund. */
export function ChosenLines({ lines, left, reasonOf, chosen, onLine }: ChosenLinesProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const placed = lines.map((line, place) => ({ line, place }));
  return (
    <ul className="basket" aria-label={words.slipLines}>
      {placed.map(({ line, place }) => {
        const units = chosen.get(place) ?? 0;
        const rest = left[place] ?? 0;
        return (
          <li key={place}>
            <button
              type="button"
              className={units > 0 ? 'basket-line basket-typing' : 'basket-line'}
              aria-pressed={units > 0}
              aria-disabled={onLine === null || rest === 0}
              onMouseDown={keepFocus}
              onClick={() => rest > 0 && onLine?.(place)}
            >
              <span className="basket-many">{line.quantity}</span>
              <span className="basket-name">
                <bdi>{line.name}</bdi>
                {(units > 0 || rest < soldUnits(line)) && (
                  <span className="basket-moving">
                    {units > 0
                      ? words.tableMoving(unitsText(units), unitsText(rest))
                      : ((rest === 0 ? reasonOf?.(place) : null) ??
                        words.refundLeftOf(unitsText(rest), line.quantity))}
                  </span>
                )}
              </span>
              <Figures amount={line.total} currency={settings.currency} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
