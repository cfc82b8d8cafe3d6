import { shortNumber } from '../../protocol/receipt-number.ts';

/** As many receipts of a list are named. */
const NAMED = 5;

/** The newest of these receipts, `R11, R12`; a list that is longer begins with an ellipsis. */
export function newestReceipts(receipts: readonly number[]): string {
  const named = receipts.slice(-NAMED).map(shortNumber);
  return [...(receipts.length > NAMED ? ['…'] : []), ...named].join(', ');
}
