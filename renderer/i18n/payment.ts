import { paymentEn } from './en/payment.ts';
import { loadedWords } from './language.ts';

export type { PaymentWords } from './en/payment.ts';

/** Words of a payment by language, for a page that has no other part of the cashier screen. */
export const PAYMENT_WORDS = loadedWords(paymentEn, {
  nb: async () => (await import('./nb/payment.ts')).paymentNb,
  de: async () => (await import('./de/payment.ts')).paymentDe,
  ar: async () => (await import('./ar/payment.ts')).paymentAr,
});
