import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { tipQuestion } from '../../../shared/device/tips/tips.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Questions } from './questions.ts';

/** Asks for tips. The amount of the tip is the asker's to add to the payment. */
export interface Tips {
  /** Asks the customer for a tip on a price. Refuses as `Questions.ask`, and in a shop without tips. */
  ask(price: MoneyInteger): Answer<{ readonly id: string }>;
}

export function createTips(
  questions: Questions,
  settings: () => Pick<TillSettings, 'tips'>,
  ids: Ids,
): Tips {
  return {
    ask(price) {
      const { tips } = settings();
      if (tips === undefined || tips.ask === 'phone') return NO_TIPS;
      return questions.ask('screen', ids.message(), tipQuestion(tips, price));
    },
  };
}

const NO_TIPS = refuseTill('not_here', 'This till does not ask for tips.');
