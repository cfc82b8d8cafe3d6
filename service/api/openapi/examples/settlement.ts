import type {
  SETTLEMENT_ACCOUNT_ROUTES,
  SETTLEMENT_ROUTES,
} from '../../../../shared/protocol/routes/settlement.ts';
import type { SettlementOutput } from '../../../../shared/protocol/settlement.ts';
import type { ExamplesOf } from './example.ts';
import { REPORT_EXAMPLE, SALES_EXAMPLE } from './report.ts';

const SETTLEMENT: SettlementOutput = {
  id: '7',
  date_created: '2026-11-20 23:00:00',
  transaction_log_uris: ['https://pay.example/merchant/v1/settlement_log/c2V0dGxlbWVudCA3/'],
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
    query: { from_date: '2026-11-20', frequency: 'day', merchant_time: 'true' },
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
