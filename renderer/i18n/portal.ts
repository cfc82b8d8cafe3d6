import { portalAr } from './ar/portal.ts';
import { portalDe } from './de/portal.ts';
import { portalEn } from './en/portal.ts';
import type { pairingEn } from './en/setup.ts';
import type { Language } from './language.ts';
import { portalNb } from './nb/portal.ts';

/** The shape of the English texts is the contract for every language. */
export type PortalWords = typeof portalEn;
export type PairingWords = typeof pairingEn;

/** Words of the merchant portal by language; a text missing in one does not compile. */
export const PORTAL_WORDS: Readonly<Record<Language, PortalWords>> = {
  en: portalEn,
  nb: portalNb,
  de: portalDe,
  ar: portalAr,
};
