import { z } from 'zod';
import { dateTime } from './basic.ts';

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
