import { cashierAr } from './ar/till.ts';
import { cashierDe } from './de/till.ts';
import type { backOfficeEn } from './en/back-office.ts';
import type { goodsEn, saleEn } from './en/sale.ts';
import type { setupEn } from './en/setup.ts';
import { cashierEn } from './en/till.ts';
import type { Language } from './language.ts';
import { cashierNb } from './nb/till.ts';

/** The shape of the English texts is the contract for every language. */
export type CashierWords = typeof cashierEn;
export type BackOfficeWords = typeof backOfficeEn;
export type GoodsWords = typeof goodsEn;
export type SaleWords = typeof saleEn;
export type SetupWords = typeof setupEn;

/** Words of the cashier screen by language; a text missing in one does not compile. */
export const CASHIER_WORDS: Readonly<Record<Language, CashierWords>> = {
  en: cashierEn,
  nb: cashierNb,
  de: cashierDe,
  ar: cashierAr,
};
