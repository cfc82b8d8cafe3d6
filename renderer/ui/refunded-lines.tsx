import type { Format } from '../../shared/format/format.ts';
import { money } from '../../shared/money/money.ts';
import type { RefundedLine } from '../../shared/protocol/bill-lines.ts';

/** A sold line that a refund returned, such as "1 × Coffee, 33.00 kr". */
export function refundedText(
  { quantity, description, total }: RefundedLine,
  format: Format,
  currency: string,
): string {
  return `${format.decimal(quantity)} × ${description}, ${format.amount(money(total), currency)}`;
}

/** The sold lines that a refund returned, below its amount. */
export function RefundedLines({ lines }: { readonly lines: readonly string[] }) {
  // Two lines can have the same text, and their order never changes.
  const placed = lines.map((line, place) => ({ line, place }));
  return placed.map(({ line, place }) => (
    <span className="fact-when" key={place}>
      <bdi>{line}</bdi>
    </span>
  ));
}
