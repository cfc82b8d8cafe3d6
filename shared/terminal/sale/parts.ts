import { add, type MoneyInteger, money, subtract, ZERO } from '../../money/money.ts';

/** The two amounts of every step of a payment, in minor units. */
export type Sums = { readonly amount: MoneyInteger; readonly additional: MoneyInteger };

/** A capture or refund. `id` is null for a full one. */
export type Part = Sums & { readonly id: string | null };

/** A part with an id, so that a repeat moves no money twice. */
export type OwnPart = Sums & { readonly id: string };

export const NOTHING: Sums = { amount: ZERO, additional: ZERO };

export function sumOf(parts: readonly Sums[]): Sums {
  return {
    amount: add(ZERO, ...parts.map((part) => part.amount)),
    additional: add(ZERO, ...parts.map((part) => part.additional)),
  };
}

export function totalOf(sums: Sums): MoneyInteger {
  return add(sums.amount, sums.additional);
}

/** What is left of `whole`, at least zero. */
export function restOf(whole: Sums, part: Sums): Sums {
  return {
    amount: money(Math.max(0, subtract(whole.amount, part.amount))),
    additional: money(Math.max(0, subtract(whole.additional, part.additional))),
  };
}

export function isNothing(sums: Sums): boolean {
  return sums.amount === 0 && sums.additional === 0;
}

/** True when `part` fits into `whole` in both sums. */
export function fitsInto(part: Sums, whole: Sums): boolean {
  return part.amount <= whole.amount && part.additional <= whole.additional;
}

export function sameSums(one: Sums, other: Sums): boolean {
  return one.amount === other.amount && one.additional === other.additional;
}

/** Takes `total` from `whole`, the amount before the additional amount. */
export function splitOf(total: MoneyInteger, whole: Sums): Sums {
  const amount = money(Math.min(total, whole.amount));
  return { amount, additional: subtract(total, amount) };
}
