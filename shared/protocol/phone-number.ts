/** A phone number with its country's code, no plus sign and no leading zeros (D-64). */
export const MSISDN = /^[1-9]\d{7,14}$/;

/** What people put between the digits of a phone number, and before it as the sign of its country code. */
const SEPARATORS = /[\s().\-/]/g;
const PREFIX = /^(?:\+|00)/;

/** The number that a person wrote, such as `+47 987 65 432` or `(+47) 98765432`; null if it is none. */
export function readPhoneNumber(text: string): string | null {
  const digits = text.replaceAll(SEPARATORS, '').replace(PREFIX, '');
  return MSISDN.test(digits) ? digits : null;
}

/** Digits of any script, with signs and blanks, and perhaps `tel:` before them. */
const WRITTEN_NUMBER = /^(?:tel:)?[\p{Nd}\p{P}\p{S}\p{Z}\s]*$/iu;

/**
 * True for a text that can only be meant as a phone number, right or wrong: it has digits and no letters
 * (D-223).
 */
export function isMeantAsNumber(text: string): boolean {
  return /\p{Nd}/u.test(text) && WRITTEN_NUMBER.test(text);
}
