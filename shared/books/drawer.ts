import { bankOfClose, countOfClose, type EntryId } from '../ids/host-ids.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { present } from '../objects/present.ts';
import type { Instant } from '../time/clock.ts';
import { type Books, reportOf } from './books.ts';
import type { BegunClose, BookEntry, BookFact, Counted } from './entry.ts';

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
  readonly id: EntryId;
  readonly at: Instant;
  readonly by: string;
  readonly counted: readonly Counted[];
  readonly reason: string | null;
  /** What was expected when the person gave the reason; null if the caller does not say. */
  readonly explains?: number | null;
  /** The close that the count begins. */
  readonly begins?: BegunClose;
};

/** A reason explains the difference that the person saw. Another one, after a sale meanwhile, is asked about again. */
export function decideCount(books: Books, order: CountOrder): DrawerDecision {
  const { id, at, by, counted, reason, explains = null, begins } = order;
  const sum = sumOfCounted(counted);
  const expected = books.drawer;
  const isExplained = reason !== null && (explains === null || explains === expected);
  if (sum !== expected && !isExplained) return { kind: 'difference', expected, counted: sum };
  const count = { kind: 'count', id, at, by, counted, sum, expected, reason } as const;
  return { kind: 'facts', facts: [{ ...count, ...present({ begins }) }] };
}

export type CloseOrder = Omit<CountOrder, 'counted'> & {
  /** Null on a till that has no cash. */
  readonly counted: readonly Counted[] | null;
  /** Stays in the drawer for the next period. */
  readonly keep: MoneyInteger;
  /** The supervisor who allowed it; null if the person is one. */
  readonly approvedBy: string | null;
  /** The reason of what is taken out for the bank, in the language of the till. */
  readonly bank: string;
};

/** The count and the money for the bank. The close itself follows on the books after them. */
export function decideBeforeClose(
  books: Books,
  order: CloseOrder,
  isBooked: (id: EntryId) => boolean,
): DrawerDecision | { readonly kind: 'keep_too_much' } {
  const { id, counted, keep, approvedBy } = order;
  if (counted === null) return { kind: 'facts', facts: [] };
  if (isBooked(countOfClose(id))) {
    return { kind: 'facts', facts: bankFacts(books.drawer, order, isBooked) };
  }
  const sum = sumOfCounted(counted);
  if (keep > sum) return { kind: 'keep_too_much' };
  const begins = { close: id, keep, approvedBy };
  const decided = decideCount(books, { ...order, id: countOfClose(id), counted, begins });
  if (decided.kind === 'difference') return decided;
  return { kind: 'facts', facts: [...decided.facts, ...bankFacts(sum, order, isBooked)] };
}

/** What a close takes out of the drawer, unless it was booked before. */
function bankFacts(
  drawer: MoneyInteger,
  { id, at, by, keep, bank }: Pick<CloseOrder, 'id' | 'at' | 'by' | 'keep' | 'bank'>,
  isBooked: (id: EntryId) => boolean,
): readonly BookFact[] {
  const amount = subtract(drawer, keep);
  if (amount <= 0 || isBooked(bankOfClose(id))) return [];
  const out = { kind: 'drawer', act: 'pay_out', amount, reason: bank } as const;
  return [{ ...out, id: bankOfClose(id), at, by }];
}

/**
 * The close that the last entries of a period have begun and not ended, because the till was killed; null if there is
 * none. A payment by phone and an act of the fiscal device may follow it: a person was not needed for them.
 */
export function unendedClose(entries: readonly BookEntry[]): (BegunClose & { by: string }) | null {
  const place = entries.findLastIndex(({ fact }) => fact.kind === 'count');
  const count = entries[place]?.fact;
  if (count?.kind !== 'count' || count.begins === undefined) return null;
  const { begins, by } = count;
  const isOfNobody = ({ fact }: BookEntry) =>
    fact.id === bankOfClose(begins.close) ||
    fact.kind === 'fiscal' ||
    ('method' in fact && fact.method.kind === 'phone');
  return entries.slice(place + 1).every(isOfNobody) ? { ...begins, by } : null;
}

/** What is left of a close that the till was killed in. */
export function restOfClose(
  books: Books,
  begun: BegunClose & { readonly by: string },
  { at, bank }: { readonly at: Instant; readonly bank: string },
  isBooked: (id: EntryId) => boolean,
): readonly BookFact[] {
  const { close: id, keep, by } = begun;
  return bankFacts(books.drawer, { id, at, by, keep, bank }, isBooked);
}

/** The close of the open period with its report. */
export function closeFact(
  books: Books,
  close: {
    readonly id: EntryId;
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
