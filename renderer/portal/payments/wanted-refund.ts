import { readAmount } from '../../../shared/money/amount-text.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import {
  isWithin,
  quantityLeft,
  type RefundLine,
  refundAmounts,
  totalRefunded,
} from '../../../shared/payment/refund-lines.ts';
import type { PortalPaymentDetail } from '../../../shared/portal/contract.ts';

/** Where a person types what is refunded: money, or quantities of sold lines by their place. */
export type Wanted = {
  readonly by: 'amount' | 'items';
  readonly typed: string;
  readonly quantities: ReadonlyMap<number, string>;
};

/** What the service says can be refunded of the payment. */
type Left = Pick<
  PortalPaymentDetail,
  'currency' | 'refundable' | 'refundable_by_line' | 'returnable'
>;

type Refund = { readonly amount: MoneyInteger; readonly lines?: readonly RefundLine[] };

/** The amount of the refund with its lines; null while what is typed cannot be refunded. */
export function refundOf(wanted: Wanted, left: Left): Refund | null {
  const refund = typedRefund(wanted, left);
  return refund === null || refund.amount > limitOf(wanted, left) ? null : refund;
}

/** True for more than is left: after a refund of an amount, lines can cost more. */
export function costsTooMuch(wanted: Wanted, left: Left): boolean {
  const refund = typedRefund(wanted, left);
  return refund !== null && refund.amount > limitOf(wanted, left);
}

/** Lines are not paid from what is left of a tip. */
const limitOf = ({ by }: Wanted, { refundable, refundable_by_line }: Left): number =>
  by === 'items' ? refundable_by_line : refundable;

/** What is typed, also if it is more than what is left; null if it is nothing, or no number. */
function typedRefund({ by, typed, quantities }: Wanted, left: Left): Refund | null {
  const lines = by === 'items' ? linesOf(quantities, left.returnable) : undefined;
  if (lines === null) return null;
  const amount = lines === undefined ? readAmount(typed, left.currency) : totalRefunded(lines);
  return amount === null || amount <= 0 ? null : { amount, ...present({ lines }) };
}

/** The typed lines with what they cost; null if one of them is no number, or more than is left. */
function linesOf(
  quantities: Wanted['quantities'],
  returnable: PortalPaymentDetail['returnable'],
): readonly RefundLine[] | null {
  const lines: RefundLine[] = [];
  for (const { index, sold, refunded, ...sums } of returnable) {
    const quantity = (quantities.get(index) ?? '').trim().replace(',', '.');
    if (quantity === '' || quantity === '0') continue;
    const isNumber = /^\d{1,12}(?:\.\d{1,6})?$/.test(quantity);
    if (!isNumber || !isWithin(quantity, quantityLeft(sold, refunded))) return null;
    const item = { quantity: sold, vat_rate: null, ...sums };
    const before = [{ index, quantity: refunded, total: ZERO }];
    lines.push({ index, quantity, total: refundAmounts(item, index, quantity, before).total });
  }
  return lines;
}
