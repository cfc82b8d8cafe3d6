import type { ServiceTime } from '../../client/service-time.ts';
import { MINUTE } from '../../time/clock.ts';
import type { ClockState } from '../sale/state.ts';

/** A smaller difference is not worth a person's work: a receipt has minutes. */
const WORTH_SAYING = 3 * MINUTE;

/** Whether the device's clock is wrong, as far as the service's time is known. */
export function clockState({ wrongBy }: Pick<ServiceTime, 'wrongBy'>): ClockState {
  const by = wrongBy();
  if (Math.abs(by) <= WORTH_SAYING) return 'right';
  return by > 0 ? 'ahead' : 'behind';
}
