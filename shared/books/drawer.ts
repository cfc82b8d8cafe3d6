import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import { type Books, reportOf } from './books.ts';
import type { BookFact, Counted } from './entry.ts';

/* What the drawer's commands book. A command has an id; a repeat finds its entries and books nothing twice. */

export const sumOfCounted = (counted: readonly Counted[]): MoneyInteger =>
  add(ZERO, ...counted.map(({ value, count }) => money(value * count)));

/** What a command books; or what the count differs by, if no reason was given for it. */
export type DrawerDecision =
  | { readonly kind: 'facts'; readonly facts: readonly BookFact[] }
  | {
      readonly kind: 'difference';
      readonly expected: MoneyInteger;
      readonly counted: MoneyInteger;
    };

export type CountOrder = {
  readonly id: string;
  readonly at: Instant;
  readonly by: string;
  readonly counted: readonly Counted[];
  readonly reason: string | null;
  /** What was expected when the person gave the reason; null if the caller does not say. */
  readonly explains?: number | null;
};

/** A reason explains the difference that the person saw. Another one, after a sale meanwhile, is asked about again. */
export function decideCount(books: Books, order: CountOrder): DrawerDecision {
  const { id, at, by, counted, reason, explains = null } = order;
  const sum = sumOfCounted(counted);
  const expected = books.drawer;
  const isExplained = reason !== null && (explains === null || explains === expected);
  if (sum !== expected && !isExplained) return { kind: 'difference', expected, counted: sum };
  const count = { kind: 'count', id, at, by, counted, sum, expected, reason } as const;
  return { kind: 'facts', facts: [count] };
}

export type CloseOrder = Omit<CountOrder, 'counted'> & {
  /** Null on a till that has no cash. */
  readonly counted: readonly Counted[] | null;
  /** Stays in the drawer for the next period. */
  readonly keep: MoneyInteger;
  /** The reason of what is taken out for the bank, in the language of the till. */
  readonly bank: string;
};

/** Entries of a close that come before it. */
export const countOfClose = (close: string) => `${close}.count`;
export const bankOfClose = (close: string) => `${close}.bank`;

/** The count and the money for the bank. The close itself follows on the books after them. */
export function decideBeforeClose(
  books: Books,
  order: CloseOrder,
  isBooked: (id: string) => boolean,
): DrawerDecision | { readonly kind: 'keep_too_much' } {
  const { id, at, by, counted, keep, bank } = order;
  const facts: BookFact[] = [];
  let drawer = books.drawer;
  if (counted !== null && !isBooked(countOfClose(id))) {
    if (keep > sumOfCounted(counted)) return { kind: 'keep_too_much' };
    const decided = decideCount(books, { ...order, id: countOfClose(id), counted });
    if (decided.kind === 'difference') return decided;
    facts.push(...decided.facts);
    drawer = sumOfCounted(counted);
  }
  const amount = subtract(drawer, keep);
  if (counted !== null && amount > 0 && !isBooked(bankOfClose(id))) {
    const out = { kind: 'drawer', act: 'pay_out', amount, reason: bank } as const;
    facts.push({ ...out, id: bankOfClose(id), at, by });
  }
  return { kind: 'facts', facts };
}

/** The close of the open period with its report. */
export function closeFact(
  books: Books,
  close: {
    readonly id: string;
    readonly at: Instant;
    readonly by: string;
    readonly approvedBy: string | null;
    readonly key: string;
  },
): BookFact {
  const { id, at, by, approvedBy, key } = close;
  const number = books.close + 1;
  const report = reportOf(books, at);
  return { kind: 'close', id, at, by, number, approvedBy, key, report };
}
