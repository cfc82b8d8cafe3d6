import { CODE } from '../../shared/protocol/status-codes.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import type { Tone } from '../state/tone.ts';

/** Where a request stands for its customer. */
export type Stage =
  | 'open'
  | 'approved'
  | 'paid'
  | 'refunded'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'failed';

export function stageOf(request: WalletRequest): Stage {
  switch (request.status) {
    case 'pending':
      return 'open';
    case 'auth':
      return 'approved';
    case 'ok':
      return request.captured > 0 && request.refunded >= request.captured ? 'refunded' : 'paid';
    case 'fail':
      return failureOf(request.status_code);
  }
}

function failureOf(code: number): Stage {
  switch (code) {
    case CODE.rejected:
      return 'rejected';
    case CODE.requestExpired:
    case CODE.authExpired:
      return 'expired';
    case CODE.aborted:
      return 'cancelled';
    default:
      return 'failed';
  }
}

/** The look's state of a stage: whose move it is, and what happened. */
export function stageTone(stage: Stage): Tone {
  switch (stage) {
    case 'open':
      return 'phone';
    case 'approved':
      return 'authorised';
    case 'paid':
      return 'paid';
    case 'refunded':
      return 'refunded';
    case 'rejected':
    case 'failed':
      return 'declined';
    case 'expired':
      return 'expired';
    case 'cancelled':
      return 'aborted';
  }
}

/** Whether anything can still happen to the request's money. */
export function isOver(stage: Stage): boolean {
  return stage !== 'open' && stage !== 'approved';
}

/** Whether money has moved, so that there is a receipt to keep. */
export function isReceipt(stage: Stage): boolean {
  return stage === 'paid' || stage === 'refunded';
}
