import { billOfItems } from '../../shared/basket/line-items.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { BillLines } from '../../shared/protocol/bill-lines.ts';

/** The lines of a payment's bill, as the till prints them. An update may have replaced the request's. */
export function billLinesOf({ lineItems }: Payment): BillLines {
  const bill = billOfItems(lineItems ?? []);
  const lines = bill.lines.map(({ name: description, quantity, gross, discount }) => {
    return { description, quantity, gross, discount };
  });
  return { lines, discount: bill.discount };
}
