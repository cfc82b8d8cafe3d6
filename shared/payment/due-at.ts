import { classOf } from '../protocol/status-codes.ts';
import type { Instant } from '../time/clock.ts';
import type { Payment } from './payment.ts';

/** When time alone will move the payment; null when it will not. */
export function dueAt(payment: Payment): Instant | null {
  return classOf(payment.code) === 'temporary' ? payment.expires : null;
}
