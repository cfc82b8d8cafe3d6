/** Why a typed phone number is not valid yet. */
export type PhoneProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'short'; readonly missing: number }
  | { readonly kind: 'not_mobile' }
  | { readonly kind: 'bad' };

const NORWAY = '47';
const NORWAY_DIGITS = 8;
const DIGITS_MIN = 8;
const DIGITS_MAX = 15;

/** Country code and number as one number in digits, or what is wrong with them. */
export function readPhone(
  country: string,
  number: string,
):
  | { readonly ok: true; readonly msisdn: string }
  | { readonly ok: false; readonly problem: PhoneProblem } {
  if (number === '') return { ok: false, problem: { kind: 'missing' } };
  if (country === NORWAY) return readNorwegian(number);
  const msisdn = country + number;
  const fits = /^[1-9]\d*$/.test(msisdn) && country !== '';
  if (!fits || msisdn.length < DIGITS_MIN || msisdn.length > DIGITS_MAX) {
    return { ok: false, problem: { kind: 'bad' } };
  }
  return { ok: true, msisdn };
}

function readNorwegian(number: string): ReturnType<typeof readPhone> {
  if (!/^[49]/.test(number)) return { ok: false, problem: { kind: 'not_mobile' } };
  const missing = NORWAY_DIGITS - number.length;
  if (missing > 0) return { ok: false, problem: { kind: 'short', missing } };
  if (missing < 0) return { ok: false, problem: { kind: 'bad' } };
  return { ok: true, msisdn: NORWAY + number };
}

/**
 * A typed or autofilled number as digits with country code; null if it is not a number. A Norwegian
 * mobile number needs no country code.
 */
export function readTypedNumber(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  const national = !text.trim().startsWith('+') && /^[49]\d{7}$/.test(digits);
  if (national) return NORWAY + digits;
  const international = digits.length >= DIGITS_MIN && digits.length <= DIGITS_MAX;
  return international && !digits.startsWith('0') ? digits : null;
}

/** Groups digits for reading: 987 65 432 in Norway, groups of three elsewhere. */
export function groupNumber(country: string, number: string): string {
  if (country === NORWAY) {
    return [number.slice(0, 3), number.slice(3, 5), number.slice(5)]
      .filter((part) => part !== '')
      .join(' ');
  }
  return number.replace(/(\d{3})(?=\d)/g, '$1 ');
}

/** An international number for display: +47 987 65 432. */
export function showMsisdn(msisdn: string): string {
  const norwegian = msisdn.startsWith(NORWAY) && msisdn.length === NORWAY.length + NORWAY_DIGITS;
  if (!norwegian) return `+${msisdn.replace(/(\d{3})(?=\d)/g, '$1 ')}`;
  return `+${NORWAY} ${groupNumber(NORWAY, msisdn.slice(NORWAY.length))}`;
}

/**
 * Splits a number into country code and number. Only Norway's code is known; others are taken as
 * two digits.
 */
export function splitMsisdn(msisdn: string): { readonly country: string; readonly number: string } {
  if (msisdn.startsWith(NORWAY)) return { country: NORWAY, number: msisdn.slice(NORWAY.length) };
  return { country: msisdn.slice(0, 2), number: msisdn.slice(2) };
}
