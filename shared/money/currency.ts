/**
 * Minor-unit exponents by ISO 4217.
 *
 * `Intl` reports *display* digits, which differ for HUF, IDR, IQD, COP, PKR and MGA; money on the
 * wire is in ISO minor units, so the table is our own. Codes that are not listed have two decimals.
 */
const EXPONENTS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

/**
 * Active ISO 4217 codes with two decimals, and BGN: the euro replaced it in 2026, and shops of older
 * clients have their accounts in it.
 */
const TWO_DECIMALS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD ' +
  'HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA ' +
  'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN ' +
  'QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP ' +
  'TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG';

const EXPONENT_BY_CODE: ReadonlyMap<string, number> = new Map([
  ...TWO_DECIMALS.split(' ').map((code): [string, number] => [code, 2]),
  ...Object.entries(EXPONENTS),
]);

/** True when `code` is an active ISO 4217 currency code. */
export function isCurrency(code: string): boolean {
  return EXPONENT_BY_CODE.has(code);
}

/** Decimals of the minor unit; unknown codes are taken as two decimals. */
export function exponentOf(currency: string): number {
  return EXPONENT_BY_CODE.get(currency) ?? 2;
}
