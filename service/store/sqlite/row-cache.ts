import { LruMap } from '../../../shared/limits/lru-map.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/**
 * Rows that nearly every request reads, kept after the first read. The file belongs to this process
 * alone, so a row changes only by its own writes, and each of these says `forget` once committed.
 */
export class AtHand<V extends object> {
  #rows = new LruMap<string, V>(LIMITS.rowsAtHand);

  /** The row of `key`, read by `read` when it is not at hand; what is not there is asked again. */
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

  /** After a write that does not know under which keys its row is at hand. */
  forgetAll(): void {
    this.#rows = new LruMap<string, V>(LIMITS.rowsAtHand);
  }
}
