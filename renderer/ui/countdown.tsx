import type { Instant } from '../../shared/time/clock.ts';
import { timeLeft } from './times.ts';
import { useNow } from './use-now.ts';

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
