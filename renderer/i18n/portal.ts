import { portalAr } from './ar/portal.ts';
import { portalDe } from './de/portal.ts';
import { type PortalWords, portalEn } from './en/portal.ts';
import type { Language } from './language.ts';
import { portalNb } from './nb/portal.ts';

export type { PortalWords } from './en/portal.ts';

/** Words of the merchant portal by language; a text missing in one does not compile. */
export const PORTAL_WORDS: Readonly<Record<Language, PortalWords>> = {
  en: portalEn,
  nb: portalNb,
  de: portalDe,
  ar: portalAr,
};
