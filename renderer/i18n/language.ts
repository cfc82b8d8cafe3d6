/** Languages that the screens speak. */
export const LANGUAGES = ['en', 'nb'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Reads a stored or foreign value; null when it names no language of ours. */
export function parseLanguage(value: string | null): Language | null {
  return LANGUAGES.find((language) => language === value) ?? null;
}

/** The first language of the browser's list that we speak, else English. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'nb' || primary === 'no' || primary === 'nn') return 'nb';
    if (primary === 'en') return 'en';
  }
  return 'en';
}

/** Locale in which dates and times are written for readers of this language. */
export function timeLocale(language: Language): string {
  return language === 'nb' ? 'nb-NO' : 'en-GB';
}
