/** What waits under one name, from `next` on. */
type Share<T> = { items: T[]; next: number };

/**
 * A queue that its users share: it is emptied in turn over the names that wait in it, one item of
 * each, and no name may hold more than its share. Whoever fills a share waits behind itself alone.
 */
export class FairQueue<T> {
  readonly #max: number;
  readonly #shareMax: number;
  /** Names in the order of their turns; a name goes to the end when an item of it was taken. */
  readonly #waiting = new Map<string, Share<T>>();
  #size = 0;

  /** At most `max` items in all and `shareMax` of one name. */
  constructor(max: number, shareMax: number) {
    this.#max = max;
    this.#shareMax = shareMax;
  }

  get size(): number {
    return this.#size;
  }

  /** False, and nothing is kept, when the queue or the share of this name is full. */
  push(name: string, item: T): boolean {
    if (this.#size >= this.#max) return false;
    const own = this.#waiting.get(name);
    if (own === undefined) this.#waiting.set(name, { items: [item], next: 0 });
    else if (own.items.length - own.next >= this.#shareMax) return false;
    else own.items.push(item);
    this.#size += 1;
    return true;
  }

  /** The next item of the name whose turn it is; undefined when nothing waits. */
  shift(): T | undefined {
    return this.take(1)[0];
  }

  /** The next items, at most `count`, in turn over the names; those of one name in their order. */
  take(count: number): readonly T[] {
    const [only] = this.#waiting;
    if (only !== undefined && this.#waiting.size === 1) return this.#ofOne(only[0], only[1], count);
    const taken: T[] = [];
    // A name that goes to the end while the map is gone through comes again in the same round.
    for (const [name, own] of this.#waiting) {
      if (taken.length >= count) break;
      const item = own.items[own.next];
      own.next += 1;
      this.#waiting.delete(name);
      if (own.next < own.items.length) this.#waiting.set(name, compact(own));
      if (item !== undefined) taken.push(item);
    }
    this.#size -= taken.length;
    return taken;
  }

  /** Where one name waits alone, as is the rule, its items are taken as they lie. */
  #ofOne(name: string, own: Share<T>, count: number): readonly T[] {
    const end = Math.min(own.items.length, own.next + count);
    const all = own.next === 0 && end === own.items.length;
    const taken = all ? own.items : own.items.slice(own.next, end);
    if (end === own.items.length) this.#waiting.delete(name);
    else own.next = end;
    this.#size -= taken.length;
    compact(own);
    return taken;
  }
}

const COMPACT_AFTER = 1_024;

/** Lets go of what was taken, before it outgrows what waits. */
function compact<T>(own: Share<T>): Share<T> {
  if (own.next >= COMPACT_AFTER) {
    own.items = own.items.slice(own.next);
    own.next = 0;
  }
  return own;
}
