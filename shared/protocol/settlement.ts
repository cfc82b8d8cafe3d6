import { z } from 'zod';
import { dateTime, optional } from './basic.ts';
import { LIMITS } from './limits.ts';
import { readPayoutAccount } from './payout-account.ts';

const amount = z.number().int();

/** Fees of a settlement with the tax on each (D-46). */
const fees = z.object({
  scope_fee: amount,
  scope_fee_vat: amount,
  settlement_fee: amount,
  settlement_fee_vat: amount,
  transaction_fee: amount,
  transaction_fee_vat: amount,
});

/** What a settlement adds up to (D-45). */
export const reportSummary = z.object({
  currency: z.string(),
  gross: amount,
  amount_total: amount,
  additional_amount_total: amount,
  fees,
  interchange: amount,
  net: amount,
  taxcode: z.string(),
});
export type ReportSummary = z.infer<typeof reportSummary>;

/** How a settlement was paid out; unsettled fees are zero or negative (D-47). */
export const payoutDetail = z.object({
  currency: z.string(),
  unsettled_fees_before: amount,
  unsettled_fees_after: amount,
  payout: amount,
  net: amount,
  gross: amount,
  billed: amount,
  invoice_id: z.string().nullable(),
});
export type PayoutDetail = z.infer<typeof payoutDetail>;

/** A settlement (specification, Settlement). */
export const settlementOutput = z.object({
  id: z.string(),
  date_created: dateTime,
  transaction_log_uris: z.array(z.string()),
  scope_log_uris: z.array(z.string()),
  settlement_summary: reportSummary,
  payout_details: payoutDetail,
});
export type SettlementOutput = z.infer<typeof settlementOutput>;

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
