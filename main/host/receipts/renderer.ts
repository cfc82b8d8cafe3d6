import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { receiptLines } from '../../../shared/documents/layout.ts';
import type { ReceiptRenderer } from '../../../shared/terminal/receipts/queue.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { drawReceipt } from './draw.ts';
import type { Issued } from './issued.ts';
import type { NamedProducts } from './paper-text.ts';
import { saleSlip } from './sale-slip.ts';

export type RendererMore = {
  readonly named: NamedProducts;
  /** Number and signature of the receipt in the books; null: the receipt has the number of its sale. */
  readonly issued: (sale: SaleView) => Promise<Issued | null>;
};

/** Draws the receipts of a till without a screen; null for a sale that is not paid. */
export function createReceiptRenderer(
  settings: () => TillSettings,
  { named, issued }: RendererMore,
): ReceiptRenderer {
  return {
    render: async (sale) => {
      if (sale.state.kind !== 'paid') return null;
      const entry = await issued(sale);
      const content = saleSlip(sale, settings(), { issued: entry, named });
      return content === null ? null : drawReceipt(receiptLines(content));
    },
  };
}
