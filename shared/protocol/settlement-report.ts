import { z } from 'zod';
import { dateTime, optional, withDefault } from './basic.ts';
import { queryFlag, queryInstant } from './lists.ts';

/** Query of `GET /settlement_report/`: from inclusive, to exclusive, by the time of settlement. */
export const settlementReportQuery = z.object({
  created_from: optional(queryInstant),
  created_to: optional(queryInstant),
  non_empty_only: withDefault(queryFlag, false),
});
export type SettlementReportQuery = z.output<typeof settlementReportQuery>;

const amount = z.number().int();

/** One settlement of the report (D-48); `index` is its id. */
export const settlementListItem = z.object({
  index: z.string(),
  start_date: dateTime,
  end_date: dateTime,
  gross: amount,
  fixed_fees: amount,
  variable_fees: amount,
  payout: amount,
});
export type SettlementListItem = z.infer<typeof settlementListItem>;

/** All of them together (D-49): balance_before + gross - fees + neg_payout = balance_after. */
const summary = z.object({
  settlement_account_id: z.string(),
  num_settlements: amount,
  currency: z.string(),
  payout: amount,
  neg_payout: amount,
  balance_before: amount,
  balance_after: amount,
  sales: amount,
  gross: amount,
  fixed_fees: amount,
  variable_fees: amount,
  refunds: amount,
  capture_count: amount,
  refund_count: amount,
});

const sum = z.object({ total: amount, vat: amount });
const quantitySum = sum.extend({ qty: amount });
const runningSum = z.object({ refund: quantitySum, capture: quantitySum });
const payout = z.object({ account: z.string(), amount, id: amount, text: z.string() });
const product = quantitySum.extend({ description: z.string() });
const productEntry = z.object({ product_id: z.string(), product });
const vatEntry = z.object({ vat_rate: amount, entry: quantitySum });

/** What a report's reader needs beside the list (D-50); tables are lists of entries. */
const reportContext = z.object({
  from_date: z.string(),
  to_date: z.string(),
  include_sales: z.boolean(),
  show_sale_refund: z.boolean(),
  total_sum: sum,
  running_sum: runningSum,
  unspecified: runningSum,
  settlement_payouts: z.array(payout),
  product_sales_table: z.object({
    refund: z.array(productEntry),
    capture: z.array(productEntry),
  }),
  vat_sales_table: z.object({ refund: z.array(vatEntry), capture: z.array(vatEntry) }),
  single_format: z.boolean().nullable(),
  single_payout: payout.nullable(),
});
export type ReportContext = z.infer<typeof reportContext>;
export type QuantitySum = z.infer<typeof quantitySum>;

export const settlementReport = z.object({
  items: z.array(settlementListItem),
  summary,
  report_context: reportContext,
});
export type SettlementReport = z.infer<typeof settlementReport>;
