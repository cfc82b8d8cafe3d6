import type { SETTLEMENT_ACCOUNT_ROUTES, SETTLEMENT_ROUTES } from '../routes/settlement.ts';
import type { SalesSummary } from '../sales-summary.ts';
import type { SettlementOutput } from '../settlement.ts';
import type { SettlementReport } from '../settlement-report.ts';
import type { ExamplesOf } from './example.ts';

const PAYOUT = { account: 'NO9386011117947', amount: 12_375, id: 7, text: 'Settlement 7' };
const NOTHING = { total: 0, vat: 0, qty: 0 };
const SOLD = { total: 12_500, vat: 2_500, qty: 2 };

/** A month with one settlement of one sale. */
const REPORT_EXAMPLE: SettlementReport = {
  items: [
    {
      index: '7',
      start_date: '2026-11-19 23:00:00',
      end_date: '2026-11-20 23:00:00',
      gross: 12_500,
      fixed_fees: 0,
      variable_fees: 125,
      payout: 12_375,
    },
  ],
  summary: {
    settlement_account_id: 'kaffebar.NOK',
    num_settlements: 1,
    currency: 'NOK',
    payout: 12_375,
    neg_payout: -12_375,
    balance_before: 0,
    balance_after: 0,
    sales: 12_500,
    gross: 12_500,
    fixed_fees: 0,
    variable_fees: 125,
    refunds: 0,
    capture_count: 1,
    refund_count: 0,
  },
  report_context: {
    from_date: '2026-11-01',
    to_date: '2026-12-01',
    include_sales: true,
    show_sale_refund: false,
    total_sum: { total: 12_500, vat: 2_500 },
    running_sum: { refund: NOTHING, capture: SOLD },
    unspecified: { refund: NOTHING, capture: NOTHING },
    settlement_payouts: [PAYOUT],
    product_sales_table: {
      refund: [],
      capture: [{ product_id: 'cortado', product: { ...SOLD, description: 'Cortado' } }],
    },
    vat_sales_table: { refund: [], capture: [{ vat_rate: 2_500, entry: SOLD }] },
    single_format: true,
    single_payout: PAYOUT,
  },
};

/** One day with sales of one product and no refunds. */
const SALES_EXAMPLE: SalesSummary = {
  merchant_timezone: 'Europe/Oslo',
  result_timezone: 'Europe/Oslo',
  start_of_day: '00:00:00',
  periods: ['2026-11-20 00:00:00'],
  data_until: '2026-11-20 16:30:00',
  products: [
    {
      product_id: 'cortado',
      description: 'Cortado',
      currency: 'NOK',
      vat_rate: 2_500,
      reserved_vat: [0],
      capture_vat: [2_500],
      refund_vat: [0],
      reserved_total: [0],
      capture_total: [12_500],
      refund_total: [0],
      reserved_quantity: [0],
      capture_quantity: [2],
      refund_quantity: [0],
    },
  ],
  max_timestamp: '2026-11-20 08:26:02',
};

const SETTLEMENT: SettlementOutput = {
  id: '7',
  date_created: '2026-11-20 23:00:00',
  transaction_log_uris: ['/merchant/v1/settlement_log/c2V0dGxlbWVudCA3/'],
  scope_log_uris: [],
  settlement_summary: {
    currency: 'NOK',
    gross: 12_500,
    amount_total: 12_500,
    additional_amount_total: 0,
    fees: {
      scope_fee: 0,
      scope_fee_vat: 0,
      settlement_fee: 0,
      settlement_fee_vat: 0,
      transaction_fee: 125,
      transaction_fee_vat: 0,
    },
    interchange: 0,
    net: 12_375,
    taxcode: 'NO:2013',
  },
  payout_details: {
    currency: 'NOK',
    unsettled_fees_before: 0,
    unsettled_fees_after: 0,
    payout: 12_375,
    net: 12_375,
    gross: 12_500,
    billed: 0,
    invoice_id: null,
  },
};

export const SETTLEMENT_EXAMPLES: ExamplesOf<keyof typeof SETTLEMENT_ROUTES> = {
  lastSettlement: { status: 302, reply: SETTLEMENT },
  settlementList: {
    status: 200,
    reply: { uris: ['/merchant/v1/settlement/7/'], next: null, prev: null },
  },
  settlementRead: { params: { settlement_id: '7' }, status: 200, reply: SETTLEMENT },
  settlementLog: { params: { grant: 'c2V0dGxlbWVudCA3' }, status: 200 },
  settlementReport: {
    query: { created_from: '2026-11-01 00:00:00', created_to: '2026-12-01 00:00:00' },
    status: 200,
    reply: REPORT_EXAMPLE,
  },
  salesSummary: {
    query: {
      from_date: '2026-11-20',
      to_date: '2026-11-20',
      frequency: 'day',
      merchant_time: 'true',
    },
    status: 200,
    reply: SALES_EXAMPLE,
  },
};

export const SETTLEMENT_ACCOUNT_EXAMPLES: ExamplesOf<keyof typeof SETTLEMENT_ACCOUNT_ROUTES> = {
  settlementAccountRead: {
    params: { settlement_account_id: 'kaffebar.NOK' },
    status: 200,
    reply: {
      id: 'kaffebar.NOK',
      start_of_day: '00:00:00',
      currency: 'NOK',
      payout_delay: 0,
      payout_account: 'NO9386011117947',
      frequency: 'weekdays',
    },
  },
  settlementAccountUpdate: {
    params: { settlement_account_id: 'kaffebar.NOK' },
    body: { payout_account: 'NO93 8601 1117 947', frequency: 'weekly' },
    status: 204,
  },
};
