import type { PortalPayment } from '../../../shared/portal/contract.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import type { Tone } from '../../state/tone.ts';

/** The state of a payment for the merchant, as a tone. */
export type PaymentState = Extract<
  Tone,
  'waiting' | 'authorised' | 'paid' | 'refunded' | 'declined' | 'expired' | 'aborted' | 'released'
>;

type Stated = Pick<PortalPayment, 'status' | 'status_code' | 'captured' | 'refunded' | 'released'>;

export function paymentState(payment: Stated): PaymentState {
  switch (payment.status) {
    case 'pending':
      return 'waiting';
    case 'auth':
      return 'authorised';
    case 'ok':
      return payment.refunded > 0 && payment.refunded >= payment.captured ? 'refunded' : 'paid';
    case 'fail':
      return failureOf(payment);
  }
}

function failureOf({ status_code: code, released }: Stated): PaymentState {
  switch (code) {
    case CODE.requestExpired:
    case CODE.authExpired:
      return 'expired';
    case CODE.aborted:
      return released ? 'released' : 'aborted';
    default:
      return 'declined';
  }
}

/** True if the state is final: the slip is torn off. */
export function isOver(state: PaymentState): boolean {
  return state !== 'waiting' && state !== 'authorised';
}
