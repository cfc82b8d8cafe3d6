import type { MoneyInteger } from '../../../shared/money/money.ts';
import type {
  RefusedBecause,
  SaleState,
  SaleStateKind,
  SaleView,
} from '../../../shared/terminal/sale/state.ts';
import type { PaymentWords } from '../../i18n/payment.ts';
import { wasSeen } from '../../state/tone.ts';
import { failureText, refusedSaleText } from '../common/refusal-text.ts';

/** A state as the cashier reads it: headline and explanation. */
export type StateText = { readonly head: string; readonly text: string };

type Reserved = Extract<SaleState, { kind: 'authorised' }>;

/** Writes an amount of a currency for the reader. */
export type AmountText = (amount: MoneyInteger, currency: string) => string;

/** Headline and explanation of a sale's state. */
export function stateText(
  sale: Pick<SaleView, 'state' | 'log' | 'method' | 'actions' | 'money' | 'currency'>,
  words: PaymentWords,
  amount: AmountText,
): StateText {
  const { state } = sale;
  switch (state.kind) {
    case 'creating':
      return { head: words.stateCreating, text: words.stateCreatingText };
    case 'waiting_scan': {
      const both = sale.method.kind === 'qr_and_sticker';
      const text = both ? words.stateWaitingBothText : words.stateWaitingText;
      return { head: words.stateWaiting, text };
    }
    case 'waiting_sticker':
      return { head: words.stateWaitingSticker, text: words.stateWaitingStickerText };
    case 'waiting_approval':
      return { head: words.stateApprove, text: approveText(sale, words) };
    case 'authorised':
      return { head: words.stateReserved, text: reservedText(state, sale.actions, words) };
    case 'capturing':
      return { head: words.stateTaking, text: words.stateTakingText };
    case 'aborting':
      return { head: words.stateCancelling, text: words.stateCancellingText };
    case 'releasing':
      return { head: words.stateReleasing, text: words.stateReleasingText };
    case 'unclear':
      return { head: words.stateUnclear, text: words.stateUnclearText };
    case 'vending':
      return { head: words.stateVending, text: words.stateVendingText };
    case 'undelivered': {
      const back = state.refund === 'under_way';
      const text = back ? words.stateUndeliveredBackText : words.stateUndeliveredPersonText;
      return { head: words.stateUndelivered, text };
    }
    case 'paid':
      return { head: words.statePaid, text: paidText(sale, words, amount) };
    default:
      return endText(state, sale.method, words);
  }
}

/** What the shop keeps of a payment that was refunded in part, else where the receipt is. */
function paidText(
  { money, currency }: Pick<SaleView, 'money' | 'currency'>,
  words: PaymentWords,
  amount: AmountText,
): string {
  if (money.refunded === 0) return words.statePaidText;
  return words.statePaidRefundedText(amount(money.refunded, currency), amount(money.net, currency));
}

/**
 * Headline and explanation in the list of sales, which has no key to continue an ended sale: the
 * texts that suggest such a key are replaced by what happened.
 */
export function pastText(
  sale: Parameters<typeof stateText>[0],
  words: PaymentWords,
  amount: AmountText,
): StateText {
  const said = stateText(sale, words, amount);
  const { state } = sale;
  switch (state.kind) {
    case 'expired':
      return state.what === 'request' ? { ...said, text: words.nothingTakenText } : said;
    case 'declined':
    case 'aborted':
    case 'released':
    case 'failed':
      return { ...said, text: words.nothingTakenText };
    case 'refused':
      return state.because.kind === 'unknown_customer'
        ? { ...said, text: words.nothingTakenText }
        : said;
    default:
      return said;
  }
}

type Ended = Exclude<
  SaleState,
  {
    kind:
      | 'creating'
      | 'waiting_scan'
      | 'waiting_sticker'
      | 'waiting_approval'
      | 'authorised'
      | 'capturing'
      | 'aborting'
      | 'releasing'
      | 'vending'
      | 'undelivered'
      | 'unclear'
      | 'paid';
  }
