import type { CashierWords } from '../en/till.ts';
import { backOfficeDe } from './back-office.ts';
import { cashDe } from './cash.ts';
import { paymentDe } from './payment.ts';
import { goodsDe } from './sale.ts';
import { setupDe } from './setup.ts';

/** Words of the cashier screen in German. */
export const cashierDe: CashierWords = {
  ...paymentDe,
  ...backOfficeDe,
  ...goodsDe,
  ...setupDe,
  ...cashDe,
};
