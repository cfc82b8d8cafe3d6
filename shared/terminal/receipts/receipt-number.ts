/** The number on a receipt: the till and the till's running number of the sale, `1042-0187`. */
export function receiptNumber(posId: string, number: number): string {
  return `${posId}-${String(number).padStart(4, '0')}`;
}

/** Ids of a till's sales begin with their running number; see `createSaleIds`. */
const OWN_ID = /^(\d{1,9})-[0-9a-z]{16}(?:\.s)?$/;

/** The receipt number of a payment by its `pos_tid`; null if another system made the payment. */
export function receiptNumberOf(posId: string, posTid: string): string | null {
  const number = OWN_ID.exec(posTid)?.[1];
  return number === undefined ? null : receiptNumber(posId, Number(number));
}
