import { type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { Row } from './content.ts';
import type { ReceiptLetters } from './receipt.ts';
import { DOCUMENT_WORDS } from './words.ts';

/** What was refunded of a receipt since. Amounts are not negative. */
export type Refunded = {
  readonly amount: MoneyInteger;
  /** Null if only the sum is known. */
  readonly at: Instant | null;
  /** The lines that came back; none of a refund of an amount. */
  readonly lines: readonly {
    readonly name: string;
    readonly product: string | null;
    readonly quantity: string;
    readonly total: MoneyInteger;
  }[];
  /** The VAT of the refund by rate, in hundredths of a per cent. */
  readonly vat: readonly { readonly rate: number; readonly vat: MoneyInteger }[];
};

/** Below the total of a copy: each refund with its lines and its VAT. */
export function refundedRows(
  refunds: readonly Refunded[],
  currency: string,
  { language, format, name: nameOf }: ReceiptLetters,
): readonly Row<string>[] {
  const words = DOCUMENT_WORDS[language];
  const row = (label: string, amount: MoneyInteger) => ({
    label,
    value: format.amount(subtract(ZERO, amount), currency),
  });
  return refunds.flatMap(({ amount, at, lines, vat }) => [
    row(at === null ? words.refunded : `${words.refunded} ${format.dateTime(at)}`, amount),
    ...lines.map(({ name, product, quantity, total }) => {
      const shown = nameOf({ name, product_id: product });
      return row(`  ${quantity === '1' ? shown : `${format.decimal(quantity)} x ${shown}`}`, total);
    }),
    ...vat.map((one) => row(`  ${words.vat} ${format.percent(one.rate)}`, one.vat)),
  ]);
}
