import { backOfficeEn } from './back-office.ts';
import { cashEn } from './cash.ts';
import { paymentEn } from './payment.ts';
import { goodsEn } from './sale.ts';
import { setupEn } from './setup.ts';

/** Words of the cashier screen in English. Its shape is the contract for every other language. */
export const cashierEn = {
  ...paymentEn,
  ...backOfficeEn,
  ...goodsEn,
  ...setupEn,
  ...cashEn,
};

/** The contract for every other language. */
export type CashierWords = typeof cashierEn;
