/**
 * The number of a receipt of the books as people read it, `till1-R12`. It is also the code on a receipt without a
 * payment in the service.
 */
export const bookedNumber = (till: string, receipt: number) => `${till}-R${receipt}`;

/** As many receipts of a list are named. */
const NAMED = 5;

/** The newest of these receipts, `R11, R12`; a list that is longer begins with an ellipsis. */
export function newestReceipts(receipts: readonly number[]): string {
  const named = receipts.slice(-NAMED).map((receipt) => `R${receipt}`);
  return [...(receipts.length > NAMED ? ['…'] : []), ...named].join(', ');
}
