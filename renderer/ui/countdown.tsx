import { useEffect, useRef, useState } from 'react';
import { elapsed, type Instant, type Ticks, ticksOf } from '../../shared/time/clock.ts';
import { timeLeft } from './format.tsx';

/** The current instant, for a text that is spoken now. */
export const instantNow = (): Instant => Date.now();

/** The current instant, updated every `every` milliseconds while the component is mounted. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** The current instant for a drawing that changes at `at`: the component is drawn again then. */
export function useNowUntil(at: Instant | null): Instant {
  const [, setReached] = useState(false);
  useEffect(() => {
    const look = () => setReached(at !== null && instantNow() >= at);
    look();
    return at === null ? undefined : ring(250, true, look);
  }, [at]);
  return instantNow();
}

/**
 * Calls `run` after `after` milliseconds, repeatedly if `again`. Returns a function that stops it.
 */
export function ring(after: number, again: boolean, run: () => void): () => void {
  const timer = again ? setInterval(run, after) : setTimeout(run, after);
  return () => clearInterval(timer);
}

/** The page's clock that nobody can set. */
const ticksNow = (): Ticks => ticksOf(performance.now());

/**
 * Milliseconds since the component first had this `subject`, by a clock that nobody can set. The component is
 * drawn again every `every` milliseconds.
 */
export function useElapsed(subject: string | number | null, every: number): number {
  const [begun, setBegun] = useState(() => ({ subject, at: ticksNow() }));
  if (begun.subject !== subject) setBegun({ subject, at: ticksNow() });
  const [now, setNow] = useState(ticksNow);
  useEffect(() => ring(every, true, () => setNow(ticksNow())), [every]);
  return Math.max(0, elapsed(begun.at, now));
}

/** Seconds until `leave` is called, once for each sale. `staying` stops the countdown. */
export function useDwell(
  saleId: string,
  seconds: number,
  staying: boolean,
  leave: () => void,
): number {
  const passed = useElapsed(saleId, 250);
  const gone = useRef<string | null>(null);
  const left = Math.max(0, Math.ceil(seconds - passed / 1_000));
  useEffect(() => {
    if (left > 0 || staying || gone.current === saleId) return;
    gone.current = saleId;
    leave();
  }, [saleId, left, staying, leave]);
  return left;
}

type CountdownProps = {
  readonly label: string;
  readonly until: Instant;
  /** How far this device's clock is behind the clock of `until`, in milliseconds. */
  readonly skew?: number;
};

/** The time left. Screen readers read it on request, not every second. */
export function Countdown({ label, until, skew = 0 }: CountdownProps) {
  const now = useNow(250);
  return (
    <p className="countdown">
      <span className="countdown-label">{label}</span>{' '}
      <span role="timer" aria-live="off" className="countdown-time">
        {timeLeft(until - now - skew)}
      </span>
    </p>
  );
}
