import type { BookEntry } from '../../../shared/books/entry.ts';

/*
 * Where the files of the books name a receipt, a payment or a command. It is made of the files at each start and never
 * kept, so it cannot differ from them; whoever finds a period reads its file. Without it a refund of an old receipt, and
 * the question whether a payment is known, would read the files of all years.
 */

/** The most names that are kept, about 40 bytes each. Periods before them are read as files. */
const NAMES_MAX = 1_000_000;

export interface BookIndex {
  /** Notes what the entries of a period name. */
  note(period: number, entries: readonly BookEntry[]): void;
  /** Periods that may name this, the newest first, of those that were noted. */
  periodsOf(name: string): readonly number[];
  /** True if an entry of a noted period has this id. */
  hasId(id: string): boolean;
  /** Noted periods with entries of this business day, `YYYY-MM-DD`. */
  periodsOfDay(day: string): readonly number[];
  /** Business days of noted entries. */
  days(): Iterable<string>;
  /** The noted period that has the receipt of this number; null if none has. */
  periodOfReceipt(receipt: number): number | null;
  /** True if this period was noted whole. */
  knows(period: number): boolean;
  /** False once there is no room for earlier periods. */
  hasRoom(): boolean;
}

export function createBookIndex(namesMax = NAMES_MAX): BookIndex {
  /** By the hash of a name: its period, or all of them. */
  const periods = new Map<number, number | readonly number[]>();
  const noted = new Map<number, { first: number; last: number } | null>();
  const ofDay = new Map<string, Set<number>>();

  function noteName(name: string, period: number): void {
    const hash = hashOfName(name);
    const before = periods.get(hash);
    if (before === undefined) periods.set(hash, period);
    else if (typeof before === 'number') {
      if (before !== period) periods.set(hash, [before, period]);
    } else if (!before.includes(period)) periods.set(hash, [...before, period]);
  }

  const all = (hash: number): readonly number[] => {
    const found = periods.get(hash);
    return found === undefined ? [] : typeof found === 'number' ? [found] : found;
  };

  return {
    note(period, entries) {
      let range = noted.get(period) ?? null;
      for (const { fact, receipt, day } of entries) {
        ofDay.set(day, (ofDay.get(day) ?? new Set()).add(period));
        for (const name of namesIn(fact)) noteName(name, period);
        noteName(idName(fact.id), period);
        if (receipt !== null) {
          range = {
            first: Math.min(range?.first ?? receipt, receipt),
            last: Math.max(range?.last ?? receipt, receipt),
          };
        }
      }
      noted.set(period, range);
    },
    periodsOf: (name) => [...all(hashOfName(name))].sort((a, b) => b - a),
    hasId: (id) => periods.has(hashOfName(idName(id))),
    periodsOfDay: (day) => [...(ofDay.get(day) ?? [])],
    days: () => ofDay.keys(),
    periodOfReceipt(receipt) {
      for (const [period, range] of noted) {
        if (range !== null && range.first <= receipt && receipt <= range.last) return period;
      }
      return null;
    },
    knows: (period) => noted.has(period),
    hasRoom: () => periods.size < namesMax,
  };
}

/** The id of an entry, apart from the same text as the receipt of a refund. */
const idName = (id: string) => `id ${id}`;

/** What a person or an event can look for: the entry, its payment, its bill, and the receipt that a refund is of. */
function namesIn(fact: BookEntry['fact']): readonly string[] {
  const tid = 'method' in fact && fact.method.kind === 'phone' ? [fact.method.tid] : [];
  const of = fact.kind === 'refund' && fact.of !== null ? [fact.of] : [];
  const bill = fact.kind === 'receipt' && fact.bill !== null ? [fact.bill.id] : [];
  return [fact.id, ...tid, ...of, ...bill];
}

/** 53 bits: two of a million names share one with a probability below 1 in 10,000. */
function hashOfName(name: string): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (let place = 0; place < name.length; place += 1) {
    const unit = name.charCodeAt(place);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b);
    high ^= high >>> 13;
  }
  low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x27d4eb2f);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
