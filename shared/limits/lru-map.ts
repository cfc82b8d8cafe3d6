/**
 * A map that never holds more than `limit` entries (at least 2); those not used for longest make
 * room, half of them at a time. It deletes nothing one by one on the way: a `Map` that loses and
 * gains entries all the time is copied again and again, and each copy, dead in the old space, keeps
 * the next one alive, so that the collector moves every entry there ever was.
 */
export class LruMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  readonly #half: number;

  constructor(limit: number) {
    this.#half = Math.max(1, Math.floor(limit / 2));
  }

  /** How many it holds; one that was set again may be counted twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    // It was used, so that it does not go with the others of its age.
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