>;

function endText(state: Ended, method: SaleView['method'], words: PaymentWords): StateText {
  switch (state.kind) {
    case 'declined':
      return { head: words.stateDeclined, text: words.stateDeclinedText };
    case 'expired':
      if (state.what === 'authorisation') {
        return { head: words.stateReservationExpired, text: words.stateReservationExpiredText };
      }
      return {
        head: words.stateExpired,
        text: method.kind === 'phone' ? words.stateExpiredPhoneText : words.stateExpiredText,
      };
    case 'aborted':
      return { head: words.stateCancelled, text: words.stateCancelledText };
    case 'released':
      return { head: words.stateReleased, text: words.stateReleasedText };
    case 'refunded':
      return { head: words.stateRefunded, text: words.stateRefundedText };
    case 'refused':
      return refusedText(state.because, method, words);
    case 'failed':
      return {
        head: words.stateFailed,
        text: words.stateFailedText(failureText(state.code, words)),
      };
  }
}

function refusedText(
  because: RefusedBecause,
  method: SaleView['method'],
  words: PaymentWords,
): StateText {
  if (because.kind === 'unknown_customer') return unknownCustomerText(method, words);
  const text = words.stateRefusedText(refusedSaleText(because, words));
  return { head: words.stateRefused, text };
}

function unknownCustomerText(method: SaleView['method'], words: PaymentWords): StateText {
  switch (method.kind) {
    case 'phone':
    case 'qr':
      return { head: words.stateUnknownCustomer, text: words.stateUnknownCustomerText };
    case 'sticker':
    case 'qr_and_sticker':
      return { head: words.stateStickerUnknown, text: words.stateStickerUnknownText };
    case 'scan_token':
    case 'device_code':
      return { head: words.stateTokenUnknown, text: words.stateTokenUnknownText };
  }
}

function approveText(sale: Pick<SaleView, 'log' | 'method'>, words: PaymentWords): string {
  const looking = sale.method.kind === 'qr' || wasScanned(sale);
  return looking && wasSeen(sale) ? words.stateApproveText : words.stateApproveSentText;
}

function wasScanned(sale: Pick<SaleView, 'log'>): boolean {
  return sale.log.some((line) => line.key === 'scanned');
}

function reservedText(state: Reserved, actions: SaleView['actions'], words: PaymentWords): string {
  switch (state.because) {
    case 'approved':
      return actions.includes('capture') ? words.reservedDecideText : words.reservedApprovedText;
    case 'capture_failed':
      return words.reservedFailedText;
    case 'release_failed':
      return words.reservedReleaseFailedText;
    case 'recovered':
      return words.reservedRecoveredText;
    case 'won_abort_race':
      return words.reservedRaceText;
    case 'to_be_captured':
      return words.reservedLaterText;
    case 'part_captured':
      return words.reservedPartText;
  }
}

/** One word for a state, for lists. */
export function kindWord(kind: SaleStateKind, words: PaymentWords): string {
  switch (kind) {
    case 'creating':
    case 'waiting_scan':
    case 'waiting_sticker':
    case 'waiting_approval':
    case 'aborting':
      return words.wordOpen;
    case 'authorised':
    case 'capturing':
    case 'releasing':
    case 'vending':
      return words.wordReserved;
    case 'undelivered':
      return words.wordUndelivered;
    case 'paid':
      return words.wordPaid;
    case 'declined':
      return words.wordDeclined;
    case 'expired':
      return words.wordExpired;
    case 'aborted':
      return words.wordCancelled;
    case 'released':
      return words.wordReleased;
    case 'refunded':
      return words.wordRefunded;
    case 'refused':
      return words.wordRefused;
    case 'failed':
      return words.wordFailed;
    case 'unclear':
      return words.wordUnclear;
  }
}
