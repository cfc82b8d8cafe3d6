import type { Language } from '../catalogue/language.ts';
import { exponentOf } from '../money/currency.ts';
import type { MoneyInteger } from '../money/money.ts';
import { readerLocale } from './format.ts';

/** The words for one and for several units, and for one and for several hundredths. */
type Units = readonly [one: string, other: string, hundredth: string, hundredths: string];
type Names = Readonly<Record<string, Units>>;

/** Norwegian kroner, in Norwegian and in English. */
const KRONER: Units = ['krone', 'kroner', 'øre', 'øre'];

/** The spoken names of the currencies of the product's shops. `Intl` has no words for hundredths. */
const NAMES: Readonly<Partial<Record<Language, Names>>> = {
  en: {
    NOK: KRONER,
    SEK: ['Swedish krona', 'Swedish kronor', 'öre', 'öre'],
    DKK: ['Danish krone', 'Danish kroner', 'øre', 'øre'],
    EUR: ['euro', 'euros', 'cent', 'cents'],
    GBP: ['pound', 'pounds', 'penny', 'pence'],
    USD: ['dollar', 'dollars', 'cent', 'cents'],
  },
  nb: {
    NOK: KRONER,
    SEK: ['svensk krone', 'svenske kroner', 'øre', 'øre'],
    DKK: ['dansk krone', 'danske kroner', 'øre', 'øre'],
    EUR: ['euro', 'euro', 'cent', 'cent'],
    GBP: ['pund', 'pund', 'penny', 'pence'],
    USD: ['dollar', 'dollar', 'cent', 'cent'],
  },
  de: {
    NOK: ['norwegische Krone', 'norwegische Kronen', 'Öre', 'Öre'],
    SEK: ['schwedische Krone', 'schwedische Kronen', 'Öre', 'Öre'],
    DKK: ['dänische Krone', 'dänische Kronen', 'Öre', 'Öre'],
    EUR: ['Euro', 'Euro', 'Cent', 'Cent'],
    GBP: ['Pfund', 'Pfund', 'Penny', 'Pence'],
    USD: ['Dollar', 'Dollar', 'Cent', 'Cent'],
  },
};
const AND: Readonly<Partial<Record<Language, string>>> = { en: 'and', nb: 'og', de: 'und' };

/**
 * An amount as people say it, for speech: `52 kroner and 50 øre`. Digits are not grouped, because a
 * voice would read two numbers. Other currencies and languages have the name that `Intl` gives them.
 */
export function spokenAmount(amount: MoneyInteger, currency: string, language: Language): string {
  const digits = exponentOf(currency);
  const units = digits === 2 && amount >= 0 ? NAMES[language]?.[currency] : undefined;
  if (units === undefined) return namedAmount(amount / 10 ** digits, currency, digits, language);
  const [one, other, hundredth, hundredths] = units;
  const whole = Math.trunc(amount / 100);
  const part = amount % 100;
  const wholeText = `${whole} ${whole === 1 ? one : other}`;
  const partText = `${part} ${part === 1 ? hundredth : hundredths}`;
  if (part === 0) return wholeText;
  return whole === 0 ? partText : `${wholeText} ${AND[language]} ${partText}`;
}

function namedAmount(value: number, currency: string, digits: number, language: Language): string {
  return new Intl.NumberFormat(`${readerLocale(language)}-u-nu-latn`, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    useGrouping: false,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** A number of minutes or seconds in words: `5 minutes`. */
export function spokenDuration(milliseconds: number, language: Language): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const [unit, value] = seconds < 90 ? ['second', seconds] : ['minute', Math.floor(seconds / 60)];
  return new Intl.NumberFormat(`${readerLocale(language)}-u-nu-latn`, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(value);
}
