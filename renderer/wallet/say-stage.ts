import type { WalletRequest } from '../../shared/wallet/contract.ts';
import type { WalletWords } from '../i18n/wallet.ts';
import type { Stage } from './stage.ts';

/** A stage as the customer reads it: the word, and what it means for the money. */
export function sayStage(
  stage: Stage,
  request: WalletRequest,
  words: WalletWords,
): { readonly head: string; readonly text: string } {
  switch (stage) {
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

/** The one word of a stage, for the list. */
export function stageWord(stage: Stage, words: WalletWords): string {
  switch (stage) {
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
