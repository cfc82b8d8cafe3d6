import type { SalesSummary } from '../../../../shared/protocol/sales-summary.ts';
import type { SettlementReport } from '../../../../shared/protocol/settlement-report.ts';

const PAYOUT = { account: 'NO9386011117947', amount: 12_375, id: 7, text: 'Settlement 7' };
const NOTHING = { total: 0, vat: 0, qty: 0 };
const SOLD = { total: 12_500, vat: 2_500, qty: 2 };

/** A month with one settlement of one sale. */
export const REPORT_EXAMPLE: SettlementReport = {
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
export const SALES_EXAMPLE: SalesSummary = {
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
