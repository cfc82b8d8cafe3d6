import type { Language } from '../catalogue/language.ts';
import { exponentOf } from '../money/currency.ts';
import type { MoneyInteger } from '../money/money.ts';
import { readerLocale } from './format.ts';

/** The forms of a unit by the plural rules of its language; `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };
/** The forms of a currency's unit and of its hundredth. */
type Units = readonly [unit: Forms, hundredth: Forms];
type Names = Readonly<Record<string, Units>>;

/** A unit whose number stands before the word. */
const counted = (one: string, other = one): Forms => ({ one: `# ${one}`, other: `# ${other}` });

const ORE = counted('øre');
/** Norwegian kroner, in Norwegian and in English. */
const KRONER: Units = [counted('krone', 'kroner'), ORE];
const CENT = counted('Cent');
const OERE = counted('Öre');

/** Arabic crowns of a country; the adjective follows the number of the noun. */
const arabicCrowns = (adjective: string, dual: string): Units => [
  {
    one: `كرونة ${adjective} واحدة`,
    two: `كرونتان ${dual}`,
    few: `# كرونات ${adjective}`,
    other: `# كرونة ${adjective}`,
  },
  { one: 'أوره واحد', two: 'أوره اثنان', other: '# أوره' },
];
const ARABIC_CENTS: Forms = {
  one: 'سنت واحد',
  two: 'سنتان',
  few: '# سنتات',
  many: '# سنتًا',
  other: '# سنت',
};

/** The spoken names of the currencies of the product's shops. `Intl` has no words for hundredths. */
const NAMES: Readonly<Record<Language, Names>> = {
  en: {
    NOK: KRONER,
    SEK: [counted('Swedish krona', 'Swedish kronor'), counted('öre')],
    DKK: [counted('Danish krone', 'Danish kroner'), ORE],
    EUR: [counted('euro', 'euros'), counted('cent', 'cents')],
    GBP: [counted('pound', 'pounds'), counted('penny', 'pence')],
    USD: [counted('dollar', 'dollars'), counted('cent', 'cents')],
  },
  nb: {
    NOK: KRONER,
    SEK: [counted('svensk krone', 'svenske kroner'), ORE],
    DKK: [counted('dansk krone', 'danske kroner'), ORE],
    EUR: [counted('euro'), counted('cent')],
    GBP: [counted('pund'), counted('penny', 'pence')],
    USD: [counted('dollar'), counted('cent')],
  },
  de: {
    NOK: [counted('norwegische Krone', 'norwegische Kronen'), OERE],
    SEK: [counted('schwedische Krone', 'schwedische Kronen'), OERE],
    DKK: [counted('dänische Krone', 'dänische Kronen'), OERE],
    EUR: [counted('Euro'), CENT],
    GBP: [counted('Pfund'), counted('Penny', 'Pence')],
    USD: [counted('Dollar'), CENT],
  },
  ar: {
    NOK: arabicCrowns('نرويجية', 'نرويجيتان'),
    SEK: arabicCrowns('سويدية', 'سويديتان'),
    DKK: arabicCrowns('دنماركية', 'دنماركيتان'),
    EUR: [{ one: 'يورو واحد', two: 'اثنان يورو', other: '# يورو' }, ARABIC_CENTS],
    GBP: [
      {
        one: 'جنيه إسترليني واحد',
        two: 'جنيهان إسترلينيان',
        few: '# جنيهات إسترلينية',
        many: '# جنيهًا إسترلينيًّا',
        other: '# جنيه إسترليني',
      },
      { one: 'بنس واحد', two: 'بنسان', few: '# بنسات', many: '# بنسًا', other: '# بنس' },
    ],
    USD: [
      { one: 'دولار واحد', two: 'دولاران', few: '# دولارات', many: '# دولارًا', other: '# دولار' },
      ARABIC_CENTS,
    ],
  },
};
const AND: Readonly<Record<Language, string>> = { en: 'and', nb: 'og', de: 'und', ar: 'و' };

/**
 * An amount as people say it, for speech: `52 kroner and 50 øre`. Digits are not grouped, because a
 * voice would read two numbers. Other currencies have the name that `Intl` gives them.
 */
export function spokenAmount(amount: MoneyInteger, currency: string, language: Language): string {
  const digits = exponentOf(currency);
  const units = digits === 2 && amount >= 0 ? NAMES[language][currency] : undefined;
  if (units === undefined) return namedAmount(amount / 10 ** digits, currency, digits, language);
  const rules = new Intl.PluralRules(readerLocale(language));
  const count = (number: number, forms: Forms) =>
    (forms[rules.select(number)] ?? forms.other).replace('#', String(number));
  const [unit, hundredth] = units;
  const [whole, part] = [Math.trunc(amount / 100), amount % 100];
  if (part === 0) return count(whole, unit);
  const partText = count(part, hundredth);
  return whole === 0 ? partText : `${count(whole, unit)} ${AND[language]} ${partText}`;
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
