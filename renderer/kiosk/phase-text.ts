import type { EndPhase, KioskSale, Phase } from '../../shared/device/kiosk/contract.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { KioskWords } from '../i18n/customer.ts';
import type { Tone } from '../state/tone.ts';

type EndText = { readonly tone: Tone; readonly head: string; readonly text: string };

/** Headline, text and tone for the end of a sale. The text always says what was charged. */
export function endText(
  phase: EndPhase | { readonly kind: 'unclear' },
  { number }: Pick<KioskSale, 'number'>,
  words: KioskWords,
  amount: (value: MoneyInteger) => string,
): EndText {
  switch (phase.kind) {
    case 'vended':
      return { tone: 'paid', head: words.vendedHead, text: words.vendedText };
    case 'paid':
      return { tone: 'paid', head: words.paidHead, text: words.paidText };
    case 'partly':
      return {
        tone: 'released',
        head: words.partlyHead,
        text: words.partlyText(amount(phase.kept)),
      };
    case 'not_charged': {
      const refunded = phase.money === 'refunded';
      if (phase.why === 'stopped') {
        const head = refunded ? words.refundedHead : words.stoppedHead;
        const text = refunded ? words.missedPaidText : words.stoppedText;
        return { tone: 'released', head, text };
      }
      const text = refunded ? words.missedPaidText : words.missedText;
      return { tone: 'released', head: words.missedHead, text };
    }
    case 'declined':
      return { tone: 'declined', head: words.declinedHead, text: words.nothingTaken };
    case 'expired':
      return { tone: 'expired', head: words.expiredHead, text: words.nothingTaken };
    case 'cancelled':
      return { tone: 'aborted', head: words.cancelledHead, text: words.nothingTaken };
    case 'refused':
      return { tone: 'declined', head: words.refusedHead, text: words.nothingTaken };
    case 'ask':
      return {
        tone: 'authorised',
        head: words.askHead,
        text: words.askText(amount(phase.missing), number),
      };
    case 'unclear':
      return { tone: 'unclear', head: words.unclearHead, text: words.unclearText };
  }
}

/** The phases from the machine's order to the end. */
export type DeliveringPhase = Extract<
  Phase,
  { readonly kind: 'delivering' | 'finishing' | 'returning' }
>;

/** Headline and text from the machine's order to the end; speech says the same. */
export function deliveringText(
  phase: DeliveringPhase,
  words: KioskWords,
): { readonly head: string; readonly text: string | null } {
  switch (phase.kind) {
    case 'delivering':
      return { head: words.deliveringHead, text: null };
    case 'returning':
      return { head: words.givingBackHead, text: words.givingBackText };
    case 'finishing':
      return phase.delivered === 'all'
        ? { head: words.vendedHead, text: words.finishingText }
        : { head: words.partlyHead, text: words.finishingPartText };
  }
}

/** The phases from the start of the sale until the machine's order. */
export type PayingPhase = Extract<
  Phase,
  { readonly kind: 'preparing' | 'scan' | 'approve' | 'taking' | 'cancelling' }
>;

/** True for a code whose time has run out, even if the service has not reported the end yet. */
export function codeExpired(phase: Phase, now: Instant): boolean {
  return phase.kind === 'scan' && now >= phase.expires;
}

/** Headline and text from the start of the sale until the machine's order; speech says the same. */
export function payingText(
  phase: PayingPhase,
  words: KioskWords,
  now: Instant,
): { readonly head: string; readonly text: string } {
  switch (phase.kind) {
    case 'preparing':
      return { head: words.oneMoment, text: words.oneMomentText };
    case 'scan':
      return codeExpired(phase, now)
        ? { head: words.codeExpiredHead, text: words.codeExpiredText }
        : { head: words.scanHead, text: words.scanText };
    case 'approve':
      return { head: words.approveHead, text: words.approveText };
    case 'taking':
      return { head: words.takingHead, text: words.takingText };
    case 'cancelling':
      return { head: words.cancellingHead, text: words.cancellingText };
  }
}
