import { isRefunded } from '../../shared/payment/statement.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import type { WalletWords } from '../i18n/wallet.ts';
import type { Tone } from '../state/tone.ts';

/** The state of a request for its customer. */
export type RequestState =
  | 'open'
  | 'approved'
  | 'paid'
  | 'refunded'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'failed';

export function requestState(request: WalletRequest): RequestState {
  switch (request.status) {
    case 'pending':
      return 'open';
    case 'auth':
      return 'approved';
    case 'ok':
      return isRefunded(request.money) ? 'refunded' : 'paid';
    case 'fail':
      return failureOf(request.status_code);
  }
}

function failureOf(code: number): RequestState {
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

/** The tone of a state. */
export function stateTone(state: RequestState): Tone {
  switch (state) {
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

/** True if the request's money can no longer change. */
export function isOver(state: RequestState): boolean {
  return state !== 'open' && state !== 'approved';
}

/** True if money has moved, so that there is a receipt. */
export function isReceipt(state: RequestState): boolean {
  return state === 'paid' || state === 'refunded';
}

/** A state as the customer reads it: headline, and what it means for the money. */
export function stateText(
  state: RequestState,
  request: WalletRequest,
  words: WalletWords,
): { readonly head: string; readonly text: string } {
  switch (state) {
    case 'open':
      return { head: request.merchant, text: words.asksForPayment };
    case 'approved':
      return { head: words.approved, text: words.approvedText(request.merchant) };
    case 'paid':
      return { head: words.paid, text: '' };
    case 'refunded':
      return { head: words.refunded, text: words.refundedText };
    case 'rejected':
      return { head: words.rejected, text: words.rejectedText };
    case 'expired':
      return { head: words.expired, text: words.expiredText };
    case 'cancelled':
      return { head: words.cancelled, text: words.cancelledText };
    case 'failed':
      return { head: words.failed, text: words.failedText };
  }
}

/** The time that a list and a receipt have for a request: the purchase, or the last change without one. */
export function stateTime(state: RequestState, { paid, modified }: WalletRequest): number {
  return isReceipt(state) ? (paid ?? modified) : modified;
}

/** One word for a state, for the list. */
export function stateWord(state: RequestState, words: WalletWords): string {
  switch (state) {
    case 'open':
      return words.wordOpen;
    case 'approved':
      return words.wordApproved;
    case 'paid':
      return words.wordPaid;
    case 'refunded':
      return words.wordRefunded;
    case 'rejected':
      return words.wordRejected;
    case 'expired':
      return words.wordExpired;
    case 'cancelled':
      return words.wordCancelled;
    case 'failed':
      return words.wordFailed;
  }
}
