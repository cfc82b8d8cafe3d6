import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Question } from '../../../shared/device/questions/question.ts';
import { tipQuestion } from '../../../shared/device/tips/tips.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import type { Questions } from './questions.ts';

/** What the screens of a shop ask customers. The answer is the asker's to add to the payment or to the bill. */
export interface ShopQuestions {
  /** Asks the customer for a tip on a price. Refuses as `Questions.ask`, and in a shop without tips. */
  tip(price: MoneyInteger): Answer<{ readonly id: string }>;
  /** Asks the customer for a membership number. Refuses in the same way, and in a shop without memberships. */
  member(): Answer<{ readonly id: string }>;
  /** Asks the customer for the address for the receipt of this amount. Refuses in the same way, and while none is sent. */
  receiptEmail(amount: MoneyInteger): Answer<{ readonly id: string }>;
}

export function createShopQuestions(
  questions: Questions,
  settings: () => Pick<TillSettings, 'tips' | 'membership'>,
  ids: Ids,
  sendsEmail: () => boolean = () => false,
): ShopQuestions {
  return {
    tip(price) {
      const { tips } = settings();
      if (tips === undefined || tips.ask === 'phone') return NO_TIPS;
      return questions.ask('screen', ids.message(), tipQuestion(tips, price));
    },
    member() {
      if (settings().membership !== true) return NO_MEMBERS;
      return questions.ask('screen', ids.message(), MEMBER_QUESTION);
    },
    receiptEmail(amount) {
      if (!sendsEmail()) return NO_EMAIL;
      return questions.ask('screen', ids.message(), {
        words: { kind: 'receipt_email', amount },
        form: { kind: 'email' },
        fallback: null,
        patience: EMAIL_PATIENCE,
      });
    },
  };
}

/** As long as the longest number with spaces between its groups. */
const MEMBER_QUESTION: Question = {
  words: { kind: 'member' },
  form: { kind: 'text', longest: 60 },
  fallback: null,
  patience: 45 * SECOND,
};

/** An address is longer than a number. */
const EMAIL_PATIENCE = 90 * SECOND;

const NO_EMAIL = refuseTill('not_here', 'This till sends no receipts by e-mail.');
const NO_MEMBERS = refuseTill('not_here', 'This till asks for no membership numbers.');
const NO_TIPS = refuseTill('not_here', 'This till does not ask for tips.');
