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
