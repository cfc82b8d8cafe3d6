import type { Language } from './language.ts';
import { type PortalWords, portalEn } from './portal-en.ts';
import { portalNb } from './portal-nb.ts';

export type { PortalWords } from './portal-en.ts';

/** Words of the merchant portal by language; a key missing in one of them does not compile. */
export const PORTAL_WORDS: Readonly<Record<Language, PortalWords>> = {
  en: portalEn,
  nb: portalNb,
};
