import type { EveryLanguage } from '../../catalogue/language.ts';
import type { MoneyInteger } from '../../money/money.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { EMAIL_MAX } from '../../protocol/mailbox.ts';

/** The words of an option: the asker's own, or an amount that the screen writes in the customer's language. */
export type OptionLabel =
  | { readonly kind: 'texts'; readonly texts: EveryLanguage }
  /** `basisPoints` of the price: 1000 is 10 %. `amount` in minor units. */
  | { readonly kind: 'percent'; readonly basisPoints: number; readonly amount: MoneyInteger }
  | { readonly kind: 'amount'; readonly amount: MoneyInteger }
  /** The screen's word for taking none of them. */
  | { readonly kind: 'none' };

export type QuestionOption = { readonly id: string; readonly label: OptionLabel };

/** What the customer can answer, with its bounds. */
export type QuestionForm =
  | { readonly kind: 'choice'; readonly options: readonly QuestionOption[] }
  | { readonly kind: 'confirmation' }
  /** A whole number; `money` is a number of minor units of the till's currency. */
  | {
      readonly kind: 'number';
      readonly least: number;
      readonly most: number;
      readonly unit: 'plain' | 'money';
    }
  | { readonly kind: 'text'; readonly longest: number }
  | { readonly kind: 'email' };

/** What the question says: words of the screens' catalogues, or the asker's own in every language. */
export type QuestionWords =
  /** `price` is what the tip is added to, minor units. */
  | { readonly kind: 'tip'; readonly price: MoneyInteger }
  | { readonly kind: 'member' }
  /** `amount` is what was paid, minor units. */
  | { readonly kind: 'receipt_email'; readonly amount: MoneyInteger }
  | { readonly kind: 'texts'; readonly texts: EveryLanguage };

/** The answer of a customer. */
export type QuestionAnswer =
  | { readonly kind: 'choice'; readonly option: string }
  | { readonly kind: 'confirmation'; readonly yes: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'email'; readonly value: string };

/** What a customer's screen sends: an answer, or that the customer gives none to a question that is typed. */
export type CustomerAnswer = QuestionAnswer | { readonly kind: 'none' };

/** A question to the customer in front of the till. */
export type Question = {
  readonly words: QuestionWords;
  readonly form: QuestionForm;
  /** The answer at the deadline; null: none was given. */
  readonly fallback: QuestionAnswer | null;
  /** How long the customer has, in milliseconds. */
  readonly patience: number;
};

/** True for a question that every screen has room for and that can be answered. */
export function isAskable({ words, form }: Pick<Question, 'words' | 'form'>): boolean {
  return (words.kind !== 'texts' || fitsScreen(words.texts)) && isAnswerable(form);
}

function isAnswerable(form: QuestionForm): boolean {
  switch (form.kind) {
    case 'choice': {
      const { options } = form;
      const ids = new Set(options.map(({ id }) => id));
      const isShort = options.every(
        ({ label }) => label.kind !== 'texts' || fitsScreen(label.texts),
      );
      return (
        isShort &&
        ids.size === options.length &&
        options.length > 0 &&
        options.length <= LIMITS.questionOptionsMax
      );
    }
    case 'number':
      return form.least <= form.most;
    case 'text':
      return form.longest > 0 && form.longest <= LIMITS.questionTextMax;
    case 'confirmation':
    case 'email':
      return true;
  }
}

const fitsScreen = (texts: EveryLanguage) =>
  Object.values(texts).every((text) => text !== '' && text.length <= LIMITS.questionWordsMax);

/** One `@` between two parts without spaces, and a dot in the second one. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** True if a customer may give this answer to a question of this form. */
export function fits(form: QuestionForm, given: CustomerAnswer): boolean {
  switch (given.kind) {
    case 'none':
      return form.kind !== 'choice' && form.kind !== 'confirmation';
    case 'choice':
      return form.kind === 'choice' && form.options.some(({ id }) => id === given.option);
    case 'confirmation':
      return form.kind === 'confirmation';
    case 'number':
      return (
        form.kind === 'number' &&
        Number.isSafeInteger(given.value) &&
        given.value >= form.least &&
        given.value <= form.most
      );
    case 'text':
      return form.kind === 'text' && given.value.length <= form.longest && isLine(given.value);
    case 'email':
      return form.kind === 'email' && isEmail(given.value);
  }
}

/** True for the address of a mailbox, as a person types one. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && isLine(text) && EMAIL.test(text);
}

/** One line with something to read in it. */
function isLine(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
  return text.trim() !== '' && !/[\u0000-\u001f\u007f]/.test(text);
}
