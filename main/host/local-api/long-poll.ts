import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import type { Changes } from './changes.ts';

/** Calls that wait until a sale or a bill changes. */
export interface LongPoll {
  /**
   * Resolves when `version` differs from `since`, after `wait` milliseconds, when the
   * register disconnects or when the till stops; `full` at once when too many calls wait.
   */
  forChange(
    version: () => string | undefined,
    since: string | null,
    wait: number,
    gone: AbortSignal,
  ): Promise<'done' | 'full'>;
  /** Ends every wait. */
  stop(): void;
}

export function createLongPoll(changes: Pick<Changes, 'subscribe'>, clock: DeviceClock): LongPoll {
  const waiting = new Set<() => void>();

  return {
    async forChange(version, since, wait, gone) {
      const hasChanged = () => version() !== since;
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
        const unsubscribe = changes.subscribe(() => {
          if (hasChanged()) end();
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
