import { LANGUAGES, type Language } from '../../../renderer/i18n/language.ts';
import { type ContentScreen, type Drawing, difficultContent } from './random-content.ts';

/** Currencies with two, none and three decimals. */
const CURRENCIES = ['NOK', 'JPY', 'KWD'] as const;

/**
 * Every state of a screen in every size and theme, with the longest names, sixty lines and nine digits.
 * Currencies and these languages alternate, so that each state and each size has all of them.
 */
export function difficultDrawings(
  { states, sizes, themes }: ContentScreen,
  languages: readonly Language[] = LANGUAGES,
): readonly Drawing[] {
  return states.flatMap((state, row) =>
    sizes.flatMap((size, column) => {
      const turn = row + column;
      const { [turn % CURRENCIES.length]: currency = 'NOK' } = CURRENCIES;
      const { [Math.floor(turn / 2) % languages.length]: language = 'en' } = languages;
      return themes.map((theme) => ({
        state,
        size,
        content: difficultContent(currency, language, theme),
      }));
    }),
  );
}

/** How many commits share the work: `npm test` draws one of so many shares. */
const SHARES = 200;

/** The drawings that belong to a commit; after two hundred commits each was drawn about once. */
export function shareOf(drawings: readonly Drawing[], commit: number): readonly Drawing[] {
  return drawings.filter((_, place) => place % SHARES === commit % SHARES);
}
