import type { Stopwatch } from '../../../shared/time/clock.ts';

/** Work that is begun again until nothing is left. */
export type Rounds = {
  /** Begins a round, after the one that runs now. */
  readonly begin: () => void;
  /** Resolves when what was begun has ended. */
  readonly settled: () => Promise<void>;
  readonly isStopped: () => boolean;
  readonly stop: () => Promise<void>;
};

/**
 * Runs one round after the other. A round answers the pause until the next one, in milliseconds, or null until
 * somebody begins one.
 */
export function createRounds(
  round: () => Promise<number | null>,
  clock: Pick<Stopwatch, 'after'>,
  failed: (error: unknown) => void,
): Rounds {
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;
  let cancel = () => {};

  async function run(): Promise<void> {
    if (isStopped) return;
    const pause = await round();
    if (pause === null || isStopped) return;
    cancel();
    cancel = clock.after(pause, begin);
  }

  function begin(): void {
    cancel();
    last = last.then(run).catch(failed);
  }

  return {
    begin,
    settled: () => last,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      cancel();
      await last;
    },
  };
}
