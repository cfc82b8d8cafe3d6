import { type MoneyInteger, money, share, ZERO } from '../../money/money.ts';
import type { Question, QuestionAnswer, QuestionOption } from '../questions/question.ts';

/**
 * The tips of a shop. `ask` names the one place that asks, so that nobody is asked twice for one sale:
 * the customer's display before the payment, or the phone with the approval.
 */
export type TipSettings = {
  readonly ask: 'display' | 'phone';
  /** Offered parts of the price, in basis points: 1000 is 10 %. */
  readonly percents: readonly number[];
  /** Offered sums, minor units. */
  readonly amounts: readonly MoneyInteger[];
  /** How long the customer has, in milliseconds. */
  readonly patience: number;
};

const NO_TIP = 'none';

/** An offered tip. A part of a small price may be nothing, and is not offered then. */
type Offer = {
  readonly id: string;
  readonly label: QuestionOption['label'];
  readonly tip: MoneyInteger;
};

function offersOf({ percents, amounts }: TipSettings, price: MoneyInteger): readonly Offer[] {
  const parts = percents.map((basisPoints): Offer => {
    const tip = share(price, basisPoints);
    return { id: `p${basisPoints}`, label: { kind: 'percent', basisPoints, amount: tip }, tip };
  });
  const sums = amounts.map(
    (tip): Offer => ({ id: `a${tip}`, label: { kind: 'amount', amount: tip }, tip }),
  );
  return [...parts, ...sums].filter(({ tip }) => tip > 0);
}

/** The question for a tip on a price. A customer who does not answer gives none. */
export function tipQuestion(settings: TipSettings, price: MoneyInteger): Question {
  const offered = offersOf(settings, price).map(({ id, label }) => ({ id, label }));
  return {
    words: { kind: 'tip', price },
    form: { kind: 'choice', options: [...offered, { id: NO_TIP, label: { kind: 'none' } }] },
    fallback: { kind: 'choice', option: NO_TIP },
    patience: settings.patience,
  };
}

/**
 * The tip of an answer to `tipQuestion` of the same price, minor units; zero without one. The id of an offer says
 * what it gives, so the answer keeps the rule at which it was asked (D-346).
 */
export function tipOf(price: MoneyInteger, answer: QuestionAnswer | null): MoneyInteger {
  const chosen = answer?.kind === 'choice' ? answer.option : NO_TIP;
  const [, kind, number = ''] = /^([pa])(\d+)$/.exec(chosen) ?? [];
  if (kind === undefined) return ZERO;
  return kind === 'p' ? share(price, Number(number)) : money(Number(number));
}
