import { refuse } from '../../shared/protocol/errors.ts';
import { SECOND } from '../../shared/time/clock.ts';

/** The refusal of what was done too often; `wait` is in milliseconds, and null for 0. */
export function tooOften(wait: number) {
  if (wait === 0) return null;
  const seconds = Math.ceil(wait / SECOND);
  return refuse('Too Many Requests', 'Too many tries. Wait a while, then try again.', {
    retry_after: seconds,
  });
}
