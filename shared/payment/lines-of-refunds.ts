import type { Payment } from './payment.ts';
import { type RefundLine, withVat } from './refund-lines.ts';

/** The sold lines that each refund of a payment returned, with their VAT; none for a refund of an amount (D-250). */
export function linesOfRefunds(payment: Payment): readonly ReturnType<typeof withVat>[] {
  const before: RefundLine[] = [];
  return payment.refunds.map(({ lines = [] }) => {
    const all = withVat(payment.lineItems ?? [], [...before, ...lines]);
    const own = all.slice(before.length);
    before.push(...lines);
    return own;
  });
}
