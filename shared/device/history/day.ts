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
  /** Money went back to a customer. */
  | {
      readonly kind: 'refund';
      readonly at: Instant;
      readonly currency: string;
      readonly amount: MoneyInteger;
    }
  /** Another tender was used; the till may not know the amount. */
  | {
      readonly kind: 'tender';
      readonly at: Instant;
      readonly method: string | null;
      readonly currency: string;
      readonly amount: MoneyInteger | null;
    }
  /** A sale was started on this day and stands so now. */
  | { readonly kind: 'sale'; readonly state: StateGroup };

type Counted = { readonly count: number; readonly amount: MoneyInteger };

/** One currency's sums of a day. */
export type CurrencySums = {
  readonly currency: string;
  /** All that was captured, additional amounts included. */
  readonly captured: Counted;
  /** What of it was additional. */
  readonly additional: MoneyInteger;
  readonly refunded: Counted;
  /** Captured less refunded; below zero on a day with more refunds. */
  readonly net: MoneyInteger;
  readonly byMethod: readonly (Counted & { readonly method: Method })[];
  /** What other tenders took: not on the settlement, and not in the sums above. */
  readonly tenders: readonly (Counted & {
    readonly method: string | null;
    /** How many of them came without an amount. */
    readonly unknown: number;
  })[];
};

export type DaySums = {
  readonly currencies: readonly CurrencySums[];
  /** Sales started on this day, by how they stand. */
  readonly sales: readonly { readonly state: StateGroup; readonly count: number }[];
};

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

function sumCurrency(currency: string, moves: readonly Move[]): CurrencySums {
  const captures = moves.filter((move) => move.kind === 'captured');
  const refunds = moves.filter((move) => move.kind === 'refund');
  const tenders = moves.filter((move) => move.kind === 'tender');
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
    tenders: countBy(tenders, (move) => move.method ?? '').map(([method, group]) => ({
      method: method === '' ? null : method,
      count: group.length,
      amount: sum(group.map((move) => move.amount ?? 0)),
      unknown: group.filter((move) => move.amount === null).length,
    })),
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
