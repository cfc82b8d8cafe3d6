import { billOfItems } from '../../shared/basket/line-items.ts';
import { linesOfRefunds } from '../../shared/payment/lines-of-refunds.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { BillLines, RefundedLine } from '../../shared/protocol/bill-lines.ts';

/** The lines of a payment's bill, as the till prints them. An update may have replaced the request's. */
export function billLinesOf({ lineItems }: Payment): BillLines {
  const bill = billOfItems(lineItems ?? []);
  const lines = bill.lines.map(({ name: description, quantity, price, gross, discount }) => {
    return { description, quantity, price, gross, discount };
  });
  return { lines, discount: bill.discount };
}

/** The lines that each refund of a payment returned, for the pages of the service (D-250). */
export function refundedLinesOf(payment: Payment): readonly (readonly RefundedLine[])[] {
  return linesOfRefunds(payment).map((lines) =>
    lines.map(({ item, quantity, total }) => {
      return { description: item.description ?? item.product_id, quantity, total };
    }),
  );
}
