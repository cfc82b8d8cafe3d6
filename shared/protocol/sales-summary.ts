import { z } from 'zod';
import { parseDateTime } from '../time/date-time.ts';
import { dateTime, optional, withDefault } from './basic.ts';
import { queryFlag } from './lists.ts';

/** Grain of a sales summary (D-52). */
export const GRAINS = ['hour', 'day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];
const GRAIN_DEFAULT: Grain = 'day';

const date = z.string().refine(isDate, 'must be a day as YYYY-MM-DD');

/**
 * Query of `GET /sales_summary/`: days from and to, both included; without `to_date` up to today.
 * With `merchant_time` days begin at the merchant's start of day in its time zone, else at 00:00 UTC.
 */
export const salesSummaryQuery = z.object({
  from_date: date,
  to_date: optional(date),
  merchant_time: withDefault(queryFlag, false),
  frequency: withDefault(
    z.enum(GRAINS, { error: `must be one of ${GRAINS.join(', ')}` }),
    GRAIN_DEFAULT,
  ),
});
type SalesSummaryQuery = z.output<typeof salesSummaryQuery>;
/** A query that may name no first day; the last day, which is today by default, is then the only one. */
export type OpenSalesQuery = Omit<SalesSummaryQuery, 'from_date'> & {
  readonly from_date: string | null;
};

/** A day of the calendar as `YYYY-MM-DD` (D-58). */
function isDate(text: string): boolean {
  return text.length === 10 && parseDateTime(`${text} 00:00:00`) !== null;
}

const amounts = z.array(z.number().int());
const quantities = z.array(z.number());

/** A product's sales; each list has one member for each of the periods (D-44). */
export const salesSummaryProduct = z.object({
  product_id: z.string(),
  description: z.string(),
  currency: z.string(),
  /** Hundredths of a per cent. */
  vat_rate: z.number().int(),
  reserved_vat: amounts,
  capture_vat: amounts,
  refund_vat: amounts,
  reserved_total: amounts,
  capture_total: amounts,
  refund_total: amounts,
  reserved_quantity: quantities,
  capture_quantity: quantities,
  refund_quantity: quantities,
});
export type SalesSummaryProduct = z.infer<typeof salesSummaryProduct>;

/** Times are in `result_timezone`. */
export const salesSummary = z.object({
  merchant_timezone: z.string(),
  result_timezone: z.string(),
  start_of_day: z.string(),
  periods: z.array(dateTime),
  data_until: dateTime,
  products: z.array(salesSummaryProduct),
  max_timestamp: dateTime.nullable(),
});
export type SalesSummary = z.infer<typeof salesSummary>;
