import { z } from 'zod';
import { type MoneyInteger, money } from '../money/money.ts';
import { currency } from './basic.ts';
import { LIMITS } from './limits.ts';
import { FREQUENCIES } from './settlement.ts';

/** Tax rules by their name; a code's rules never change, a new law is a new code (D-171). */
export const TAXCODES = ['NO:2013'] as const;

const fixed = z
  .int()
  .min(0)
  .max(LIMITS.feeFixedMax)
  .transform((value): MoneyInteger => money(value));

/** An IANA time zone. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Europe/Oslo');

/**
 * What a merchant has agreed upon beside the terms of its payments: how it is settled and what that
 * costs. Configuration of the operator; no merchant can change it by the API.
 */
export const agreement = z.object({
  /** One settlement account is kept for each. */
  currencies: z.array(currency).min(1).max(LIMITS.currenciesMax),
  /** Taken for each permission that a customer grants, minor units. */
  scopeFee: fixed,
  /** Taken for each settlement: hundredths of a per cent of its gross, and a fixed sum. */
  settlementFee: z.object({ basisPoints: z.int().min(0).max(10_000), fixed }),
  /** What a new settlement account starts with. */
  frequency: z.enum(FREQUENCIES),
  /** When the merchant's day begins, `hh:mm:ss` in its own time zone (D-57). */
  startOfDay: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/),
  timeZone,
  /** How long a payout waits after its settlement, seconds (D-56). */
  payoutDelay: z.int().min(0).max(LIMITS.payoutDelaySecondsMax),
  taxcode: z.enum(TAXCODES),
});
export type Agreement = z.output<typeof agreement>;

export const DEFAULT_AGREEMENT: Agreement = {
  currencies: ['NOK'],
  scopeFee: money(0),
  settlementFee: { basisPoints: 0, fixed: money(0) },
  frequency: 'weekdays',
  startOfDay: '00:00:00',
  timeZone: 'Europe/Oslo',
  payoutDelay: 0,
  taxcode: 'NO:2013',
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
