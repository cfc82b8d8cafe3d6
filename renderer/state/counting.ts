import type { Counted } from '../../shared/books/entry.ts';
import { denominationsOf } from '../../shared/cash/notes.ts';
import { type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from './keypad.ts';

/** What a person has counted so far. It does not say what the books expect. */
export type CountDraft = {
  /** Notes and coins, largest first; none for a currency whose coins the till does not know. */
  readonly values: readonly MoneyInteger[];
  /** Place of the value whose number is typed. */
  readonly picked: number;
  /** How many of each value, by its place; without values the first one is the whole sum. */
  readonly counts: readonly number[];
  /** The picked value was typed into: the next digit continues its number. */
  readonly typing: boolean;
};

/** The most notes or coins of one value. */
const COUNT_MAX = 99_999;

export function newCount(currency: string): CountDraft {
  const values = denominationsOf(currency).map(money);
  return { values, picked: 0, counts: [], typing: false };
}

export function pickValue(draft: CountDraft, picked: number): CountDraft {
  const last = Math.max(0, draft.values.length - 1);
  return { ...draft, picked: Math.min(Math.max(0, picked), last), typing: false };
}

/** The draft after one key. The first digit after a choice begins a new number. */
export function pressCount(draft: CountDraft, key: KeypadKey): CountDraft {
  const { picked, counts, values } = draft;
  const before = draft.typing || key.kind !== 'digit' ? (counts[picked] ?? 0) : 0;
  const next = amountAfter(before, key);
  if (next > (values.length === 0 ? AMOUNT_MAX : COUNT_MAX)) return draft;
  const filled = Array.from({ length: Math.max(counts.length, picked + 1) }, (_, place) =>
    place === picked ? next : (counts[place] ?? 0),
  );
  return { ...draft, counts: filled, typing: true };
}

/** Notes and coins as the books keep them. */
export function countedOf({ values, counts }: CountDraft): Counted[] {
  if (values.length === 0) {
    const [sum = 0] = counts;
    return sum === 0 ? [] : [{ value: money(sum), count: 1 }];
  }
  return values.flatMap((value, place) => {
    const count = counts[place] ?? 0;
    return count === 0 ? [] : [{ value, count }];
  });
}

export function countedSum(draft: CountDraft): MoneyInteger {
  return countedOf(draft).reduce<MoneyInteger>(
    (sum, { value, count }) => money(sum + value * count),
    ZERO,
  );
}

/** A reason that a person chose from the list, or typed. */
export type ReasonDraft = { readonly picked: string; readonly text: string };

/** The choice "another reason". */
export const TYPED_REASON = 'typed';

/** The reason as the books keep it; null while it is not complete. */
export function reasonText(
  { picked, text }: ReasonDraft,
  list: Readonly<Record<string, string>>,
): string | null {
  const reason = picked === TYPED_REASON ? text.trim() : (list[picked] ?? '');
  return reason === '' ? null : reason;
}
