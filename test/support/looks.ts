/** Every theme with every language; without it each theme is drawn in one of them. */
const ALL = process.env.LOOKS === 'all' || process.env.TILLKIT_PICTURES === 'renew';

/**
 * The languages in which a gallery draws a theme. What is wrong in a language is mostly wrong in both
 * themes, and the other way round, so that `npm test` draws light in the first and dark in the
 * second; `LOOKS=all` draws each in both, and so does `npm run screens`.
 */
export function languagesOf<T>(theme: 'light' | 'dark', languages: readonly [T, T]): readonly T[] {
  if (ALL) return languages;
  return [theme === 'light' ? languages[0] : languages[1]];
}
