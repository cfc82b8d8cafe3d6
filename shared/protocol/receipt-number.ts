/** The number within one till, `R12`: on the till's own screens, and in the reports of one till. */
export const shortNumber = (receipt: number): string => `R${receipt}`;

/**
 * The number of a receipt on paper, in the portal, in an e-mail and wherever receipts of several tills meet: `till1-R12`.
 * A receipt has no other form of it (D-580). It is also the code on a receipt without a payment in the service.
 */
export const bookedNumber = (till: string, receipt: number): string =>
  `${till}-${shortNumber(receipt)}`;

const TYPED = /^(?:[\w.-]+-)?[r#]?([1-9]\d{0,8})$/i;

/**
 * The receipt that a person means: `12`, `R12`, `#12` or `till1-R12`; null for every other text. A part before the R is
 * not compared with the till's name, because the caller searches the books of one till.
 */
export function typedNumber(text: string): number | null {
  const found = TYPED.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
