/**
 * The languages of the product. A new one is added here first; then the compiler lists the missing texts.
 */
export const LANGUAGES = ['en', 'nb', 'de', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

const DIRECTIONS: Readonly<Record<Language, 'ltr' | 'rtl'>> = {
  en: 'ltr',
  nb: 'ltr',
  de: 'ltr',
  ar: 'rtl',
};

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return DIRECTIONS[language];
}

/**
 * The direction of a field with typed text. A phone number, an address or a code runs from left to right in
 * a page from right to left too. An empty field has none: it begins where the lines of the page begin.
 */
export function directionOfTyped(typed: string): 'auto' | undefined {
  return typed === '' ? undefined : 'auto';
}

/** A short text in every language. */
export type EveryLanguage = Readonly<Record<Language, string>>;

/** The same text in every language: a name that a shop does not translate. */
export function alike(text: string): EveryLanguage {
  return inEveryLanguage({ en: text });
}

/** Fills the languages that a file leaves out with the English text. */
export function inEveryLanguage(
  texts: Partial<EveryLanguage> & Pick<EveryLanguage, 'en'>,
): EveryLanguage {
  const { en } = texts;
  return { en, nb: texts.nb ?? en, de: texts.de ?? en, ar: texts.ar ?? en };
}

/** The product's language for a tag such as `nb_NO.UTF-8` or `de-AT`; English for any other. */
export function languageOfTag(tag: string): Language {
  return supported(tag) ?? 'en';
}

/** The product's language for a tag; null if the product does not have it. */
export function supported(tag: string): Language | null {
  const primary = tag.toLowerCase().split(/[-_.@]/)[0];
  if (primary === 'no' || primary === 'nn') return 'nb';
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** The first language of a person's list of tags that the product has, else English. */
export function languageOfTags(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = supported(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/** Characters of `Accept-Language` that are read. */
const ACCEPT_MAX = 256;

/** The language of a page for a browser that sends this `Accept-Language`. Weights are not read. */
export function languageOfHeader(accept: string | undefined): Language {
  const entries = (accept ?? '').slice(0, ACCEPT_MAX).split(',');
  return languageOfTags(entries.map((entry) => entry.split(';')[0]?.trim() ?? ''));
}

/**
 * A name inside a sentence that is written from right to left. It keeps its own direction, so that
 * `12 × AA` is not drawn as `AA × 12`. Elements have `<bdi>` for the same.
 */
export const isolated = (name: string) => `\u2068${name}\u2069`;

/** Languages of paper. Receipt printers and the receipt's font have no Arabic letters. */
export type PaperLanguage = Exclude<Language, 'ar'>;

/** The language of receipts and reports for a till's language; English in place of Arabic. */
export function paperLanguage(language: Language): PaperLanguage {
  return language === 'ar' ? 'en' : language;
}
