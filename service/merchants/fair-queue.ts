/**
 * A queue that its users share: it is emptied in turn over the names that wait in it, one item of
 * each, and no name may hold more than its share. Whoever fills a share waits behind itself alone.
 */
export class FairQueue<T> {
  readonly #max: number;
  readonly #shareMax: number;
  /** Names in the order of their turns; a name goes to the end when an item of it was taken. */
  readonly #waiting = new Map<string, T[]>();
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
    if (own !== undefined && own.length >= this.#shareMax) return false;
    if (own === undefined) this.#waiting.set(name, [item]);
    else own.push(item);
    this.#size += 1;
    return true;
  }

  /** The next item of the name whose turn it is; undefined when nothing waits. */
  shift(): T | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [name, own] = turn;
    this.#waiting.delete(name);
    const item = own.shift();
    if (own.length > 0) this.#waiting.set(name, own);
    this.#size -= 1;
    return item;
  }
}
