/** Draws every theme in every language; without it each theme is drawn in one of them. */
const ALL = process.env.LOOKS === 'all' || process.env.PICTURES === 'renew';

/**
 * The languages in which a gallery draws a theme. A defect in one language is mostly a defect in both
 * themes, and the other way round. So `npm test` draws light in the first language and dark in the
 * second; `LOOKS=all` draws each in both, and so does `npm run screens`.
 */
export function languagesOf<T>(theme: 'light' | 'dark', languages: readonly [T, T]): readonly T[] {
  if (ALL) return languages;
  return [theme === 'light' ? languages[0] : languages[1]];
}
