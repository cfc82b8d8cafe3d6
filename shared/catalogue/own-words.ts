import { type EveryLanguage, LANGUAGES, type Language } from './language.ts';

/*
 * The words that Tillkit itself puts into the name of a line. They are in the shop's language, because paper and the
 * customer's phone show them too. Paper has no Arabic letters, so it finds them and says them in its own language.
 */

/** Stands before the name of what a deposit is for. */
export const DEPOSIT: EveryLanguage = {
  en: 'Deposit',
  nb: 'Pant',
  de: 'Pfand',
  ar: 'تأمين العبوة',
};

/** How goods were weighed, after their name; nothing stands there when a verified scale weighed them. */
export const WEIGHED = {
  by_hand: {
    en: 'weight entered by hand',
    nb: 'vekt tastet inn',
    de: 'Gewicht eingetippt',
    ar: 'الوزن مُدخل يدويًا',
  },
  not_verified: {
    en: 'scale not verified',
    nb: 'vekt ikke godkjent',
    de: 'Waage nicht geeicht',
    ar: 'ميزان غير معتمد',
  },
} as const satisfies Readonly<Record<string, EveryLanguage>>;

export type WeightMark = keyof typeof WEIGHED;

/** The name of a deposit line. */
export const depositName = (name: string, language: Language): string =>
  before(DEPOSIT[language], name);

/** The name of a weighed line that says how it was weighed. */
export const weightName = (name: string, mark: WeightMark, language: Language): string =>
  after(name, WEIGHED[mark][language]);

const before = (word: string, name: string) => `${word}: ${name}`;
const after = (name: string, words: string) => `${name} (${words})`;

/** The name of a line without such words, and a function that puts them around a name in a language. */
export function ownWords(line: string): {
  readonly name: string;
  readonly around: (name: string, language: Language) => string;
} {
  for (const own of LANGUAGES) {
    const start = before(DEPOSIT[own], '');
    if (line.startsWith(start)) return { name: line.slice(start.length), around: depositName };
    for (const words of Object.values(WEIGHED)) {
      const end = after('', words[own]);
      if (!line.endsWith(end)) continue;
      const around = (name: string, language: Language) => after(name, words[language]);
      return { name: line.slice(0, -end.length), around };
    }
  }
  return { name: line, around: (name) => name };
}
