import { type CashierWords, CASHIER_WORDS as LOADED } from '../../renderer/i18n/cashier.ts';
import { LANGUAGES, type Language, type LoadedWords } from '../../renderer/i18n/language.ts';

/** The texts of a screen that loads them by language. */
export async function everyWords<W>(words: LoadedWords<W>): Promise<Readonly<Record<Language, W>>> {
  await Promise.all(LANGUAGES.map(words.load));
  const of = (language: Language): W => {
    const read = words.of(language);
    if (read === null) throw new Error(`${language} is not loaded`);
    return read;
  };
  return { en: of('en'), nb: of('nb'), de: of('de'), ar: of('ar') };
}

/** The words of the cashier screen in every language. */
export const CASHIER_WORDS: Readonly<Record<Language, CashierWords>> = await everyWords(LOADED);
