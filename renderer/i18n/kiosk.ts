import { type KioskWords, kioskEn } from './kiosk-en.ts';
import { kioskNb } from './kiosk-nb.ts';
import type { Language } from './language.ts';

export type { KioskWords } from './kiosk-en.ts';

/** Words of the kiosk by language; a key missing in one does not compile. */
export const KIOSK_WORDS: Readonly<Record<Language, KioskWords>> = { en: kioskEn, nb: kioskNb };
