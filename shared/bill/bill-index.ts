import { DAY, type Instant } from '../time/clock.ts';
import type { Bill, Bills } from './bill.ts';
import { isOpenBill } from './paid.ts';

/*
 * The bills of a till by their ids. A shop has a few open bills and thousands of ended ones, and each payment ends
 * another. So both are kept apart: a record costs the same after the first sale of a day and after the last one.
 */

/** Ended bills are kept in parts of this size; only the newest part is copied for a change. */
const PART = 256;

/** Ended bills in the order of their last change. */
type Part = { readonly bills: ReadonlyMap<string, Bill>; readonly changedAt: Instant };

/** The bills after a record; the bills before it stay as they were. The ended ones come first, in the order of their end. */
export class BillIndex implements ReadonlyMap<string, Bill> {
  readonly size: number;
  readonly #open: ReadonlyMap<string, Bill>;
  /** Full parts, the oldest first. A bill that changed again is in a later part, or open. */
  readonly #parts: readonly Part[];
  /** What ended after the parts. */
  readonly #recent: readonly Bill[];

  private constructor(
    open: ReadonlyMap<string, Bill>,
    parts: readonly Part[],
    recent: readonly Bill[],
    size: number,
  ) {
    this.#open = open;
    this.#parts = parts;
    this.#recent = recent;
    this.size = size;
  }

  /** The index of these bills: the same object if they have one. */
  static of(bills: ReadonlyMap<string, Bill>): BillIndex {
    if (bills instanceof BillIndex) return bills;
    return new BillIndex(new Map(), [], [], 0).with([...bills.values()]);
  }

  /** With these versions of bills, each in place of the one that the index has. */
  with(bills: readonly Bill[]): BillIndex {
    const open = new Map(this.#open);
    let [parts, recent, size] = [this.#parts, [...this.#recent], this.size];
    for (const bill of bills) {
      if (!this.has(bill.id) && !open.has(bill.id)) size += 1;
      if (isOpenBill(bill)) {
        open.set(bill.id, bill);
        continue;
      }
      open.delete(bill.id);
      recent.push(bill);
      if (recent.length < PART) continue;
      parts = [...parts, partOf(recent)];
      recent = [];
    }
    return new BillIndex(open, parts, recent, size);
  }

  /**
   * Without the first parts in which every bill is old by the time of its last change; the newest `least` bills stay. A
   * part after one that stays is kept, because it can have a later version of the same bill.
   */
  without(isOld: (changedAt: Instant) => boolean, least: number): BillIndex {
    const room = Math.max(0, Math.floor((this.size - least) / PART));
    const stays = this.#parts.findIndex(({ changedAt }) => !isOld(changedAt));
    const old = this.#parts.slice(0, Math.min(room, stays === -1 ? room : stays));
    if (old.length === 0) return this;
    const parts = this.#parts.slice(old.length);
    const kept = new BillIndex(this.#open, parts, this.#recent, this.size);
    const gone = new Set(old.flatMap(({ bills }) => [...bills.keys()]));
    const size = this.size - [...gone].filter((id) => !kept.has(id)).length;
    return new BillIndex(this.#open, parts, this.#recent, size);
  }

  get(id: string): Bill | undefined {
    const known = this.#open.get(id) ?? this.#recent.findLast((bill) => bill.id === id);
    if (known !== undefined) return known;
    for (let place = this.#parts.length - 1; place >= 0; place -= 1) {
      const bill = this.#parts[place]?.bills.get(id);
      if (bill !== undefined) return bill;
    }
    return undefined;
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** The open bills, in the order in which they were opened or became open again. */
  open(): readonly Bill[] {
    return [...this.#open.values()];
  }

  /** The versions of bills that ended, the newest first. A bill that changed again since comes twice. */
  *ended(): Generator<Bill> {
    yield* this.#recent.toReversed();
    for (const { bills } of this.#parts.toReversed()) yield* [...bills.values()].reverse();
  }

  *values(): MapIterator<Bill> {
    for (const { bills } of this.#parts) for (const bill of bills.values()) yield* this.#if(bill);
    for (const bill of this.#recent) yield* this.#if(bill);
    yield* this.#open.values();
  }

  /** An ended version counts if the bill has no later one. */
  *#if(bill: Bill): Generator<Bill> {
    if (this.get(bill.id) === bill) yield bill;
  }

  *keys(): MapIterator<string> {
    for (const { id } of this.values()) yield id;
  }

  *entries(): MapIterator<[string, Bill]> {
    for (const bill of this.values()) yield [bill.id, bill];
  }

  [Symbol.iterator](): MapIterator<[string, Bill]> {
    return this.entries();
  }

  forEach(each: (bill: Bill, id: string, all: ReadonlyMap<string, Bill>) => void): void {
    for (const bill of this.values()) each(bill, bill.id, this);
  }
}

function partOf(bills: readonly Bill[]): Part {
  const newest = Math.max(...bills.map(({ changedAt }) => changedAt));
  // In the order of the last change: a map keeps the place of the first one.
  const byId = new Map<string, Bill>();
  for (const bill of bills) {
    byId.delete(bill.id);
    byId.set(bill.id, bill);
  }
  return { bills: byId, changedAt: newest };
}

/** The bills with these versions. */
export const withBills = ({ bills, done }: Bills, changed: readonly Bill[]): Bills => ({
  bills: BillIndex.of(bills).with(changed),
  done,
});

/** The open ones of all bills that a till remembers. */
export const openBillsOf = ({ bills }: Pick<Bills, 'bills'>): readonly Bill[] =>
  BillIndex.of(bills).open();

/** The versions of bills that ended, the newest first: what a reader wants to see of them is at the beginning. */
export const endedBillsOf = ({ bills }: Pick<Bills, 'bills'>): Iterable<Bill> =>
  BillIndex.of(bills).ended();

/** A till that runs for months does not keep every bill in memory; the journal drops the same ones. */
const HELD_MAX = 2_000;

/** How long an ended bill is remembered, in memory and in the journal. */
export const ENDED_LIFE = 2 * DAY;

/**
 * Without bills that ended long ago, once there are many. A time that lies as far ahead is of a clock that was wrong,
 * and says as little of the bill.
 */
export function withoutOld(state: Bills, now: Instant): Bills {
  const isOld = (changedAt: Instant) => Math.abs(now - changedAt) >= ENDED_LIFE;
  return { ...state, bills: BillIndex.of(state.bills).without(isOld, HELD_MAX) };
}
