import type { SalesSummary } from '../../../../shared/protocol/sales-summary.ts';

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
