import type { EndPhase, KioskSale } from '../../shared/kiosk/contract.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { KioskWords } from '../i18n/kiosk.ts';
import type { Tone } from '../state/tone.ts';

export type Said = { readonly tone: Tone; readonly head: string; readonly text: string };

/** The end of a sale in the words and the colours for it; what was taken is always said. */
export function sayEnd(
  phase: EndPhase | { readonly kind: 'unclear' },
  { number, delivery }: Pick<KioskSale, 'number' | 'delivery'>,
  words: KioskWords,
  amount: (value: MoneyInteger) => string,
): Said {
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
    case 'given_back': {
      if (phase.why === 'stopped') {
        return { tone: 'released', head: words.stoppedHead, text: words.nothingTaken };
      }
      const text = delivery === 'pay_first' ? words.missedPaidText : words.missedText;
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
