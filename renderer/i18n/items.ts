import { itemsAr } from './ar/items.ts';
import { itemsDe } from './de/items.ts';
import { type ItemWords, itemsEn } from './en/items.ts';
import type { Language } from './language.ts';
import { itemsNb } from './nb/items.ts';

export type { ItemWords } from './en/items.ts';

/** Words of an item's window by language; they load with the window. A text missing in one does not compile. */
export const ITEM_WORDS: Readonly<Record<Language, ItemWords>> = {
  en: itemsEn,
  nb: itemsNb,
  de: itemsDe,
  ar: itemsAr,
};
