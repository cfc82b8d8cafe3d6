import { z } from 'zod';
import { optional } from './basic.ts';
import { LIMITS } from './limits.ts';
import { readPayoutAccount } from './payout-account.ts';

/** How often an account is settled (D-51). */
export const FREQUENCIES = ['daily', 'weekdays', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Where a merchant's money of one currency is collected, and where it is paid out to. */
export const settlementAccountOutput = z.object({
  id: z.string(),
  /** `hh:mm:ss` in the merchant's time zone (D-57). */
  start_of_day: z.string(),
  currency: z.string(),
  /** Seconds (D-56). */
  payout_delay: z.number().int(),
  payout_account: z.string().nullable(),
  frequency: z.enum(FREQUENCIES),
});

const payoutAccount = z
  .string()
  .max(LIMITS.payoutAccountMax, `must be at most ${LIMITS.payoutAccountMax} characters`)
  .transform((text, context) => {
    const plain = readPayoutAccount(text);
    if (plain !== null) return plain;
    const message = 'must be an IBAN, or a Norwegian account number of 11 digits';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** `PUT /settlement_account/<id>/`; a frequency left out stays as it is. */
export const settlementAccountUpdate = z.object({
  payout_account: payoutAccount,
  frequency: optional(z.enum(FREQUENCIES, { error: `must be one of ${FREQUENCIES.join(', ')}` })),
});
