import { LIMITS } from '../protocol/limits.ts';

/**
 * Remembers which messages were handled. Callbacks come at least once: a lost answer brings the
 * same message again (D-141). A receiver of several processes gives its own, on a shared store.
 */
export interface Seen {
  /** Notes an id; false when it was noted before. Must decide races between processes. */
  note(id: string): Promise<boolean> | boolean;
  /** Takes a note back, so that the next delivery is handled. */
  forget(id: string): Promise<void> | void;
}

/** Remembers the last ids in memory; the oldest make room. */
export function createSeen(limit: number = LIMITS.callbackIdsRemembered): Seen {
  const ids = new Set<string>();
  return {
    note(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > limit && oldest !== undefined) ids.delete(oldest);
      return true;
    },
    forget(id) {
      ids.delete(id);
    },
  };
}
