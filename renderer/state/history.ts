import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import type { RefundView, SaleStateKind } from '../../shared/terminal/sale/state.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import type { Tone } from './tone.ts';

/** Why a command was refused, as an error code; `no_host` if the host did not answer. */
export function reasonOf(answer: AnyAnswer | null): string | null {
  if (answer === null) return 'no_host';
  if (answer.ok) return null;
  const reason = answer.refusal.details?.reason;
  return typeof reason === 'string' ? reason : '';
}

/** The state of a refund: `unclear` if the service has not answered it for a while. */
export type RefundStanding = 'asked' | 'unclear' | 'done' | 'refused';

const UNCLEAR_AFTER = 20 * SECOND;

export function standingOf({ state, at }: RefundView, now: Instant): RefundStanding {
  if (state !== 'under_way') return state;
  return now - at > UNCLEAR_AFTER ? 'unclear' : 'asked';
}

/** The tone of a sale in the history. */
export const KIND_TONES: Readonly<Record<SaleStateKind, Tone>> = {
  creating: 'waiting',
  waiting_scan: 'waiting',
  waiting_sticker: 'waiting',
  waiting_approval: 'phone',
  authorised: 'authorised',
  capturing: 'authorised',
  releasing: 'authorised',
  vending: 'authorised',
  aborting: 'waiting',
  undelivered: 'unclear',
  unclear: 'unclear',
  paid: 'paid',
  declined: 'declined',
  refused: 'declined',
  failed: 'declined',
  expired: 'expired',
  aborted: 'aborted',
  released: 'released',
  refunded: 'refunded',
};
