import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import type { Changes } from './changes.ts';

/** Calls that wait until a sale changes. */
export interface LongPoll {
  /**
   * Resolves when the sale's version differs from `since`, after `wait` milliseconds, when the
   * register disconnects or when the till stops; `full` at once when too many calls wait.
   */
  forChange(
    id: string,
    since: string | null,
    wait: number,
    gone: AbortSignal,
  ): Promise<'done' | 'full'>;
  /** Ends every wait. */
  stop(): void;
}

export function createLongPoll(changes: Changes, clock: DeviceClock): LongPoll {
  const waiting = new Set<() => void>();

  return {
    async forChange(id, since, wait, gone) {
      const hasChanged = () => changes.sale(id)?.version !== since;
      if (wait === 0 || since === null || hasChanged() || gone.aborted) return 'done';
      if (waiting.size >= LIMITS.tillApiWaitsMax) return 'full';
      return new Promise((resolve) => {
        const end = () => {
          waiting.delete(end);
          cancel();
          unsubscribe();
          gone.removeEventListener('abort', end);
          resolve('done');
        };
        const cancel = clock.after(wait, end);
        const unsubscribe = changes.subscribe((event) => {
          if (event.type === 'sale' && event.sale.id === id) end();
        });
        gone.addEventListener('abort', end);
        waiting.add(end);
      });
    },
    stop() {
      for (const end of [...waiting]) end();
    },
  };
}
