import type { Language } from '../../../shared/catalogue/language.ts';

type Words = {
  /** The line item of a payment of a part of a bill; null for a bill without a name. */
  readonly part: (name: string | null) => string;
  /** Cash, as the sums of the day name it. */
  readonly cash: string;
  /** Who changed a bill, when the cash register names nobody. */
  readonly register: string;
};

/** The words that the till writes about bills, in the language of its settings. */
export const BILL_WORDS: Readonly<Record<Language, Words>> = {
  en: {
    part: (name) => (name === null ? 'Part of the bill' : `Part of ${name}`),
    cash: 'Cash',
    register: 'Cash register',
  },
  nb: {
    part: (name) => (name === null ? 'Del av regningen' : `Del av ${name}`),
    cash: 'Kontant',
    register: 'Kassesystem',
  },
  de: {
    part: (name) => (name === null ? 'Teil der Rechnung' : `Teil von ${name}`),
    cash: 'Bar',
    register: 'Kassensystem',
  },
  ar: {
    part: (name) => (name === null ? 'جزء من الحساب' : `جزء من ${name}`),
    cash: 'نقدًا',
    register: 'نظام نقطة البيع',
  },
};
