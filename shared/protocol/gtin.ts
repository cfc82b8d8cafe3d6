/*
 * Numbers of goods by the rules of GS1: GTIN-8, GTIN-12 (UPC-A), GTIN-13 (EAN-13) and GTIN-14 are one number with zeros
 * in front. The last digit checks the others.
 */

const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** The check digit of the digits before it. */
export function checkDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** The number with 14 digits, which is the same for every form of a GTIN; null for anything else. */
export function gtin14(code: string): string | null {
  if (!GTIN.test(code)) return null;
  return checkDigit(code.slice(0, -1)) === Number(code.at(-1)) ? code.padStart(14, '0') : null;
}

/**
 * What all forms of one barcode have in common. A number with a wrong check digit is a shop's own and has one form only.
 */
export const codeKey = (code: string): string => gtin14(code) ?? code;
