import type { CurrencySums, DaySums } from '../../documents/day.ts';
import { type MoneyInteger, money } from '../../money/money.ts';
import type { Instant } from '../../time/clock.ts';
import type { Method, StateGroup } from './search.ts';

/** Something that a day's sums are made of. Amounts in minor units of `currency`. */
export type DayEntry =
  /** Money of a sale was captured; a sale that is captured in parts has several. */
  | {
      readonly kind: 'captured';
      readonly at: Instant;
      readonly method: Method;
      readonly currency: string;
      /** Additional amounts left out. */
      readonly amount: MoneyInteger;
      readonly additional: MoneyInteger;
    }
  /** Money went back to a customer's phone. */
  | {
      readonly kind: 'refund';
      readonly at: Instant;
      readonly currency: string;
      readonly amount: MoneyInteger;
    }
  /** Another tender was taken or given back, as the books have it. */
  | {
      readonly kind: 'tender' | 'tender_back';
      readonly at: Instant;
      readonly tender: 'cash' | 'other';
      readonly name: string | null;
      readonly currency: string;
      readonly amount: MoneyInteger;
    }
  /** A sale was started on this day and stands so now. */
  | { readonly kind: 'sale'; readonly state: StateGroup };

/** Adds up a day. Pure and exact; the order of the entries does not matter. */
export function sumDay(entries: readonly DayEntry[]): DaySums {
  const moves = entries.filter((entry) => entry.kind !== 'sale');
  const codes = [...new Set(moves.map((entry) => entry.currency))].toSorted();
  const states = countBy(
    entries.filter((entry) => entry.kind === 'sale'),
    (entry) => entry.state,
  );
  return {
    currencies: codes.map((code) =>
      sumCurrency(
        code,
        moves.filter((entry) => entry.currency === code),
      ),
    ),
    sales: states.map(([state, group]) => ({ state, count: group.length })),
  };
}

type Move = Exclude<DayEntry, { readonly kind: 'sale' }>;
type TenderMove = Extract<DayEntry, { readonly name: string | null }>;

function sumCurrency(currency: string, moves: readonly Move[]): CurrencySums {
  const captures = moves.filter((move) => move.kind === 'captured');
  const refunds = moves.filter((move) => move.kind === 'refund');
  const tenders = moves.filter((move): move is TenderMove => 'tender' in move);
  const captured = sum(captures.map((move) => move.amount + move.additional));
  const refunded = sum(refunds.map((move) => move.amount));
  return {
    currency,
    captured: { count: captures.length, amount: captured },
    additional: sum(captures.map((move) => move.additional)),
    refunded: { count: refunds.length, amount: refunded },
    net: money(captured - refunded),
    byMethod: countBy(captures, (move) => move.method).map(([method, group]) => ({
      method,
      count: group.length,
      amount: sum(group.map((move) => move.amount + move.additional)),
    })),
    tenders: countBy(tenders, ({ tender, name }) => `${tender} ${name ?? ''}`).map(([, group]) => {
      const taken = group.filter(({ kind }) => kind === 'tender');
      const back = group.filter(({ kind }) => kind === 'tender_back');
      return {
        kind: group[0]?.tender ?? 'other',
        name: group[0]?.name ?? null,
        count: taken.length,
        amount: sum(taken.map((move) => move.amount)),
        refunded: { count: back.length, amount: sum(back.map((move) => move.amount)) },
      };
    }),
  };
}
/** Groups in the order of their names, so that the same day always reads the same. */
function countBy<T, K extends string>(
  items: readonly T[],
  keyOf: (item: T) => K,
): readonly (readonly [K, readonly T[]])[] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function sum(amounts: readonly number[]): MoneyInteger {
  return money(amounts.reduce((total, amount) => total + amount, 0));
}
