import {
  type AnyClock,
  elapsed,
  type Instant,
  instantOf,
  SECOND,
  type Ticks,
} from '../time/clock.ts';

/**
 * The service's time, as far as the caller's machine knows it. A machine whose clock is wrong learns the
 * difference from the `Date` header of the replies, and signs with the service's time. It measures on from
 * there, so that a correction of its clock changes nothing (D-215).
 */
export interface ServiceTime {
  /** The service's time: the machine's own until a reply has shown another one. */
  now(): Instant;
  /** Reads the `Date` header of a reply that has just arrived. */
  note(headers: Pick<Headers, 'get'>): void;
  /** The time of a signature, for `hasMoved`. */
  read(): ReadTime;
  /** True if that time was wrong by what is known now: it was learned anew, or the machine's clock was set. */
  hasMoved(from: ReadTime): boolean;
  /** Milliseconds by which the machine's clock is ahead of the last reply; null without a dated reply. */
  ahead(): number | null;
  /**
   * Milliseconds by which the machine's clock is ahead of `now` at present, so that a correction of the
   * clock counts at once. 0 until a reply has shown another time.
   */
  wrongBy(): number;
  /**
   * The time that the machine's clock shows when the service's time is `at`: for a time that the service
   * states and that a screen compares with the machine's clock.
   */
  onMachine(at: Instant): Instant;
}

/** The service's time at a moment, as it was known then. */
export type ReadTime = { readonly at: Instant; readonly ticks: Ticks };

/** A smaller difference is latency and the header's whole seconds; signatures tolerate minutes. */
const WORTH_LEARNING = 30 * SECOND;

/** The service's time by one machine's clock. All clients of a service should share it. */
export function createServiceTime(clock: AnyClock): ServiceTime {
  let known: ReadTime | null = null;
  let ahead: number | null = null;

  function now(): Instant {
    if (known === null) return instantOf(clock.now());
    return known.at + elapsed(known.ticks, clock.ticks());
  }

  const wrongBy = () => instantOf(clock.now()) - now();

  return {
    now,
    note(headers) {
      const date = Date.parse(headers.get('date') ?? '');
      if (!Number.isFinite(date)) return;
      // The header has whole seconds, so it is half a second behind on average.
      const at = date + SECOND / 2;
      ahead = instantOf(clock.now()) - at;
      if (Math.abs(now() - at) <= WORTH_LEARNING) return;
      known = { at, ticks: clock.ticks() };
    },
    read: () => ({ at: now(), ticks: clock.ticks() }),
    hasMoved({ at, ticks }) {
      return Math.abs(now() - at - elapsed(ticks, clock.ticks())) > WORTH_LEARNING;
    },
    ahead: () => ahead,
    wrongBy,
    onMachine: (at) => at + wrongBy(),
  };
}
