import { directionOf, LANGUAGES, type Language } from '../../shared/catalogue/language.ts';

export {
  directionOf,
  directionOfTyped,
  isolated,
  LANGUAGES,
  type Language,
  languageOfTags,
} from '../../shared/catalogue/language.ts';

/** What the screens need to know of a language besides its texts. */
type Traits = {
  /** Its name in its own language, on the key that chooses it. */
  readonly ownName: string;
  /** BCP 47 locale for dates, times, digits and the voice. */
  readonly locale: string;
};

const TRAITS: Readonly<Record<Language, Traits>> = {
  en: { ownName: 'English', locale: 'en-GB' },
  nb: { ownName: 'Norsk', locale: 'nb-NO' },
  de: { ownName: 'Deutsch', locale: 'de-DE' },
  ar: { ownName: 'العربية', locale: 'ar' },
};

/** Parses a stored or foreign value; null if it is not a supported language. */
export function parseLanguage(value: string | null): Language | null {
  return LANGUAGES.find((language) => language === value) ?? null;
}

/** The language that the key with one language offers: the next of the list. */
export function nextLanguage(language: Language): Language {
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? language;
}

/** The name of a language in this language. */
export function ownName(language: Language): string {
  return TRAITS[language].ownName;
}

/** Sets the language and the writing direction of an element, by default of the whole page. */
export function setLanguage(
  language: Language,
  element: HTMLElement = document.documentElement,
): void {
  element.lang = language;
  element.dir = directionOf(language);
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules = new Map<Language, Intl.PluralRules>();
const digits = new Map<Language, Intl.NumberFormat>();

/** The form of a text for a count, by the plural rules of `Intl`. `#` stands for the count. */
export function plural(language: Language, count: number, forms: Forms): string {
  const { locale } = TRAITS[language];
  const rule = rules.get(language) ?? new Intl.PluralRules(locale);
  const format = digits.get(language) ?? new Intl.NumberFormat(locale);
  rules.set(language, rule);
  digits.set(language, format);
  return (forms[rule.select(count)] ?? forms.other).replace('#', format.format(count));
}

/** Texts of which English is there at once; the others are loaded when a person reads them. */
export type LoadedWords<W> = {
  /** The texts of a language; null before they are loaded. */
  readonly of: (language: Language) => W | null;
  /** Loads the texts of a language once. The result is false if they cannot be loaded now. */
  readonly load: (language: Language) => Promise<boolean>;
};

/** A language that is missing does not compile, and a text that is missing in one neither. */
export function loadedWords<W>(
  en: W,
  others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<W>>>,
): LoadedWords<W> {
  const loaded = new Map<Language, W>([['en', en]]);
  return {
    of: (language) => loaded.get(language) ?? null,
    load: async (language) => {
      if (language === 'en' || loaded.has(language)) return true;
      try {
        loaded.set(language, await others[language]());
        return true;
      } catch {
        // Without a network the texts that are there stay.
        return false;
      }
    },
  };
}
