import { type ClientError, failureOf } from '../../../shared/client/result.ts';
import { HOUR, MINUTE, type Stopwatch } from '../../../shared/time/clock.ts';

/*
 * What a till hands to the service from its books: closed periods, and receipts. It is sent in rounds, and again until
 * the service has taken it or will never take it.
 */

/**
 * Why the service has not taken what was sent. `refused`: it will never take this. `unavailable`: it has no place for it,
 * or does not know this till or its clock.
 */
export type NotTaken = 'refused' | 'unavailable' | 'no_answer';

/** Pause until the next try without an answer, in milliseconds. */
export const AGAIN = MINUTE;
/** After an answer that a newer service or a right clock changes. */
const AGAIN_UNAVAILABLE = HOUR;

/** The pause until the next try, in milliseconds. */
export const pauseAfter = (said: NotTaken): number =>
  said === 'no_answer' ? AGAIN : AGAIN_UNAVAILABLE;

/** What an error of a call means; `final` are the statuses by which the service refuses this for ever. */
export function notTaken(error: ClientError, final: ReadonlySet<number>): NotTaken {
  const failure = failureOf(error);
  if (failure.kind !== 'refused') return 'no_answer';
  return final.has(failure.status) ? 'refused' : 'unavailable';
}

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
 * somebody begins one. A round that fails is said, and is tried again in an hour.
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
    const pause = await round().catch((error: unknown) => {
      failed(error);
      return HOUR;
    });
    if (pause === null || isStopped) return;
    cancel();
    cancel = clock.after(pause, begin);
  }

  function begin(): void {
    cancel();
    last = last.then(run);
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
