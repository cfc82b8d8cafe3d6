import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';

/** Calls that wait until a sale, a bill or a question changes. */
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

type Source = { readonly subscribe: (listener: () => void) => () => void };

export function createLongPoll(sources: readonly Source[], clock: DeviceClock): LongPoll {
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
          for (const stop of stops) stop();
          gone.removeEventListener('abort', end);
          resolve('done');
        };
        const cancel = clock.after(wait, end);
        const look = () => {
          if (hasChanged()) end();
        };
        const stops = sources.map(({ subscribe }) => subscribe(look));
        gone.addEventListener('abort', end);
        waiting.add(end);
      });
    },
    stop() {
      for (const end of [...waiting]) end();
    },
  };
}
