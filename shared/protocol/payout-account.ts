/** Length of an IBAN by country, where the payouts of this service go. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
};
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const NORWEGIAN = /^\d{11}$/;
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/**
 * A payout account in its plain form (capitals, no blanks or points), or null when it is none
 * (D-176): an IBAN whose remainder modulo 97 is 1, or a Norwegian account of 11 digits whose last
 * one is right modulo 11.
 */
export function readPayoutAccount(text: string): string | null {
  const plain = text.replace(/[ .]/g, '').toUpperCase();
  if (NORWEGIAN.test(plain)) return isNorwegian(plain) ? plain : null;
  if (!IBAN.test(plain)) return null;
  const length = IBAN_LENGTHS[plain.slice(0, 2)];
  if (length !== undefined && length !== plain.length) return null;
  if (remainder97(plain.slice(4) + plain.slice(0, 4)) !== 1) return null;
  return plain.startsWith('NO') && !isNorwegian(plain.slice(4)) ? null : plain;
}

/** Letters count as two digits, A as 10; one digit at a time keeps the number small. */
function remainder97(text: string): number {
  let rest = 0;
  for (const character of text) {
    for (const digit of String(Number.parseInt(character, 36))) {
      rest = (rest * 10 + Number(digit)) % 97;
    }
  }
  return rest;
}

function isNorwegian(digits: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check < 10 && check === Number(digits[10]);
}
