import type { CashierWords } from '../en/till.ts';
import { backOfficeNb } from './back-office.ts';
import { cashNb } from './cash.ts';
import { paymentNb } from './payment.ts';
import { goodsNb } from './sale.ts';
import { setupNb } from './setup.ts';

/** Words of the cashier screen in Norwegian (bokmål). */
export const cashierNb: CashierWords = {
  ...paymentNb,
  ...backOfficeNb,
  ...goodsNb,
  ...setupNb,
  ...cashNb,
};
