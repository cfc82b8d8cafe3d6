/** The items of one name, from `next` on. */
type Share<T> = { items: T[]; next: number };

/**
 * A queue that several names share. It takes one item of each name in turn (round robin). A name
 * cannot hold more items than its share, so a name that fills its share delays only itself.
 */
export class FairQueue<T> {
  readonly #max: number;
  readonly #shareMax: number;
  /** Names in the order of their turns. After an item is taken, its name goes to the end. */
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

  /** Adds an item; returns false if the queue or the share of this name is full. */
  push(name: string, item: T): boolean {
    if (this.#size >= this.#max) return false;
    const own = this.#waiting.get(name);
    if (own === undefined) this.#waiting.set(name, { items: [item], next: 0 });
    else if (own.items.length - own.next >= this.#shareMax) return false;
    else own.items.push(item);
    this.#size += 1;
    return true;
  }

  /** Takes the next item; undefined if the queue is empty. */
  shift(): T | undefined {
    return this.take(1)[0];
  }

  /** Takes at most `count` items, round robin over the names; items of one name keep their order. */
  take(count: number): readonly T[] {
    const [only] = this.#waiting;
    if (only !== undefined && this.#waiting.size === 1) return this.#ofOne(only[0], only[1], count);
    const taken: T[] = [];
    // The loop visits a name again after it was deleted and set, because a Map keeps insertion order.
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

  /** A single name is the usual case; its items are taken without copying one by one. */
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

/** Frees the items that were taken. */
function compact<T>(own: Share<T>): Share<T> {
  if (own.next >= COMPACT_AFTER) {
    own.items = own.items.slice(own.next);
    own.next = 0;
  }
  return own;
}
