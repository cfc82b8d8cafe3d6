import type { KioskTimes } from '../../../shared/device/kiosk/visit.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import type { KioskConfig } from './config.ts';

type Behaviour = Pick<
  KioskConfig,
  | 'headline'
  | 'sound'
  | 'speech_key'
  | 'headphones_in_key'
  | 'headphones_out_key'
  | 'px_per_mm'
  | 'idle_seconds'
  | 'warning_seconds'
  | 'paid_seconds'
  | 'failed_seconds'
  | 'patience_seconds'
>;

/**
 * The behaviour of a kiosk with unreadable settings: it sells nothing and finishes its open sales.
 */
export const DEFAULT_BEHAVIOUR: Behaviour = {
  headline: null,
  sound: 'full',
  speech_key: '5',
  headphones_in_key: null,
  headphones_out_key: null,
  px_per_mm: 4.03,
  idle_seconds: 60,
  warning_seconds: 30,
  paid_seconds: 8,
  failed_seconds: 15,
  patience_seconds: 90,
};

/** The settings' seconds as milliseconds for the visit. */
export function timesOf(config: KioskConfig | null): KioskTimes {
  const behaviour = config ?? DEFAULT_BEHAVIOUR;
  return {
    idle: behaviour.idle_seconds * SECOND,
    warning: behaviour.warning_seconds * SECOND,
    paid: behaviour.paid_seconds * SECOND,
    failed: behaviour.failed_seconds * SECOND,
    patience: behaviour.patience_seconds * SECOND,
  };
}
