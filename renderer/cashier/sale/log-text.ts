import type {
  KnownFact,
  OpenQuestion,
  SaleLogKey,
  SaleLogLine,
} from '../../../shared/terminal/sale/state.ts';
import type { PaymentWords } from '../../i18n/payment.ts';

/** Text of one log line. `amount` is the line's amount as text. */
export function logText(line: SaleLogLine, amount: string, words: PaymentWords): string {
  if (line.key === 'from_service') return line.text ?? '';
  if (line.key === 'request_sent') return words.logRequestSent(amount);
  if (line.key === 'part_taken') return words.logPartTaken(amount);
  if (line.key === 'paid') return words.logPaid(amount);
  if (line.key === 'refunded') return words.logRefunded(amount);
  return words[PLAIN[line.key]];
}

type PlainLogWord = {
  [K in keyof PaymentWords]: PaymentWords[K] extends string ? K : never;
}[keyof PaymentWords];

const PLAIN: Readonly<
  Record<
    Exclude<SaleLogKey, 'from_service' | 'request_sent' | 'part_taken' | 'paid' | 'refunded'>,
    PlainLogWord
  >
> = {
  code_shown: 'logCodeShown',
  request_delivered: 'logDelivered',
  scanned: 'logScanned',
  opened: 'logOpened',
  approved: 'logApproved',
  reserved: 'logReserved',
  taking: 'logTaking',
  declined: 'logDeclined',
  expired: 'logExpired',
  cancelling: 'logCancelling',
  cancelled: 'logCancelled',
  releasing: 'logReleasing',
  released: 'logReleased',
  refused: 'logRefused',
  failed: 'logFailed',
  no_answer: 'logNoAnswer',
  take_failed: 'logTakeFailed',
  release_failed: 'logReleaseFailed',
  found_after_restart: 'logFound',
  set_aside: 'logSetAside',
  brought_to_front: 'logFront',
  other_code_closed: 'logOtherClosed',
  additional_changed: 'logAdditional',
  renewing: 'logRenewing',
  renewed: 'logRenewed',
  vending: 'logVending',
  delivered: 'logVended',
  partly_delivered: 'logPartlyVended',
  not_delivered: 'logNotVended',
  delivery_unknown: 'logVendUnknown',
  delivered_late: 'logVendedLate',
  refunding: 'logRefunding',
  refund_refused: 'logRefundRefused',
  settled_by_person: 'logSettled',
  receipt_sent: 'logReceiptSent',
};

export function factText(fact: KnownFact, words: PaymentWords): string {
  switch (fact) {
    case 'saved_here':
      return words.knownSaved;
    case 'request_reached_service':
      return words.knownReached;
    case 'was_scanned':
      return words.knownScanned;
    case 'was_approved':
      return words.knownApproved;
    case 'capture_was_sent':
      return words.knownCaptureSent;
    case 'cancel_was_sent':
      return words.knownCancelSent;
  }
}

export function questionText(question: OpenQuestion, words: PaymentWords): string {
  switch (question) {
    case 'did_request_arrive':
      return words.askArrived;
    case 'was_it_approved':
      return words.askApproved;
    case 'was_it_taken':
      return words.askTaken;
    case 'was_it_cancelled':
      return words.askCancelled;
  }
}
