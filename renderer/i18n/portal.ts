import { portalEn } from './en/portal.ts';
import { loadedWords } from './language.ts';

export type { PortalWords } from './en/portal.ts';

/** Words of the merchant portal by language; a text missing in one does not compile. */
export const PORTAL_WORDS = loadedWords(portalEn, {
  nb: async () => (await import('./nb/portal.ts')).portalNb,
  de: async () => (await import('./de/portal.ts')).portalDe,
  ar: async () => (await import('./ar/portal.ts')).portalAr,
});
