/**
 * Drops the oldest entries of a map that is larger than `limit`, so that a program that runs for
 * months does not grow. Entries that may not go stay, whatever the limit is.
 */
export function dropOldest<K, V>(
  entries: Map<K, V>,
  limit: number,
  mayGo: (value: V) => boolean = () => true,
): void {
  for (const [key, value] of entries) {
    if (entries.size <= limit) return;
    if (mayGo(value)) entries.delete(key);
  }
}
