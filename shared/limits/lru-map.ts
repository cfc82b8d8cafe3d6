/**
 * A map of at most `limit` entries (at least 2). It drops the least recently used entries, half of the
 * map at a time. Entries are not deleted one by one: V8 copies a `Map` that constantly loses and gains
 * entries, and the unused copies in the old space keep all entries reachable.
 */
export class LruMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  readonly #half: number;

  constructor(limit: number) {
    this.#half = Math.max(1, Math.floor(limit / 2));
  }

  /** Number of entries. An entry that was set again can be counted twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    // A used entry moves to the young half, so that it is not dropped.
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
