import { LruMap } from '../../../shared/limits/lru-map.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/**
 * A cache of rows that nearly every request reads. The file belongs to this process alone, so a row
 * changes only by writes of this process, and each of them calls `forget` after its commit.
 */
export class RowCache<V extends object> {
  #rows = new LruMap<string, V>(LIMITS.rowsAtHand);

  /** The row of `key`, read by `read` when it is not cached; a missing row is read again. */
  get(key: string, read: () => V | null): V | null {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = read();
    if (row !== null) this.#rows.set(key, row);
    return row;
  }

  forget(key: string): void {
    this.#rows.delete(key);
  }

  /** After a write that does not know the keys of its cached rows. */
  forgetAll(): void {
    this.#rows = new LruMap<string, V>(LIMITS.rowsAtHand);
  }
}
