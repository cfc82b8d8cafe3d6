import { reasonsAr } from './ar/reasons.ts';
import { reasonsDe } from './de/reasons.ts';
import { type ReasonWords, reasonsEn } from './en/reasons.ts';
import type { Language } from './language.ts';
import { reasonsNb } from './nb/reasons.ts';

/**
 * The reasons in every language, always loaded: what is booked has its reason in the shop's language, whatever
 * language the person reads.
 */
export const SHOP_REASONS: Readonly<Record<Language, ReasonWords>> = {
  en: reasonsEn,
  nb: reasonsNb,
  de: reasonsDe,
  ar: reasonsAr,
};
