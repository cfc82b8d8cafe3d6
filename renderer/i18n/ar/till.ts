import type { CashierWords } from '../en/till.ts';
import { backOfficeAr } from './back-office.ts';
import { cashAr } from './cash.ts';
import { paymentAr } from './payment.ts';
import { goodsAr } from './sale.ts';
import { setupAr } from './setup.ts';

/** Words of the cashier screen in Arabic. */
export const cashierAr: CashierWords = {
  ...paymentAr,
  ...backOfficeAr,
  ...goodsAr,
  ...setupAr,
  ...cashAr,
};
